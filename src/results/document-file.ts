// Writes one document, such as a report: complete, or not at all.
import { UsageError } from "../cli/exit.ts";
import { discard, moveInto, removeLeftovers, syncDirectory, writeBeside } from "./beside.ts";
import { areOnePlace, checkReplaceable, resolveDestination } from "./destination.ts";

export interface DocumentOptions {
  /** An existing file may be replaced. */
  readonly force: boolean;
  /** What the document was made from; never replaced. */
  readonly inputs: readonly string[];
}

/** @param path what --output names. @throws UsageError for the path of an input, OutputError for everything else. */
export function writeDocument(path: string, text: string, { force, inputs }: DocumentOptions): void {
  const destination = resolveDestination("--output", path);
  if (inputs.some((input) => areOnePlace(input, path)))
    throw new UsageError(`--output ${path} is what the report is made from: give another file`);
  checkReplaceable(destination, force);
  const temporary = writeBeside(destination, text);
  try {
    moveInto(destination, temporary);
  } catch (error) {
    discard(temporary);
    throw error;
  }
  syncDirectory(destination);
  removeLeftovers(destination);
}
