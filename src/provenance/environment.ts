// The sidecar's `environment`: who computed, from which sources, on what.
import type { NativeHello, OptunaHello } from "../engines/protocol.ts";
import type { Environment } from "../results/schema.ts";
import { storedPath } from "./checkout.ts";
import { buildIdentity, sourceSnapshot } from "./embedded.ts";
import { EMBEDDED_LIBRARY } from "./embedded-library.ts";
import { readHost } from "./host.ts";

export interface EnvironmentFacts {
  readonly native: NativeHello;
  readonly optuna: OptunaHello;
  /** The library that `--native` names; null for the embedded one. */
  readonly library: string | null;
}

/** To be called when the first job is about to start: the host's load is read now. */
export async function describeEnvironment({ native, optuna, library }: EnvironmentFacts): Promise<Environment> {
  const { revision, dirty } = await buildIdentity();
  return {
    platform: optuna.platform,
    machine: optuna.machine,
    processor: optuna.processor,
    python_implementation: optuna.python_implementation,
    python_version: optuna.python_version,
    dependencies: optuna.dependencies,
    native_executable: library === null ? EMBEDDED_LIBRARY : storedPath(library),
    native_executable_sha256: native.library_sha256,
    repository_revision: revision,
    repository_dirty: dirty,
    source_snapshot: await sourceSnapshot(),
    native_build: native.build,
    host: readHost(optuna.numpy_simd_features),
  };
}
