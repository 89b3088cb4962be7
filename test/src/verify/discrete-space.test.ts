// The third copy of million_discrete's objective agrees with what Optuna's study saw of the second.
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { KNOWN_ENUMERATION } from "../../../src/problems.ts";
import { findAttainable } from "../../../src/verify/discrete-space.ts";

const GOLDEN = join(import.meta.dir, "../../golden/trials");

/** Every trial of the golden sequences: a value, and the candidate's distances from the optimum. */
function readTrials() {
  return readdirSync(GOLDEN)
    .filter((name) => name.startsWith("million_discrete"))
    .flatMap((name) => readFileSync(join(GOLDEN, name), "utf8").trimEnd().split("\n"))
    .filter((line) => /^\d/.test(line))
    .map((line) => {
      const [, ...numbers] = line.split(",").map(Number);
      const candidate = numbers.slice(0, 6);
      const distances = candidate.map((x, at) => Math.abs(x - (KNOWN_ENUMERATION.minimizer[at] as number)));
      return {
        best_value: numbers[6] as number,
        best_hamming: distances.filter((distance) => distance > 0).length,
        best_l1: distances.reduce((sum, distance) => sum + distance, 0),
      };
    });
}

test("every golden trial is attainable, and none with another value or distance", () => {
  const trials = readTrials();
  expect(trials.length).toBeGreaterThan(1900);
  const isAttainable = findAttainable(trials);
  expect(trials.filter((trial) => !isAttainable(trial))).toEqual([]);
  const shifted = trials.map((trial) => ({ ...trial, best_l1: trial.best_l1 + 1 })); // of the other parity
  const isShiftedAttainable = findAttainable(shifted);
  expect(shifted.filter(isShiftedAttainable)).toEqual([]);
});

test.each([
  [0, 0, 0, true],
  [17, 2, 5, true],
  [1, 1, 1, false],
  [16, 1, 4, false],
  [0.5, 0, 0, false],
  [-1, 0, 0, false],
  [Number.MAX_VALUE, 6, 42, false],
  [0, 0, 512, false],
  [0, -1, -1, false],
])("value %p at hamming %p, l1 %p: %p", (best_value, best_hamming, best_l1, attainable) => {
  const claim = { best_value, best_hamming, best_l1 };
  expect(findAttainable([claim])(claim)).toBe(attainable);
});
