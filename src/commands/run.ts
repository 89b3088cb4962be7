import { defineCommand } from "citty";
import type { Plan } from "../benchmark/plan.ts";
import type { FinishedRun, RunObserver } from "../benchmark/run.ts";
import { createLog, type Log } from "../cli/log.ts";
import { createProgress, type Progress } from "../cli/progress.ts";
import { writeStdout } from "../cli/stdout.ts";
import { RUN_FLAGS, type RunFlags, readRunFlags } from "./run-flags.ts";

/** About how many native trials one of Optuna's costs; only the time left is reckoned by it. */
const OPTUNA_WEIGHT = 15;

/** Runs the studies of both engines and writes the two files of the result. */
export default defineCommand({
  meta: { name: "run", description: "Run the paired studies through both engines" },
  args: RUN_FLAGS,
  async run({ args, rawArgs }) {
    const flags = readRunFlags(args);
    const { makePlan } = await import("../benchmark/plan.ts");
    const plan = makePlan(flags.options);
    if (args["dry-run"]) return printPlan(plan, args.json === true);
    const log = await createLog(args.quiet === true);
    const finished = await execute(plan, flags, rawArgs, log);
    await printResult(finished, flags, log, args.json === true);
  },
});

async function printPlan(plan: Plan, json: boolean): Promise<void> {
  const { configurationSha256 } = await import("../benchmark/plan.ts");
  const { formatPlanJson, formatPlanText } = await import("../report/document.ts");
  const { configuration, jobs } = plan;
  const planned = { configuration, configuration_sha256: await configurationSha256(configuration) };
  await writeStdout(json ? formatPlanJson(planned, jobs) : formatPlanText(planned, jobs));
}

async function execute(
  plan: Plan,
  { files, engines }: RunFlags,
  rawArgs: readonly string[],
  log: Log,
): Promise<FinishedRun> {
  if (files === null) log.info("No file will be written: pass --output <csv> to keep the result.");
  const { runBenchmark } = await import("../benchmark/run.ts");
  const { connectEngines } = await import("../benchmark/engines.ts");
  const { replayCommand } = await import("../benchmark/command.ts");
  const steps = plan.jobs.map((job) => ({
    label: `${job.engine} ${job.problem} seed ${job.seed}`,
    weight: job.trials * (job.engine === "optuna" ? OPTUNA_WEIGHT : 1),
  }));
  const progress = await createProgress(steps, log);
  try {
    const parts = { ...connectEngines(engines), observer: observe(progress, log) };
    return await runBenchmark({ plan, files, command: replayCommand(rawArgs) }, parts);
  } finally {
    progress.stop();
  }
}

function observe(progress: Progress, log: Log): RunObserver {
  return {
    jobAdvanced: (job, trialsDone) => progress.advance(job.id, trialsDone / job.trials),
    jobFinished: (job, row) =>
      progress.finish(
        job.id,
        `best regret ${Number(row.best_regret.toPrecision(5))} in ${(row.wall_ns / 1e9).toFixed(3)} s`,
      ),
    rowsKept(journal, rows) {
      progress.stop();
      log.warn(`${rows === 1 ? "1 finished row is" : `${rows} finished rows are`} kept in ${journal}`);
    },
  };
}

/** Tables on stderr; on stdout the paths of the two files, or everything as JSON. */
async function printResult(finished: FinishedRun, { files }: RunFlags, log: Log, json: boolean): Promise<void> {
  const { summarize } = await import("../report/summary.ts");
  const { formatSummary } = await import("../report/text.ts");
  const summary = summarize(finished.rows);
  log.info(`\n${formatSummary(summary)}\n`);
  if (json) {
    const { formatRunJson } = await import("../report/document.ts");
    return writeStdout(formatRunJson(finished, summary));
  }
  if (files !== null) await writeStdout(`${files.output}\n${files.metadataOutput}\n`);
}
