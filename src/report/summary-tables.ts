// A summary -> its tables.
import { DISCRETE_PROBLEM } from "../problems.ts";
import type { ProblemSummary, Summary } from "./summary.ts";
import { formatFigure, LISTED_PAIRS, type Table } from "./table.ts";

/**
 * The tables of a run, in the order in which a reader takes them.
 * @param timing false where the times come from different hosts, so that no median over them means anything.
 */
export function summaryTables(summary: Summary, timing = true): Table[] {
  const tables = [tabulateRegrets(summary), tabulateMedians(summary, timing), tabulateRatios(summary)];
  return summary.million_discrete.length > 0 ? [...tables, tabulateDiscrete(summary)] : tables;
}

function tabulateRegrets({ problems }: Summary): Table {
  return {
    title: `Best regret by seed${describeCut(problems.map(({ pairs }) => pairs.length))}`,
    head: ["problem", "seed", "native", "optuna", "winner"],
    rows: problems.flatMap(({ problem, pairs }) =>
      pairs
        .slice(0, LISTED_PAIRS)
        .map((pair) => [
          problem,
          String(pair.seed),
          formatFigure(pair.native_regret),
          formatFigure(pair.optuna_regret),
          pair.winner,
        ]),
    ),
    kind: "figures",
  };
}

/** What is left out, to follow a title. */
function describeCut(counts: readonly number[]): string {
  const left = counts.reduce((sum, count) => sum + Math.max(0, count - LISTED_PAIRS), 0);
  return left === 0 ? "" : ` (the first ${LISTED_PAIRS} of each problem; ${left} more are in the CSV)`;
}

function tabulateMedians({ problems }: Summary, timing: boolean): Table {
  return {
    title: `Medians over the seeds: best regret${timing ? ", and sampler time (ask and tell)" : ""}`,
    head: ["problem", "trials", "native", "optuna", ...(timing ? COST_HEAD : [])],
    rows: problems.map((problem) => [
      problem.problem,
      String(problem.trials),
      formatFigure(problem.native_median_regret),
      formatFigure(problem.optuna_median_regret),
      ...(timing ? formatCosts(problem) : []),
    ]),
    kind: "figures",
  };
}

/** The columns of formatCosts. */
export const COST_HEAD = ["native us/trial", "optuna us/trial", "optuna/native"] as const;

/** Both costs in microseconds a trial, and how many times cheaper a native trial is. */
export function formatCosts(problem: ProblemSummary): [string, string, string] {
  return [
    problem.native_median_us_per_trial.toFixed(1),
    problem.optuna_median_us_per_trial.toFixed(1),
    problem.us_per_trial_ratio.toFixed(2),
  ];
}

function tabulateRatios(summary: Summary): Table {
  const { low, high } = summary.ratio_clip;
  const { native_wins, optuna_wins, ties } = summary;
  const rows = summary.problems.map((problem) => [
    problem.problem,
    String(problem.pairs.length),
    formatFigure(problem.ratio_floor),
    formatFigure(problem.geometric_regret_ratio),
  ]);
  return {
    title: `Paired regret ratio (native + floor) / (optuna + floor), clipped to [${low}, ${high}], geometric mean`,
    head: ["problem", "pairs", "floor", "ratio"],
    rows: [
      ...rows,
      ["all", String(native_wins + optuna_wins + ties), "as above", formatFigure(summary.geometric_regret_ratio)],
    ],
    kind: "figures",
    notes: [`Wins: native ${native_wins}, optuna ${optuna_wins}, ties ${ties}`],
  };
}

function tabulateDiscrete({ million_discrete }: Summary): Table {
  const cut = describeCut([million_discrete.length / 2, million_discrete.length / 2]).replace("problem", "engine");
  return {
    title: `${DISCRETE_PROBLEM}: candidates proposed, and the best one's distance to the optimum${cut}`,
    head: ["implementation", "seed", "unique", "duplicate", "exact hits", "best hamming", "best l1"],
    rows: million_discrete
      .slice(0, 2 * LISTED_PAIRS)
      .map((row) => [
        row.implementation,
        ...[row.seed, row.unique_candidates, row.duplicate_candidates, row.exact_optimum_hits].map(String),
        ...[row.best_hamming, row.best_l1].map(String),
      ]),
    kind: "figures",
  };
}
