// parity on the executable: that the samplers agree, and what it says and does where they do not.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { PROBLEMS } from "../../src/problems.ts";
import { compileLibrary } from "../src/engines/misbehaving-library.ts";
import { expectRefusal, Sandbox, TIMEOUT_MS } from "./harness.ts";

setDefaultTimeout(TIMEOUT_MS);

/** Of a full study of Optuna on a busy machine. ms */
const FULL_MS = 900_000;

/** Neither a standard seed nor one of the golden data. */
const LIVE_SEED = "20260918";

const NATIVE_KEYS = "cmake_version compiler compiler_version flags instruction_set instruction_sets sampler".split(" ");

describe("a smoke comparison", () => {
  test("with both orders of ties has a comparison for each, and only stock Optuna may differ", () => {
    using sandbox = new Sandbox();
    const { code, stdout, stderr } = sandbox.bench(["parity", "--smoke", "--ties", "both", "--json", "--quiet"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({ agree: true, ties: "both", tolerance: 1e-9 });
    expect(Object.keys(document.native_build)).toEqual(NATIVE_KEYS);
    expect(document.comparisons.map(({ problem, against }: Record<string, string>) => `${problem} ${against}`)).toEqual(
      ["branin2", "mixed_log", "million_discrete"].flatMap((problem) =>
        ["reference", "optuna_stable", "optuna_stock"].map((against) => `${problem} ${against}`),
      ),
    );
    for (const comparison of document.comparisons) {
      expect(comparison).toMatchObject({ seed: 17, trials: 32, startup_trials: 8 });
      const differs = comparison.disagreements > 0;
      expect(comparison.explained_by_ties).toBe(differs);
      expect(comparison.first_disagreement !== null).toBe(differs);
      if (differs) expect(comparison.against).toBe("optuna_stock");
    }
    expect(sandbox.files()).toEqual([]);
  });

  test("prints a table on stdout and its progress on stderr", () => {
    using sandbox = new Sandbox();
    const study = ["--problems", "branin2", "--seeds", "4294967295", "--trials", "20", "--startup-trials", "5"];
    const { code, stdout, stderr } = sandbox.bench(["parity", ...study]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}problem +seed +trials +the reference +Optuna, stable ties$/m);
    expect(stdout).toMatch(/^ {2}branin2 +4294967295 +20 +0 +0$/m);
    expect(stdout).toMatch(/^Native: instruction set \w+, /m);
    expect(stderr).toBe(
      "[1/3] fast branin2 seed 4294967295: 20 trials\n" +
        "[2/3] reference branin2 seed 4294967295: the same proposals\n" +
        "[3/3] optuna stable branin2 seed 4294967295: the same proposals\n",
    );
  });
});

test.each(PROBLEMS.map(({ name, trials }) => [name, trials] as const))(
  "all full-budget proposals for %s are those of live Optuna with stable ties",
  (problem, trials) => {
    using sandbox = new Sandbox();
    const args = ["parity", "--problems", problem, "--seeds", LIVE_SEED, "--json", "--quiet"];
    const { code, stdout, stderr } = sandbox.bench(args, {}, FULL_MS);
    expect(stderr).toBe("");
    const expected = { problem, trials, disagreements: 0, first_disagreement: null, explained_by_ties: false };
    expect(JSON.parse(stdout).comparisons).toMatchObject([
      { ...expected, against: "reference" },
      { ...expected, against: "optuna_stable" },
    ]);
    expect(code).toBe(0);
  },
  FULL_MS,
);

describe("a library with other proposals", () => {
  const study = ["parity", "--problems", "branin2", "--seeds", "17", "--trials", "64"];

  test.each(["stable", "stock"])("ends with 5 and names where it parts from Optuna with %s ties", (ties) => {
    using sandbox = new Sandbox();
    const library = compileLibrary(join(sandbox.root, "another.so"), []);
    const { code, stdout, stderr } = sandbox.bench([...study, "--native", library, "--ties", ties, "--quiet"]);
    expect(code).toBe(5);
    expect(stdout).toMatch(/^ {2}branin2 +17 +64 +0 +64$/m);
    expect(stderr).toMatch(
      /^pineforge-bench: error: branin2 seed 17, fast and Optuna, \w+( ties)?: trial 0, x1 0\.5 and -?\d+\.\d+\n$/,
    );
  });

  test("ends with 5 after its JSON, which holds trial, parameter and both values", () => {
    using sandbox = new Sandbox();
    const library = compileLibrary(join(sandbox.root, "another.so"), []);
    const { code, stdout } = sandbox.bench([...study, "--native", library, "--json", "--quiet"]);
    expect(code).toBe(5);
    const document = JSON.parse(stdout);
    expect(document.agree).toBe(false);
    expect(document.comparisons[1]).toMatchObject({
      ...{ against: "optuna_stable", disagreements: 64, explained_by_ties: false },
      first_disagreement: { trial: 0, parameter: "x1", values: { fast: 0.5, optuna_stable: expect.any(Number) } },
    });
  });
});

describe("is refused", () => {
  const cases: [string[], number, RegExp][] = [
    [["--ties", "unstable"], 2, /--ties: "unstable" is not one of stable, stock, both/],
    [["--ties", ""], 2, /--ties: "" is not one of/],
    [["--ties", "stable,stock"], 2, /is not one of/],
    [["--seeds", "-1"], 2, /--seeds: "-1" is not a whole number/],
    [["--problems", "branin"], 2, /did you mean branin2/],
    [["--output", "r.csv"], 2, /unknown flag "--output"/],
    [["--timeout", "0"], 2, /--timeout: "0" is not a number of seconds/],
    [["--python", "/nonexistent"], 3, /--python \/nonexistent/],
    [["--native", "/nonexistent"], 3, /--native \/nonexistent: no such file/],
  ];
  test.each(cases)("parity %j", (args, code, message) => {
    using sandbox = new Sandbox();
    expectRefusal(sandbox.bench(["parity", "--smoke", "--quiet", ...args]), code, message);
  });
});
