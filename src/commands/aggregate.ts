import { defineCommand } from "citty";
import { RejectedError, UsageError } from "../cli/exit.ts";
import { createLog } from "../cli/log.ts";
import { writeStdout } from "../cli/stdout.ts";
import { readPath } from "../cli/values.ts";
import { printable } from "../results/printable.ts";
import { defaultSidecarPath, type PoolRecord } from "../results/schema.ts";
import type { StoreOptions } from "../results/store.ts";
import { DOWNLOAD_TIMEOUT, HELP, JSON_OUTPUT, OUTPUT, QUIET, RESULTS } from "./flags.ts";
import { readResults } from "./result-flags.ts";

/** Writes the pool and prints its two paths; exit 4 where a result was left out. */
export default defineCommand({
  meta: { name: "aggregate", description: "Verify results, and pool those that may be pooled into one" },
  args: { ...RESULTS, ...HELP, ...OUTPUT, ...DOWNLOAD_TIMEOUT, ...JSON_OUTPUT, ...QUIET },
  async run({ args }) {
    const { sources, reading } = readResults(args._, { timeout: args.timeout });
    const files = readFiles(args);
    const log = await createLog(args.quiet === true);
    const { aggregate } = await import("../verify/aggregate.ts");
    const { formatPoolJson, formatPoolSummary, summarizePool } = await import("../report/pool.ts");
    const onRefused = ({ csv, code, reason }: { csv: string; code: string; reason: string }) =>
      log.warn(`${printable(csv)} is not pooled: ${reason} [${code}]`);
    const { rows, sidecar, refused } = await aggregate({ sources, reading, files, onRefused });
    const pool = summarizePool(rows, sidecar.environment.pool as PoolRecord);
    log.info(`\n${formatPoolSummary(pool)}\n`);
    const document = { ...pool, sidecar, refused, metadataPath: files.metadataOutput };
    await writeStdout(args.json ? formatPoolJson(document) : `${files.output}\n${files.metadataOutput}\n`);
    if (refused.length > 0)
      throw new RejectedError(
        `${refused.length} of ${sources.length} results are not pooled; ${files.output} has the others`,
      );
  },
});

interface FileValues {
  readonly output?: string | undefined;
  readonly "metadata-output"?: string | undefined;
  readonly force?: boolean | undefined;
}

function readFiles(values: FileValues): StoreOptions {
  if (values.output === undefined) throw new UsageError("--output is missing: give the pool's CSV");
  const output = readPath("--output", values.output);
  const metadata = values["metadata-output"];
  const metadataOutput = metadata === undefined ? defaultSidecarPath(output) : readPath("--metadata-output", metadata);
  return { output, metadataOutput, force: values.force === true };
}
