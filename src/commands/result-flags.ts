// The results that a command reads: its words and --metadata, as the rest of the program takes them.
import { quote } from "../cli/args.ts";
import { UsageError } from "../cli/exit.ts";
import { readPath, readSeconds } from "../cli/values.ts";
import { isAddress, showAddress } from "../verify/address.ts";
import type { VerifiedResult } from "../verify/checks.ts";
import { locateResult, type ReadOptions, type ResultSource } from "../verify/source.ts";

export interface ResultFlags {
  readonly sources: readonly ResultSource[];
  readonly reading: ReadOptions;
}

interface ResultValues {
  readonly metadata?: string | undefined;
  readonly timeout?: string | undefined;
}

/** @param words the command's words, one at least. @throws UsageError. */
export function readResults(words: readonly string[], { metadata, timeout }: ResultValues): ResultFlags {
  const reading = timeout === undefined ? {} : { timeoutSeconds: readSeconds("--timeout", timeout) };
  const locations = words.map((word) => readLocation("a result", word));
  if (metadata === undefined) return { sources: locations.map((csv) => locateResult(refuseSidecar(csv))), reading };
  const [csv = ""] = locations;
  if (locations.length > 1) throw new UsageError("--metadata belongs to one result: give one, or leave it out");
  return { sources: [locateResult(csv, readLocation("--metadata", metadata))], reading };
}

/** @returns the results, verified, with no password in their addresses. @throws RejectedError for the first that is rejected. */
export async function loadResults({ sources, reading }: ResultFlags): Promise<VerifiedResult[]> {
  const { loadVerified } = await import("../verify/checks.ts");
  const results: VerifiedResult[] = [];
  for (const source of sources) {
    const result = await loadVerified(source, reading);
    const { csv, sidecar } = result.source;
    results.push({ ...result, source: { csv: showAddress(csv), sidecar: showAddress(sidecar) } });
  }
  return results;
}

/** A path or an http(s) address. */
function readLocation(flag: string, text: string): string {
  if (!isAddress(text)) return readPath(flag, text);
  if (!URL.canParse(text)) throw new UsageError(`${flag}: ${quote(text)} is no address`);
  return text;
}

function refuseSidecar(csv: string): string {
  if (!csv.endsWith(".metadata.json")) return csv;
  throw new UsageError(`${quote(csv)} is a sidecar: give the CSV, ${quote(csv.slice(0, -".metadata.json".length))}`);
}
