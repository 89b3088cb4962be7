// What people read, on stderr: in order, never a reason to fail, and never one to wait for while a command works.
import { stripVTControlCharacters } from "node:util";
import { writeAll } from "./write-all.ts";

const STDERR = 2;

/** The program's name, in front of errors and warnings. */
export const PROGRAM = "pineforge-bench";

/** Settles when all that was handed over so far is written or lost. */
let written: Promise<void> = Promise.resolve();

/** Hands over the text and a line end. A stderr that is closed, full or without a reader loses it silently. */
export function writeStderr(text: string): void {
  drawOnStderr(`${text}\n`);
}

/** The same without a line end, for what draws on a terminal. */
export function drawOnStderr(text: string): void {
  const bytes = Buffer.from(text, "utf8");
  written = written.then(() => writeAll(STDERR, bytes)).catch(() => {});
}

/** Waits until stderr has taken all that was handed over, however slow its reader; never rejects. */
export function flushStderr(): Promise<void> {
  return written;
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
