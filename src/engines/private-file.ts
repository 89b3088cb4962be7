// A file that no one else can have put there or change: bytes of this program that another program, or the dynamic
// loader, takes only by a path. In memory where the system can; else in a private directory.
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EnvironmentError } from "../cli/exit.ts";
import { refuseLimit } from "../results/system-error.ts";
import { undoOnKill } from "./child.ts";
import { createMemoryFile } from "./libc.ts";

export interface PrivateFile {
  /** Where this process, and a child that inherits the descriptor under the same number, finds it. */
  readonly path: string;
  /** The file in memory; null where it lies in a directory. */
  readonly descriptor: number | null;
  /** Closes it or removes it with its directory. */
  release(): void;
}

/** Where the files of a program without memfd_create may lie, the first that works. */
function directories(): string[] {
  return [tmpdir(), "/dev/shm", "/tmp"];
}

/** @throws EnvironmentError where there is room neither in memory nor in a temporary directory. */
export function createPrivateFile(name: string, bytes: Uint8Array): PrivateFile {
  return createInMemory(name, bytes) ?? createInDirectory(name, bytes);
}

function createInMemory(name: string, bytes: Uint8Array): PrivateFile | null {
  const descriptor = createMemoryFile(name);
  if (descriptor === null) return null;
  try {
    writeAll(descriptor, bytes);
  } catch {
    closeSync(descriptor);
    return null;
  }
  return { path: `/proc/self/fd/${descriptor}`, descriptor, release: () => closeSync(descriptor) };
}

/** The way without memory files, for tests too. */
export function createInDirectory(name: string, bytes: Uint8Array, candidates = directories()): PrivateFile {
  let refusal: unknown;
  for (const candidate of candidates) {
    try {
      return writeInto(mkdtempSync(join(candidate, "pineforge-bench-")), name, bytes);
    } catch (error) {
      refusal = error;
    }
  }
  refuseLimit("no temporary file can be made", refusal);
  throw new EnvironmentError(
    `no temporary directory can be written (${(refusal as Error)?.message}); set TMPDIR to one that can`,
  );
}

/** mkdtemp makes a directory that only this user may enter; O_EXCL refuses whatever lies there already. */
function writeInto(directory: string, name: string, bytes: Uint8Array): PrivateFile {
  const remove = () => rmSync(directory, { recursive: true, force: true });
  const path = join(directory, name);
  try {
    const descriptor = openSync(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600);
    try {
      writeAll(descriptor, bytes);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    remove();
    throw error;
  }
  const keep = undoOnKill(remove);
  return {
    path,
    descriptor: null,
    release: () => {
      keep();
      remove();
    },
  };
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
}
