// The two files of a result, as data: the CSV's columns here, the sidecar's keys in sidecar-schema.ts. Every reader, writer
// and document of them derives from these. CSV schema version 1 is append-stable: a column keeps its name, type, unit and meaning.

import { MAX_SEED } from "../problems.ts";
import type { TypeOf } from "./json-schema.ts";
import type { SIDECAR_DOCUMENT } from "./sidecar-schema.ts";

export type ColumnType =
  | "string"
  | "unsigned integer"
  | "positive integer"
  | "non-negative integer"
  | "integer"
  | "finite number"
  | "non-negative number";

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** "-" where the column has none. */
  readonly unit: string;
  readonly meaning: string;
}

/** In file order. */
export const COLUMNS = [
  { name: "implementation", type: "string", unit: "-", meaning: "`pineforge_native` or `optuna_4.9.0`" },
  { name: "problem", type: "string", unit: "-", meaning: "Stable problem identifier" },
  { name: "seed", type: "unsigned integer", unit: "-", meaning: "Paired sampler seed" },
  { name: "trials", type: "positive integer", unit: "trials", meaning: "Effective trial budget" },
  { name: "startup_trials", type: "positive integer", unit: "trials", meaning: "Random proposals before fitted TPE" },
  { name: "best_value", type: "finite number", unit: "objective-specific", meaning: "Lowest observed objective" },
  { name: "optimum", type: "finite number", unit: "objective-specific", meaning: "Declared global optimum" },
  {
    name: "best_regret",
    type: "non-negative number",
    unit: "objective-specific",
    meaning: "`max(0, best_value - optimum)`",
  },
  {
    name: "sampler_ns",
    type: "non-negative integer",
    unit: "nanoseconds",
    meaning: "Public proposal/feedback API time",
  },
  { name: "objective_ns", type: "non-negative integer", unit: "nanoseconds", meaning: "Objective evaluation time" },
  {
    name: "validation_ns",
    type: "non-negative integer",
    unit: "nanoseconds",
    meaning: "Explicit candidate validation time",
  },
  { name: "wall_ns", type: "non-negative integer", unit: "nanoseconds", meaning: "Complete optimization-loop time" },
  {
    name: "unique_candidates",
    type: "integer",
    unit: "candidates",
    meaning: "Unique proposals for `million_discrete`; otherwise `-1`",
  },
  {
    name: "duplicate_candidates",
    type: "integer",
    unit: "candidates",
    meaning: "Duplicate proposals for `million_discrete`; otherwise `-1`",
  },
  {
    name: "exact_optimum_hits",
    type: "non-negative integer",
    unit: "trials",
    meaning: "Exact optimum proposals; `0` outside the discrete diagnostic",
  },
  {
    name: "best_hamming",
    type: "integer",
    unit: "coordinates",
    meaning: "Best candidate distance for `million_discrete`; otherwise `-1`",
  },
  {
    name: "best_l1",
    type: "integer",
    unit: "coordinate steps",
    meaning: "Best candidate distance for `million_discrete`; otherwise `-1`",
  },
] as const satisfies readonly Column[];

/** The integer types' ranges, bounds included. -1 stands where a column does not apply; counts stay exact in a double. */
export const INTEGER_RANGES = {
  "unsigned integer": { min: 0, max: MAX_SEED },
  "positive integer": { min: 1, max: Number.MAX_SAFE_INTEGER },
  "non-negative integer": { min: 0, max: Number.MAX_SAFE_INTEGER },
  integer: { min: -1, max: Number.MAX_SAFE_INTEGER },
} as const satisfies Partial<Record<ColumnType, { min: number; max: number }>>;

/** One implementation running one problem with one seed: the 17 columns. */
export type Row = {
  readonly [C in (typeof COLUMNS)[number] as C["name"]]: C["type"] extends "string" ? string : number;
};

/** The column `implementation` of each engine's rows. */
export const IMPLEMENTATIONS = { native: "pineforge_native", optuna: "optuna_4.9.0" } as const;

export const SIDECAR_SCHEMA = "pineforge-hpo.optuna-benchmark-metadata.v1";
export const CSV_SCHEMA_VERSION = 1;
export const SUITE = "native_tpe_vs_optuna";
export const DIRECTION = "minimize";
export const SCHEDULE = "sequential_ask_objective_tell";
/** `source_snapshot.algorithm`: the backslashes are written out in the string. */
export const SNAPSHOT_ALGORITHM = "sha256(relative_path\\0sha256\\0size_bytes\\n)";

/** @returns where the sidecar of a CSV lies unless another path is asked for. */
export function defaultSidecarPath(csvPath: string): string {
  return `${csvPath}.metadata.json`;
}

// The sidecar's parts. They are JsonValue as they stand: integers are plain numbers, other numbers Float.

export type Sidecar = TypeOf<typeof SIDECAR_DOCUMENT>;
/** The effective configuration: what configuration_sha256 identifies, whatever the machine and the output. */
export type Configuration = Sidecar["configuration"];
export type ConfiguredProblem = Configuration["problems"][number];
export type TpeControls = Configuration["tpe"];
export type Environment = Sidecar["environment"];
export type SourceSnapshot = Environment["source_snapshot"];
export type SourceFile = SourceSnapshot["files"][number];
export type NativeBuild = NonNullable<Environment["native_build"]>;
export type HostFacts = NonNullable<Environment["host"]>;
/** What a pool was made of; a result of one run has none. */
export type PoolRecord = NonNullable<Environment["pool"]>;
export type PooledResult = PoolRecord["results"][number];
export type Validation = Sidecar["validation"];
export type EnumerationRecord = NonNullable<Validation["million_discrete_full_enumeration"]>;
export type CsvArtifact = NonNullable<Sidecar["artifacts"]["csv"]>;
export type Execution = Sidecar["execution"];
