// Where set-up Python environments lie: <data>/pineforge-bench/python-<id> is a link to a folder of the same name with a
// random end. A virtual environment holds its own absolute path and cannot be moved; a link can be put into place at one
// stroke. So the link is there only when its environment is complete, whatever kills a set-up half-way; and what no link
// leads to is left over from one that was killed, because only the holder of the lock makes any.
import {
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { EnvironmentError } from "../cli/exit.ts";
import { tryLock } from "./libc.ts";

/** Digits of the SHA-256 of requirements.txt that tell environments apart. */
const ID_DIGITS = 12;
const FOLDER = new RegExp(`^python-[0-9a-f]{${ID_DIGITS}}-\\w{6}(\\.link)?$`);
const POLL_MS = 200;

/**
 * @param requirementsSha256 of the requirements that the environment meets.
 * @returns where the link to it is or will be; null where this user has no data directory.
 */
export function environmentLink(requirementsSha256: string, env: NodeJS.ProcessEnv = process.env): string | null {
  const data = env.XDG_DATA_HOME ?? "";
  const home = isAbsolute(env.HOME ?? "") ? env.HOME : passwdHome();
  const folder = isAbsolute(data) ? data : home && join(home, ".local/share");
  const isKnown = folder && !folder.includes("\ufffd"); // what is not UTF-8 comes replaced, and another folder would be made
  return isKnown ? join(folder, "pineforge-bench", `python-${requirementsSha256.slice(0, ID_DIGITS)}`) : null;
}

/** The home of this user's entry in the password file, which is what is left where HOME is unset. */
function passwdHome(): string | null {
  try {
    const home = homedir();
    return isAbsolute(home) ? home : null;
  } catch {
    return null; // neither
  }
}

/**
 * Waits until no other process sets up in `folder`. The lock ends with this process, however it ends.
 * @param onWait called once where there is something to wait for.
 * @returns how to give the lock back.
 */
export async function lockFolder(folder: string, onWait: () => void): Promise<() => void> {
  mkdirSync(folder, { recursive: true });
  const descriptor = openSync(join(folder, "setup.lock"), constants.O_CREAT | constants.O_RDWR, 0o600);
  const unlock = () => closeSync(descriptor);
  for (let waited = 0; ; waited += 1) {
    const lock = tryLock(descriptor);
    if (lock === "locked") return unlock;
    if (lock === null) {
      unlock();
      throw new EnvironmentError(`${folder}: files cannot be locked there; set XDG_DATA_HOME to a local directory`);
    }
    if (waited === 0) onWait();
    await sleep(POLL_MS);
  }
}

/** @returns a new, empty folder for the environment that `link` will lead to. */
export function makeFolder(link: string): string {
  return mkdtempSync(`${link}-`);
}

/** Lets `link` lead to a complete environment, in place of what it led to. */
export function publish(link: string, folder: string): void {
  if (isDirectory(link)) rmSync(link, { recursive: true });
  symlinkSync(basename(folder), `${folder}.link`);
  renameSync(`${folder}.link`, link);
}

/** Removes every folder in which an environment was made and that no link leads to. Only under the lock. */
export function removeLeftovers(link: string): void {
  const home = dirname(link);
  const entries = readdirSync(home, { withFileTypes: true });
  const links = entries.filter((entry) => entry.isSymbolicLink() && !FOLDER.test(entry.name));
  const used = new Set(links.map((entry) => readlinkSync(join(home, entry.name))));
  for (const { name } of entries) {
    if (FOLDER.test(name) && !used.has(name)) removeFolder(join(home, name));
  }
}

/** What cannot be removed (a set-up that was killed may still have a child that writes there) is left to the next set-up. */
export function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // It does no harm: no link leads there.
  }
}

function isDirectory(path: string): boolean {
  try {
    return lstatSync(path).isDirectory();
  } catch {
    return false;
  }
}
