// How the cost of a trial grows with the number of trials: the exponent b of cost = a n^b.
import { linearRegression } from "simple-statistics";
import type { Stretch } from "./stretch.ts";

/** The exponent is taken over this many trials and more. */
export const FLAT_FROM = 10_000;

/**
 * @param line of one space and one sampler.
 * @returns the slope of log(microseconds) over log(n) by least squares; null for fewer than two points from FLAT_FROM on.
 */
export function fitExponent(line: readonly Pick<Stretch, "n" | "cpu_us_per_trial">[]): number | null {
  const points = line
    .filter(({ n }) => n >= FLAT_FROM)
    .map(({ n, cpu_us_per_trial }) => [Math.log(n), Math.log(cpu_us_per_trial)] as [number, number]);
  return points.length < 2 ? null : linearRegression(points).m;
}
