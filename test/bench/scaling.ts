// npm run bench:scaling [-- --trials N] [--folder DIR]: how ask and tell grow with the number of trials, on studies of 16
// real, 16 int and 16 mixed parameters (real, int, log real and categorical in turn), on one core. The fast sampler runs the
// whole study, 1,000,000 trials unless told otherwise; the reference and Optuna run the last few trials after a history of
// random ones, up to 100,000. The exponent is the slope of log(microseconds) over log(n) from 10,000 trials on, of the
// processor time, which other programs do not disturb. Prints a table, and leaves scaling.csv and scaling.svg in DIR
// (results/).
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { stringify } from "csv-stringify/sync";
import { readCount } from "../../src/cli/values.ts";
import { formatTable } from "../../src/report/text.ts";
import { FLAT_FROM, fitExponent } from "./exponent.ts";
import { runPinned } from "./pinned.ts";
import { drawScaling } from "./scaling-chart.ts";
import { buildScalingBenchmark, runLast, runWhole, type Space, type Stretch } from "./stretch.ts";

const RESULTS = resolve(import.meta.dir, "../../results");
const SPACES: readonly Space[] = ["real", "int", "mixed"];
const SEED = 1;
/** Trials so far -> trials measured, for the samplers that are slow. */
const STRETCHES = [
  [100, 50],
  [1000, 50],
  [10_000, 5],
  [100_000, 2],
] as const;

const { values } = parseArgs({
  options: { trials: { type: "string", default: "1000000" }, folder: { type: "string", default: RESULTS } },
});
const trials = readCount("--trials", values.trials, 100_000_000);

await runPinned(async (core) => {
  await buildScalingBenchmark();
  console.log(core === null ? "unpinned" : `core ${core}`);
  const rows: Stretch[] = [];
  const peaks = new Map<Space, number>();
  for (const space of SPACES) {
    const whole = await runWhole(space, trials, SEED);
    peaks.set(space, whole.peakMB);
    rows.push(...whole.rows, ...(await runStretches(space, "reference")), ...(await runStretches(space, "optuna")));
    report(space, rows, whole.peakMB);
  }
  mkdirSync(values.folder, { recursive: true });
  const [csv, svg] = ["scaling.csv", "scaling.svg"].map((name) => join(values.folder, name)) as [string, string];
  writeFileSync(csv, stringify(rows, { header: true }));
  writeFileSync(svg, drawScaling(rows));
  console.log(`${csv}\n${svg}`);
});

async function runStretches(space: Space, sampler: "reference" | "optuna"): Promise<Stretch[]> {
  const rows: Stretch[] = [];
  for (const [n, last] of STRETCHES.filter(([length]) => length <= trials))
    rows.push(await runLast(space, sampler, n, last, SEED));
  return rows;
}

function report(space: Space, rows: readonly Stretch[], peakMB: number): void {
  const megabytes = (bytes: number) => (bytes === 0 ? "" : (bytes / 1e6).toFixed(2));
  const figures = rows
    .filter((row) => row.space === space)
    .map(({ sampler, n, us_per_trial, cpu_us_per_trial, model_bytes, history_bytes }) => [
      ...[sampler, String(n), us_per_trial.toFixed(1), cpu_us_per_trial.toFixed(1)],
      ...[megabytes(model_bytes), megabytes(history_bytes)],
    ]);
  const title = `16 ${space} parameters; peak memory of the fast study ${peakMB} MB`;
  const head = ["sampler", "trials", "us/trial", "processor us", "model MB", "history MB"];
  console.log(`\n${formatTable({ title, head, rows: figures, kind: "figures" })}`);
  for (const sampler of ["fast", "reference", "optuna"] as const) {
    const exponent = fitExponent(rows.filter((row) => row.space === space && row.sampler === sampler));
    console.log(
      `  exponent of ${sampler} from ${FLAT_FROM} trials: ${exponent?.toFixed(3) ?? "unknown, too few points"}`,
    );
  }
}
