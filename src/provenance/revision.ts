// The Git revision that a build comes from. "Not a repository" is a fact and gives null; "Git would not say" is an
// error, because a null revision claims that the source was not inside a committed checkout.
import { spawnSync } from "node:child_process";
import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { EnvironmentError } from "../cli/exit.ts";

export interface Revision {
  /** Full hex object name of HEAD; null outside a committed checkout. */
  readonly revision: string | null;
  /** Whether tracked files differ from HEAD or untracked, non-ignored ones exist; null with a null revision. */
  readonly dirty: boolean | null;
  /** What makes it dirty, as lines of `git status --porcelain`. */
  readonly changes: readonly string[];
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Reads revision and dirty state of the source tree at `root`.
 * A tree of which HEAD holds nothing (unpacked inside a foreign repository, or never committed) has none.
 * @throws EnvironmentError where a repository exists but Git is missing, refuses or cannot read it.
 */
export function readRevision(root: string, env: Env = process.env): Revision {
  const none: Revision = { revision: null, dirty: null, changes: [] };
  const marker = findMarker(root);
  if (marker === null) return none;
  const git = (...args: string[]) => runGit(root, marker, env, args);
  // rev-parse alone takes a broken branch for one without commits.
  git("symbolic-ref", "--quiet", "HEAD");
  const head = git("rev-parse", "--quiet", "--verify", "HEAD").trim();
  if (head === "" || git("ls-tree", "--name-only", head, "--", "package.json") === "") return none;
  const status = git("status", "--porcelain", "--untracked-files=normal", "--ignore-submodules=none");
  const changes = status.split("\n").filter((line) => line !== "");
  return { revision: head, dirty: changes.length > 0, changes };
}

/** The `.git` entry that Git's own discovery would meet first; like Git, it does not cross a filesystem boundary. */
function findMarker(root: string): string | null {
  let directory = realpathSync(root);
  const { dev } = statSync(directory);
  for (;;) {
    const marker = join(directory, ".git");
    if (existsSync(marker)) return marker;
    const parent = dirname(directory);
    if (parent === directory || statSync(parent).dev !== dev) return null;
    directory = parent;
  }
}

/** @returns stdout. Exit status 1 without a word is an answer ("no such thing"), anything else nonzero a refusal. */
function runGit(root: string, marker: string, env: Env, args: readonly string[]): string {
  const command = ["--no-optional-locks", "-c", "core.quotePath=false", ...args];
  const { error, status, stdout, stderr } = spawnSync("git", command, {
    cwd: root,
    env: gitEnvironment(env),
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error !== undefined) throw refused(marker, `git could not be run (${error.message})`, "install git");
  if (status === 0 || (status === 1 && stderr === "")) return stdout;
  const reason = stderr.split("\n", 1)[0] || `git ${args[0]} ended with status ${status}`;
  throw refused(marker, reason, remedyFor(reason, dirname(marker)));
}

/** Hooks and wrappers set GIT_DIR and the like, which would name another repository; only the choice of config files stays. */
function gitEnvironment(env: Env): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(
    ([name]) => !name.startsWith("GIT_") || /^GIT_CONFIG_(GLOBAL|SYSTEM|NOSYSTEM)$/.test(name),
  );
  return { ...Object.fromEntries(kept), LC_ALL: "C" };
}

function remedyFor(reason: string, directory: string): string {
  return reason.includes("dubious ownership")
    ? `run: git config --global --add safe.directory ${directory}`
    : `repair the repository, or remove ${join(directory, ".git")} to build without a revision`;
}

function refused(marker: string, reason: string, remedy: string): EnvironmentError {
  return new EnvironmentError(`${marker} exists, but its revision cannot be read: ${reason}; ${remedy}`);
}
