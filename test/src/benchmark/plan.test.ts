import { expect, test } from "bun:test";
import { configurationSha256, makePlan, type RunOptions } from "../../../src/benchmark/plan.ts";
import { dumpsIndented, Float } from "../../../src/results/python-json.ts";
import { runPython } from "../results/cpython.ts";

test.each<[string, RunOptions, string]>([
  ["the full profile", { smoke: false }, "2c5da55f8257737d69fb3a9b676631394b68886f0c5b0f117a1deb3326b80502"],
  [
    "million_discrete with 200 startup trials",
    { smoke: false, problems: ["million_discrete"], startupTrials: 200 },
    "5e751da2a92f90be53a444a8ff0ea1f410652855db4d75e924da8a1d45e49b2d",
  ],
])("the configuration hash of %s is the known one", async (_name, options, hash) => {
  expect(await configurationSha256(makePlan(options).configuration)).toBe(hash);
});

test("the configuration hash is what Python computes from the sidecar's configuration", async () => {
  const { configuration } = makePlan({ smoke: true, seeds: [4294967295, 0], problems: ["hartmann3", "branin2"] });
  const program = `
import hashlib, json, sys
compact = json.dumps(json.load(sys.stdin), sort_keys=True, separators=(",", ":"))
print(hashlib.sha256(compact.encode()).hexdigest(), end="")`;
  expect(await configurationSha256(configuration)).toBe(runPython(program, dumpsIndented(configuration)));
});

test.each<[RunOptions, string, string, number]>([
  [
    { smoke: false },
    "full",
    "branin2 128, hartmann3 192, rosenbrock6 512, rotated_rastrigin6 640, mixed_log 384, million_discrete 1000",
    10,
  ],
  [{ smoke: true }, "smoke", "branin2 32, mixed_log 32, million_discrete 32", 8],
  [{ smoke: false, seeds: [17, 41, 73, 109, 149], problems: ["branin2"] }, "custom", "branin2 128", 10],
  [{ smoke: false, trials: 5, problems: ["mixed_log", "branin2"] }, "custom", "mixed_log 5, branin2 5", 10],
  [{ smoke: false, startupTrials: 10, problems: ["branin2"] }, "custom", "branin2 128", 10],
  [{ smoke: false, seeds: [1], problems: ["branin2"], startupTrials: 200 }, "custom", "branin2 128", 200],
  [{ smoke: true, problems: ["hartmann3"], startupTrials: 3 }, "smoke", "hartmann3 32", 3],
  [{ smoke: true, trials: 7 }, "smoke", "branin2 7, mixed_log 7, million_discrete 7", 8],
])("%j is profile %s with %s and %i startup trials", (options, profile, problems, startupTrials) => {
  const { configuration } = makePlan(options);
  expect(configuration.profile as string).toBe(profile);
  expect(configuration.problems.map(({ name, trials }) => `${name} ${trials}`).join(", ")).toBe(problems);
  expect(configuration.tpe.startup_trials).toBe(startupTrials);
});

test.each<[RunOptions]>([
  [{ smoke: false, seeds: [17, 41, 73, 109, 149] }],
  [{ smoke: false, trials: 128 }],
  [{ smoke: false, startupTrials: 10 }],
])("%j is custom, even where its values are those of the full profile", (options) => {
  expect(makePlan(options).configuration.profile).toBe("custom");
});

test("an option that is undefined counts as not given", () => {
  const options = { smoke: false, seeds: undefined, problems: undefined, trials: undefined, startupTrials: undefined };
  expect(makePlan(options)).toEqual(makePlan({ smoke: false }));
});

test("the jobs go by problem, then seed, then native before Optuna, numbered from 0", () => {
  const { jobs } = makePlan({
    smoke: false,
    seeds: [9, 2],
    problems: ["mixed_log", "branin2"],
    trials: 6,
    startupTrials: 4,
  });
  expect(jobs.map(({ id, problem, seed, engine }) => `${id} ${problem} ${seed} ${engine}`)).toEqual([
    "0 mixed_log 9 native",
    "1 mixed_log 9 optuna",
    "2 mixed_log 2 native",
    "3 mixed_log 2 optuna",
    "4 branin2 9 native",
    "5 branin2 9 optuna",
    "6 branin2 2 native",
    "7 branin2 2 optuna",
  ]);
  expect(jobs.every((job) => job.trials === 6 && job.startup_trials === 4)).toBe(true);
});

test("each job has its own problem's budget", () => {
  const { jobs } = makePlan({ smoke: false });
  expect(jobs.length).toBe(60);
  expect(jobs.find((job) => job.problem === "million_discrete")?.trials).toBe(1000);
});

test("the shared controls are those of the contract", () => {
  const { direction, schedule, tpe } = makePlan({ smoke: false }).configuration;
  expect({ direction, schedule, tpe }).toEqual({
    direction: "minimize",
    schedule: "sequential_ask_objective_tell",
    tpe: {
      startup_trials: 10,
      ei_candidates: 24,
      gamma_fraction: new Float(0.1),
      gamma_cap: 25,
      prior_weight: new Float(1),
      independent_marginals: true,
      constant_liar: false,
    },
  });
});
