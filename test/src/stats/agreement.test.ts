import { describe, expect, test } from "bun:test";
import { compareTrials } from "../../../src/stats/agreement.ts";

const NAMES = ["a", "b"];
const RUN = [
  [1, 5, 0.5],
  [2, 5, 0.25],
  [3, 6, 4],
  [0.25, 7, 9],
];

/** The run with other numbers in some places. */
function changed(...changes: readonly [trial: number, column: number, value: number][]): number[][] {
  const rows = RUN.map((row) => [...row]);
  for (const [trial, column, value] of changes) (rows[trial] as number[])[column] = value;
  return rows;
}

describe("two runs", () => {
  test.each([
    ["are the same", RUN],
    ["are the same up to rounding", changed([0, 0, 1 + 9e-10], [1, 1, 5 * (1 - 9e-10)])],
    ["have objectives that differ by less than 1e-9 below 1", changed([1, 2, 0.25 + 9e-10])],
  ])("that %s agree", (_what, other) => {
    expect(compareTrials(RUN, other, NAMES)).toEqual({ disagreements: 0, first: null, hasTies: false });
  });

  test("agree near 0 up to 1e-14 of the parameter's largest value", () => {
    const near = (value: number) => [...RUN, [value, 1, 1]]; // the largest is 3
    expect(compareTrials(near(1e-9), near(1e-9 + 2.9e-14), NAMES).disagreements).toBe(0);
    expect(compareTrials(near(1e-9), near(1e-9 + 3.1e-14), NAMES).disagreements).toBe(1);
    expect(compareTrials(near(0), near(1e-10), NAMES).disagreements).toBe(1);
  });

  test("part at the first trial and parameter that differ, and every trial that differs counts", () => {
    const other = changed([1, 1, 5.00001], [3, 0, 8], [3, 1, 8]);
    expect(compareTrials(RUN, other, NAMES)).toMatchObject({
      disagreements: 2,
      first: { trial: 1, parameter: "b", left: 5, right: 5.00001 },
    });
  });

  test("part where only an objective differs", () => {
    const first = { trial: 2, parameter: "objective", left: 4, right: 4.00001 };
    expect(compareTrials(RUN, changed([2, 2, 4.00001]), NAMES)).toEqual({ disagreements: 1, first, hasTies: false });
  });

  test("part where a value is none", () => {
    expect(compareTrials(RUN, changed([0, 0, Number.NaN]), NAMES).disagreements).toBe(1);
  });
});

describe("ties can be the reason", () => {
  test.each<[string, number[][], boolean]>([
    ["where the parameter had equal values before", changed([2, 1, 7]), true],
    ["not before a value is repeated", changed([1, 1, 7]), false],
    ["not where the parameter's values were all different", changed([3, 0, 7]), false],
    ["not where another parameter without ties differs as well", changed([3, 0, 7], [3, 1, 8]), false],
    ["not where the objective alone differs", changed([3, 2, 10]), false],
    ["whatever comes after", changed([2, 1, 7], [3, 0, 7]), true],
  ])("%s", (_when, other, expected) => {
    expect(compareTrials(RUN, other, NAMES).hasTies).toBe(expected);
  });
});
