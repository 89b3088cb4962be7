// Where one file of a result goes: which file that really is, and whether it may be written.
import { lstatSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { OutputError } from "../cli/exit.ts";
import { discard, moveInto, type Place, setAside, writeBeside } from "./beside.ts";
import { errorCode, explained } from "./system-error.ts";

export interface Destination extends Place {
  readonly flag: "--output" | "--metadata-output";
}

/** @throws OutputError where the directory is missing or the path is a link to nothing, or either is not UTF-8. */
export function resolveDestination(flag: Destination["flag"], path: string): Destination {
  const realPath = explained(path, () => resolveRealPath(flag, path));
  // Bun replaces what is not UTF-8, so that another directory would be meant.
  if (realPath.includes("\ufffd"))
    throw new OutputError(`cannot write ${path}: the name of its directory is not UTF-8: give another path`);
  return { flag, path, realPath };
}

function resolveRealPath(flag: Destination["flag"], path: string): string {
  const found = statTarget(path);
  if (found !== undefined) {
    // A pipe behind /dev/stdout has no name that could be looked at, or replaced, later.
    if (!found.isFile() && !found.isDirectory())
      throw new OutputError(`${flag} ${path} is not a regular file: give another path`);
    return realpathSync.native(path);
  }
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) {
    throw new OutputError(
      `cannot write ${path}: it is a symbolic link that leads nowhere: mend it, or give another path`,
    );
  }
  if (path.endsWith("/")) throw new OutputError(`cannot write ${path}: it names a directory: give a file`);
  return join(realpathSync.native(dirname(path)), basename(path));
}

/** @returns whether two paths lead to one place, through whatever links; of what is not there yet the spelling counts. */
export function areOnePlace(one: string, other: string): boolean {
  return followLinks(one) === followLinks(other);
}

function followLinks(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}

/** @returns undefined too where the path is a link that leads nowhere, or to itself. */
function statTarget(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (errorCode(error) === "ELOOP") return undefined;
    throw error;
  }
}

/** @throws OutputError where something stands at the destination that must not be replaced. */
export function checkReplaceable({ flag, path, realPath }: Destination, force: boolean): void {
  const found = explained(path, () => statSync(realPath, { throwIfNoEntry: false }));
  if (found === undefined) return;
  if (found.isDirectory()) throw new OutputError(`${flag} ${path} is a directory: give a file`);
  if (!found.isFile()) throw new OutputError(`${flag} ${path} is not a regular file: give another path`);
  if (!force)
    throw new OutputError(`${flag} ${path} exists already: pass --force to overwrite it, or give another path`);
}

/**
 * Creates a temporary file beside the destination and removes it: permission bits do not tell what a directory takes.
 * @throws OutputError.
 */
export function checkTakesFiles(destination: Destination): void {
  discard(writeBeside(destination, ""));
}

/**
 * Moves what stands there away and back: permission bits do not tell that a file is immutable or a mount point. Only under
 * the lock of the output, because for a moment nothing stands there. @throws OutputError.
 */
export function checkLetsGo(destination: Destination): void {
  const aside = setAside(destination);
  if (aside !== null) moveInto(destination, aside);
}
