// Options -> the effective configuration, which is what is hashed, and the ordered jobs.
import type { Job } from "../engines/engine.ts";
import type { EngineName } from "../engines/protocol.ts";
import { FULL_PROFILE, findProblem, type Problem, type ProfileName, SMOKE_PROFILE, TPE_CONTROLS } from "../problems.ts";
import { sha256Hex } from "../results/fingerprint.ts";
import { dumpsCompact, Float } from "../results/python-json.ts";
import { type Configuration, DIRECTION, SCHEDULE, type TpeControls } from "../results/schema.ts";

/** What a user asked for; undefined takes the profile's value. Checked by src/cli/args.ts: known, in range, no doubles. */
export interface RunOptions {
  readonly smoke: boolean;
  readonly seeds?: readonly number[] | undefined;
  readonly problems?: readonly string[] | undefined;
  readonly trials?: number | undefined;
  readonly startupTrials?: number | undefined;
}

export interface Plan {
  readonly configuration: Configuration;
  /** By problem, then seed, then native before Optuna: the order of the rows. */
  readonly jobs: readonly Job[];
}

const ENGINES: readonly EngineName[] = ["native", "optuna"];

const FIXED_CONTROLS: Omit<TpeControls, "startup_trials"> = {
  ...TPE_CONTROLS,
  gamma_fraction: new Float(TPE_CONTROLS.gamma_fraction),
  prior_weight: new Float(TPE_CONTROLS.prior_weight),
};

/** @returns the plan of a run; the same options give the same plan on every machine. */
export function makePlan(options: RunOptions): Plan {
  return planConfiguration(makeConfiguration(options));
}

/** @returns the plan that has this configuration, such as a verified sidecar's. */
export function planConfiguration(configuration: Configuration): Plan {
  return { configuration, jobs: listJobs(configuration) };
}

/** @returns SHA-256 over json.dumps(configuration, sort_keys=True, separators=(",", ":")), lower-case hex. */
export function configurationSha256(configuration: Configuration): Promise<string> {
  return sha256Hex(dumpsCompact(configuration));
}

function makeConfiguration(options: RunOptions): Configuration {
  const base = options.smoke ? SMOKE_PROFILE : FULL_PROFILE;
  const trials = options.trials ?? base.trials;
  return {
    direction: DIRECTION,
    schedule: SCHEDULE,
    profile: nameProfile(options),
    seeds: options.seeds ?? base.seeds,
    problems: (options.problems ?? base.problems).map(requireProblem).map((problem) => ({
      name: problem.name,
      trials: trials ?? problem.trials,
      declared_optimum: new Float(problem.declaredOptimum),
    })),
    tpe: { startup_trials: options.startupTrials ?? base.startupTrials, ...FIXED_CONTROLS },
  };
}

function nameProfile({ smoke, seeds, problems, trials, startupTrials }: RunOptions): ProfileName {
  if (smoke) return "smoke";
  return [seeds, problems, trials, startupTrials].every((option) => option === undefined) ? "full" : "custom";
}

function requireProblem(name: string): Problem {
  const problem = findProblem(name);
  if (problem === undefined) throw new Error(`no such problem: ${name}`);
  return problem;
}

function listJobs({ problems, seeds, tpe }: Configuration): Job[] {
  const cells = problems.flatMap((problem) =>
    seeds.flatMap((seed) => ENGINES.map((engine) => ({ engine, problem, seed }))),
  );
  return cells.map(({ engine, problem, seed }, id) => ({
    id,
    engine,
    problem: problem.name,
    seed,
    trials: problem.trials,
    startup_trials: tpe.startup_trials,
  }));
}
