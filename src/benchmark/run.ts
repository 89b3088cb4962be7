// The loop of a run: destinations checked, both engines ready, jobs in order, rows to the journal, then the two files.
import type { Job, JobResult } from "../engines/engine.ts";
import type { NativeHello, OptunaHello } from "../engines/protocol.ts";
import { findProblem } from "../problems.ts";
import { storedPath } from "../provenance/checkout.ts";
import { type CsvArtifact, type Environment, IMPLEMENTATIONS, type Row } from "../results/schema.ts";
import { openStore, type ResultStore } from "../results/store.ts";
import { configurationSha256, type Plan } from "./plan.ts";
import { type Engines, startEngines } from "./preflight.ts";
import { buildSidecar } from "./sidecar.ts";

export interface RunRequest {
  readonly plan: Plan;
  /** null: no file is written. */
  readonly files: { readonly output: string; readonly metadataOutput: string; readonly force: boolean } | null;
  /** What the sidecar records as `execution.command`. */
  readonly command: readonly string[];
}

/** What a run needs of the world. */
export interface RunParts {
  /** Called once the destinations are checked. */
  createEngines(): Promise<Engines>;
  /** Called when the first job is about to start. */
  describeEnvironment(native: NativeHello, optuna: OptunaHello): Promise<Environment>;
  readonly observer: RunObserver;
}

/** Told what happens while it happens; must not throw. */
export interface RunObserver {
  jobAdvanced(job: Job, trialsDone: number): void;
  jobFinished(job: Job, row: Row): void;
  /** The run failed, but its finished rows are still there. */
  rowsKept(journal: string, rows: number): void;
  /** The finished rows of an earlier, interrupted run to the same output are gone. */
  rowsDiscarded(rows: number): void;
}

export interface FinishedRun {
  readonly configuration: Plan["configuration"];
  readonly configuration_sha256: string;
  readonly rows: readonly Row[];
  /** Both null where no file was asked for. */
  readonly artifacts: { readonly csv: CsvArtifact | null; readonly metadata: { readonly path: string } | null };
}

/**
 * @throws UsageError, OutputError, EnvironmentError or EngineError (see src/cli/exit.ts). Then neither file is written, no
 * child is left, and rows that were finished stay in the journal beside the output unless the disk refused them.
 */
export async function runBenchmark(request: RunRequest, parts: RunParts): Promise<FinishedRun> {
  const store = request.files === null ? null : await openStore(request.files);
  if (store !== null && store.discardedRows > 0) parts.observer.rowsDiscarded(store.discardedRows);
  try {
    return await withEngines(parts.createEngines(), (engines) => runPlan(request, parts, engines, store));
  } catch (error) {
    const kept = store?.abandon();
    if (kept) parts.observer.rowsKept(kept.journal, kept.rows);
    throw error;
  }
}

/** Leaves no child, whatever comes. */
export async function withEngines<E extends Engines, T>(
  creating: Promise<E>,
  use: (engines: E) => Promise<T>,
): Promise<T> {
  const engines = await creating;
  try {
    return await use(engines);
  } finally {
    await Promise.all([engines.native.close(), engines.optuna.close()]);
  }
}

async function runPlan(
  { plan, files, command }: RunRequest,
  parts: RunParts,
  engines: Engines,
  store: ResultStore | null,
): Promise<FinishedRun> {
  const { configuration, jobs } = plan;
  const configuration_sha256 = await configurationSha256(configuration);
  const names = configuration.problems.map((problem) => problem.name);
  const { native, optuna, validation } = await startEngines(engines, names);
  const environment = await parts.describeEnvironment(native, optuna);
  const rows: Row[] = [];
  for (const job of jobs) rows.push(await runJob(job, engines, parts.observer, store));
  const finished = { configuration, configuration_sha256, rows };
  if (store === null || files === null) return { ...finished, artifacts: { csv: null, metadata: null } };
  const facts = { configuration, configuration_sha256, environment, validation, command };
  const { artifacts } = await store.commit(async (csv) => {
    return buildSidecar({ ...facts, ...readClock(), csv: { path: storedPath(files.output), ...csv } });
  }, rows);
  return { ...finished, artifacts: { csv: artifacts.csv, metadata: { path: storedPath(files.metadataOutput) } } };
}

/** Wall time since this process started, and the time of day. */
function readClock(): { driverWallSeconds: number; generatedAtMicroseconds: number } {
  const sinceStart = performance.now();
  return {
    driverWallSeconds: sinceStart / 1000,
    generatedAtMicroseconds: (performance.timeOrigin + sinceStart) * 1000,
  };
}

async function runJob(job: Job, engines: Engines, observer: RunObserver, store: ResultStore | null): Promise<Row> {
  const result = await engines[job.engine].run(job, (trialsDone) => observer.jobAdvanced(job, trialsDone));
  const row = makeRow(job, result);
  store?.append(row);
  observer.jobFinished(job, row);
  return row;
}

/** Declared optimum and regret are the driver's; all else is the engine's measurement. */
export function makeRow(job: Job, result: JobResult): Row {
  const optimum = findProblem(job.problem)?.declaredOptimum ?? Number.NaN;
  return {
    implementation: IMPLEMENTATIONS[job.engine],
    problem: job.problem,
    seed: job.seed,
    trials: job.trials,
    startup_trials: job.startup_trials,
    best_value: result.best_value,
    optimum,
    best_regret: Math.max(0, result.best_value - optimum),
    sampler_ns: result.sampler_ns,
    objective_ns: result.objective_ns,
    validation_ns: result.validation_ns,
    wall_ns: result.wall_ns,
    unique_candidates: result.unique_candidates,
    duplicate_candidates: result.duplicate_candidates,
    exact_optimum_hits: result.exact_optimum_hits,
    best_hamming: result.best_hamming,
    best_l1: result.best_l1,
  };
}
