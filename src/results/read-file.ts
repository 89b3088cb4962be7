// Reads a file that a stranger may have made: only a regular one, only up to a limit, and once.
import { constants, type Stats } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";
import { errorCode, refuseLimit } from "./system-error.ts";

/** 100,000 rows take up to 20 MB. */
export const MAX_CSV_BYTES = 20 * 1024 * 1024;
/** The published sidecar has 7 KB; a pool's with 50,000 seeds has 3 MB. */
export const MAX_SIDECAR_BYTES = 4 * 1024 * 1024;

export type ReadFaultKind = "missing" | "symbolic-link" | "not-regular" | "too-large" | "unreadable";

/** Why a file is not read; the message names what was found in its place. */
export class ReadFault extends Error {
  readonly kind: ReadFaultKind;
  constructor(kind: ReadFaultKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** @returns the file's bytes. @throws ReadFault; EnvironmentError where this process may open no more. */
export async function readRegularFile(path: string, maxBytes: number): Promise<Uint8Array> {
  try {
    checkStats(await lstat(path), maxBytes); // before opening: that alone can disturb a device or the writer of a FIFO
    await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stats = await file.stat();
    checkStats(stats, maxBytes);
    return await readWhole(file, stats.size);
  } catch (error) {
    refuseLimit(`${path} cannot be read`, error);
    throw explainFault(error);
  }
}

/** @returns what to throw for a file that is larger than what is read. */
export function tooLarge(maxBytes: number): ReadFault {
  return new ReadFault("too-large", `more than ${maxBytes} bytes`);
}

function checkStats(stats: Stats, maxBytes: number): void {
  if (stats.isSymbolicLink()) throw new ReadFault("symbolic-link", "a symbolic link");
  if (!stats.isFile()) throw new ReadFault("not-regular", describeKind(stats));
  if (stats.size > maxBytes) throw tooLarge(maxBytes);
}

function describeKind(stats: Stats): string {
  if (stats.isDirectory()) return "a directory";
  if (stats.isFIFO()) return "a FIFO";
  return stats.isSocket() ? "a socket" : "a device";
}

/** One byte more than the file's size has room, so that a file that is longer than it says is noticed. */
async function readWhole(file: FileHandle, size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(size + 1);
  for (let total = 0; ; ) {
    const { bytesRead } = await file.read(bytes, total, bytes.length - total);
    if (bytesRead === 0) return bytes.subarray(0, total);
    total += bytesRead;
    if (total > size) throw new ReadFault("unreadable", "more bytes than its size, or one that grows");
  }
}

const REASONS: Readonly<Record<string, ReadFault>> = {
  ENOENT: new ReadFault("missing", "no file"),
  ENOTDIR: new ReadFault("missing", "no file: a part of its path is not a directory"),
  ELOOP: new ReadFault("symbolic-link", "symbolic links that go in circles"),
};

function explainFault(error: unknown): unknown {
  const code = errorCode(error);
  if (code === undefined) return error;
  return REASONS[code] ?? new ReadFault("unreadable", `a file that gives ${code}`);
}
