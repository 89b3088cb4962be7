// The journal of a run, `<output>.journal`: JSON lines, first who runs, then each row as it ends, so that a crash loses no
// finished job. It is also the lock that keeps two runs from one output.
import { closeSync, fstatSync, linkSync, lstatSync, openSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { OutputError } from "../cli/exit.ts";
import { discard, moveInto, setAside, writeBeside } from "./beside.ts";
import type { Row } from "./schema.ts";
import { errorCode, explain } from "./system-error.ts";

const KIND = "pineforge-bench run";

/** Of a file system that cannot link: FAT, and some that are shared over a network. */
const NO_LINKS = new Set(["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EMLINK"]);

/** How often other runs may come first. */
const ATTEMPTS = 10;

/** The first line. */
interface Holder {
  readonly journal: typeof KIND;
  readonly pid: number;
  /** Tells a process from a later one of the same pid; null where the system does not say. */
  readonly process_start: string | null;
}

export class Journal {
  readonly path: string;
  /** Finished rows of a run that has died, which went with its journal. */
  discardedRows = 0;
  #file: number | undefined;
  #rows = 0;

  /** Takes the lock; the journal of a run that has died is replaced. @throws OutputError where it cannot. */
  constructor(path: string) {
    this.path = path;
    try {
      this.#file = this.#take();
    } catch (error) {
      this.remove();
      throw explain(path, error);
    }
  }

  /** @returns the file, to be appended to. */
  #take(): number {
    const holder = { journal: KIND, pid: process.pid, process_start: readProcess(process.pid)?.start ?? null } as const;
    for (let attempt = 1; ; attempt += 1) {
      this.discardedRows += removeStale(this.path);
      try {
        return create(this.path, holder);
      } catch (error) {
        // Another run has come first: if it lives, it is named.
        if (errorCode(error) !== "EEXIST" || attempt === ATTEMPTS) throw error;
      }
    }
  }

  /** Rows written so far. */
  get rows(): number {
    return this.#rows;
  }

  /** @throws OutputError. */
  append(row: Row): void {
    if (this.#file === undefined) throw new Error("the journal is closed");
    try {
      writeFileSync(this.#file, formatLine(row));
    } catch (error) {
      throw explain(this.path, error);
    }
    this.#rows += 1;
  }

  /** Whose file stands at the path: this run's, another's, or nobody's. Nobody's too once this one is closed. */
  owner(): "us" | "other" | "nobody" {
    const found = statSync(this.path, { throwIfNoEntry: false });
    if (found === undefined || this.#file === undefined) return "nobody";
    return found.ino === fstatSync(this.#file).ino ? "us" : "other";
  }

  /** Lets go of the file and leaves it. May be called twice. */
  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  /** Lets go of the file and removes it, unless another run's stands there. May be called twice. */
  remove(): void {
    const owner = this.owner();
    this.close();
    if (owner === "us") discard(this.path);
  }
}

/**
 * Links a file with its first line into place, so that whatever kills this run leaves either no journal or one that says
 * whose it is. Where the file system has no links, it is empty for a moment.
 * @returns the file, to be appended to. @throws the system's error, EEXIST where something stands there; OutputError.
 */
function create(path: string, holder: Holder): number {
  const line = formatLine(holder);
  const temporary = writeBeside({ path, realPath: path }, line);
  let file: number | undefined;
  try {
    file = openSync(temporary, "a");
    linkSync(temporary, path);
    return file;
  } catch (error) {
    if (file !== undefined) closeSync(file);
    if (NO_LINKS.has(errorCode(error) ?? "")) return createWithoutLinks(path, line);
    throw error;
  } finally {
    discard(temporary);
  }
}

function createWithoutLinks(path: string, line: string): number {
  const file = openSync(path, "ax");
  try {
    writeFileSync(file, line);
    return file;
  } catch (error) {
    closeSync(file);
    discard(path);
    throw error;
  }
}

/**
 * Of runs that find a stale journal at one moment, the one that moves it away removes it. Where that was another one's new
 * journal, it is put back; the one whose journal is lost nevertheless learns so from owner().
 * @returns the finished rows that it held.
 */
function removeStale(path: string): number {
  const rows = requireStale(path, path);
  if (rows === null) return 0;
  const aside = setAside({ path, realPath: path });
  if (aside === null) return 0;
  try {
    requireStale(aside, path);
  } catch (error) {
    moveInto({ path, realPath: path }, aside);
    throw error;
  }
  discard(aside);
  return rows;
}

/** @returns the finished rows of a run that has died; null where there is no journal. @throws OutputError for any other file. */
function requireStale(file: string, path: string): number | null {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined) return null;
  const lines = found.isFile() ? readLines(file) : [];
  if (lines === null) return null;
  const holder = parseHolder(lines[0] ?? "");
  if (holder === null) {
    throw new OutputError(`${path} is in the way and is no journal of a run: remove it, or give another --output`);
  }
  if (isRunning(holder)) {
    throw new OutputError(
      `process ${holder.pid} is writing the same output (its journal is ${path}): wait, or give another --output`,
    );
  }
  return Math.max(0, lines.length - 2); // what follows the last line end is no complete row
}

/** @returns null where it has gone meanwhile; none where it cannot be read. */
function readLines(file: string): string[] | null {
  try {
    return readFileSync(file, "utf8").split("\n");
  } catch (error) {
    return errorCode(error) === "ENOENT" ? null : [];
  }
}

/** @returns who holds the journal; null for a line that does not say. */
function parseHolder(line: string): Holder | null {
  try {
    const holder = JSON.parse(line);
    return holder.journal === KIND && Number.isInteger(holder.pid) && holder.pid > 0 ? holder : null;
  } catch {
    return null;
  }
}

function isRunning({ pid, process_start }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
  const found = readProcess(pid);
  return found === null || (!"ZX".includes(found.state) && (process_start ?? found.start) === found.start);
}

/** State and start time (ticks since boot) from /proc/PID/stat, fields 3 and 22 of proc(5); null where there is no /proc. */
function readProcess(pid: number): { state: string; start: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "", start: fields[19] ?? "" };
  } catch {
    return null;
  }
}

function formatLine(line: Holder | Row): string {
  return `${JSON.stringify(line)}\n`;
}
