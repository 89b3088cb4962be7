// npm run bench:sampler [-- --seeds N] [--problems name,name] [--folder DIR]: what a proposal costs. The fast sampler, the
// reference and stock Optuna take turns, study by study, on one core; microseconds of ask and tell per trial, as the median
// over the seeds with its least and greatest. The last row is about a study of 16 real parameters: the last 1,000 of 10,000
// trials of the fast sampler; of the reference and Optuna, whose 10,000 trials would take hours, the last few after a
// history of random trials. Prints a table, and leaves the figures as bench-sampler.json in DIR (results/); measures, never
// judges.
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createEngines } from "../../src/benchmark/engines.ts";
import { readCount, readNames } from "../../src/cli/values.ts";
import type { Recorder } from "../../src/engines/engine.ts";
import { PROBLEMS, type Problem } from "../../src/problems.ts";
import { readFlags } from "./flags.ts";
import { runPinned } from "./pinned.ts";
import { type Costs, formatCosts, LONG } from "./sampler-table.ts";
import { buildScalingBenchmark, runLast, runWhole } from "./stretch.ts";

const RESULTS = resolve(import.meta.dir, "../../results");

const names = PROBLEMS.map(({ name }) => name);
const { seeds, chosen, folder } = readFlags({ seeds: "5", problems: null, folder: RESULTS }, (flags) => ({
  seeds: Array.from({ length: readCount("--seeds", flags.seeds ?? "", 1000) }, (_, index) => index + 1),
  chosen: flags.problems === null ? [...names, LONG.name] : readNames("--problems", flags.problems, names),
  folder: flags.folder ?? RESULTS,
}));

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
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "bench-sampler.json");
  writeFileSync(file, `${JSON.stringify({ core, ...Object.fromEntries(costs) }, null, 1)}\n`);
  console.log(file);
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
