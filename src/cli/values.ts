// Grammars of flag values. Each reader takes the flag's name for its message and throws UsageError.
import { statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { didYouMean, quote } from "./args.ts";
import { EnvironmentError, UsageError } from "./exit.ts";

const WHOLE_NUMBER = /^(?:0|[1-9]\d*)$/;
const DECIMAL = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Longest time-out: timers hold milliseconds in 31 bits. */
const MAX_SECONDS = 2_000_000;

/** A comma-separated list of whole numbers 0..max, without duplicates, not empty. */
export function readWholeNumbers(flag: string, text: string, max: number): number[] {
  const numbers = splitList(flag, text, `whole numbers from 0 to ${max}`).map((item) => {
    if (!WHOLE_NUMBER.test(item) || Number(item) > max) {
      throw new UsageError(`${flag}: ${quote(item)} is not a whole number from 0 to ${max}`);
    }
    return Number(item);
  });
  refuseDuplicates(flag, numbers);
  return numbers;
}

/** A comma-separated list of known names, without duplicates, not empty. */
export function readNames(flag: string, text: string, known: readonly string[]): string[] {
  const names = splitList(flag, text, `names out of ${known.join(", ")}`);
  for (const name of names) {
    if (known.includes(name)) continue;
    const hint = didYouMean(name, known) || `; known are ${known.join(", ")}`;
    throw new UsageError(`${flag}: ${quote(name)} is unknown${hint}`);
  }
  refuseDuplicates(flag, names);
  return names;
}

/** One of the known words. */
export function readChoice<const T extends string>(flag: string, text: string, known: readonly T[]): T {
  const choice = known.find((word) => word === text);
  if (choice === undefined) throw new UsageError(`${flag}: ${quote(text)} is not one of ${known.join(", ")}`);
  return choice;
}

/** A whole number 1..max. */
export function readCount(flag: string, text: string, max: number): number {
  if (!WHOLE_NUMBER.test(text) || Number(text) < 1 || Number(text) > max) {
    throw new UsageError(`${flag}: ${quote(text)} is not a whole number from 1 to ${max}`);
  }
  return Number(text);
}

/** A positive decimal number of seconds. */
export function readSeconds(flag: string, text: string): number {
  const seconds = DECIMAL.test(text) ? Number(text) : 0;
  if (!(seconds > 0 && seconds <= MAX_SECONDS)) {
    throw new UsageError(`${flag}: ${quote(text)} is not a number of seconds above 0 and up to ${MAX_SECONDS}`);
  }
  return seconds;
}

/** A decimal number of 1 or more: how many times as much is still acceptable. */
export function readLimit(flag: string, text: string): number {
  const limit = DECIMAL.test(text) ? Number(text) : 0;
  if (!(limit >= 1 && Number.isFinite(limit)))
    throw new UsageError(`${flag}: ${quote(text)} is not a ratio of 1 or more, such as 1.10`);
  return limit;
}

/** A path, as it is. Bun replaces what is not UTF-8, so that another file would be meant. @throws EnvironmentError where it is relative to a directory that is not there any more. */
export function readPath(flag: string, text: string): string {
  if (text === "") throw new UsageError(`${flag} is empty: give a path`);
  if (text.includes("\ufffd")) throw new UsageError(`${flag} ${quote(text)} is not UTF-8: give another path`);
  if (!isAbsolute(text) && isWorkingDirectoryGone()) {
    throw new EnvironmentError(`${flag} ${text}: the working directory was removed: change to another one`);
  }
  return text;
}

/** Bun then takes the executable's own directory instead, without a word. */
function isWorkingDirectoryGone(): boolean {
  try {
    return statSync("/proc/self/cwd").nlink === 0;
  } catch {
    return false; // no /proc on this system
  }
}

function splitList(flag: string, text: string, wanted: string): string[] {
  if (text === "") throw new UsageError(`${flag} is empty: give ${wanted}, separated by commas`);
  return text.split(",");
}

function refuseDuplicates(flag: string, items: readonly (string | number)[]): void {
  const duplicate = items.find((item, index) => items.indexOf(item) !== index);
  if (duplicate !== undefined) throw new UsageError(`${flag}: ${duplicate} is given twice`);
}
