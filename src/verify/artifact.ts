// What the sidecar says of the CSV's bytes.
import type { CsvRows } from "../results/csv.ts";
import { sha256Hex } from "../results/fingerprint.ts";
import type { Sidecar } from "../results/schema.ts";
import { explainMismatch } from "./diagnose.ts";
import type { Findings } from "./findings.ts";

/** @param csv what was read of these bytes. @returns the CSV's SHA-256. */
export async function checkArtifact(
  bytes: Uint8Array,
  csv: CsvRows,
  artifacts: Sidecar["artifacts"] | undefined,
  findings: Findings,
): Promise<string> {
  const sha256 = await sha256Hex(bytes);
  if (artifacts === undefined) return sha256;
  const { csv: artifact } = artifacts;
  if (artifact === null) {
    findings.add("artifact.none", { file: "sidecar", key: "artifacts.csv" }, { expected: "a CSV", found: "null" });
    return sha256;
  }
  if (artifact.sha256 !== sha256) {
    const hint = await explainMismatch(bytes, csv, artifact.sha256);
    findings.add("artifact.sha256", { file: "csv" }, { expected: artifact.sha256, found: sha256, hint });
  }
  const lines = countDataLines(bytes);
  if (artifact.rows !== lines) {
    findings.add("artifact.rows", { file: "csv" }, { expected: String(artifact.rows), found: String(lines) });
  }
  return sha256;
}

/** Terminated lines below the header, good or not. */
function countDataLines(bytes: Uint8Array): number {
  let lines = -1;
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) lines += 1;
  return Math.max(0, lines);
}

const LF = 0x0a;
