import { describe, expect, test } from "bun:test";
import { summarize } from "../../../src/report/summary.ts";
import { readPublishedRows } from "./published.ts";

const rows = readPublishedRows();
const summary = summarize(rows);

// Recomputed here by plain arithmetic: five seeds, so a median is the third of five.
const FLOORS: Record<string, number> = {
  branin2: 0.01,
  hartmann3: 0.01,
  rosenbrock6: 1,
  rotated_rastrigin6: 1,
  mixed_log: 0.02,
  million_discrete: 1,
};
const third = (values: number[]) => values.toSorted((a, b) => a - b)[2] as number;
const select = (problem: string, implementation: string) =>
  rows.filter((row) => row.problem === problem && row.implementation === implementation);
const ratioOf = (native: number, optuna: number, floor: number) =>
  Math.min(100, Math.max(0.01, (native + floor) / (optuna + floor)));
const geometricMean = (values: number[]) =>
  values.reduce((product, value) => product * value, 1) ** (1 / values.length);

describe.each(Object.keys(FLOORS))("the published rows of %s", (problem) => {
  const native = select(problem, "pineforge_native");
  const optuna = select(problem, "optuna_4.9.0");
  const found = summary.problems.find((candidate) => candidate.problem === problem);

  test("have the medians that plain arithmetic gives", () => {
    expect(found?.native_median_regret).toBe(third(native.map((row) => row.best_regret)));
    expect(found?.optuna_median_regret).toBe(third(optuna.map((row) => row.best_regret)));
    expect(found?.native_median_us_per_trial).toBe(third(native.map((row) => row.sampler_ns / row.trials / 1000)));
    expect(found?.optuna_median_us_per_trial).toBe(third(optuna.map((row) => row.sampler_ns / row.trials / 1000)));
  });

  test("are paired by seed, in the order of the file", () => {
    expect(found?.pairs.map((pair) => pair.seed)).toEqual([17, 41, 73, 109, 149]);
    expect(found?.pairs.map((pair) => pair.native_regret)).toEqual(native.map((row) => row.best_regret));
    expect(found?.pairs.map((pair) => pair.optuna_regret)).toEqual(optuna.map((row) => row.best_regret));
  });

  test("have the geometric ratio that a product and a root give", () => {
    const floor = FLOORS[problem] as number;
    const ratios = native.map((row, seed) => ratioOf(row.best_regret, optuna[seed]?.best_regret as number, floor));
    expect(found?.ratio_floor).toBe(floor);
    expect(found?.geometric_regret_ratio).toBeCloseTo(geometricMean(ratios), 12);
  });
});

test("the published run has 19 native wins, 11 of Optuna and no tie", () => {
  const wins = Object.keys(FLOORS).flatMap((problem) => {
    const optuna = select(problem, "optuna_4.9.0");
    return select(problem, "pineforge_native").map(
      (row, seed) => row.best_regret < (optuna[seed]?.best_regret as number),
    );
  });
  expect(wins.filter(Boolean).length).toBe(19);
  expect([summary.native_wins, summary.optuna_wins, summary.ties]).toEqual([19, 11, 0]);
});

test("the overall geometric ratio is the mean over all 30 pairs, clipped ones included", () => {
  const ratios = summary.problems.flatMap((problem) => problem.pairs.map((pair) => pair.regret_ratio));
  expect(ratios.length).toBe(30);
  expect(ratios).toContain(100);
  expect(summary.geometric_regret_ratio).toBeCloseTo(geometricMean(ratios), 12);
});

test("validation time is no part of the overhead", () => {
  const slow = rows.map((row) => ({ ...row, validation_ns: row.validation_ns + 1e12 }));
  expect(summarize(slow)).toEqual(summary);
});

test("the discrete diagnostics are the million_discrete rows' own, and absent without them", () => {
  expect(summary.million_discrete.length).toBe(10);
  expect(summary.million_discrete[1]).toEqual({
    implementation: "optuna_4.9.0",
    seed: 17,
    unique_candidates: 338,
    duplicate_candidates: 662,
    exact_optimum_hits: 144,
    best_hamming: 0,
    best_l1: 0,
  });
  expect(summarize(rows.filter((row) => row.problem === "branin2")).million_discrete).toEqual([]);
});

test("a thousand clipped pairs neither underflow nor overflow the geometric mean", () => {
  const [native, optuna] = [rows[0], rows[1]] as const;
  if (native === undefined || optuna === undefined) throw new Error("the fixture is empty");
  const many = Array.from({ length: 1000 }, (_, seed) => [
    { ...native, seed, best_regret: 0 },
    { ...optuna, seed, best_regret: 50 },
  ]).flat();
  expect(summarize(many).geometric_regret_ratio).toBeCloseTo(0.01, 12);
});
