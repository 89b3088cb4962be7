// Starts the fake engine through the code that starts the real ones.
import { join } from "node:path";
import { ChildEngine } from "../../../src/engines/child-engine.ts";
import type { Job } from "../../../src/engines/engine.ts";
import type { NativeHello } from "../../../src/engines/protocol.ts";

const SCRIPT = join(import.meta.dir, "fake-engine.ts");

export const JOB: Job = { engine: "native", id: 7, problem: "branin2", seed: 17, trials: 64, startup_trials: 10 };

export function fakeEngine(behaviour: string, timeoutSeconds = 30): ChildEngine<NativeHello> {
  return new ChildEngine<NativeHello>({
    name: "native",
    timeoutSeconds,
    launch: async () => ({ command: [process.execPath, SCRIPT, behaviour], environment: {} }),
  });
}

/** @returns a started fake engine, which the test closes by `await using`. */
export async function startFake(behaviour: string, timeoutSeconds = 30) {
  const engine = fakeEngine(behaviour, timeoutSeconds);
  await engine.start(["branin2"]);
  return Object.assign(engine, { [Symbol.asyncDispose]: () => engine.close() });
}

/** @returns the error that a promise is rejected with. */
export async function rejection(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("it was not rejected");
}
