// All checks of a result, in the order that a reader would make them.
import { RejectedError } from "../cli/exit.ts";
import { type CsvRows, readCsv } from "../results/csv.ts";
import type { CsvFault } from "../results/csv-lines.ts";
import { printable } from "../results/printable.ts";
import type { Row, Sidecar } from "../results/schema.ts";
import { showAddress } from "./address.ts";
import { checkArtifact } from "./artifact.ts";
import { checkConfiguration } from "./configuration.ts";
import { checkEnvironment } from "./environment.ts";
import { checkCommand, checkWall } from "./execution.ts";
import { describe, type Finding, Findings, show } from "./findings.ts";
import { checkPairs } from "./pairs.ts";
import { checkPool } from "./pool-record.ts";
import { checkRows } from "./rows.ts";
import { type CheckedSidecar, readSidecar } from "./sidecar.ts";
import { type ReadOptions, type ResultBytes, type ResultSource, readResult } from "./source.ts";
import { checkEnumeration } from "./validation.ts";

/** A result that keeps the contract. */
export interface VerifiedResult {
  readonly source: ResultSource;
  /** Of the CSV's bytes. */
  readonly csvSha256: string;
  readonly rows: readonly Row[];
  readonly sidecar: Sidecar;
}

export interface Verification {
  readonly source: ResultSource;
  /** Errors and notes, in the order of the checks. */
  readonly findings: readonly Finding[];
  /** Errors that are counted only. */
  readonly omitted: number;
  /** null where there is any error. */
  readonly result: VerifiedResult | null;
}

/** Checks everything, whatever was found before. Reads each file once; never throws for what a file holds. */
export async function verifyResult(source: ResultSource, options: ReadOptions = {}): Promise<Verification> {
  const findings = new Findings();
  return verifyBytes(source, await readResult(source, findings, options), findings);
}

/** @param findings of reading the files; further ones are added. */
export async function verifyBytes(
  source: ResultSource,
  bytes: ResultBytes,
  findings = new Findings(),
): Promise<Verification> {
  const sidecar = bytes.sidecar === null ? null : await readSidecar(bytes.sidecar, findings);
  const csv = bytes.csv === null ? null : readRows(bytes.csv, findings);
  const csvSha256 =
    bytes.csv === null || csv === null ? null : await checkArtifact(bytes.csv, csv, sidecar?.artifacts, findings);
  if (sidecar !== null) await checkSidecar(sidecar, csv?.rows ?? [], findings);
  if (csv !== null) checkTable(csv, sidecar?.configuration, findings);
  return conclude(source, findings, csv, csvSha256, sidecar);
}

/** For what works with a result. @throws RejectedError with the first finding, where there is one. */
export async function loadVerified(source: ResultSource, options: ReadOptions = {}): Promise<VerifiedResult> {
  const verification = await verifyResult(source, options);
  if (verification.result === null) throw new RejectedError(summarizeRejection(verification));
  return verification.result;
}

/** @returns one line: the file, the first error, and how many there are. */
export function summarizeRejection({ source, findings, omitted }: Verification): string {
  const errors = findings.filter(({ severity }) => severity === "error");
  const [first] = errors;
  if (first === undefined) throw new Error("nothing was rejected");
  const count = errors.length + omitted;
  const more = count > 1 ? `; ${count - 1} more: see verify` : "";
  return `${printable(showAddress(source[first.file]))} is rejected: ${describe(first)} [${first.code}]${more}`;
}

function readRows(bytes: Uint8Array, findings: Findings): CsvRows {
  const csv = readCsv(bytes, (fault) => reportFault(fault, findings));
  if (csv.unusualForms > 0 && findings.errors === 0) {
    const found = `${csv.unusualForms} cells in another`;
    findings.add("note.csv-form", { file: "csv" }, { expected: "Python's form of floats, and no quotes", found });
  }
  return csv;
}

/** A cell is shown as it stands; all else is described in words of ours. */
function reportFault({ kind, line, column, expected, found }: CsvFault, findings: Findings): void {
  const isText = kind === "cell" || kind === "header" || kind === "quote";
  const place = { file: "csv", line, ...(column === undefined ? {} : { column }) } as const;
  findings.add(`csv.${kind}`, place, () => ({ expected, found: isText ? show(found) : found }));
}

async function checkSidecar(sidecar: CheckedSidecar, rows: readonly Row[], findings: Findings): Promise<void> {
  const { configuration, environment, validation, execution } = sidecar;
  if (configuration !== undefined) await checkConfiguration(configuration, sidecar.configuration_sha256, findings);
  if (environment !== undefined) await checkEnvironment(environment, findings);
  if (validation !== undefined && configuration !== undefined) checkEnumeration(validation, configuration, findings);
  if (execution !== undefined) {
    checkCommand(execution, environment?.source_snapshot.files, configuration, findings);
    checkWall(execution, spansOf(rows, validation), findings);
  }
  checkPool(sidecar, findings);
}

function spansOf(rows: readonly Row[], validation: Sidecar["validation"] | undefined): Map<string, number> {
  const loops = rows.reduce((sum, { wall_ns }) => sum + wall_ns, 0) / 1e9;
  return new Map([
    ["the sum of wall_ns in seconds", loops],
    ["the enumeration's wall_seconds", validation?.million_discrete_full_enumeration?.wall_seconds.value ?? 0],
  ]);
}

function checkTable(csv: CsvRows, configuration: Sidecar["configuration"] | undefined, findings: Findings): void {
  checkRows(csv, configuration, findings);
  if (configuration !== undefined && csv.complete) checkPairs(csv, csv.unreadable, configuration, findings);
}

function conclude(
  source: ResultSource,
  findings: Findings,
  csv: CsvRows | null,
  csvSha256: string | null,
  sidecar: CheckedSidecar | null,
): Verification {
  const accepted = findings.errors === 0 && csv !== null && csvSha256 !== null && sidecar !== null;
  const result = accepted ? { source, csvSha256, rows: csv.rows, sidecar: sidecar as Sidecar } : null;
  return { source, findings: findings.kept, omitted: findings.omitted, result };
}
