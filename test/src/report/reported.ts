// The published result as the reports take it, and copies of it with another sidecar or other rows.
import { join } from "node:path";
import type { ReportedResult } from "../../../src/report/result.ts";
import type { Environment, Row } from "../../../src/results/schema.ts";
import { loadVerified } from "../../../src/verify/checks.ts";
import { locateResult } from "../../../src/verify/source.ts";

const FILE = join(import.meta.dir, "../../fixtures/published/2026-07-18-full.csv");

export const published: ReportedResult = await loadVerified(locateResult(FILE));

/** @param changes of the environment; a new CPU model, say. */
export function withEnvironment(changes: Partial<Environment>, result = published): ReportedResult {
  const { sidecar } = result;
  return { ...result, sidecar: { ...sidecar, environment: { ...sidecar.environment, ...changes } } };
}

export function withRows(edit: (row: Row) => Partial<Row>, result = published): ReportedResult {
  return { ...result, rows: result.rows.map((row) => ({ ...row, ...edit(row) })) };
}
