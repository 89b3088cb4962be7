import { resolve } from "node:path";
import { defineCommand } from "citty";
import { quote } from "../cli/args.ts";
import { RejectedError, UsageError } from "../cli/exit.ts";
import { createLog } from "../cli/log.ts";
import { writeStdout } from "../cli/stdout.ts";
import { readPath } from "../cli/values.ts";
import { defaultSidecarPath } from "../results/schema.ts";
import type { VerifiedResult } from "../verify/checks.ts";
import { ENGINE_TIMEOUT, HELP, JSON_OUTPUT, NATIVE, PYTHON, QUIET } from "./flags.ts";
import { loadResults, readResults } from "./result-flags.ts";
import { readEngines } from "./run-flags.ts";
import { watchJobs } from "./watch.ts";

/** Runs a result's configuration again and prints whether the same came out; exit 4 where it did not. */
export default defineCommand({
  meta: { name: "replay", description: "Run a result again with the same code, and compare all but the times" },
  args: {
    sidecar: { type: "positional", description: "The sidecar of the result, a path; its CSV lies beside it" },
    ...HELP,
    csv: { type: "string", valueHint: "csv", description: "The CSV, if the sidecar is not <csv>.metadata.json" },
    ...PYTHON,
    ...NATIVE,
    ...ENGINE_TIMEOUT,
    ...JSON_OUTPUT,
    ...QUIET,
  },
  async run({ args }) {
    const engines = readEngines(args);
    const { isAddress } = await import("../verify/address.ts");
    if ([args.sidecar, args.csv].some((path) => path !== undefined && isAddress(path as string)))
      throw new UsageError("replay reads files only: get the two files of the address first");
    const flags = readResults([findCsv(args.sidecar as string, args.csv)], { metadata: args.sidecar });
    const [{ source, sidecar, rows }] = (await loadResults(flags)) as [VerifiedResult];
    const { planConfiguration } = await import("../benchmark/plan.ts");
    const { connectEngines } = await import("../benchmark/engines.ts");
    const { replayResult } = await import("../benchmark/replay.ts");
    const { observer, stop } = await watchJobs(
      planConfiguration(sidecar.configuration).jobs,
      await createLog(args.quiet === true),
    );
    const library = engines.library === null ? null : resolve(engines.library);
    const replay = await replayResult({ sidecar, rows, library }, { ...connectEngines(engines), observer }).finally(
      stop,
    );
    const { formatReplayJson, formatReplayText } = await import("../report/replay.ts");
    await writeStdout((args.json ? formatReplayJson : formatReplayText)(replay));
    if (replay.differences.length > 0)
      throw new RejectedError(`${source.csv} is not reproduced: ${replay.differences.length} values differ`);
  },
});

function findCsv(sidecar: string, csv: string | undefined): string {
  if (csv !== undefined) return readPath("--csv", csv);
  const beside = sidecar.replace(/\.metadata\.json$/, "");
  if (defaultSidecarPath(beside) === sidecar) return beside;
  throw new UsageError(`${quote(sidecar)} does not end in .metadata.json: name its CSV with --csv`);
}
