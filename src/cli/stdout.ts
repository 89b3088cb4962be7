// Data goes to stdout through one checked loop: console.log hides EPIPE and ENOSPC, and process.stdout loses what it has
// buffered when the process exits.
import { fstatSync, readFileSync } from "node:fs";
import { BrokenPipeError, OutputError } from "./exit.ts";
import { flushStderr } from "./stderr.ts";
import { writeAll } from "./write-all.ts";

const STDOUT = 1;
const O_CLOEXEC = 0o2000000;

/**
 * Writes all of the text, as UTF-8, after what went to stderr before it, however slow the readers. Signals are handled
 * while it waits.
 * @throws BrokenPipeError (exit 141) where the reader has gone, OutputError (exit 7) for everything else.
 */
export async function writeStdout(text: string): Promise<void> {
  requireOpenStdout();
  await flushStderr();
  await writeAll(STDOUT, Buffer.from(text, "utf8")).catch(explain);
}

/** @throws OutputError where a run would end with nowhere to print. */
export function requireOpenStdout(): void {
  if (isStdoutClosed()) throw new OutputError("stdout is closed: redirect it to a file or to /dev/null");
}

function explain(error: NodeJS.ErrnoException): never {
  if (error.code === "EPIPE") throw new BrokenPipeError("stdout has no reader");
  throw new OutputError(`stdout cannot be written (${error.code ?? error.message})`);
}

/**
 * Bun opens /dev/null in place of a closed stdout, and writes succeed. A descriptor that came through exec is never
 * close-on-exec; the one that Bun opened is.
 */
function isStdoutClosed(): boolean {
  try {
    fstatSync(STDOUT);
  } catch {
    return true;
  }
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${STDOUT}`, "utf8"));
    return flags !== null && (Number.parseInt(flags[1] ?? "0", 8) & O_CLOEXEC) !== 0;
  } catch {
    return false; // no /proc on this system
  }
}
