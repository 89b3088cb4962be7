import { defineCommand } from "citty";
import { RejectedError, UsageError } from "../cli/exit.ts";
import { writeStdout } from "../cli/stdout.ts";
import { readPath } from "../cli/values.ts";
import type { JsonObject } from "../results/python-json.ts";
import type { Verification } from "../verify/checks.ts";
import { DOWNLOAD_TIMEOUT, HELP, JSON_OUTPUT, METADATA, RESULTS } from "./flags.ts";
import { readResults } from "./result-flags.ts";

/** Checks results and prints what was found; exit 4 where one is rejected. */
export default defineCommand({
  meta: { name: "verify", description: "Check results: everything that the two files say and imply of each other" },
  args: {
    ...RESULTS,
    ...HELP,
    ...METADATA,
    ...DOWNLOAD_TIMEOUT,
    quarantine: { type: "string", valueHint: "dir", description: "Move rejected pairs there, with their findings" },
    ...JSON_OUTPUT,
  },
  async run({ args }) {
    const { sources, reading } = readResults(args._, args);
    const directory = args.quarantine === undefined ? null : readPath("--quarantine", args.quarantine);
    const { isAddress } = await import("../verify/address.ts");
    if (directory !== null && sources.some(({ csv, sidecar }) => isAddress(csv) || isAddress(sidecar)))
      throw new UsageError("--quarantine moves files: leave it out for addresses");
    const { summarizeRejection, verifyResult } = await import("../verify/checks.ts");
    const { describeEntry, formatVerification, formatVerificationsJson } = await import("../verify/document.ts");
    const entries: JsonObject[] = [];
    const rejections: string[] = [];
    const failures: unknown[] = [];
    for (const source of sources) {
      const verification = await verifyResult(source, reading);
      // Where a pair cannot be moved, all verdicts are printed all the same.
      const folder = await moveRejected(verification, directory).catch((error) => {
        failures.push(error);
        return null;
      });
      const entry = { verification, quarantine: folder };
      if (args.json) entries.push(describeEntry(entry));
      else await writeStdout(formatVerification(entry));
      if (verification.result === null) rejections.push(summarizeRejection(verification));
    }
    if (args.json) await writeStdout(formatVerificationsJson(entries));
    if (failures.length > 0) throw failures[0];
    if (rejections.length === 0) return;
    const count = sources.length === 1 ? "" : `${rejections.length} of ${sources.length} results are rejected; `;
    throw new RejectedError(count + rejections[0]);
  },
});

async function moveRejected(verification: Verification, directory: string | null): Promise<string | null> {
  if (directory === null || verification.result !== null) return null;
  const { quarantine } = await import("../verify/quarantine.ts");
  return quarantine(verification, directory);
}
