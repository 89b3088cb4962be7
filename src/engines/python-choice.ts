// Which Python interpreter runs Optuna, and what it must hold.
import { accessSync, constants, statSync } from "node:fs";
import { resolve } from "node:path";
import { EnvironmentError } from "../cli/exit.ts";

/** flag: --python; variable: PINEFORGE_PYTHON; environment: made by setup; path: python3 on PATH; new: being made by setup. */
export type PythonOrigin = "flag" | "variable" | "environment" | "path" | "new";

export interface PythonChoice {
  /** Absolute. Not resolved: a virtual environment is known by the link through which its interpreter is started. */
  readonly path: string;
  readonly origin: PythonOrigin;
}

export const PYTHON_VARIABLE = "PINEFORGE_PYTHON";

const SETUP = "run: pineforge-bench setup";

const MENDS: Readonly<Record<PythonOrigin, string>> = {
  flag: `leave --python out and ${SETUP}`,
  variable: `unset ${PYTHON_VARIABLE} and ${SETUP}`,
  environment: SETUP,
  path: SETUP,
  new: "make it of another Python with --python, or elsewhere with XDG_DATA_HOME",
};

/** The interpreter in an error's words. */
export function describeChoice({ path, origin }: PythonChoice): string {
  if (origin === "flag") return `--python ${path}`;
  return origin === "variable" ? `${PYTHON_VARIABLE}=${path}` : path;
}

/** The one command that gives a run an interpreter with the pinned packages. */
export function mend({ origin }: PythonChoice): string {
  return MENDS[origin];
}

/**
 * @param named a path, relative to the working directory, or a name to look for on PATH.
 * @throws EnvironmentError where no such program exists.
 */
export function chooseNamed(named: string, origin: "flag" | "variable"): PythonChoice {
  const path = named.includes("/") ? resolve(named) : findOnPath(named);
  const fault = path === null ? "no such program on PATH" : findFileFault(path);
  const choice = { path: path ?? named, origin };
  if (fault !== null) throw new EnvironmentError(`${describeChoice(choice)}: ${fault}; ${mend(choice)}`);
  return choice;
}

/** @returns the program of that name that a shell would start now; null where there is none. */
export function findOnPath(name: string): string | null {
  return Bun.which(name, { PATH: process.env.PATH ?? "" });
}

/** @returns why the file cannot be started as a program; null where it can. */
function findFileFault(path: string): string | null {
  try {
    if (!statSync(path).isFile()) return "not a file";
    accessSync(path, constants.X_OK);
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" ? "no such file" : `not executable (${code})`;
  }
}

/** @returns whether a program can be started from there. */
export function isProgram(path: string): boolean {
  return findFileFault(path) === null;
}

/** @returns distribution name -> version, for every "name==version" of a hash-locked requirements file, in its order. */
export function readPins(requirements: string): Record<string, string> {
  const pins: Record<string, string> = {};
  for (const [, name = "", version = ""] of requirements.matchAll(/^([A-Za-z0-9._-]+)==([^\s;\\]+)/gm)) {
    pins[name] = version;
  }
  return pins;
}
