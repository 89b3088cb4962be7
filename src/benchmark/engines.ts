// The two real engines, as a run takes them.

import type { Recorder } from "../engines/engine.ts";
import { createNativeEngine } from "../engines/native.ts";
import { createOptunaEngine } from "../engines/optuna.ts";
import type { NativeHello, OptunaHello } from "../engines/protocol.ts";
import { findPython } from "../engines/python-env.ts";
import { describeEnvironment } from "../provenance/environment.ts";
import type { RunParts } from "./run.ts";

export interface EngineOptions {
  /** null: found as src/engines/python-env.ts describes. */
  readonly python: string | null;
  /** null: the library inside the executable. */
  readonly library: string | null;
  /** The longest silence of an engine. */
  readonly timeoutSeconds: number;
}

/** Both, with the means to record trials. */
export interface Recorders {
  readonly native: Recorder<NativeHello>;
  readonly optuna: Recorder<OptunaHello>;
}

/** @throws EnvironmentError where no Python is found. */
export async function createEngines({ python, library, timeoutSeconds }: EngineOptions): Promise<Recorders> {
  const found = await findPython(python);
  return {
    native: createNativeEngine({ library, timeoutSeconds }),
    optuna: createOptunaEngine({ python: found, timeoutSeconds }),
  };
}

export function connectEngines(options: EngineOptions): Omit<RunParts, "observer"> {
  const { library } = options;
  return {
    createEngines: () => createEngines(options),
    describeEnvironment: (native, optuna) => describeEnvironment({ native, optuna, library }),
  };
}
