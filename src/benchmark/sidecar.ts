// The facts of a finished run -> its sidecar.
import { Float } from "../results/python-json.ts";
import {
  type Configuration,
  CSV_SCHEMA_VERSION,
  type CsvArtifact,
  type Environment,
  SIDECAR_SCHEMA,
  type Sidecar,
  SUITE,
  type Validation,
} from "../results/schema.ts";

export interface SidecarFacts {
  readonly configuration: Configuration;
  readonly configuration_sha256: string;
  readonly environment: Environment;
  readonly validation: Validation;
  readonly csv: CsvArtifact;
  readonly command: readonly string[];
  readonly driverWallSeconds: number;
  /** Microseconds since 1970-01-01T00:00:00Z. */
  readonly generatedAtMicroseconds: number;
}

export function buildSidecar(facts: SidecarFacts): Sidecar {
  return {
    schema: SIDECAR_SCHEMA,
    csv_schema_version: CSV_SCHEMA_VERSION,
    suite: SUITE,
    generated_at_utc: formatTimestamp(facts.generatedAtMicroseconds),
    configuration_sha256: facts.configuration_sha256,
    configuration: facts.configuration,
    environment: facts.environment,
    validation: facts.validation,
    artifacts: { csv: facts.csv },
    execution: { command: facts.command, driver_wall_seconds: new Float(facts.driverWallSeconds) },
  };
}

/** RFC 3339 with microseconds and `+00:00`: 2026-07-18T15:08:38.852850+00:00. */
export function formatTimestamp(microseconds: number): string {
  const milliseconds = Math.floor(microseconds / 1000);
  const rest = String(Math.floor(microseconds) - milliseconds * 1000).padStart(3, "0");
  return new Date(milliseconds).toISOString().replace("Z", `${rest}+00:00`);
}
