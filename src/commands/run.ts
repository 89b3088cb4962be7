import { defineCommand } from "citty";
import type { Plan } from "../benchmark/plan.ts";
import type { FinishedRun } from "../benchmark/run.ts";
import { createLog, type Log } from "../cli/log.ts";
import { writeStdout } from "../cli/stdout.ts";
import { RUN_FLAGS, type RunFlags, readRunFlags } from "./run-flags.ts";
import { watchJobs } from "./watch.ts";

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
  const { observer, stop } = await watchJobs(plan.jobs, log);
  try {
    return await runBenchmark(
      { plan, files, command: replayCommand(rawArgs) },
      { ...connectEngines(engines), observer },
    );
  } finally {
    stop();
  }
}

/** Tables on stderr; on stdout the paths of the two files, or everything as JSON. */
async function printResult(finished: FinishedRun, { files }: RunFlags, log: Log, json: boolean): Promise<void> {
  const { summarize } = await import("../report/summary.ts");
  const { formatSummary, TIES_NOTE } = await import("../report/text.ts");
  const summary = summarize(finished.rows);
  const parted = summary.native_wins + summary.optuna_wins > 0;
  log.info(`\n${formatSummary(summary)}\n${parted ? `\n${TIES_NOTE}\n` : ""}`);
  if (json) {
    const { formatRunJson } = await import("../report/document.ts");
    return writeStdout(formatRunJson(finished, summary));
  }
  if (files !== null) await writeStdout(`${files.output}\n${files.metadataOutput}\n`);
}
