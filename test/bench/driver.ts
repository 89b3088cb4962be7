// npm run bench:driver -- what the driver itself costs, measured on the compiled executable:
// start-up of --version and --help, overhead and peak memory of a smoke run, size, and native against Optuna per problem.
// Prints a table on stdout; measures, never judges.
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import Table from "cli-table3";
import { median } from "simple-statistics";
import { createOptunaEngine } from "../../src/engines/optuna.ts";
import { findPython } from "../../src/engines/python-env.ts";
import { SMOKE_PROFILE } from "../../src/problems.ts";
import type { Row } from "../../src/results/schema.ts";
import { formatSpread } from "./spread.ts";

const ROOT = resolve(import.meta.dir, "../..");
const EXECUTABLE = process.env.PINEFORGE_BENCH ?? resolve(ROOT, "dist/pineforge-bench");
const START_RUNS = 40;
const SMOKE_RUNS = 5;
const POLL_MS = 5;

interface Run {
  readonly wallMs: number;
  readonly stdout: string;
  /** Highest resident set of the process itself, its children not counted. */
  readonly peakKiB: number;
}

/** Highest resident set of a live process, from the kernel's own mark; 0 once it is gone. */
function peakResidentKiB(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

async function runExecutable(args: readonly string[]): Promise<Run> {
  const begin = performance.now();
  const child = Bun.spawn([EXECUTABLE, ...args], { cwd: ROOT, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  let peakKiB = 0;
  const poll = setInterval(() => {
    peakKiB = Math.max(peakKiB, peakResidentKiB(child.pid));
  }, POLL_MS);
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  const wallMs = performance.now() - begin;
  clearInterval(poll);
  if (code !== 0) throw new Error(`pineforge-bench ${args.join(" ")} ended with ${code}: ${stderr.trim()}`);
  return { wallMs, stdout, peakKiB };
}

function spread(values: readonly number[], unit: string, digits = 1): string {
  return `${formatSpread(values, (value) => value.toFixed(digits))} ${unit}, n = ${values.length}`;
}

async function measureStart(flag: string): Promise<number[]> {
  const walls: number[] = [];
  for (let run = 0; run < START_RUNS; run += 1) walls.push((await runExecutable([flag])).wallMs);
  return walls;
}

/** Spawn to hello of the Optuna engine: interpreter, imports, checks and enumeration of a smoke run. */
async function measureInterpreterStart(): Promise<number> {
  const engine = createOptunaEngine({ python: await findPython(null), timeoutSeconds: 120 });
  const begin = performance.now();
  await engine.start(SMOKE_PROFILE.problems);
  const wallMs = performance.now() - begin;
  await engine.close();
  return wallMs;
}

function rowsOf(run: Run): Row[] {
  return (JSON.parse(run.stdout) as { rows: Row[] }).rows;
}

async function measureSmoke(): Promise<{ overheadMs: number[]; peakMiB: number[] }> {
  const overheadMs: number[] = [];
  const peakMiB: number[] = [];
  for (let count = 0; count < SMOKE_RUNS; count += 1) {
    const interpreterMs = await measureInterpreterStart();
    const run = await runExecutable(["run", "--smoke", "--json", "--quiet"]);
    const enginesMs = rowsOf(run).reduce((sum, row) => sum + row.wall_ns / 1e6, 0);
    overheadMs.push(run.wallMs - enginesMs - interpreterMs);
    peakMiB.push(run.peakKiB / 1024);
  }
  return { overheadMs, peakMiB };
}

/** Median microseconds per trial of each implementation and their ratio, per problem, over the standard seeds. */
async function measureEngines(): Promise<string[][]> {
  const rows = rowsOf(await runExecutable(["run", "--json", "--quiet"]));
  return [...new Set(rows.map((row) => row.problem))].map((problem) => {
    const perTrial = (native: boolean) =>
      rows
        .filter((row) => row.problem === problem && row.implementation.startsWith("pineforge") === native)
        .map((row) => row.sampler_ns / row.trials / 1e3);
    const [native, optuna] = [perTrial(true), perTrial(false)];
    const ratios = native.map((value, seed) => (optuna[seed] ?? Number.NaN) / value);
    return [problem, median(native).toFixed(1), median(optuna).toFixed(1), `${median(ratios).toFixed(1)}x`];
  });
}

const facts = new Table({ head: ["measured", "value"], style: { head: [], border: [] } });
facts.push(["executable size", `${(statSync(EXECUTABLE).size / 2 ** 20).toFixed(1)} MiB`]);
for (const flag of ["--version", "--help"]) facts.push([`${flag}, wall`, spread(await measureStart(flag), "ms")]);
const smoke = await measureSmoke();
facts.push(["smoke run, driver overhead", spread(smoke.overheadMs, "ms", 0)]);
facts.push(["smoke run, driver peak memory", spread(smoke.peakMiB, "MiB")]);
console.log(facts.toString());

const engines = new Table({
  head: ["problem", "native us/trial", "Optuna us/trial", "ratio"],
  style: { head: [], border: [] },
});
engines.push(...(await measureEngines()));
console.log(engines.toString());
