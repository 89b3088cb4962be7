// The jobs of a run as a person sees them advance on stderr.
import type { RunObserver } from "../benchmark/run.ts";
import type { Log } from "../cli/log.ts";
import { createProgress, type Progress } from "../cli/progress.ts";
import type { Job } from "../engines/engine.ts";

/** About how many native trials one of Optuna's costs; only the time left is reckoned by it. */
const OPTUNA_WEIGHT = 20;

export interface Watch {
  readonly observer: RunObserver;
  /** Takes the progress off the terminal. */
  stop(): void;
}

export async function watchJobs(jobs: readonly Job[], log: Log): Promise<Watch> {
  const steps = jobs.map((job) => ({
    label: `${job.engine} ${job.problem} seed ${job.seed}`,
    weight: job.trials * (job.engine === "optuna" ? OPTUNA_WEIGHT : 1),
  }));
  const progress = await createProgress(steps, log);
  return { observer: observe(progress, log), stop: () => progress.stop() };
}

function observe(progress: Progress, log: Log): RunObserver {
  return {
    jobAdvanced: (job, trialsDone) => progress.advance(job.id, trialsDone / job.trials),
    jobFinished: (job, row) =>
      progress.finish(
        job.id,
        `best regret ${Number(row.best_regret.toPrecision(5))} in ${Number((row.wall_ns / 1e9).toPrecision(3))} s`,
      ),
    rowsKept(journal, rows) {
      progress.stop();
      log.warn(`${describeRows(rows)} kept in ${journal}`);
    },
    rowsDiscarded: (rows) => log.warn(`${describeRows(rows)} discarded, of an interrupted run to this output`),
  };
}

function describeRows(rows: number): string {
  return rows === 1 ? "1 finished row is" : `${rows} finished rows are`;
}
