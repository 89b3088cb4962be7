// The same studies through the fast sampler, the reference and live Optuna, compared proposal by proposal.
import type { RecordedJob } from "../engines/engine.ts";
import type { NativeHello, OptunaHello } from "../engines/protocol.ts";
import { findProblem } from "../problems.ts";
import { type Agreement, compareTrials, type Trials } from "../stats/agreement.ts";
import type { Recorders } from "./engines.ts";
import { makePlan, type RunOptions } from "./plan.ts";
import { startEngines } from "./preflight.ts";
import { withEngines } from "./run.ts";

/** How Optuna orders equal observations: by trial number, as the native samplers do, or as it comes. */
export const TIES = ["stable", "stock", "both"] as const;
export type Ties = (typeof TIES)[number];

/** Whose proposals are compared. */
export type Contestant = "fast" | "reference" | "optuna_stable" | "optuna_stock";

const ENTRIES: Readonly<Record<Contestant, Pick<RecordedJob, "engine" | "sampler" | "stable_order">>> = {
  fast: { engine: "native", sampler: "fast" },
  reference: { engine: "native", sampler: "reference" },
  optuna_stable: { engine: "optuna", stable_order: true },
  optuna_stock: { engine: "optuna" },
};

/** Each is compared with the fast sampler. */
const OPPONENTS: Readonly<Record<Ties, readonly Exclude<Contestant, "fast">[]>> = {
  stable: ["reference", "optuna_stable"],
  stock: ["reference", "optuna_stock"],
  both: ["reference", "optuna_stable", "optuna_stock"],
};

export interface ParityStep {
  readonly contestant: Contestant;
  readonly job: RecordedJob;
}

/** One problem and seed, the fast sampler against one other. */
export interface Comparison extends Agreement {
  readonly problem: string;
  readonly seed: number;
  readonly trials: number;
  readonly startup_trials: number;
  readonly against: Exclude<Contestant, "fast">;
  /** A difference that stock Optuna's order of equal observations can have made: no fault of any sampler. */
  readonly explained_by_ties: boolean;
}

/** Told what happens while it happens; must not throw. */
export interface ParityObserver {
  jobAdvanced(job: RecordedJob, trialsDone: number): void;
  /** `comparison` is null for the fast sampler itself. */
  jobFinished(job: RecordedJob, comparison: Comparison | null): void;
}

export interface FinishedParity {
  readonly ties: Ties;
  readonly native: NativeHello;
  readonly optuna: OptunaHello;
  /** By problem, seed and opponent. */
  readonly comparisons: readonly Comparison[];
}

/** @returns one step a study and contestant: by problem, then seed, the fast sampler first. */
export function planParity(options: RunOptions, ties: Ties): ParityStep[] {
  const { problems, seeds, tpe } = makePlan(options).configuration;
  const contestants = ["fast", ...OPPONENTS[ties]] as const;
  const studies = problems.flatMap(({ name, trials }) => seeds.map((seed) => ({ problem: name, seed, trials })));
  return studies
    .flatMap((study) => contestants.map((contestant) => ({ contestant, study })))
    .map(({ contestant, study }, id) => ({
      contestant,
      job: { id, ...study, startup_trials: tpe.startup_trials, record: true, ...ENTRIES[contestant] },
    }));
}

/** @throws EnvironmentError or EngineError (see src/cli/exit.ts); then no child is left. */
export async function runParity(
  options: RunOptions,
  ties: Ties,
  creating: Promise<Recorders>,
  observer: ParityObserver,
): Promise<FinishedParity> {
  const steps = planParity(options, ties);
  return await withEngines(creating, async (engines) => {
    const problems = [...new Set(steps.map(({ job }) => job.problem))];
    const { native, optuna } = await startEngines(engines, problems);
    return { ties, native, optuna, comparisons: await compareAll(steps, engines, observer) };
  });
}

/** The steps that must agree and do not. */
export function findFaults(comparisons: readonly Comparison[]): Comparison[] {
  return comparisons.filter(({ first, explained_by_ties }) => first !== null && !explained_by_ties);
}

async function compareAll(
  steps: readonly ParityStep[],
  engines: Recorders,
  observer: ParityObserver,
): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  let fast: Trials = [];
  for (const { contestant, job } of steps) {
    const { trials } = await engines[job.engine].record(job, (done) => observer.jobAdvanced(job, done));
    if (contestant === "fast") fast = trials;
    else comparisons.push(compare(job, contestant, fast, trials));
    observer.jobFinished(job, contestant === "fast" ? null : (comparisons.at(-1) ?? null));
  }
  return comparisons;
}

function compare(
  { problem, seed, trials, startup_trials }: RecordedJob,
  against: Exclude<Contestant, "fast">,
  fast: Trials,
  other: Trials,
): Comparison {
  const agreement = compareTrials(fast, other, findProblem(problem)?.parameters ?? []);
  const explained_by_ties = against === "optuna_stock" && agreement.hasTies;
  return { problem, seed, trials, startup_trials, against, explained_by_ties, ...agreement };
}
