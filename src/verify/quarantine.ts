// Moves a rejected pair out of the way, with what was found beside it.
import { constants, copyFileSync, lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { errorCode, explain } from "../results/destination.ts";
import { dumpsIndented } from "../results/python-json.ts";
import type { Verification } from "./checks.ts";
import { describeEntry } from "./document.ts";

const FINDINGS = "findings.json";

/**
 * Makes a folder in `directory`, named after the CSV, and moves both files there. Only regular files are moved: a link, a
 * FIFO or a device stays.
 * @returns the folder. @throws OutputError.
 */
export function quarantine(verification: Verification, directory: string): string {
  const { csv, sidecar } = verification.source;
  try {
    mkdirSync(directory, { recursive: true });
    const folder = makeFolder(join(directory, basename(csv)));
    const record = describeEntry({ verification, quarantine: folder });
    writeFileSync(join(folder, FINDINGS), `${dumpsIndented(record)}\n`, { flag: "wx" });
    // The sidecar first: without it a result reads as incomplete.
    for (const path of [sidecar, csv]) moveRegularFile(path, folder);
    return folder;
  } catch (error) {
    throw explain(directory, error);
  }
}

/** A folder that was not there before. */
function makeFolder(path: string): string {
  for (let attempt = 1; ; attempt += 1) {
    const folder = attempt === 1 ? path : `${path}-${attempt}`;
    try {
      mkdirSync(folder);
      return folder;
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw error;
    }
  }
}

function moveRegularFile(path: string, folder: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return;
  const target = join(folder, basename(path) === FINDINGS ? `pair-${FINDINGS}` : basename(path));
  try {
    renameSync(path, target);
  } catch (error) {
    if (errorCode(error) !== "EXDEV") throw error;
    copyFileSync(path, target, constants.COPYFILE_EXCL);
    rmSync(path);
  }
}
