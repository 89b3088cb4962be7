// The sidecar, key by key, as JSON Schema: what the types in schema.ts derive from, what verify checks, what `schema sidecar`
// prints. Objects are closed, but for `environment`, where a consumer ignores keys that it does not know.
import { KNOWN_ENUMERATION, MAX_SEED, PROBLEMS, type ProfileName, TPE_CONTROLS } from "../problems.ts";
import { DIALECT, list, nullable, object } from "./json-schema.ts";
import {
  CSV_SCHEMA_VERSION,
  DIRECTION,
  IMPLEMENTATIONS,
  SCHEDULE,
  SIDECAR_SCHEMA,
  SNAPSHOT_ALGORITHM,
  SUITE,
} from "./schema.ts";

const PROFILES: readonly ProfileName[] = ["full", "smoke", "custom"];
const PROBLEM_NAMES: readonly string[] = PROBLEMS.map((problem) => problem.name);

const TEXT = { type: "string" } as const;
const NAME = { type: "string", minLength: 1 } as const;
const FLAG = { type: "boolean" } as const;
const COUNT = { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;
const POSITIVE = { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const;
const SEED = { type: "integer", minimum: 0, maximum: MAX_SEED } as const;
const SECONDS = { type: "number", minimum: 0 } as const;
const SHA256 = { type: "string", pattern: "^[0-9a-f]{64}$" } as const;
const TEXTS = { type: "object", additionalProperties: TEXT } as const;

const TIMESTAMP = {
  type: "string",
  description: "RFC 3339, in UTC",
  format: "date-time",
  pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?(Z|\\+00:00)$",
} as const;

const CONFIGURATION = object(
  {
    direction: { type: "string", const: DIRECTION },
    schedule: { type: "string", const: SCHEDULE },
    profile: { type: "string", enum: PROFILES },
    seeds: { ...list(SEED, { minItems: 1, uniqueItems: true }), description: "In the order of the rows" },
    problems: {
      ...list(
        object({
          name: { type: "string", enum: PROBLEM_NAMES },
          trials: { ...POSITIVE, description: "Effective budget" },
          declared_optimum: { type: "number", description: "In the objective's unit" },
        }),
        { minItems: 1 },
      ),
      description: "In the order of the rows, each once",
    },
    tpe: object(
      {
        startup_trials: POSITIVE,
        ei_candidates: { type: "integer", const: TPE_CONTROLS.ei_candidates },
        gamma_fraction: { type: "number", const: TPE_CONTROLS.gamma_fraction },
        gamma_cap: { type: "integer", const: TPE_CONTROLS.gamma_cap },
        prior_weight: { type: "number", const: TPE_CONTROLS.prior_weight },
        independent_marginals: { type: "boolean", const: TPE_CONTROLS.independent_marginals },
        constant_liar: { type: "boolean", const: TPE_CONTROLS.constant_liar },
      },
      { description: "The controls that both samplers share" },
    ),
  },
  { description: "The effective configuration, whatever the machine and the output" },
);

const SOURCE_SNAPSHOT = object(
  {
    algorithm: { type: "string", const: SNAPSHOT_ALGORITHM as string },
    aggregate_sha256: { ...SHA256, description: "Over the ordered manifest" },
    files: {
      ...list(object({ path: NAME, sha256: SHA256, size_bytes: COUNT }, { open: true }), { minItems: 1 }),
      description: "Sorted by path",
    },
  },
  { description: "The source identity where the revision is null or the tree dirty", open: true },
);

const HOST = object(
  {
    cpu_model: nullable(TEXT),
    logical_cpus: POSITIVE,
    governor: nullable(TEXT),
    load_average: { ...list(SECONDS), description: "Over 1, 5 and 15 minutes, when the run began" },
    virtualisation: nullable(TEXT),
    kernel: TEXT,
    clock_source: nullable(TEXT),
    numpy_simd_features: list(TEXT),
  },
  { description: "The machine; null where it does not say", open: true },
);

const REVISION = nullable({ type: "string", pattern: "^([0-9a-f]{40}|[0-9a-f]{64})$" });

const POOL = object(
  {
    timing_comparable: { ...FLAG, description: "All hosts have one CPU model and one governor" },
    results: {
      ...list(
        object(
          {
            csv_sha256: SHA256,
            configuration_sha256: SHA256,
            generated_at_utc: TIMESTAMP,
            rows: POSITIVE,
            problems: list({ type: "string", enum: PROBLEM_NAMES }, { minItems: 1, uniqueItems: true }),
            seeds: list(SEED, { minItems: 1, uniqueItems: true }),
            platform: TEXT,
            python_version: TEXT,
            repository_revision: REVISION,
            repository_dirty: nullable(FLAG),
            host: nullable(HOST),
            driver_wall_seconds: SECONDS,
          },
          { open: true },
        ),
        { minItems: 1 },
      ),
      description: "Ordered by csv_sha256; their problems and seeds tell which rows are whose",
    },
  },
  { description: "Only in a pool: the results that it was made of", open: true },
);

const ENVIRONMENT = object(
  {
    platform: { ...TEXT, description: "This and the next four as Python's platform module gives them" },
    machine: TEXT,
    processor: TEXT,
    python_implementation: TEXT,
    python_version: TEXT,
    dependencies: {
      ...TEXTS,
      description: "Distribution name to version, for every pinned requirement",
    },
    native_executable: { ...NAME, description: "embedded: and a path, or a path: relative inside the repository" },
    native_executable_sha256: { ...SHA256, description: "Of the bytes that were loaded" },
    repository_revision: { ...REVISION, description: "null outside a committed checkout" },
    repository_dirty: { ...nullable(FLAG), description: "null with a null revision" },
    source_snapshot: SOURCE_SNAPSHOT,
    native_build: { ...TEXTS, description: "Compiler, CMake, flags, instruction sets" },
    host: HOST,
    pool: POOL,
  },
  { description: "Who computed, from which sources, on what", open: true, optional: ["native_build", "host", "pool"] },
);

const VALIDATION = object({
  declared_optima_checked_in_both_implementations: { type: "boolean", const: true },
  million_discrete_full_enumeration: {
    ...nullable(
      object({
        candidate_count: { type: "integer", const: KNOWN_ENUMERATION.candidate_count },
        minimum: { type: "number", const: KNOWN_ENUMERATION.minimum },
        minimizer: { ...list({ type: "integer" }), const: KNOWN_ENUMERATION.minimizer },
        multiplicity: { type: "integer", const: KNOWN_ENUMERATION.multiplicity },
        second_best: { type: "number", const: KNOWN_ENUMERATION.second_best },
        wall_seconds: SECONDS,
      }),
    ),
    description: "null where million_discrete is not among the problems",
  },
});

export const SIDECAR_DOCUMENT = {
  $schema: DIALECT,
  title: `Sidecar of a ${Object.values(IMPLEMENTATIONS).join(" and ")} benchmark result`,
  ...object({
    schema: { type: "string", const: SIDECAR_SCHEMA },
    csv_schema_version: { type: "integer", const: CSV_SCHEMA_VERSION },
    suite: { type: "string", const: SUITE },
    generated_at_utc: TIMESTAMP,
    configuration_sha256: { ...SHA256, description: "Of the configuration as CPython's json.dumps writes it, compact" },
    configuration: CONFIGURATION,
    environment: ENVIRONMENT,
    validation: VALIDATION,
    artifacts: object({
      csv: {
        ...nullable(object({ path: NAME, rows: COUNT, sha256: SHA256 })),
        description: "null where no CSV was asked for; the path is a label",
      },
    }),
    execution: object({
      command: { ...list(TEXT, { minItems: 2 }), description: "python, the runner's path, the driver's options" },
      driver_wall_seconds: SECONDS,
    }),
  }),
};
