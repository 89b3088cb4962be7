// Moves a rejected pair out of the way, with what was found beside it.
import { constants, copyFileSync, lstatSync, mkdirSync, renameSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { dumpsIndented } from "../results/python-json.ts";
import { errorCode, explain, explained } from "../results/system-error.ts";
import type { Verification } from "./checks.ts";
import { describeEntry } from "./document.ts";

const FINDINGS = "findings.json";

/**
 * Makes a folder in `directory`, named after the CSV, and moves the pair there: the CSV with its sidecar, if it has one.
 * @returns the folder; null where the CSV is absent, or one of the two is a link, a FIFO or a device: then nothing is done.
 * @throws OutputError; then the pair lies where it was, and no folder is left.
 */
export function quarantine(verification: Verification, directory: string): string | null {
  const { csv, sidecar } = verification.source;
  const [csvKind, sidecarKind] = [kindOf(csv), kindOf(sidecar)];
  if (csvKind !== "file" || sidecarKind === "other") return null;
  const folder = explained(directory, () => {
    mkdirSync(directory, { recursive: true });
    return makeFolder(join(directory, basename(csv)));
  });
  const moved: [from: string, to: string][] = [];
  try {
    const record = describeEntry({ verification, quarantine: folder });
    explained(folder, () => writeFileSync(join(folder, FINDINGS), `${dumpsIndented(record)}\n`, { flag: "wx" }));
    // The sidecar first: without it a result reads as incomplete.
    for (const path of sidecarKind === "file" ? [sidecar, csv] : [csv]) {
      const target = join(folder, basename(path) === FINDINGS ? `pair-${FINDINGS}` : basename(path));
      move(path, target);
      moved.push([path, target]);
    }
    return folder;
  } catch (error) {
    for (const [from, to] of moved) move(to, from);
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

function kindOf(path: string): "file" | "absent" | "other" {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return "absent";
  return found.isFile() ? "file" : "other";
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

/** Over the border of a file system too. @throws OutputError that names the one of the two that is at fault. */
function move(path: string, target: string): void {
  try {
    renameSync(path, target);
  } catch (error) {
    if (errorCode(error) !== "EXDEV") throw explain(path, error);
    explained(target, () => copyFileSync(path, target, constants.COPYFILE_EXCL));
    explained(path, () => unlinkSync(path));
  }
}
