// npm run bench:scaling [-- --trials N] [--folder DIR]: how ask and tell grow with the number of trials, on studies of 16
// real, 16 int and 16 mixed parameters (real, int, log real and categorical in turn), on one core. The fast sampler runs the
// whole study, 1,000,000 trials unless told otherwise; the reference and Optuna run the last few trials after a history of
// random ones, up to 100,000. The exponent is the slope of log(microseconds) over log(n) from 10,000 trials on, of the
// processor time, which other programs do not disturb. Prints a table, and leaves scaling.csv and scaling.svg in DIR
// (results/).
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { stringify } from "csv-stringify/sync";
import { UsageError } from "../../src/cli/exit.ts";
import { readCount } from "../../src/cli/values.ts";
import { formatTable } from "../../src/report/text.ts";
import { FLAT_FROM, fitExponent } from "./exponent.ts";
import { readFlags } from "./flags.ts";
import { runPinned } from "./pinned.ts";
import { drawScaling } from "./scaling-chart.ts";
import { buildScalingBenchmark, runLast, runWhole, type Space, type Stretch } from "./stretch.ts";

const RESULTS = resolve(import.meta.dir, "../../results");
const SPACES: readonly Space[] = ["real", "int", "mixed"];
const SEED = 1;
/** Costs are taken over the last tenth of the trials so far. */
const LEAST_TRIALS = 100;
/** Trials so far -> trials measured, for the samplers that are slow. */
const STRETCHES = [
  [100, 50],
  [1000, 50],
  [10_000, 5],
  [100_000, 2],
] as const;

const { trials, folder } = readFlags({ trials: "1000000", folder: RESULTS }, (flags) => {
  const count = readCount("--trials", flags.trials ?? "", 100_000_000);
  if (count < LEAST_TRIALS) throw new UsageError(`--trials: ${count} is less than ${LEAST_TRIALS}`);
  return { trials: count, folder: flags.folder ?? RESULTS };
});

await runPinned(async (core) => {
  await buildScalingBenchmark();
  console.log(core === null ? "unpinned" : `core ${core}`);
  const rows: Stretch[] = [];
  for (const space of SPACES) {
    const whole = await runWhole(space, trials, SEED);
    rows.push(...whole.rows, ...(await runStretches(space, "reference")), ...(await runStretches(space, "optuna")));
    report(space, rows, whole.peakMB);
  }
  mkdirSync(folder, { recursive: true });
  const [csv, svg] = ["scaling.csv", "scaling.svg"].map((name) => join(folder, name)) as [string, string];
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
  const own = rows.filter((row) => row.space === space);
  const figures = own.map(({ sampler, n, us_per_trial, cpu_us_per_trial }) => [
    ...[sampler, String(n)],
    ...[us_per_trial.toFixed(1), cpu_us_per_trial.toFixed(1)],
  ]);
  const megabytes = (bytes = 0) => (bytes / 1e6).toFixed(2);
  const memory = `model ${megabytes(own[0]?.model_bytes)}, history ${megabytes(own[0]?.history_bytes)}`;
  const title = `16 ${space} parameters; memory of the whole fast study in MB: ${memory}, peak of the process ${peakMB}`;
  const head = ["sampler", "trials", "us/trial", "processor us"];
  console.log(`\n${formatTable({ title, head, rows: figures, kind: "figures" })}`);
  for (const sampler of ["fast", "reference", "optuna"] as const) {
    const exponent = fitExponent(own.filter((row) => row.sampler === sampler));
    console.log(
      `  exponent of ${sampler} from ${FLAT_FROM} trials: ${exponent?.toFixed(3) ?? "unknown, too few points"}`,
    );
  }
}
