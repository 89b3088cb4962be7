import { describe, expect, test } from "bun:test";
import {
  describeDisagreement,
  formatParityJson,
  formatParityText,
  type ParityComparison,
} from "../../../src/report/parity.ts";
import { Float, parseJson } from "../../../src/results/python-json.ts";

const SAME: ParityComparison = {
  ...{ problem: "mixed_log", seed: 17, trials: 384, startup_trials: 10, against: "reference" },
  ...{ disagreements: 0, first: null, explained_by_ties: false },
};
const STABLE: ParityComparison = { ...SAME, against: "optuna_stable" };
const STOCK: ParityComparison = {
  ...{ ...SAME, against: "optuna_stock", disagreements: 300, explained_by_ties: true },
  first: { trial: 83, parameter: "leverage", left: 2, right: 1.5 },
};
const FAULT: ParityComparison = {
  ...{ ...SAME, seed: 41, disagreements: 7 },
  first: { trial: 9, parameter: "rate", left: 1e-8, right: 3 },
};

function outcomeOf(...comparisons: readonly ParityComparison[]) {
  const build = { compiler: "GNU", compiler_version: "12.2.0", instruction_set: "avx2", sampler: "fast" };
  const optuna = {
    python_version: "3.11.2",
    dependencies: { numpy: "2.4.6", optuna: "4.9.0" },
    numpy_simd_features: [],
  };
  return { ties: "both", native: { library_sha256: "ab".repeat(32), build }, optuna, comparisons };
}

test("a disagreement is described by study, samplers, trial, parameter and both values", () => {
  expect(describeDisagreement(FAULT)).toBe("mixed_log seed 41, fast and the reference: trial 9, rate 1e-8 and 3");
});

describe("the text", () => {
  test("has one line a study and one column an opponent", () => {
    const lines = formatParityText(outcomeOf(SAME, STABLE, STOCK)).split("\n");
    expect(lines[0]).toBe(
      "Trials in which the fast sampler's proposal differs by more than 1e-9 (relative) from that of",
    );
    expect(lines[1]).toBe("  problem    seed  trials  the reference  Optuna, stable ties  Optuna, stock");
    expect(lines[2]).toBe("  mixed_log    17     384              0                    0          300 *");
  });

  test("names the first disagreements and explains those of stock Optuna", () => {
    const text = formatParityText(outcomeOf(SAME, STABLE, STOCK));
    expect(text).toContain(
      "First disagreements\n  mixed_log seed 17, fast and Optuna, stock: trial 83, leverage 2 and 1.5 *\n",
    );
    expect(text).toContain("* Explained by ties.");
    expect(text).toMatch(/integer, stepped and categorical parameters/);
  });

  test("explains nothing where nothing is excused", () => {
    const text = formatParityText(outcomeOf(FAULT));
    expect(text).toContain("trial 9, rate 1e-8 and 3\n");
    expect(text).not.toContain("*");
  });

  test("says that nothing differs by having no list of disagreements", () => {
    expect(formatParityText(outcomeOf(SAME, STABLE))).not.toContain("First disagreements");
  });

  test("names what ran", () => {
    const text = formatParityText(outcomeOf(SAME));
    expect(text).toContain("Native: instruction set avx2, GNU 12.2.0, library abababababab\n");
    expect(text).toContain("Optuna: numpy 2.4.6, optuna 4.9.0, Python 3.11.2\n");
  });
});

describe("the JSON", () => {
  test("has every comparison, with trial, parameter and both values of the first disagreement", () => {
    const document = parseJson(formatParityJson(outcomeOf(SAME, STABLE, STOCK)));
    expect(document).toMatchObject({
      agree: true,
      ties: "both",
      tolerance: new Float(1e-9),
      near_zero: new Float(1e-5),
    });
    const { first: _, ...same } = SAME;
    const { first: __, ...stock } = STOCK;
    expect((document as { comparisons: unknown[] }).comparisons).toMatchObject([
      { ...same, first_disagreement: null },
      { ...same, against: "optuna_stable", first_disagreement: null },
      {
        ...stock,
        first_disagreement: {
          ...{ trial: 83, parameter: "leverage" },
          values: { fast: new Float(2), optuna_stock: new Float(1.5) },
        },
      },
    ]);
  });

  test("says that the samplers do not agree where one difference is not explained", () => {
    expect(parseJson(formatParityJson(outcomeOf(SAME, STOCK, FAULT)))).toMatchObject({ agree: false });
  });
});
