import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { closeSync, constants, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { cpuSeconds, descendants, EXECUTABLE, eventually, isAlive, Sandbox, SHORT_RUN, TIMEOUT_MS } from "./harness.ts";

setDefaultTimeout(TIMEOUT_MS);

/** Far longer in its second job than any test waits; with NATIVE_TRIALS in its first. */
const OPTUNA_TRIALS = 1500;
const NATIVE_TRIALS = 1_000_000;

function longRun(trials: number): string[] {
  return `run --problems branin2 --seeds 7 --trials ${trials} --output r.csv`.split(" ");
}

interface Running {
  readonly pid: number;
  readonly ended: Promise<{ code: number | null; signal: string | null }>;
  stderr(): string;
}

/** Starts a long run in a process group of its own, as a shell does. */
function start(sandbox: Sandbox, args: readonly string[]): Running {
  const log = join(sandbox.root, "stderr");
  const descriptor = openSync(log, "w");
  const child = spawn(EXECUTABLE, args, {
    cwd: sandbox.cwd,
    env: sandbox.environment(),
    stdio: ["ignore", "ignore", descriptor],
    detached: true,
  });
  closeSync(descriptor);
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.on("exit", (code, signal) => resolve({ code, signal })),
  );
  return { pid: child.pid as number, ended, stderr: () => readFileSync(log, "utf8") };
}

/** Waits until that engine's job is running. @returns the children. */
async function reach(running: Running, phase: "native" | "optuna"): Promise<number[]> {
  const children = () => descendants(running.pid);
  const nativeWorks = () => children().some((pid) => !isPython(pid) && cpuSeconds(pid) > 0.5);
  const nativeIsDone = () => running.stderr().startsWith("[1/2] native");
  await eventually(`the ${phase} job runs`, phase === "native" ? nativeWorks : nativeIsDone, 60_000);
  return children();
}

function isPython(pid: number): boolean {
  return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("--engine");
}

describe.each([
  ["SIGHUP", 129],
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("%s", (signal, code) => {
  test.each(["native", "optuna"] as const)(
    `ends a run in its %s job with ${code} within 2 s, children gone`,
    async (phase) => {
      using sandbox = new Sandbox();
      const running = start(sandbox, longRun(phase === "native" ? NATIVE_TRIALS : OPTUNA_TRIALS));
      const children = await reach(running, phase);
      expect(children.length).toBeGreaterThanOrEqual(2);
      const sent = performance.now();
      process.kill(-running.pid, signal); // as a terminal does: to the whole group
      expect(await running.ended).toEqual({ code, signal: null });
      expect(performance.now() - sent).toBeLessThan(2000);
      expect(children.filter(isAlive)).toEqual([]);
      expect(running.stderr().trimEnd().split("\n").at(-1)).toBe(`pineforge-bench: ended by ${signal}`);
      const kept = phase === "optuna" ? ["cwd/r.csv.journal"] : [];
      expect(sandbox.files()).toEqual([...kept, "stderr"]);
      if (phase === "optuna") expect(running.stderr()).toContain("warning: 1 finished row is kept in");
    },
  );
});

/** @returns the end to write to of a pipe that is full and that nobody reads. */
function openFullPipe(sandbox: Sandbox): number {
  const path = join(sandbox.root, "pipe");
  execFileSync("mkfifo", [path]);
  const both = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  expect(() => {
    for (;;) writeSync(both, Buffer.alloc(4096));
  }).toThrow("EAGAIN");
  return openSync(path, "w"); // a description of its own, which blocks; the reading end stays open with the other
}

/** The executable with a stderr that is full and that nobody reads. */
function startUnread(sandbox: Sandbox, command: readonly string[]): ChildProcess {
  const stderr = openFullPipe(sandbox);
  const child = spawn(EXECUTABLE, command, {
    cwd: sandbox.cwd,
    env: sandbox.environment(),
    stdio: ["ignore", "ignore", stderr],
    timeout: 60_000,
    killSignal: "SIGKILL",
  });
  closeSync(stderr);
  return child;
}

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("%s ends a run with its code within 2 s where nobody reads its stderr", async (signal, code) => {
  using sandbox = new Sandbox();
  const child = startUnread(sandbox, longRun(OPTUNA_TRIALS));
  const ended = new Promise((resolve) => child.on("exit", (...end) => resolve(end)));
  await eventually("the optuna job runs", () => sandbox.has("r.csv.journal") && countRows(sandbox) === 1, 60_000);
  const children = descendants(child.pid as number);
  expect(children.length).toBeGreaterThanOrEqual(2);
  const sent = performance.now();
  child.kill(signal);
  expect(await ended).toEqual([code, null]);
  expect(performance.now() - sent).toBeLessThan(2000);
  expect(children.filter(isAlive)).toEqual([]);
  expect(sandbox.files()).toEqual(["cwd/r.csv.journal", "pipe"]);
});

function countRows(sandbox: Sandbox): number {
  return sandbox.read("r.csv.journal").split("\n").length - 2;
}

test("a run whose stderr nobody reads writes its result all the same", async () => {
  using sandbox = new Sandbox();
  const child = startUnread(sandbox, [...SHORT_RUN, "--output", "r.csv"]);
  const ended = new Promise((resolve) => child.on("exit", resolve));
  await eventually("the result is there", () => sandbox.has("r.csv.metadata.json"), 60_000);
  child.kill("SIGTERM");
  expect(await ended).toBe(143);
});

test("SIGTERM ends a command that waits for a slow reader", async () => {
  using sandbox = new Sandbox();
  const seeds = Array.from({ length: 10_000 }, (_, seed) => seed).join(",");
  const child = spawn(EXECUTABLE, ["run", "--dry-run", "--json", "--seeds", seeds], {
    cwd: sandbox.cwd,
    env: sandbox.environment(),
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  await new Promise((resolve) => child.stdout.once("readable", resolve));
  const sent = performance.now();
  child.kill("SIGTERM");
  expect(await ended).toBe(143);
  expect(performance.now() - sent).toBeLessThan(2000);
});

test.each(["native", "optuna"] as const)("kill -9 during the %s job leaves no orphan", async (phase) => {
  using sandbox = new Sandbox();
  const running = start(sandbox, longRun(phase === "native" ? NATIVE_TRIALS : OPTUNA_TRIALS));
  const children = await reach(running, phase);
  expect(children.length).toBeGreaterThanOrEqual(2);
  process.kill(running.pid, "SIGKILL");
  expect(await running.ended).toEqual({ code: null, signal: "SIGKILL" });
  await eventually("the children are gone", () => children.filter(isAlive).length === 0, 2000);
});

test("an output that a killed run has left is taken over by the next, which says what it discards", async () => {
  using sandbox = new Sandbox();
  const running = start(sandbox, longRun(OPTUNA_TRIALS));
  await reach(running, "optuna");
  process.kill(running.pid, "SIGKILL");
  await running.ended;
  expect(sandbox.files()).toEqual(["cwd/r.csv.journal", "stderr"]);
  const short = "run --problems branin2 --seeds 7 --trials 12 --output r.csv --quiet".split(" ");
  const stderr = "pineforge-bench: warning: 1 finished row is discarded, of an interrupted run to this output\n";
  expect(sandbox.bench(short)).toMatchObject({ code: 0, stderr });
  expect(sandbox.files()).toEqual(["cwd/r.csv", "cwd/r.csv.metadata.json", "stderr"]);
});

describe("a run ends with 6, its finished rows kept, when its engine", () => {
  test.each([
    ["is killed", "SIGKILL", [], /optuna engine, branin2 seed 7: it was killed \(SIGKILL\)/],
    ["crashes", "SIGSEGV", [], /optuna engine, branin2 seed 7: it crashed \(SIGSEGV\)/],
    ["is silent for longer than --timeout", "SIGSTOP", ["--timeout", "3"], /it was silent for 3 s; raise --timeout/],
  ] as const)("%s", async (_what, signal, flags, message) => {
    using sandbox = new Sandbox();
    const running = start(sandbox, [...longRun(OPTUNA_TRIALS), ...flags]);
    const children = await reach(running, "optuna");
    for (const pid of children.filter(isPython)) process.kill(pid, signal);
    expect(await running.ended).toEqual({ code: 6, signal: null });
    expect(children.filter(isAlive)).toEqual([]);
    const [, warning = "", error = ""] = running.stderr().trimEnd().split("\n");
    expect(warning).toMatch(/^pineforge-bench: warning: 1 finished row is kept in .*r\.csv\.journal$/);
    expect(error).toMatch(message);
    expect(sandbox.files()).toEqual(["cwd/r.csv.journal", "stderr"]);
    expect(sandbox.read("r.csv.journal")).toContain('"implementation":"pineforge_native"');
  });
});
