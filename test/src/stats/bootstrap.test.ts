import { describe, expect, test } from "bun:test";
import { binomialDistribution, median } from "simple-statistics";
import { countResamples, medianInterval } from "../../../src/stats/bootstrap.ts";

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Efron (1979): the resampled median of an odd number n of values is at most the k-th if Bin(n, k/n) >= (n + 1) / 2. */
function exactQuantile(count: number, probability: number): number {
  return upTo(count).find((k) => {
    const heads = k === count ? [] : (binomialDistribution(count, k / count) ?? []);
    const atMost = k === count ? 1 : heads.slice((count + 1) / 2).reduce((sum, part) => sum + part, 0);
    return atMost >= probability;
  }) as number;
}

describe("the interval of a median is that of the exact bootstrap distribution", () => {
  test.each([5, 7, 11, 31, 101])("of %d values", (count) => {
    const expected = { low: exactQuantile(count, 0.025), high: exactQuantile(count, 0.975) };
    expect(medianInterval(upTo(count))).toEqual(expected);
  });
});

test("the same values in any order give the same interval, every time", () => {
  const values = [3.5, 1, 2.25, 9, 4, 4, 0.5, 7];
  expect(medianInterval(values)).toEqual(medianInterval(values));
  expect(medianInterval(values.toSorted())).toEqual(medianInterval(values));
});

test("an even number of values has the mean of the middle two as its median", () => {
  expect(medianInterval([1, 2])).toEqual({ low: 1, high: 2 });
  const wide = medianInterval([1, 1, 1, 5, 5, 5]);
  expect([wide?.low, wide?.high]).toEqual([1, 5]);
  expect(median([1, 1, 1, 5, 5, 5])).toBe(3);
});

test.each([
  [2, 10_000],
  [1000, 10_000],
  [2000, 5000],
  [50_000, 1000],
])("%d values are drawn anew %d times", (values, resamples) => {
  expect(countResamples(values)).toBe(resamples);
});

test("equal values have an interval of no width, and one value has none", () => {
  expect(medianInterval([2, 2, 2])).toEqual({ low: 2, high: 2 });
  expect(medianInterval([2])).toBeNull();
  expect(medianInterval([])).toBeNull();
});
