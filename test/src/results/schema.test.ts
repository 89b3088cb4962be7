import { expect, test } from "bun:test";
import { COLUMNS } from "../../../src/results/schema.ts";

test("the columns of CSV schema version 1 keep their order, types and units", () => {
  expect(COLUMNS.map(({ name, type, unit }) => `${name}: ${type}, ${unit}`)).toEqual([
    "implementation: string, -",
    "problem: string, -",
    "seed: unsigned integer, -",
    "trials: positive integer, trials",
    "startup_trials: positive integer, trials",
    "best_value: finite number, objective-specific",
    "optimum: finite number, objective-specific",
    "best_regret: non-negative number, objective-specific",
    "sampler_ns: non-negative integer, nanoseconds",
    "objective_ns: non-negative integer, nanoseconds",
    "validation_ns: non-negative integer, nanoseconds",
    "wall_ns: non-negative integer, nanoseconds",
    "unique_candidates: integer, candidates",
    "duplicate_candidates: integer, candidates",
    "exact_optimum_hits: non-negative integer, trials",
    "best_hamming: integer, coordinates",
    "best_l1: integer, coordinate steps",
  ]);
});
