// The rows of a run -> the derived figures, in the order of the rows. Pure; a pair that lacks a row is left out.
import { logAverage, median } from "simple-statistics";
import { DISCRETE_PROBLEM, findProblem, RATIO_CLIP } from "../problems.ts";
import { IMPLEMENTATIONS, type Row } from "../results/schema.ts";
import { microsecondsPerTrial } from "../stats/overhead.ts";
import { clippedRegretRatio, findWinner, type Winner } from "../stats/paired.ts";

/** The figures of a pair. Regrets in the objective's unit. */
export interface PairSummary {
  readonly seed: number;
  readonly native_regret: number;
  readonly optuna_regret: number;
  readonly winner: Winner;
  /** (native + floor) / (optuna + floor), clipped. */
  readonly regret_ratio: number;
  readonly native_us_per_trial: number;
  readonly optuna_us_per_trial: number;
}

/** One problem over its seeds. */
export interface ProblemSummary {
  readonly problem: string;
  readonly trials: number;
  readonly startup_trials: number;
  readonly ratio_floor: number;
  readonly pairs: readonly PairSummary[];
  readonly native_median_regret: number;
  readonly optuna_median_regret: number;
  readonly native_median_us_per_trial: number;
  readonly optuna_median_us_per_trial: number;
  /** Optuna's median over native's: how many times cheaper a native trial is. */
  readonly us_per_trial_ratio: number;
  readonly geometric_regret_ratio: number;
}

/** The discrete diagnostics of one row. */
export interface DiscreteSummary {
  readonly implementation: string;
  readonly seed: number;
  readonly unique_candidates: number;
  readonly duplicate_candidates: number;
  readonly exact_optimum_hits: number;
  readonly best_hamming: number;
  readonly best_l1: number;
}

export interface Summary {
  readonly problems: readonly ProblemSummary[];
  readonly native_wins: number;
  readonly optuna_wins: number;
  readonly ties: number;
  /** Over all pairs of all problems. */
  readonly geometric_regret_ratio: number;
  readonly ratio_clip: { readonly low: number; readonly high: number };
  /** Empty where million_discrete was not run. */
  readonly million_discrete: readonly DiscreteSummary[];
}

/** Both rows of one problem and seed. */
export interface Pair {
  readonly native: Row;
  readonly optuna: Row;
}

/** @param rows at least one complete pair, of known problems */
export function summarize(rows: readonly Row[]): Summary {
  const problems = [...Map.groupBy(findPairs(rows), (pair) => pair.native.problem)].map(summarizeProblem);
  const pairs = problems.flatMap((problem) => problem.pairs);
  const count = (winner: Winner) => pairs.filter((pair) => pair.winner === winner).length;
  return {
    problems,
    native_wins: count("native"),
    optuna_wins: count("optuna"),
    ties: count("tie"),
    geometric_regret_ratio: logAverage(pairs.map((pair) => pair.regret_ratio)),
    ratio_clip: RATIO_CLIP,
    million_discrete: rows.filter((row) => row.problem === DISCRETE_PROBLEM).map(summarizeDiscrete),
  };
}

/** In the order of the native rows; a pair that lacks a row is left out. */
export function findPairs(rows: readonly Row[]): Pair[] {
  const key = ({ problem, seed }: Row) => `${problem} ${seed}`;
  const optunaRows = new Map(
    rows.filter(({ implementation }) => implementation === IMPLEMENTATIONS.optuna).map((row) => [key(row), row]),
  );
  return rows
    .filter(({ implementation }) => implementation === IMPLEMENTATIONS.native)
    .flatMap((native) => {
      const optuna = optunaRows.get(key(native));
      return optuna === undefined ? [] : [{ native, optuna }];
    });
}

function summarizeProblem([problem, pairs]: [string, Pair[]]): ProblemSummary {
  const floor = findProblem(problem)?.ratioFloor;
  const [first] = pairs;
  if (floor === undefined || first === undefined) throw new Error(`no problem is named ${problem}`);
  const summaries = pairs.map((pair) => summarizePair(pair, floor));
  const nativeCost = median(summaries.map((pair) => pair.native_us_per_trial));
  const optunaCost = median(summaries.map((pair) => pair.optuna_us_per_trial));
  return {
    problem,
    trials: first.native.trials,
    startup_trials: first.native.startup_trials,
    ratio_floor: floor,
    pairs: summaries,
    native_median_regret: median(pairs.map((pair) => pair.native.best_regret)),
    optuna_median_regret: median(pairs.map((pair) => pair.optuna.best_regret)),
    native_median_us_per_trial: nativeCost,
    optuna_median_us_per_trial: optunaCost,
    us_per_trial_ratio: optunaCost / nativeCost,
    geometric_regret_ratio: logAverage(summaries.map((pair) => pair.regret_ratio)),
  };
}

function summarizePair({ native, optuna }: Pair, floor: number): PairSummary {
  return {
    seed: native.seed,
    native_regret: native.best_regret,
    optuna_regret: optuna.best_regret,
    winner: findWinner(native.best_regret, optuna.best_regret),
    regret_ratio: clippedRegretRatio(native.best_regret, optuna.best_regret, floor),
    native_us_per_trial: microsecondsPerTrial(native),
    optuna_us_per_trial: microsecondsPerTrial(optuna),
  };
}

function summarizeDiscrete(row: Row): DiscreteSummary {
  return {
    implementation: row.implementation,
    seed: row.seed,
    unique_candidates: row.unique_candidates,
    duplicate_candidates: row.duplicate_candidates,
    exact_optimum_hits: row.exact_optimum_hits,
    best_hamming: row.best_hamming,
    best_l1: row.best_l1,
  };
}
