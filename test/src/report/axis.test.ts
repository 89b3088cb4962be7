import { describe, expect, test } from "bun:test";
import { formatTick, logAxis, regretAxis } from "../../../src/report/charts/axis.ts";
import { spread } from "../../../src/report/table.ts";

describe("a logarithmic axis has ticks within its ends, at least two and at most eight", () => {
  test.each([
    [[1, 1]],
    [[100, 6000]],
    [[0.9, 1.1]],
    [[3, 3.01]],
    [[1.55, 1.55]],
    [[1.95]],
    [[1.376]],
    [[1e-3, 1e9]],
    [[0.07]],
    [[1e-9, 1e-8]],
    [[0, 5]],
    [[]],
    [[0, Number.POSITIVE_INFINITY]],
  ])("of %j", (values) => {
    const { domain, ticks } = logAxis(values);
    expect(ticks.length).toBeWithin(2, 9);
    expect(domain[0]).toBeLessThan(domain[1]);
    for (const tick of ticks) expect(tick >= domain[0] && tick <= domain[1]).toBe(true);
    for (const value of values.filter((each) => each > 0 && Number.isFinite(each)))
      expect(value).toBeWithin(domain[0], domain[1]);
  });
});

describe("an axis of regrets begins at 0 and has ticks below its floor where few are above", () => {
  test.each<[number[], number, number[]]>([
    [[0, 0], 0.01, [0, 0.005, 0.01]],
    [[0.0133], 0.01, [0, 0.005, 0.01]],
    [[0.3, 0.07], 0.01, [0, 0.01, 0.02, 0.05, 0.1, 0.2]],
    [[20_122, 0], 1, [0, 1, 10, 100, 1000, 10_000]],
    [[1e12], 1, [0, 1, 100, 1e4, 1e6, 1e8, 1e10, 1e12]],
  ])("of %j with floor %d: %j", (values, floor, ticks) => {
    expect(regretAxis(values, floor).ticks).toEqual(ticks);
  });
});

test.each([
  [0, "0"],
  [0.005, "0.005"],
  [10_000, "10000"],
  [1e6, "1e+6"],
  [1e-5, "1e-5"],
])("the tick at %d is %s", (value, text) => {
  expect(formatTick(value)).toBe(text);
});

test("a list is spread evenly, the first and the last item among what is kept", () => {
  const items = Array.from({ length: 100 }, (_, index) => index);
  expect(spread(items, 5)).toEqual([0, 25, 50, 74, 99]);
  expect(spread(items, 100)).toEqual(items);
  expect(spread([1, 2], 5)).toEqual([1, 2]);
  expect(new Set(spread(items, 40)).size).toBe(40);
});
