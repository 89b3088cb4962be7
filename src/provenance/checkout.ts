// How a result names files: relative to the repository inside it, absolute outside, and never under the user's home in
// the command.
import { readFileSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/**
 * The repository: the nearest ancestor of the executable (of its real path) whose package.json is named pineforge-bench.
 * @returns an absolute real path; null for an executable outside any checkout.
 */
export function findCheckout(executable = process.execPath): string | null {
  for (let directory = dirname(realPath(executable)); ; directory = dirname(directory)) {
    if (packageName(directory) === "pineforge-bench") return directory;
    if (directory === dirname(directory)) return null;
  }
}

/** @returns the path as a result stores it: with forward slashes relative to the checkout inside it, else absolute. */
export function storedPath(path: string, checkout = findCheckout()): string {
  const real = realPath(path);
  const inside = checkout !== null && isWithin(checkout, real);
  return inside ? relative(checkout, real).replaceAll(sep, "/") : resolve(path);
}

/**
 * @returns the argument with an absolute path under the user's home written with `~`, also as the value of `--flag=`.
 * A relative path that climbs into the home is written so too.
 */
export function hideHome(argument: string, homes = homeFolders()): string {
  const [, flag = "", value = ""] = /^(--[^=]+=)?(.*)$/s.exec(argument) ?? [];
  const path = resolve(value);
  const home = homes.find((candidate) => isWithin(candidate, path) && spells(value, candidate));
  return home === undefined ? argument : `${flag}~${path.slice(home.length)}`;
}

/** The homes of this user, as HOME and the passwd entry name them, and their real paths; the root directory is none. */
function homeFolders(): string[] {
  const named = [homedir(), passwdHome()]
    .filter((home) => home !== null && isAbsolute(home))
    .map((home) => resolve(home as string));
  return [...new Set(named.flatMap((home) => [home, realPath(home)]))].filter((home) => home !== dirname(home));
}

function passwdHome(): string | null {
  try {
    const entries = readFileSync("/etc/passwd", "utf8")
      .split("\n")
      .map((line) => line.split(":"));
    return entries.find((fields) => Number(fields[2]) === process.getuid?.())?.[5] ?? null;
  } catch {
    return null;
  }
}

function spells(value: string, home: string): boolean {
  return isAbsolute(value) || value.includes(home.slice(1));
}

function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(join(folder, sep));
}

/** The real path of a file, or, where it does not exist yet, of its nearest ancestor that does. */
function realPath(path: string): string {
  const absolute = resolve(path);
  try {
    return realpathSync(absolute);
  } catch {
    const parent = dirname(absolute);
    return parent === absolute ? absolute : join(realPath(parent), basename(absolute));
  }
}

function packageName(directory: string): unknown {
  try {
    return JSON.parse(readFileSync(join(directory, "package.json"), "utf8")).name;
  } catch {
    return undefined;
  }
}
