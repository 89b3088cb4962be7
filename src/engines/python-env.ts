// The Python environment of the Optuna engine: found by `run`, made by `setup`.
import { realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { EnvironmentError, ExitError, OutputError } from "../cli/exit.ts";
import { sha256Hex } from "../results/fingerprint.ts";
import { describeLimit } from "../results/system-error.ts";
import { undoOnKill } from "./child.ts";
import {
  environmentLink,
  lockFolder,
  makeFolder,
  publish,
  removeFolder,
  removeLeftovers,
} from "./environment-store.ts";
import { createOptunaEngine } from "./optuna.ts";
import { installEnvironment } from "./pip.ts";
import { chooseNamed, findOnPath, isProgram, PYTHON_VARIABLE, type PythonChoice } from "./python-choice.ts";
import { findUnfit, NEWEST_PYTHON, OLDEST_PYTHON, type PythonFacts, probePython } from "./python-probe.ts";

export interface SetUpOptions {
  /** --python: what to make the environment of; null: PINEFORGE_PYTHON, or the first fitting one on PATH. */
  readonly python: string | null;
  /** --wheelhouse: a directory of wheels; null: the index that pip is configured for. */
  readonly wheelhouse: string | null;
  /** Makes it anew even where it is complete. */
  readonly force?: boolean;
  /** Told what is being done, pip's own lines included. */
  readonly onStep?: (step: string) => void;
}

/** The start of a complete environment, its first imports from a cold disk included. */
const VERIFY_SECONDS = 300;

/** Tried in this order where setup is told no interpreter. */
const NAMES_ON_PATH = ["python3", "python3.14", "python3.13", "python3.12", "python3.11"];

/**
 * Finds the interpreter of a run: --python, PINEFORGE_PYTHON, the set-up environment, python3 on PATH. Whether it holds
 * exactly the pins is found out when the engine starts.
 * @param flag the value of --python; null where it was not given.
 * @throws EnvironmentError naming what is missing and the command that mends it.
 */
export async function findPython(flag: string | null): Promise<PythonChoice> {
  const named = chooseTold(flag);
  if (named !== null) return named;
  const link = await linkOfPins();
  const made = link && join(link, "bin/python");
  if (made && isProgram(made)) return { path: made, origin: "environment" };
  const path = findOnPath("python3");
  if (path !== null) return { path, origin: "path" };
  throw new EnvironmentError(
    "no Python to run Optuna: neither the set-up environment nor python3 is there; run: pineforge-bench setup",
  );
}

/**
 * Makes the pinned environment, unless it is complete; safe against being killed half-way and against another setup.
 * @returns its interpreter.
 * @throws EnvironmentError (exit 3) where it cannot be made, OutputError (exit 7) where it cannot be written.
 */
export async function setUpEnvironment(options: SetUpOptions): Promise<string> {
  const wheelhouse = options.wheelhouse === null ? null : requireFolder(resolve(options.wheelhouse));
  const link = await linkOfPins();
  if (link === null) throw new EnvironmentError("no place for the environment: set HOME or XDG_DATA_HOME");
  try {
    return await setUpAt(link, { ...options, wheelhouse });
  } catch (error) {
    throw error instanceof ExitError ? error : asOutputError(error as NodeJS.ErrnoException, dirname(link));
  }
}

async function setUpAt(link: string, options: SetUpOptions): Promise<string> {
  const onStep = options.onStep ?? (() => {});
  const python = join(link, "bin/python");
  const unlock = await lockFolder(dirname(link), () => onStep("Waiting for another setup to end"));
  try {
    const base = options.python === null ? null : await chooseBase(options.python);
    if (options.force !== true && (await isComplete(python, base, onStep))) {
      onStep(`${link} is complete: nothing to do`);
      return python;
    }
    await build(link, base ?? (await chooseBase(null)), options.wheelhouse, onStep);
    onStep(`${link} is complete`);
    return python;
  } finally {
    unlock();
  }
}

/** @param base the interpreter that the user wants it made of; null where any will do. */
async function isComplete(python: string, base: PythonFacts | null, onStep: (step: string) => void): Promise<boolean> {
  if (!isProgram(python)) return false;
  if (base !== null && realpathSync(python) !== realpathSync(base.base)) return false;
  try {
    await verify({ path: python, origin: "environment" });
    return true;
  } catch (error) {
    onStep(`Making the environment anew: ${(error as Error).message}`);
    return false;
  }
}

async function build(link: string, base: PythonFacts, wheelhouse: string | null, onLine: (line: string) => void) {
  removeLeftovers(link);
  const folder = makeFolder(link);
  const keep = undoOnKill(() => removeFolder(folder));
  try {
    const requirements = await readRequirements();
    await installEnvironment({ base, folder, requirements, wheelhouse, onLine });
    await verify({ path: join(folder, "bin/python"), origin: "new" });
    publish(link, folder);
  } catch (error) {
    removeFolder(folder);
    throw error;
  } finally {
    keep();
  }
  removeLeftovers(link);
}

/** Starts the engine itself, which compares every pin and imports what it needs. @throws EnvironmentError, EngineError */
async function verify(python: PythonChoice): Promise<void> {
  const engine = createOptunaEngine({ python, timeoutSeconds: VERIFY_SECONDS, timeoutIsFixed: true });
  try {
    await engine.start([]);
  } finally {
    await engine.close();
  }
}

/** The interpreter that --python or PINEFORGE_PYTHON names; null where neither does. */
function chooseTold(flag: string | null): PythonChoice | null {
  if (flag !== null) return chooseNamed(flag, "flag");
  const variable = process.env[PYTHON_VARIABLE];
  return variable ? chooseNamed(variable, "variable") : null;
}

/** @throws EnvironmentError where the interpreter that is named, or every one on PATH, cannot hold the pins. */
async function chooseBase(flag: string | null): Promise<PythonFacts> {
  const told = chooseTold(flag);
  const candidates = told === null ? NAMES_ON_PATH.map(findOnPath) : [told.path];
  const faults: string[] = [];
  for (const path of candidates) {
    const facts = path && (await probePython(path));
    if (!path || !facts) continue;
    const fault = typeof facts === "string" ? facts : findUnfit(facts);
    if (fault === null) return facts as PythonFacts;
    faults.push(`${path}: ${fault}`);
  }
  const wanted = `CPython ${OLDEST_PYTHON.join(".")} to ${NEWEST_PYTHON.join(".")}`;
  const found = faults.length === 0 ? "no Python 3 is on PATH" : faults.join("; ");
  throw new EnvironmentError(`${found}; install ${wanted}, or name one with --python`);
}

async function linkOfPins(): Promise<string | null> {
  return environmentLink(await sha256Hex(await readRequirements()));
}

async function readRequirements(): Promise<string> {
  const { embeddedText } = await import("../provenance/embedded.ts");
  return await embeddedText("python/requirements.txt");
}

function requireFolder(wheelhouse: string): string {
  try {
    if (statSync(wheelhouse).isDirectory()) return wheelhouse;
  } catch {
    // Said below.
  }
  throw new EnvironmentError(`--wheelhouse ${wheelhouse}: no such directory; give one that holds the pinned wheels`);
}

function asOutputError(error: NodeJS.ErrnoException, folder: string): unknown {
  if (error.code === undefined) return error;
  const limit = describeLimit(error);
  if (limit !== undefined) return new OutputError(`${folder} cannot be written: ${limit}`);
  return new OutputError(`${folder} cannot be written (${error.code}); set XDG_DATA_HOME to a directory that can`);
}
