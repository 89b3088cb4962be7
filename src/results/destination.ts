// Where one file of a result goes: which file that really is, whether it may be written, and its temporary beside it.
import { randomBytes } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { OutputError } from "../cli/exit.ts";
import { describeLimit, errorCode } from "./system-error.ts";

export interface Destination {
  readonly flag: "--output" | "--metadata-output";
  /** As the user spelled it. */
  readonly path: string;
  /** Absolute, without symbolic links: a link is written through, and stays a link. */
  readonly realPath: string;
}

/** What a write needs of a destination. */
export type Place = Pick<Destination, "path" | "realPath">;

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

/**
 * Writes a file `.<name>.<pid>-<random>.tmp` beside the destination and syncs it to the disk; nothing stays where that fails.
 * @returns its path, to be moved to the destination. @throws OutputError.
 */
export function writeBeside({ path, realPath }: Place, text: string): string {
  const temporary = nameBeside(realPath);
  const file = explained(path, () => openSync(temporary, "wx"));
  try {
    writeFileSync(file, text);
    fsyncSync(file);
    return temporary;
  } catch (error) {
    discard(temporary);
    throw explain(path, error);
  } finally {
    closeSync(file);
  }
}

/** Removes a file of ours as far as that is possible: what led here is the error to report. */
export function discard(file: string): void {
  try {
    unlinkSync(file);
  } catch {}
}

/** Puts a temporary at the destination, over what stands there. @throws OutputError. */
export function moveInto({ path, realPath }: Destination, temporary: string): void {
  explained(path, () => renameSync(temporary, realPath));
}

/**
 * Puts what stands at the destination aside, under a temporary name beside it.
 * @returns that name, null where nothing stood there. @throws OutputError where the system does not let it go.
 */
export function setAside({ path, realPath }: Destination): string | null {
  if (lstatSync(realPath, { throwIfNoEntry: false }) === undefined) return null;
  const aside = nameBeside(realPath);
  explained(path, () => renameSync(realPath, aside));
  return aside;
}

/** The end of a temporary's name, after the destination's. */
const LEFTOVER = /^([1-9]\d*)-[0-9a-f]{12}\.tmp$/;

/** Its writer's pid tells a temporary in use from one that was left. */
function nameBeside(realPath: string): string {
  return join(dirname(realPath), `.${basename(realPath)}.${process.pid}-${randomBytes(6).toString("hex")}.tmp`);
}

/**
 * Removes the temporaries that killed writers have left beside a destination, as far as that is possible. What was set
 * aside may be among them: only once the destination is complete.
 */
export function removeLeftovers({ realPath }: Pick<Destination, "realPath">): void {
  const prefix = `.${basename(realPath)}.`;
  try {
    for (const name of readdirSync(dirname(realPath))) {
      const pid = name.startsWith(prefix) ? LEFTOVER.exec(name.slice(prefix.length))?.[1] : undefined;
      if (pid !== undefined && isGone(Number(pid))) discard(join(dirname(realPath), name));
    }
  } catch {
    // The directory cannot be listed.
  }
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return errorCode(error) === "ESRCH";
  }
}

/**
 * Makes what was moved or removed in the destination's directory last through a power cut, where that can be asked for:
 * some file systems cannot sync a directory (EINVAL), and some directories take files but cannot be opened (EACCES).
 * @throws OutputError.
 */
export function syncDirectory({ path, realPath }: Destination): void {
  explained(path, () => {
    try {
      sync(dirname(realPath));
    } catch (error) {
      if (!["EINVAL", "EACCES"].includes(errorCode(error) ?? "")) throw error;
    }
  });
}

function sync(directory: string): void {
  const descriptor = openSync(directory, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

const REMEDIES: Readonly<Record<string, string>> = {
  EACCES: "permission is denied: give another path, or mend the directory's permissions",
  EDQUOT: "the disk quota is used up: free some space, or give another path",
  EFBIG: "the limit of a file's size is reached: raise it (ulimit -f), or give another path",
  EIO: "the device fails (EIO): give a path on another one",
  ENAMETOOLONG: "its name is too long: give a shorter one",
  ENOENT: "its directory does not exist: create it, or give another path",
  ENOSPC: "the disk is full: free some space, or give another path",
  ENOTDIR: "a part of it is not a directory: give another path",
  EEXIST: "something else is there: give another path",
  EBUSY: "something is mounted on it: give another path",
  EPERM: "the system does not permit it: give another path",
  EROFS: "the file system is read-only: give another path",
};

/** @returns an OutputError that names the file and what to do for a system's error; any other error as it is. */
export function explain(path: string, error: unknown): unknown {
  const code = errorCode(error);
  if (code === undefined) return error;
  const remedy = REMEDIES[code] ?? describeLimit(error) ?? `the system says ${code}: give another path`;
  return new OutputError(`cannot write ${path}: ${remedy}`);
}

/** @throws what `work` throws, as `explain` puts it. */
export function explained<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw explain(path, error);
  }
}
