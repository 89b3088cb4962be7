// The native engine: this program again, as its hidden command `worker`.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { EnvironmentError } from "../cli/exit.ts";
import { ChildEngine } from "./child-engine.ts";
import { childEnvironment } from "./child-environment.ts";
import type { Recorder } from "./engine.ts";
import type { NativeHello } from "./protocol.ts";

/** The kernel's own link to the running program: right even where the file has been replaced meanwhile. */
const SELF = "/proc/self/exe";

export interface NativeOptions {
  /** Another build of the library (--native), relative to the working directory; null for the embedded one. */
  readonly library: string | null;
  readonly timeoutSeconds: number;
  /** The user has no flag that sets it. */
  readonly timeoutIsFixed?: boolean;
}

export function createNativeEngine({ library, timeoutSeconds, timeoutIsFixed }: NativeOptions): Recorder<NativeHello> {
  const flags = library === null ? [] : ["--native", resolve(library)];
  return new ChildEngine<NativeHello>({
    name: "native",
    timeoutSeconds,
    timeoutIsFixed,
    launch: async () => ({ command: [...thisProgram(), "worker", ...flags], environment: childEnvironment() }),
    explain: ({ message }) => new EnvironmentError(message),
  });
}

/** @returns the command that starts this program: the executable alone, or, in development, Bun and main.ts. */
function thisProgram(): [string, ...string[]] {
  const self = existsSync(SELF) ? SELF : process.execPath;
  const isCompiled = import.meta.dir.startsWith("/$bunfs/");
  return isCompiled ? [self] : [self, join(import.meta.dir, "../main.ts")];
}
