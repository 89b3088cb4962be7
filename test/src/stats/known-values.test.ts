// Against SciPy and statsmodels; test/golden/make_statistics.py made the values.
import { describe, expect, test } from "bun:test";
import { holmAdjust } from "../../../src/stats/holm.ts";
import { signTest } from "../../../src/stats/sign-test.ts";
import { signedRankTest } from "../../../src/stats/signed-rank.ts";
import known from "../../golden/statistics.json";

describe("the signed-rank test of SciPy's values", () => {
  test.each(known.signed_rank)("$name", ({ differences, p_value, rank_biserial }) => {
    const found = signedRankTest(differences);
    // Every sign is counted up to 250 pairs; beyond, the error function of simple-statistics is good to 1.2e-7.
    expect(Math.abs(found.p_value - p_value)).toBeLessThan(differences.length > 250 ? 3e-7 : 1e-12);
    expect(found.rank_biserial).toBeCloseTo(rank_biserial, 12);
  });
});

describe("the sign test of SciPy's values", () => {
  test.each(known.sign)("$positive against $negative", ({ positive, negative, p_value }) => {
    expect(Math.abs(signTest(positive, negative) / p_value - 1)).toBeLessThan(1e-9);
    expect(signTest(negative, positive)).toBe(signTest(positive, negative));
  });
});

describe("Holm's correction of statsmodels' values", () => {
  test.each(known.holm)("$p_values", ({ p_values, adjusted }) => {
    const found = holmAdjust(p_values);
    for (const [index, value] of adjusted.entries()) expect(found[index]).toBeCloseTo(value, 14);
  });
});
