import { describe, expect, test } from "bun:test";
import { clippedRegretRatio, findWinner } from "../../../src/stats/paired.ts";

describe("the lower regret wins, if by more than 1e-12 max(1, |a|, |b|)", () => {
  test.each([
    [0, 1, "native"],
    [1, 0, "optuna"],
    [0.5, 0.5, "tie"],
    [0, 1e-12, "tie"],
    [0, 1.1e-12, "native"],
    [1e6, 1e6 + 0.9e-6, "tie"],
    [1e6, 1e6 - 1.1e-6, "optuna"],
  ] as const)("native %d, optuna %d: %s", (native, optuna, winner) => {
    expect(findWinner(native, optuna)).toBe(winner);
  });
});

describe("the ratio of regrets has a floor added to both and is clipped to [0.01, 100]", () => {
  test.each([
    [0, 0, 0.01, 1],
    [1, 3, 1, 0.5],
    [0.03, 0, 0.01, 4],
    [0, 8841, 1, 0.01],
    [8841, 0, 1, 100],
    [99, 0, 1, 100],
  ])("native %d, optuna %d, floor %d: %d", (native, optuna, floor, ratio) => {
    expect(clippedRegretRatio(native, optuna, floor)).toBeCloseTo(ratio, 14);
  });
});
