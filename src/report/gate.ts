// When a ratio is a regression, when it is none, and when nobody can tell.
import { smallestPValue } from "../stats/sign-test.ts";
import type { Estimate, Measure } from "./comparison.ts";

export type Verdict = "regression" | "within the limit" | "inconclusive";

export const SIGNIFICANCE = 0.05;

/**
 * A regression needs all of its interval above the limit and a signed-rank p-value that is significant after Holm's
 * correction: the interval alone would cry wolf over few pairs and many problems. Within the limit is what has all of its
 * interval at or below it, and pairs enough that a difference could have shown.
 */
export function judge(
  { pairs, interval, signed_rank_p_holm }: Pick<Estimate, "pairs" | "interval" | "signed_rank_p_holm">,
  limit: number,
): Verdict {
  if (interval === null || !canBeSignificant(pairs)) return "inconclusive";
  if (interval.low > limit && signed_rank_p_holm <= SIGNIFICANCE) return "regression";
  return interval.high <= limit ? "within the limit" : "inconclusive";
}

/** Whether so many differing pairs, all of one sign, would be significant. */
export function canBeSignificant(pairs: number): boolean {
  return smallestPValue(pairs) <= SIGNIFICANCE;
}

/**
 * The gate. Worse quality anywhere is a regression; so is more overhead, but only where it is more in itself and against
 * Optuna's as well: a slower machine alone is none, and neither is a faster Optuna. That nothing is worse is said of all
 * problems together, in every measure.
 */
export function judgeAll(estimates: readonly Estimate[]): Verdict {
  const judged = estimates.filter(({ verdict }) => verdict !== null);
  const worse = judged.filter(({ verdict }) => verdict === "regression");
  const isWorse = (measure: Measure, problem: string | null) =>
    worse.some((estimate) => estimate.measure === measure && estimate.problem === problem);
  if (worse.some(({ measure, problem }) => measure === "quality" || OVERHEAD.every((part) => isWorse(part, problem))))
    return "regression";
  const whole = judged.filter(({ problem }) => problem === null);
  return whole.every(({ verdict }) => verdict === "within the limit") ? "within the limit" : "inconclusive";
}

const OVERHEAD = ["overhead", "overhead_vs_optuna"] as const satisfies readonly Measure[];
