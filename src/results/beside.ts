// The files beside a destination: what is to be moved there when it is complete, and what stood there before.
import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, lstatSync, openSync, readdirSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { errorCode, explain, explained } from "./system-error.ts";

/** A file that is written. */
export interface Place {
  /** As the user spelled it. */
  readonly path: string;
  /** Absolute, without symbolic links: a link is written through, and stays a link. */
  readonly realPath: string;
}

/**
 * Writes a file `.<name>.<pid>-<random>.tmp` beside the destination and syncs it to the disk; nothing stays where that fails.
 * @returns its path, to be moved to the destination. @throws OutputError.
 */
export function writeBeside({ path, realPath }: Place, text: string): string {
  const temporary = nameBeside(realPath, "tmp");
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
export function moveInto({ path, realPath }: Place, temporary: string): void {
  explained(path, () => renameSync(temporary, realPath));
}

/**
 * Puts what stands at the destination aside, as `.<name>.<pid>-<random>.earlier` beside it.
 * @returns that name, null where nothing stood there. @throws OutputError where the system does not let it go.
 */
export function setAside({ path, realPath }: Place): string | null {
  const aside = nameBeside(realPath, "earlier");
  try {
    renameSync(realPath, aside);
    return aside;
  } catch (error) {
    if (errorCode(error) === "ENOENT" && lstatSync(realPath, { throwIfNoEntry: false }) === undefined) return null;
    throw explain(path, error);
  }
}

/** Its writer's pid tells a file in use from one that was left. */
function nameBeside(realPath: string, suffix: "tmp" | "earlier"): string {
  return join(dirname(realPath), `.${basename(realPath)}.${process.pid}-${randomBytes(6).toString("hex")}.${suffix}`);
}

/** The end of a temporary's name, after the destination's. */
const LEFTOVER = /^([1-9]\d*)-[0-9a-f]{12}\.tmp$/;

/**
 * Removes the temporaries that killed writers have left beside a destination, as far as that is possible. What they had put
 * aside stays: it is the user's.
 */
export function removeLeftovers({ realPath }: Pick<Place, "realPath">): void {
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
export function syncDirectory({ path, realPath }: Place): void {
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
