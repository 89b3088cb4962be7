import { describe, expect, test } from "bun:test";
import type { Recorders } from "../../../src/benchmark/engines.ts";
import { type Comparison, type Contestant, findFaults, planParity, runParity } from "../../../src/benchmark/parity.ts";
import { makePlan } from "../../../src/benchmark/plan.ts";
import { EngineError } from "../../../src/cli/exit.ts";
import type { RecordedJob, Recorder } from "../../../src/engines/engine.ts";
import type { NativeHello, OptunaHello, TrialRow } from "../../../src/engines/protocol.ts";
import { nativeHello, optunaHello, resultOf } from "./fakes.ts";

const OPTIONS = { smoke: false, problems: ["branin2", "hartmann3"], seeds: [3, 4], trials: 5 };

type Deviation = (row: readonly number[], trial: number) => readonly number[];

/** Another value in one column of the trials that are named. */
function setting(column: number, value: number, ...trials: readonly number[]): Deviation {
  return (row, trial) => (trials.includes(trial) ? row.with(column, value) : row);
}

function contestantOf(job: RecordedJob): Contestant {
  if (job.engine === "optuna") return job.stable_order ? "optuna_stable" : "optuna_stock";
  return job.sampler === "reference" ? "reference" : "fast";
}

/** Engines whose contestants agree but for the deviations; the second parameter of each problem is always 1. */
class Arena {
  readonly events: string[] = [];
  readonly #deviations: Partial<Record<Contestant, Deviation>>;
  readonly engines: Recorders;

  constructor(deviations: Partial<Record<Contestant, Deviation>> = {}) {
    this.#deviations = deviations;
    this.engines = { native: this.#recorder("native", nativeHello), optuna: this.#recorder("optuna", optunaHello) };
  }

  #recorder<H extends NativeHello | OptunaHello>(
    name: H["engine"],
    hello: (problems: readonly string[]) => H,
  ): Recorder<H> {
    return {
      name,
      start: async (problems) => hello(problems),
      run: async (job) => resultOf(job),
      record: async (job) => ({ result: resultOf(job), trials: this.#trials(job) }),
      close: async () => {
        this.events.push(`close ${name}`);
      },
    };
  }

  #trials(job: RecordedJob): TrialRow[] {
    const contestant = contestantOf(job);
    this.events.push(`${job.id} ${job.problem} ${job.seed} ${contestant}`);
    const width = job.problem === "branin2" ? 3 : 4;
    return Array.from({ length: job.trials }, (_, trial) => {
      const row = Array.from({ length: width }, (_, column) => (column === 1 ? 1 : 10 * trial + column + job.seed));
      return this.#deviations[contestant]?.(row, trial) ?? row;
    });
  }
}

const observer = { jobAdvanced() {}, jobFinished() {} };

async function compareIn(arena: Arena, ties: "stable" | "stock" | "both" = "both"): Promise<readonly Comparison[]> {
  return (await runParity(OPTIONS, ties, Promise.resolve(arena.engines), observer)).comparisons;
}

describe("the plan of a parity run", () => {
  test.each([
    ["stable", ["fast", "reference", "optuna_stable"]],
    ["stock", ["fast", "reference", "optuna_stock"]],
    ["both", ["fast", "reference", "optuna_stable", "optuna_stock"]],
  ] as const)("with %s ties has these contestants in turn for every problem and seed", (ties, contestants) => {
    const steps = planParity(OPTIONS, ties);
    expect(steps.map(({ job }) => job.id)).toEqual(steps.map((_, id) => id));
    expect(steps.map(({ job }) => contestantOf(job))).toEqual(steps.map(({ contestant }) => contestant));
    const cells = ["branin2 3", "branin2 4", "hartmann3 3", "hartmann3 4"];
    expect(steps.map(({ contestant, job }) => `${job.problem} ${job.seed} ${contestant}`)).toEqual(
      cells.flatMap((cell) => contestants.map((contestant) => `${cell} ${contestant}`)),
    );
  });

  test("has the budgets of the run with the same options", () => {
    for (const options of [{ smoke: true }, { smoke: false }, { smoke: false, startupTrials: 3 }]) {
      const budgets = (jobs: readonly { problem: string; seed: number; trials: number; startup_trials: number }[]) =>
        new Set(
          jobs.map(({ problem, seed, trials, startup_trials }) => [problem, seed, trials, startup_trials].join()),
        );
      expect(budgets(planParity(options, "stable").map(({ job }) => job))).toEqual(budgets(makePlan(options).jobs));
    }
  });
});

test("no job of a benchmark asks for a record, a sampler or an order of ties", () => {
  for (const options of [{ smoke: true }, { smoke: false }, OPTIONS]) {
    const keys = new Set(makePlan(options).jobs.flatMap((job) => Object.keys(job)));
    expect([...keys].sort()).toEqual(["engine", "id", "problem", "seed", "startup_trials", "trials"]);
  }
});

describe("a parity run", () => {
  test("compares every contestant with the fast sampler and closes both engines", async () => {
    const arena = new Arena();
    const comparisons = await compareIn(arena);
    expect(comparisons.length).toBe(12);
    expect(comparisons.slice(0, 3).map(({ against }) => against)).toEqual([
      "reference",
      "optuna_stable",
      "optuna_stock",
    ]);
    expect(comparisons.every(({ first, disagreements }) => first === null && disagreements === 0)).toBeTrue();
    expect(findFaults(comparisons)).toEqual([]);
    expect(arena.events.length).toBe(18);
    expect(arena.events.slice(-2)).toEqual(["close native", "close optuna"]);
  });

  test.each(["reference", "optuna_stable", "optuna_stock"] as const)("finds the fault of %s", async (contestant) => {
    const comparisons = await compareIn(new Arena({ [contestant]: setting(0, 0.5, 3, 4) }));
    const faults = findFaults(comparisons);
    expect(faults.map(({ against }) => against)).toEqual(Array(4).fill(contestant));
    expect(faults[0]).toMatchObject({
      ...{ problem: "branin2", seed: 3, trials: 5, startup_trials: 10, disagreements: 2, explained_by_ties: false },
      first: { trial: 3, parameter: "x1", left: 33, right: 0.5 },
    });
  });

  test("blames every contestant where it is the fast sampler that differs", async () => {
    const comparisons = await compareIn(new Arena({ fast: setting(0, 0.5, 4) }));
    expect(findFaults(comparisons).length).toBe(12);
  });

  test("excuses stock Optuna alone where the parameter that differs had repeated values", async () => {
    const everything: Deviation = (row, trial) => (trial === 3 ? row.map(() => 7) : row);
    const onlyRepeated = setting(1, 2, 3);
    const stock = await compareIn(new Arena({ optuna_stock: onlyRepeated }));
    expect(findFaults(stock)).toEqual([]);
    expect(stock.filter(({ explained_by_ties }) => explained_by_ties).length).toBe(4);
    expect(findFaults(await compareIn(new Arena({ optuna_stable: onlyRepeated }))).length).toBe(4);
    expect(findFaults(await compareIn(new Arena({ reference: onlyRepeated }))).length).toBe(4);
    expect(findFaults(await compareIn(new Arena({ optuna_stock: everything }))).length).toBe(4);
  });

  test("closes both engines where one fails", async () => {
    const failure = new EngineError("native engine, branin2 seed 3: it crashed");
    const arena = new Arena({
      fast: () => {
        throw failure;
      },
    });
    expect(compareIn(arena)).rejects.toBe(failure);
    await compareIn(arena).catch(() => {});
    expect(arena.events.slice(-2)).toEqual(["close native", "close optuna"]);
  });
});
