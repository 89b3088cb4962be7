// The two real engines, as a run takes them.
import { createNativeEngine } from "../engines/native.ts";
import { createOptunaEngine } from "../engines/optuna.ts";
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

export function connectEngines(options: EngineOptions): Omit<RunParts, "observer"> {
  const { library, timeoutSeconds } = options;
  return {
    async createEngines() {
      const python = await findPython(options.python);
      return {
        native: createNativeEngine({ library, timeoutSeconds }),
        optuna: createOptunaEngine({ python, timeoutSeconds }),
      };
    },
    describeEnvironment: (native, optuna) => describeEnvironment({ native, optuna, library }),
  };
}
