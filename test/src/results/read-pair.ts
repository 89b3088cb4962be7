// Reads a pair that is known to be good in form, without the checks of verify.
import { readFileSync } from "node:fs";
import { readCsv } from "../../../src/results/csv.ts";
import { sha256Hex } from "../../../src/results/fingerprint.ts";
import { type JsonObject, parseJson } from "../../../src/results/python-json.ts";
import { defaultSidecarPath } from "../../../src/results/schema.ts";

/** @throws Error on any fault of the CSV, JsonError on one of the sidecar. */
export async function readPair(csvPath: string) {
  const bytes = readFileSync(csvPath);
  const csv = readCsv(bytes, (fault) => {
    throw new Error(JSON.stringify(fault));
  });
  const sidecar = parseJson(readFileSync(defaultSidecarPath(csvPath), "utf8")) as JsonObject;
  return { csv, csvSha256: await sha256Hex(bytes), rows: csv.rows, sidecar };
}
