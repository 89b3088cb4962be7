import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { RejectedError } from "../../../src/cli/exit.ts";
import { type Comparison, compareRows, type Estimate } from "../../../src/report/comparison.ts";
import type { Row } from "../../../src/results/schema.ts";
import { readPublishedRows } from "./published.ts";
import { type Effects, Simulator } from "./simulated.ts";

/** On a machine that does other things too. ms */
setDefaultTimeout(120_000);

const NO_GATE = { failAbove: null };
const published = readPublishedRows();

function find({ estimates }: Comparison, implementation: string, measure: string, problem: string | null): Estimate {
  const found = estimates.find(
    (estimate) =>
      estimate.implementation === implementation && estimate.measure === measure && estimate.problem === problem,
  );
  if (found === undefined) throw new Error(`no estimate of ${implementation}, ${measure}, ${problem}`);
  return found;
}

const change = (rows: readonly Row[], implementation: string, edit: (row: Row) => Partial<Row>): Row[] =>
  rows.map((row) => (row.implementation === implementation ? { ...row, ...edit(row) } : row));

describe("a result compared with itself", () => {
  const same = compareRows(published, published, { failAbove: 1 });

  test("differs nowhere", () => {
    for (const estimate of same.estimates) {
      expect(estimate).toMatchObject({
        differing: 0,
        median_ratio: 1,
        interval: { low: 1, high: 1 },
        rank_biserial: 0,
      });
      expect([estimate.signed_rank_p, estimate.signed_rank_p_holm, estimate.sign_p, estimate.sign_p_holm]).toEqual([
        1, 1, 1, 1,
      ]);
    }
    expect(same).toMatchObject({ pairs: 30, only_in_base: 0, only_in_new: 0 });
  });

  test("is within the limit as a whole, and inconclusive where five pairs could show nothing", () => {
    expect(same.gate).toEqual({ limit: 1, verdict: "within the limit" });
    expect(find(same, "pineforge_native", "overhead", null).verdict).toBe("within the limit");
    expect(find(same, "pineforge_native", "overhead", "branin2").verdict).toBe("inconclusive");
  });

  test("has estimates of every problem and of all, three measures of native and two of the control", () => {
    expect(same.estimates.length).toBe((3 + 2) * 7);
    expect(
      same.estimates.filter(({ verdict }) => verdict === null).map(({ implementation }) => implementation),
    ).toEqual(Array(14).fill("optuna_4.9.0"));
  });
});

test("twice the time a trial is a ratio of 2 in every pair, and the other measures stay", () => {
  const slower = change(published, "pineforge_native", (row) => ({ sampler_ns: 2 * row.sampler_ns }));
  const found = compareRows(published, slower, { failAbove: 1.1 });
  const overhead = find(found, "pineforge_native", "overhead", null);
  expect(overhead).toMatchObject({
    pairs: 30,
    differing: 30,
    median_ratio: 2,
    rank_biserial: 1,
    verdict: "regression",
  });
  expect(overhead.sign_p).toBeCloseTo(2 ** -29, 15);
  expect(overhead.signed_rank_p).toBeCloseTo(2 ** -29, 15);
  // Of 21 tests 14 have a ratio of 2; the smallest p-values, of all problems, are multiplied by 21 and 20.
  expect(overhead.signed_rank_p_holm).toBeCloseTo(21 * 2 ** -29, 15);
  expect(find(found, "pineforge_native", "overhead_vs_optuna", "branin2").median_ratio).toBeCloseTo(2, 14);
  expect(find(found, "pineforge_native", "quality", null).median_ratio).toBe(1);
  expect(find(found, "optuna_4.9.0", "overhead", null).median_ratio).toBe(1);
  expect(found.gate).toEqual({ limit: 1.1, verdict: "regression" });
});

test("the ratio of quality has the problem's floor added to both regrets", () => {
  const worse = change(published, "pineforge_native", (row) => ({ best_regret: row.best_regret + 0.01 }));
  const found = find(compareRows(published, worse, NO_GATE), "pineforge_native", "quality", "branin2");
  // The regrets of branin2 in order: 0.00026, 0.0055, 0.0111, 0.0347, 0.0451; its floor is 0.01.
  const middle = 0.011129215213870617;
  const regrets = published
    .filter((row) => row.problem === "branin2" && row.implementation === "pineforge_native")
    .map((row) => row.best_regret)
    .sort((a, b) => a - b);
  expect(regrets[2]).toBeCloseTo(middle, 6);
  expect(found.median_ratio).toBeCloseTo(((regrets[2] as number) + 0.02) / ((regrets[2] as number) + 0.01), 14);
});

test("five pairs of one sign have the smallest p-value that five can have, and are no regression", () => {
  const slower = change(published, "pineforge_native", (row) =>
    row.problem === "branin2" ? { sampler_ns: 3 * row.sampler_ns } : {},
  );
  const found = compareRows(published, slower, { failAbove: 1.1 });
  const branin = find(found, "pineforge_native", "overhead", "branin2");
  expect(branin).toMatchObject({ signed_rank_p: 0.0625, sign_p: 0.0625, smallest_p: 0.0625, verdict: "inconclusive" });
  expect(branin.interval?.low).toBeCloseTo(3, 12);
  expect(found.gate?.verdict).not.toBe("regression");
});

test("pairs that only one result has are counted and left out", () => {
  const fewer = published.filter((row) => row.problem !== "branin2");
  expect(compareRows(published, fewer, NO_GATE)).toMatchObject({
    pairs: 25,
    only_in_base: 5,
    only_in_new: 0,
    gate: null,
  });
  expect(compareRows(fewer, published, NO_GATE)).toMatchObject({ pairs: 25, only_in_base: 0, only_in_new: 5 });
});

test.each<[string, (rows: Row[]) => Row[], RegExp]>([
  [
    "no pair in common",
    (rows) => rows.map((row) => ({ ...row, seed: row.seed + 1000 })),
    /no pair of problem and seed/,
  ],
  [
    "other budgets",
    (rows) => rows.map((row) => ({ ...row, trials: 32 })),
    /branin2, seed 17: trials is 128 in the base/,
  ],
  ["other startup budgets", (rows) => rows.map((row) => ({ ...row, startup_trials: 8 })), /startup_trials is 10 in/],
  ["a time of nothing", (rows) => change(rows, "optuna_4.9.0", () => ({ sampler_ns: 0 })), /sampler_ns is 0/],
])("results with %s are rejected", (_what, edit, message) => {
  const compare = () => compareRows(published, edit(published), NO_GATE);
  expect(compare).toThrow(RejectedError);
  expect(compare).toThrow(message);
});

describe("1,000 comparisons at the strictest limit, with noise in regrets and times", () => {
  /** How often each verdict is given. Fewer resamples than the command takes: the interval's ends move by little. */
  function countVerdicts(seeds: number, effects: Effects, comparisons = 1000, failAbove = 1): Record<string, number> {
    const simulator = new Simulator(20_260_718 + seeds);
    const counts: Record<string, number> = { regression: 0, inconclusive: 0, "within the limit": 0 };
    for (let done = 0; done < comparisons; done++) {
      const options = { failAbove, resamples: 200 };
      const { gate } = compareRows(simulator.run(seeds), simulator.run(seeds, effects), options);
      const verdict = gate?.verdict ?? "";
      counts[verdict] = (counts[verdict] ?? 0) + 1;
    }
    return counts;
  }

  test.each([3, 5, 12])("of the same code with %d seeds find a regression in at most 5 %%", (seeds) => {
    expect(countVerdicts(seeds, {}).regression).toBeLessThanOrEqual(50);
  });

  test("of the same code on a machine half as fast find a regression in at most 5 %", () => {
    expect(countVerdicts(5, { machine: 2 }).regression).toBeLessThanOrEqual(50);
  });

  test.each<[string, Effects]>([
    ["twice the time", { overhead: 2 }],
    ["four times the regret", { quality: 4 }],
  ])("of code with %s find it in at least 95 %%", (_what, effects) => {
    expect(countVerdicts(5, effects, 200, 1.1).regression).toBeGreaterThanOrEqual(190);
  });
});
