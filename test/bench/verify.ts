// npm run bench:verify -- time and memory of verify and aggregate on the compiled executable, for 10 to 100,000 rows.
// Prints a table on stdout; measures, never judges.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import Table from "cli-table3";
import { median } from "simple-statistics";
import { DISCRETE_PROBLEM } from "../../src/problems.ts";
import { Float } from "../../src/results/python-json.ts";
import { type MeasuredRun, runMeasured } from "../measured-run.ts";
import { makeSample, put, repair, toFiles } from "../src/verify/sample-result.ts";

const EXECUTABLE = process.env.PINEFORGE_BENCH ?? resolve(import.meta.dir, "../../dist/pineforge-bench");
const ROWS = [10, 1000, 10_000, 100_000];
const RUNS = 5;

const folder = mkdtempSync(join(tmpdir(), "bench-verify-"));
try {
  const table = new Table({
    head: ["command", "rows", "CSV bytes", "wall ms", "processor ms", "us per row", "peak MB"],
    colAligns: ["left", ...Array<"right">(6).fill("right")],
    style: { head: [], border: [], compact: true },
  });
  for (const rows of ROWS) {
    const csvBytes = await writeResults(rows);
    for (const [name, args] of commands()) table.push([name, rows, csvBytes, ...(await measure(args, rows))]);
  }
  console.log(`Median of ${RUNS} runs each; aggregate pools two results of half the rows.\n${table}`);
} finally {
  rmSync(folder, { recursive: true });
}

function commands(): [name: string, args: string[]][] {
  return [
    ["verify", ["verify", "whole.csv"]],
    ["aggregate", ["aggregate", "first.csv", "second.csv", "--output", "pool.csv", "--force"]],
  ];
}

/** Of the problem with the dearest checks, two rows a seed. @returns the size of the whole result's CSV. */
async function writeResults(rows: number): Promise<number> {
  const seeds = Array.from({ length: rows / 2 }, (_, index) => index);
  const half = Math.floor(seeds.length / 2);
  await writeResult("first", seeds.slice(0, half));
  await writeResult("second", seeds.slice(half));
  return writeResult("whole", seeds);
}

async function writeResult(name: string, seeds: readonly number[]): Promise<number> {
  const sample = await makeSample({ seeds, problems: [DISCRETE_PROBLEM] });
  const sidecar = put(sample.sidecar, ["execution", "driver_wall_seconds"], new Float(1e6));
  const files = toFiles(await repair({ ...sample, sidecar }));
  writeFileSync(join(folder, `${name}.csv`), files.csv);
  writeFileSync(join(folder, `${name}.csv.metadata.json`), files.sidecar);
  return files.csv.length;
}

async function measure(args: readonly string[], rows: number): Promise<string[]> {
  const runs: MeasuredRun[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const outcome = await runMeasured([EXECUTABLE, ...args], folder);
    if (outcome.code !== 0)
      throw new Error(`${args.join(" ")} ended with ${outcome.code}: ${outcome.stderr.slice(-500)}`);
    runs.push(outcome);
  }
  const cpu = median(runs.map(({ cpuMilliseconds }) => cpuMilliseconds));
  const wall = median(runs.map(({ milliseconds }) => milliseconds));
  const peak = Math.max(...runs.map(({ peakBytes }) => peakBytes));
  return [wall.toFixed(0), cpu.toFixed(0), ((cpu * 1000) / rows).toFixed(1), (peak / 1e6).toFixed(0)];
}
