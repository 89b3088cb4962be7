// The sidecar of a pool: it keeps the contract like any other, and says in `environment.pool` what it was made of.
import { sha256Hex } from "../results/fingerprint.ts";
import { areHostsEqual } from "../results/hosts.ts";
import { compareCodePoints, dumpsCompact, Float } from "../results/python-json.ts";
import {
  CSV_SCHEMA_VERSION,
  type CsvArtifact,
  type Environment,
  type NativeBuild,
  type PooledResult,
  type PoolRecord,
  SIDECAR_SCHEMA,
  type Sidecar,
  SUITE,
  type Validation,
} from "../results/schema.ts";
import type { VerifiedResult } from "./checks.ts";
import type { Pool } from "./pool.ts";
import { sumWallSeconds } from "./pool-record.ts";

/** @returns what the pool was made of; a pool among the results is taken apart. */
export function recordPool({ results }: Pool): PoolRecord {
  const pooled = results.flatMap(describeResult).sort((a, b) => compareCodePoints(a.csv_sha256, b.csv_sha256));
  return { timing_comparable: areHostsEqual(pooled.map(({ host }) => host)), results: pooled };
}

/** @param files options that name the pool's files, for the command. */
export async function buildPoolSidecar(pool: Pool, csv: CsvArtifact, files: readonly string[]): Promise<Sidecar> {
  const { configuration, options, results } = pool;
  const sidecars = results.map(({ sidecar }) => sidecar);
  const record = recordPool(pool);
  const runner = sidecars[0]?.execution.command[1] as string;
  return {
    schema: SIDECAR_SCHEMA,
    csv_schema_version: CSV_SCHEMA_VERSION,
    suite: SUITE,
    generated_at_utc: latest(record.results.map((result) => result.generated_at_utc)),
    configuration_sha256: await sha256Hex(dumpsCompact(configuration)),
    configuration,
    environment: mergeEnvironments(
      sidecars.map(({ environment }) => environment),
      record,
    ),
    validation: mergeValidations(sidecars.map(({ validation }) => validation)),
    artifacts: { csv },
    execution: {
      command: ["python", runner, ...options, ...files],
      driver_wall_seconds: new Float(sumWallSeconds(record.results)),
    },
  };
}

function describeResult({ csvSha256, rows, sidecar }: VerifiedResult): readonly PooledResult[] {
  const { configuration, configuration_sha256, environment, execution, generated_at_utc } = sidecar;
  if (environment.pool !== undefined) return environment.pool.results;
  const result: PooledResult = {
    csv_sha256: csvSha256,
    configuration_sha256,
    generated_at_utc,
    rows: rows.length,
    problems: configuration.problems.map(({ name }) => name),
    seeds: configuration.seeds,
    platform: environment.platform,
    python_version: environment.python_version,
    repository_revision: environment.repository_revision,
    repository_dirty: environment.repository_dirty,
    host: environment.host ?? null,
    driver_wall_seconds: execution.driver_wall_seconds,
  };
  return [result];
}

/** What is the same everywhere stays; of the platform's strings all are named; the hosts stand in the record. */
function mergeEnvironments(environments: readonly Environment[], pool: PoolRecord): Environment {
  const [first] = environments as [Environment];
  const join = (key: "platform" | "machine" | "processor" | "python_implementation" | "python_version") =>
    [...new Set(environments.map((environment) => environment[key]))].sort(compareCodePoints).join(" | ");
  const revisions = new Set(environments.map(({ repository_revision }) => repository_revision));
  const revision = revisions.size === 1 ? first.repository_revision : null;
  const build = mergeBuilds(environments.map(({ native_build }) => native_build));
  return {
    platform: join("platform"),
    machine: join("machine"),
    processor: join("processor"),
    python_implementation: join("python_implementation"),
    python_version: join("python_version"),
    dependencies: first.dependencies,
    native_executable: first.native_executable,
    native_executable_sha256: first.native_executable_sha256,
    repository_revision: revision,
    repository_dirty: revision === null ? null : environments.some(({ repository_dirty }) => repository_dirty),
    source_snapshot: first.source_snapshot,
    ...(build === undefined ? {} : { native_build: build }),
    pool,
  };
}

/** The instruction set that is chosen at run time may differ between hosts: only what all agree on is kept. */
function mergeBuilds(builds: readonly (NativeBuild | undefined)[]): NativeBuild | undefined {
  const [first] = builds;
  if (first === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(first).filter(([key, value]) => builds.every((build) => build?.[key] === value)),
  );
}

/** Of the enumerations, whose findings are the same, the one that took longest. */
function mergeValidations(validations: readonly Validation[]): Validation {
  const records = validations.flatMap((validation) => validation.million_discrete_full_enumeration ?? []);
  const [slowest] = records.sort((a, b) => b.wall_seconds.value - a.wall_seconds.value);
  return {
    declared_optima_checked_in_both_implementations: true,
    million_discrete_full_enumeration: slowest ?? null,
  };
}

/** Of UTC timestamps, in the contract's own form: microseconds, +00:00. */
function latest(timestamps: readonly string[]): string {
  const [last = ""] = timestamps.map(normalizeTimestamp).sort().slice(-1);
  return last;
}

function normalizeTimestamp(timestamp: string): string {
  const [, seconds = "", fraction = ""] = /^(.{19})(?:\.(\d+))?/.exec(timestamp) ?? [];
  return `${seconds}.${fraction.slice(0, 6).padEnd(6, "0")}+00:00`;
}
