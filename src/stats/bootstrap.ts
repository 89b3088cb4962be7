// The percentile bootstrap interval of a median. B. Efron and R. Tibshirani (1993), An Introduction to the Bootstrap,
// chapter 13. The generator and its seed are fixed, so the same values give the same interval everywhere.
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { quantile } from "simple-statistics";

/** Every interval starts the generator with this seed. */
export const BOOTSTRAP_SEED = 1;
/** Above a thousand values fewer, so that time does not grow with the square of their number. */
export const BOOTSTRAP_RESAMPLES = { most: 10_000, least: 1000 } as const;
const MOST_DRAWS = 10_000_000;
export const CONFIDENCE = 0.95;

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** How often so many values are drawn anew. */
export function countResamples(values: number): number {
  const { most, least } = BOOTSTRAP_RESAMPLES;
  return Math.min(most, Math.max(least, Math.floor(MOST_DRAWS / values)));
}

/** @returns the interval of CONFIDENCE; null for fewer than two values, which do not vary. */
export function medianInterval(values: readonly number[], resamples = countResamples(values.length)): Interval | null {
  if (values.length < 2) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const random = xoroshiro128plus(BOOTSTRAP_SEED);
  const counts = new Uint32Array(sorted.length);
  const medians = Array.from({ length: resamples }, () => {
    counts.fill(0);
    for (let draw = 0; draw < sorted.length; draw++) {
      const place = uniformInt(random, 0, sorted.length - 1);
      counts[place] = (counts[place] as number) + 1;
    }
    return medianOfCounts(sorted, counts);
  });
  const [low, high] = quantile(medians, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2]) as [number, number];
  return { low, high };
}

/** The median of the sorted values, each taken as often as it was drawn. */
function medianOfCounts(sorted: readonly number[], counts: Uint32Array): number {
  const half = sorted.length / 2;
  let taken = 0;
  for (let at = 0; at < counts.length; at++) {
    taken += counts[at] as number;
    if (taken > half) return sorted[at] as number;
    if (taken === half) return ((sorted[at] as number) + (sorted[nextDrawn(counts, at)] as number)) / 2;
  }
  throw new Error("fewer values were drawn than there are");
}

function nextDrawn(counts: Uint32Array, after: number): number {
  return counts.findIndex((count, index) => index > after && count > 0);
}
