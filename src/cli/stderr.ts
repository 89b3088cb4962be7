// Lines on stderr: written at once, never a reason to fail.
import { writeSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

const STDERR = 2;
const RETRY_MS = 5;

/** The program's name, in front of errors and warnings. */
export const PROGRAM = "pineforge-bench";

/** Writes the text and a line end. A stderr that is closed, full or without a reader loses it silently. */
export function writeStderr(text: string): void {
  const bytes = Buffer.from(`${text}\n`, "utf8");
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(STDERR, bytes, done);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
  }
}

/** One line, whatever the message holds: what a child said last may have colours and line ends in it. */
export function oneLine(message: string): string {
  return stripVTControlCharacters(message)
    .replace(/\s*[\r\n]+\s*/g, " ")
    .trim();
}

/** Whether this stream may get colours: a terminal, and neither NO_COLOR nor TERM=dumb. */
export function mayColour(stream: { isTTY?: boolean }, environment: NodeJS.ProcessEnv = process.env): boolean {
  return stream.isTTY === true && !environment.NO_COLOR && environment.TERM !== "dumb";
}
