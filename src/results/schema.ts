// The two files of a result, as data: the CSV's columns and the sidecar's keys. Every reader, writer and document of them
// derives from this file. CSV schema version 1 is append-stable: a column keeps its name, type, unit and meaning.

import { MAX_SEED, type ProfileName } from "../problems.ts";
import type { Float } from "./python-json.ts";

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

// The sidecar. Types, not interfaces, so that they are JsonValue as they stand. Integers are plain numbers.

/** The effective configuration: what configuration_sha256 identifies, whatever the machine and the output. */
export type Configuration = {
  readonly direction: typeof DIRECTION;
  readonly schedule: typeof SCHEDULE;
  readonly profile: ProfileName;
  readonly seeds: readonly number[];
  readonly problems: readonly ConfiguredProblem[];
  readonly tpe: TpeControls;
};

export type ConfiguredProblem = { readonly name: string; readonly trials: number; readonly declared_optimum: Float };

export type TpeControls = {
  readonly startup_trials: number;
  readonly ei_candidates: number;
  readonly gamma_fraction: Float;
  readonly gamma_cap: number;
  readonly prior_weight: Float;
  readonly independent_marginals: boolean;
  readonly constant_liar: boolean;
};

export type SourceFile = { readonly path: string; readonly sha256: string; readonly size_bytes: number };

export type SourceSnapshot = {
  readonly algorithm: string;
  readonly aggregate_sha256: string;
  /** Sorted by path. */
  readonly files: readonly SourceFile[];
};

/** `platform` to `python_version` as the platform module of the interpreter that ran Optuna gives them. */
export type Environment = {
  readonly platform: string;
  readonly machine: string;
  readonly processor: string;
  readonly python_implementation: string;
  readonly python_version: string;
  /** Distribution name -> version, for every pinned requirement. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** `embedded:` and a path in the source tree, or a path: relative inside the repository, else absolute. */
  readonly native_executable: string;
  readonly native_executable_sha256: string;
  /** null outside a committed checkout; then repository_dirty is null too. */
  readonly repository_revision: string | null;
  readonly repository_dirty: boolean | null;
  readonly source_snapshot: SourceSnapshot;
  readonly native_build: NativeBuild;
  readonly host: HostFacts;
};

/** compiler, compiler_version, cmake_version, flags, instruction_sets, instruction_set, sampler. */
export type NativeBuild = Readonly<Record<string, string>>;

/** null where this host does not say. */
export type HostFacts = {
  readonly cpu_model: string | null;
  readonly logical_cpus: number;
  readonly governor: string | null;
  /** Over 1, 5 and 15 minutes, when the run began. */
  readonly load_average: readonly Float[];
  readonly virtualisation: string | null;
  readonly kernel: string;
  readonly clock_source: string | null;
  readonly numpy_simd_features: readonly string[];
};

export type EnumerationRecord = {
  readonly candidate_count: number;
  readonly minimum: Float;
  readonly minimizer: readonly number[];
  readonly multiplicity: number;
  readonly second_best: Float;
  readonly wall_seconds: Float;
};

export type Validation = {
  readonly declared_optima_checked_in_both_implementations: boolean;
  /** null where million_discrete is not among the problems. */
  readonly million_discrete_full_enumeration: EnumerationRecord | null;
};

export type CsvArtifact = { readonly path: string; readonly rows: number; readonly sha256: string };

export type Execution = {
  /** `python`, the runner's path, then the driver's options as they were given. */
  readonly command: readonly string[];
  readonly driver_wall_seconds: Float;
};

export type Sidecar = {
  readonly schema: typeof SIDECAR_SCHEMA;
  readonly csv_schema_version: typeof CSV_SCHEMA_VERSION;
  readonly suite: typeof SUITE;
  /** RFC 3339 with microseconds and `+00:00`. */
  readonly generated_at_utc: string;
  readonly configuration_sha256: string;
  readonly configuration: Configuration;
  readonly environment: Environment;
  readonly validation: Validation;
  /** csv is null where no CSV was asked for. */
  readonly artifacts: { readonly csv: CsvArtifact | null };
  readonly execution: Execution;
};
