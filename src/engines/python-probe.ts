// What a Python interpreter says of itself.
import { EnvironmentError } from "../cli/exit.ts";
import { childEnvironment } from "./child-environment.ts";
import { runCommand } from "./command.ts";

/** The versions that the pinned wheels are locked for. */
export const OLDEST_PYTHON = [3, 11] as const;
export const NEWEST_PYTHON = [3, 14] as const;

export interface PythonFacts {
  /** CPython, PyPy ... */
  readonly implementation: string;
  /** E.g. "3.11.7". */
  readonly version: string;
  /** Path of the interpreter that virtual environments are made of: itself, unless it lies in one. */
  readonly base: string;
  readonly machine: string;
  /** Whether the modules venv and ensurepip are there; Debian ships them apart. */
  readonly makes_environments: boolean;
}

/** A start takes a tenth of a second; a program that is no interpreter may wait for ever. */
const TIMEOUT_SECONDS = 10;

/** Runs on every Python 3; Python 2 refuses -I. */
const PROBE = `
import json, platform, sys
from importlib.util import find_spec
print("\\n" + json.dumps({
    "implementation": platform.python_implementation(),
    "version": "%d.%d.%d" % tuple(sys.version_info[:3]),
    "base": getattr(sys, "_base_executable", None) or sys.executable,
    "machine": platform.machine(),
    "makes_environments": bool(find_spec("venv") and find_spec("ensurepip")),
}))`;

/** What is said of one that may be a Python, but is slow, or a wrapper that hangs. */
export const HUNG = "it did not answer in time";

/**
 * @returns its facts, or, where it is no working Python 3, what it said instead.
 * @throws EnvironmentError where this host lets no program start.
 */
export async function probePython(path: string, timeoutSeconds = TIMEOUT_SECONDS): Promise<PythonFacts | string> {
  const command = [path, "-I", "-B", "-X", "utf8", "-c", PROBE] as const;
  try {
    const { exitCode, signal, timedOut, lines } = await runCommand({
      command: [...command],
      environment: childEnvironment(),
      timeoutSeconds: Math.min(timeoutSeconds, TIMEOUT_SECONDS),
    });
    if (timedOut) return HUNG;
    const said = lines.findLast((line) => line !== "") ?? "";
    if (exitCode === 0) return readFacts(said);
    return signal === null
      ? `it ended with status ${exitCode} and said: ${said || "nothing"}`
      : `it was ended by ${signal}`;
  } catch (error) {
    if (error instanceof EnvironmentError) throw error;
    return (error as Error).message;
  }
}

/** @returns whether the pinned wheels exist for it; where not, why not. */
export function findUnfit({ implementation, version }: PythonFacts): string | null {
  const range = `CPython ${OLDEST_PYTHON.join(".")} to ${NEWEST_PYTHON.join(".")}`;
  if (implementation === "CPython" && !isOlder(version, OLDEST_PYTHON) && !isOlder(NEWEST_PYTHON.join("."), version))
    return null;
  return `it is ${implementation} ${version}, and the pinned packages are locked for ${range}`;
}

/** @returns whether a version comes before another by major and minor number. */
export function isOlder(version: string, than: string | readonly [number, number]): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [thanMajor = 0, thanMinor = 0] = typeof than === "string" ? than.split(".").map(Number) : than;
  return major < thanMajor || (major === thanMajor && minor < thanMinor);
}

function readFacts(line: string): PythonFacts | string {
  try {
    const facts: unknown = JSON.parse(line);
    if (typeof facts === "object" && facts !== null && "version" in facts) return facts as PythonFacts;
  } catch {
    // Said below.
  }
  return `asked about itself, it said: ${line.slice(0, 80) || "nothing"}`;
}
