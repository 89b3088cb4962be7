// npm run bench:sampler [-- --seeds N] [--problems name,name]: what a proposal costs. The fast sampler, the reference and
// stock Optuna take turns, study by study, on one core; microseconds of ask and tell per trial, as the median over the
// seeds with its least and greatest. The last row is about a study of 16 real parameters: the last 1,000 of 10,000 trials
// of the fast sampler; of the reference and Optuna, whose 10,000 trials would take hours, the last few after a history of
// random trials. Prints a table, and leaves the figures in results/bench-sampler.json; measures, never judges.
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { median } from "simple-statistics";
import { createEngines } from "../../src/benchmark/engines.ts";
import { readCount, readNames } from "../../src/cli/values.ts";
import type { Recorder } from "../../src/engines/engine.ts";
import { PROBLEMS, type Problem } from "../../src/problems.ts";
import { formatTable } from "../../src/report/text.ts";
import { runPinned } from "./pinned.ts";
import { buildScalingBenchmark, runLast, runWhole } from "./stretch.ts";

const RESULTS = resolve(import.meta.dir, "../../results");
const LONG = { name: "16 real, last 1,000 of 10,000", trials: 10_000, last: 5 };

/** Optuna over fast: what has to be reached, and what is aimed at. */
const BARS: Readonly<Record<string, readonly [must: number, aim: number]>> = {
  branin2: [600, 1500],
  hartmann3: [600, 1500],
  rosenbrock6: [700, 1500],
  rotated_rastrigin6: [700, 1500],
  mixed_log: [1000, 3000],
  million_discrete: [4000, 10_000],
  [LONG.name]: [10_000, 25_000],
};

/** Microseconds per trial of one seed. */
interface Costs {
  readonly fast: number;
  readonly reference: number;
  readonly optuna: number;
}

const { values } = parseArgs({
  options: { seeds: { type: "string", default: "5" }, problems: { type: "string" } },
});
const names = PROBLEMS.map(({ name }) => name);
const seeds = Array.from({ length: readCount("--seeds", values.seeds, 1000) }, (_, index) => index + 1);
const chosen = values.problems === undefined ? [...names, LONG.name] : readNames("--problems", values.problems, names);

await runPinned(async (core) => {
  const costs = new Map<string, Costs[]>();
  const engines = await createEngines({ python: null, library: null, timeoutSeconds: 600 });
  try {
    const { build } = await engines.native.start([]);
    await engines.optuna.start([]);
    console.log(`${core === null ? "unpinned" : `core ${core}`}, instruction set ${build.instruction_set}`);
    for (const problem of PROBLEMS.filter(({ name }) => chosen.includes(name)))
      costs.set(problem.name, await measureProblem(problem, engines));
  } finally {
    await Promise.all([engines.native.close(), engines.optuna.close()]);
  }
  if (chosen.includes(LONG.name)) costs.set(LONG.name, await measureLong());
  console.log(formatCosts(costs));
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(
    join(RESULTS, "bench-sampler.json"),
    `${JSON.stringify({ core, ...Object.fromEntries(costs) }, null, 1)}\n`,
  );
});

async function measureProblem(
  { name, trials }: Problem,
  { native, optuna }: { native: Recorder; optuna: Recorder },
): Promise<Costs[]> {
  const costs: Costs[] = [];
  for (const seed of seeds) {
    const job = { id: seed, problem: name, seed, trials, startup_trials: 10, record: true } as const;
    const cost = async (engine: Recorder, sampler?: "fast" | "reference") => {
      const recorded = { ...job, engine: engine.name, ...(sampler === undefined ? {} : { sampler }) };
      return (await engine.record(recorded)).result.sampler_ns / 1000 / trials;
    };
    costs.push({
      fast: await cost(native, "fast"),
      reference: await cost(native, "reference"),
      optuna: await cost(optuna),
    });
  }
  return costs;
}

async function measureLong(): Promise<Costs[]> {
  await buildScalingBenchmark();
  const costs: Costs[] = [];
  for (const seed of seeds) {
    const { rows } = await runWhole("real", LONG.trials, seed);
    const late = async (sampler: "reference" | "optuna") =>
      (await runLast("real", sampler, LONG.trials, LONG.last, seed)).us_per_trial;
    const fast = rows.at(-1)?.us_per_trial ?? Number.NaN;
    costs.push({ fast, reference: await late("reference"), optuna: await late("optuna") });
  }
  return costs;
}

function formatCosts(costs: ReadonlyMap<string, readonly Costs[]>): string {
  const head = ["problem", "fast", "reference", "Optuna", "Optuna/fast", "must", "aim", "reference/fast"];
  const rows = [...costs].map(([name, all]) => {
    const spread = (value: (cost: Costs) => number) => formatSpread(all.map(value));
    const [must, aim] = BARS[name] ?? [Number.NaN, Number.NaN];
    return [
      ...[name, spread(({ fast }) => fast), spread(({ reference }) => reference), spread(({ optuna }) => optuna)],
      ...[
        spread(({ fast, optuna }) => optuna / fast),
        String(must),
        String(aim),
        spread(({ fast, reference }) => reference / fast),
      ],
    ];
  });
  const title = `Microseconds of ask + tell per trial: median (least to greatest) over ${seeds.length} seeds`;
  return formatTable({ title, head, rows, kind: "figures" });
}

function formatSpread(figures: readonly number[]): string {
  const round = (value: number) => Number(value.toPrecision(value < 1000 ? 3 : 4));
  return `${round(median([...figures]))} (${round(Math.min(...figures))} to ${round(Math.max(...figures))})`;
}
