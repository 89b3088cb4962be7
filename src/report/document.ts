// The documents that `run` and `run --dry-run` print on stdout: the keys of the CSV, the sidecar and the protocol.
import type { Job } from "../engines/engine.ts";
import { dumpsIndented, Float, type JsonObject, type JsonValue } from "../results/python-json.ts";
import { COLUMNS, type Configuration, type CsvArtifact, type Row } from "../results/schema.ts";
import type { Summary } from "./summary.ts";

export interface PlannedRun {
  readonly configuration: Configuration;
  readonly configuration_sha256: string;
}

export interface FinishedRun extends PlannedRun {
  readonly rows: readonly Row[];
  /** Both null where no file was asked for. */
  readonly artifacts: { readonly csv: CsvArtifact | null; readonly metadata: { readonly path: string } | null };
}

/** @returns one JSON document with a line end: configuration, its hash, rows, summary, artifacts. */
export function formatRunJson(run: FinishedRun, summary: Summary): string {
  const { configuration, configuration_sha256, artifacts } = run;
  const rows = run.rows.map(markFloats);
  return `${dumpsIndented({ artifacts, configuration, configuration_sha256, rows, summary: markFloats(summary) })}\n`;
}

/** @returns one JSON document with a line end: configuration, its hash and the jobs in order. */
export function formatPlanJson(plan: PlannedRun, jobs: readonly Job[]): string {
  const { configuration, configuration_sha256 } = plan;
  return `${dumpsIndented({ configuration, configuration_sha256, jobs: jobs.map((job) => ({ ...job })) })}\n`;
}

/** The same for a person. */
export function formatPlanText(plan: PlannedRun, jobs: readonly Job[]): string {
  const lines = jobs.map(
    ({ id, engine, problem, seed, trials, startup_trials }) =>
      `${id} ${engine} ${problem} seed ${seed}, ${trials} trials, ${startup_trials} startup trials`,
  );
  return [
    `configuration ${dumpsIndented(plan.configuration)}`,
    `configuration_sha256 ${plan.configuration_sha256}`,
    `${jobs.length} jobs, in this order:`,
    ...lines,
    "",
  ].join("\n");
}

const INTEGER_KEYS: ReadonlySet<string> = new Set([
  ...COLUMNS.filter((column) => column.type.endsWith("integer")).map((column) => column.name),
  "native_wins",
  "optuna_wins",
  "ties",
  "pairs",
  "differing",
  "only_in_base",
  "only_in_new",
]);

type Figures = null | string | number | readonly Figures[] | { readonly [key: string]: Figures };

/** Python has ints and floats: numbers are floats unless their key counts something; what is no number is null. */
export function markFloats(value: object): JsonObject {
  return Object.fromEntries(
    Object.entries(value as Record<string, Figures>).map(([key, item]) => [key, markFloat(item, key)]),
  );
}

function markFloat(value: Figures, key: string): JsonValue {
  if (typeof value === "number") {
    if (INTEGER_KEYS.has(key)) return value;
    return Number.isFinite(value) ? new Float(value) : null;
  }
  if (typeof value !== "object" || value === null) return value;
  return Array.isArray(value) ? value.map((item) => markFloat(item, key)) : markFloats(value);
}
