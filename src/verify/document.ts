// A verification as a person and as a script read it.

import { printable } from "../results/printable.ts";
import { dumpsIndented, type JsonObject } from "../results/python-json.ts";
import { showAddress } from "./address.ts";
import type { Verification } from "./checks.ts";
import { describe, type Finding } from "./findings.ts";

/** What became of a rejected pair; null where it was left where it is. */
export interface VerifiedEntry {
  readonly verification: Verification;
  readonly quarantine: string | null;
}

/** @returns lines with a line end: the verdict, then each finding with its code. */
export function formatVerification({ verification, quarantine }: VerifiedEntry): string {
  const { source, findings, omitted, result } = verification;
  const name = printable(showAddress(source.csv));
  const lines = findings.map((finding) => `  ${finding.code.padEnd(CODE_WIDTH)} ${finding.file} ${describe(finding)}`);
  if (omitted > 0) lines.push(`  and ${omitted} findings more`);
  if (quarantine !== null) lines.push(`  moved to ${quarantine}`);
  const verdict =
    result === null
      ? `rejected ${name}: ${countErrors(verification)} ${countErrors(verification) === 1 ? "finding" : "findings"}`
      : `accepted ${name}: ${result.rows.length} rows`;
  return `${[verdict, ...lines].join("\n")}\n`;
}

/** @param entries of describeEntry. @returns one JSON document with a line end. */
export function formatVerificationsJson(entries: readonly JsonObject[]): string {
  const rejected = entries.filter(({ verdict }) => verdict === "rejected").length;
  return `${dumpsIndented({ accepted: entries.length - rejected, rejected, results: entries })}\n`;
}

/** One result's part of that document; also what a quarantine keeps beside the pair. */
export function describeEntry({ verification, quarantine }: VerifiedEntry): JsonObject {
  const { source, findings, omitted, result } = verification;
  return {
    csv: showAddress(source.csv),
    metadata: showAddress(source.sidecar),
    verdict: result === null ? "rejected" : "accepted",
    rows: result?.rows.length ?? null,
    csv_sha256: result?.csvSha256 ?? null,
    configuration_sha256: result?.sidecar.configuration_sha256 ?? null,
    findings: findings.map(describeFinding),
    findings_omitted: omitted,
    quarantine,
  };
}

export function countErrors({ findings, omitted }: Verification): number {
  return findings.filter(({ severity }) => severity === "error").length + omitted;
}

const CODE_WIDTH = 24;

function describeFinding(finding: Finding): JsonObject {
  const { code, severity, file, line = null, column = null, key = null, expected, found, hint = null } = finding;
  return { code, severity, file, line, column, key, expected, found, hint, message: describe(finding) };
}
