// Runs the compiled executable as a stranger's shell would: in a directory, HOME and TMPDIR of its own, with a small
// environment. PINEFORGE_BENCH names another executable, PINEFORGE_PYTHON an interpreter with the pinned packages.
import { expect } from "bun:test";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type MeasuredRun, runMeasured } from "../measured-run.ts";
import { testPython } from "../python-environment.ts";

export const ROOT = resolve(import.meta.dir, "../..");
export const EXECUTABLE = resolve(process.env.PINEFORGE_BENCH ?? join(ROOT, "dist/pineforge-bench"));
export const PYTHON = process.env.PINEFORGE_PYTHON ?? testPython();

/** The CSV of a published full run; its sidecar lies beside it. */
export const PUBLISHED = join(ROOT, "test/fixtures/published/2026-07-18-full.csv");

/** For tests that mount: undefined where they can run, else why they are skipped. */
export const MAY_MOUNT = spawnSync("unshare", ["--mount", "true"]).status === 0;

/** A real run of both engines, as short as one can be. */
export const SHORT_RUN = ["run", "--problems", "branin2", "--seeds", "7", "--trials", "12", "--startup-trials", "4"];

/** For setDefaultTimeout in every file: interpreters start in a test, on a machine that may be busy. ms */
export const TIMEOUT_MS = 120_000;

/** What runs longer is killed, unless a test allows for more. ms */
const RUN_MS = 120_000;

/** Of /proc: USER_HZ, 100 on every Linux architecture that is supported. */
const CLOCK_TICKS = 100;

type Environment = Readonly<Record<string, string | undefined>>;

export interface Outcome {
  /** null where a signal ended it. */
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly milliseconds: number;
}

/** A directory with `cwd`, `tmp` and `home`, removed at the end of the scope that holds it. */
export class Sandbox implements Disposable {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "pineforge-cli-")));
  readonly cwd = join(this.root, "cwd");
  readonly tmp = join(this.root, "tmp");
  readonly home = join(this.root, "home");

  constructor() {
    for (const folder of [this.cwd, this.tmp, this.home]) mkdirSync(folder);
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  environment(changes: Environment = {}): Record<string, string> {
    const { PATH } = process.env;
    const variables = { PATH, HOME: this.home, TMPDIR: this.tmp, PINEFORGE_PYTHON: PYTHON, ...changes };
    return Object.fromEntries(Object.entries(variables).filter((entry): entry is [string, string] => !!entry[1]));
  }

  /** Runs `pineforge-bench <args>`. */
  bench(args: readonly string[], changes: Environment = {}, milliseconds = RUN_MS): Outcome {
    return this.spawn([EXECUTABLE, ...args], changes, milliseconds);
  }

  /** Runs it without blocking this process, which may be its server. */
  async benchAsync(args: readonly string[]): Promise<MeasuredRun> {
    return runMeasured([EXECUTABLE, ...args], this.cwd, this.environment());
  }

  /** Runs a line of bash in a mount namespace of its own: nothing that it mounts is seen outside, or stays. */
  shellWithMounts(line: string, args: readonly string[]): Outcome {
    return this.spawn(["unshare", "--mount", "bash", "-c", line, "bash", EXECUTABLE, ...args]);
  }

  /** Runs it with a limit of setrlimit(2), which a shell could not set as low without failing itself. */
  withLimit(name: "NOFILE" | "FSIZE", limit: number, args: readonly string[]): Outcome {
    const line = `import os, resource as r, sys; r.setrlimit(r.RLIMIT_${name}, (${limit},) * 2); os.execv(sys.argv[1], sys.argv[1:])`;
    return this.spawn([PYTHON, "-S", "-c", line, EXECUTABLE, ...args]);
  }

  /** Runs a line of bash in which "$@" is `pineforge-bench <args>`. */
  shell(line: string, args: readonly string[], changes: Environment = {}): Outcome {
    return this.spawn(["bash", "-c", line, "bash", EXECUTABLE, ...args], changes);
  }

  spawn(command: readonly string[], changes: Environment = {}, milliseconds = RUN_MS): Outcome {
    const [program = "", ...args] = command;
    const start = performance.now();
    const { status, signal, stdout, stderr, error } = spawnSync(program, args, {
      cwd: this.cwd,
      env: this.environment(changes),
      stdio: ["ignore", "pipe", "pipe"],
      encoding: "utf8",
      timeout: milliseconds,
      maxBuffer: 1 << 28,
    });
    if (error !== undefined) throw error;
    return { code: status, signal, stdout, stderr, milliseconds: performance.now() - start };
  }

  /** Every file below the three directories, relative to the sandbox. */
  files(): string[] {
    return readdirSync(this.root, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(this.root.length + 1))
      .sort();
  }

  read(path: string): string {
    return readFileSync(join(this.cwd, path), "utf8");
  }

  has(path: string): boolean {
    return existsSync(join(this.cwd, path));
  }
}

/** One line that names the fault, nothing on stdout, this exit code. */
export function expectRefusal(outcome: Outcome, code: number, message: RegExp): void {
  const { stdout, stderr } = outcome;
  expect({ code: outcome.code, stdout, stderr }).toEqual({ code, stdout: "", stderr: expect.stringMatching(message) });
  expect(stderr).toMatch(/^pineforge-bench: error: [^\n]+\n$/);
  expect(stderr).not.toMatch(/\bat .*:\d+:\d+|internal error/);
  expect(stderr).not.toContain("\u001b");
}

/** Processes whose parent this is, theirs included. */
export function descendants(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    const stat = readStat(Number(name));
    if (stat !== null) parents.set(Number(name), Number(stat.fields[1]));
  }
  const found = [pid];
  for (const parent of found) for (const [child, its] of parents) if (its === parent) found.push(child);
  return found.slice(1);
}

/** Whether it is there and no zombie. */
export function isAlive(pid: number): boolean {
  const stat = readStat(pid);
  return stat !== null && stat.fields[0] !== "Z";
}

/** Processor time it has used in user mode. s */
export function cpuSeconds(pid: number): number {
  return Number(readStat(pid)?.fields[11] ?? 0) / CLOCK_TICKS;
}

/** Fields of /proc/PID/stat from the state on; null for no such process. */
function readStat(pid: number): { fields: string[] } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return { fields: text.slice(text.lastIndexOf(")") + 2).split(" ") };
  } catch {
    return null;
  }
}

/** Waits until it holds. @throws Error after `milliseconds`. */
export async function eventually(what: string, holds: () => boolean, milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`not within ${milliseconds} ms: ${what}`);
    await Bun.sleep(10);
  }
}
