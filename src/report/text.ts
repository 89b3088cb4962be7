// A summary -> the tables a person reads. Plain text without colours, the same on every machine.
import Table from "cli-table3";
import { DISCRETE_PROBLEM } from "../problems.ts";
import type { ProblemSummary, Summary } from "./summary.ts";

type Cell = string | number;

/**
 * @param options.timing false where the times of the rows are not comparable: then none is printed.
 * @returns several lines, without a line end after the last.
 */
export function formatSummary(summary: Summary, { timing } = { timing: true }): string {
  const sections = [formatRegrets(summary), formatMedians(summary, timing), formatRatios(summary)];
  if (summary.million_discrete.length > 0) sections.push(formatDiscrete(summary));
  return sections.join("\n\n");
}

function formatRegrets({ problems }: Summary): string {
  const rows = problems.flatMap(({ problem, pairs }) =>
    pairs.map((pair) => [
      problem,
      pair.seed,
      formatFigure(pair.native_regret),
      formatFigure(pair.optuna_regret),
      pair.winner,
    ]),
  );
  return formatTable("Best regret by seed", ["problem", "seed", "native", "optuna", "winner"], rows);
}

function formatMedians({ problems }: Summary, timing: boolean): string {
  const rows = problems.map((problem) => [
    problem.problem,
    problem.trials,
    formatFigure(problem.native_median_regret),
    formatFigure(problem.optuna_median_regret),
    ...(timing ? formatTiming(problem) : []),
  ]);
  const title = `Medians over the seeds: best regret${timing ? ", and sampler time (ask and tell)" : ""}`;
  return formatTable(title, ["problem", "trials", "native", "optuna", ...(timing ? TIMING_HEAD : [])], rows);
}

/** The columns of formatTiming. */
export const TIMING_HEAD = ["native us/trial", "optuna us/trial", "optuna/native"];

export function formatTiming(problem: ProblemSummary): string[] {
  return [
    problem.native_median_us_per_trial.toFixed(1),
    problem.optuna_median_us_per_trial.toFixed(1),
    problem.us_per_trial_ratio.toFixed(2),
  ];
}

function formatRatios(summary: Summary): string {
  const { low, high } = summary.ratio_clip;
  const title = `Paired regret ratio (native + floor) / (optuna + floor), clipped to [${low}, ${high}], geometric mean`;
  const rows = summary.problems.map((problem) => [
    problem.problem,
    problem.pairs.length,
    formatFigure(problem.ratio_floor),
    formatFigure(problem.geometric_regret_ratio),
  ]);
  const pairs = summary.native_wins + summary.optuna_wins + summary.ties;
  rows.push(["all", pairs, "as above", formatFigure(summary.geometric_regret_ratio)]);
  const wins = `Wins: native ${summary.native_wins}, optuna ${summary.optuna_wins}, ties ${summary.ties}`;
  return `${formatTable(title, ["problem", "pairs", "floor", "ratio"], rows)}\n\n${wins}`;
}

function formatDiscrete({ million_discrete }: Summary): string {
  const head = ["implementation", "seed", "unique", "duplicate", "exact hits", "best hamming", "best l1"];
  const rows = million_discrete.map((row) => [
    row.implementation,
    row.seed,
    row.unique_candidates,
    row.duplicate_candidates,
    row.exact_optimum_hits,
    row.best_hamming,
    row.best_l1,
  ]);
  return formatTable(
    `${DISCRETE_PROBLEM}: candidates proposed, and the best one's distance to the optimum`,
    head,
    rows,
  );
}

/** More are no help to a reader, and laying out a table takes time that grows with the square of its rows. */
const MAX_ROWS = 200;

/** The first column to the left, the others to the right, two spaces between, no borders. */
export function formatTable(title: string, head: readonly string[], rows: readonly Cell[][]): string {
  const table = new Table({
    head: [...head],
    colAligns: head.map((_, column) => (column === 0 ? "left" : "right")),
    style: { head: [], border: [], "padding-left": 2, "padding-right": 0 },
    chars: NO_BORDERS,
  });
  table.push(...rows.slice(0, MAX_ROWS));
  const lines = table.toString().split("\n");
  if (rows.length > MAX_ROWS) lines.push(`  and ${rows.length - MAX_ROWS} more rows: --json has them all`);
  return [title, ...lines.map((line) => line.trimEnd())].join("\n");
}

const NO_BORDERS = Object.fromEntries(
  ["top", "bottom", "left", "right"]
    .flatMap((side) => [side, `${side}-mid`, `${side}-left`, `${side}-right`])
    .concat("mid", "mid-mid", "middle")
    .map((name) => [name, ""]),
);

/** Five significant digits, without trailing zeros. */
function formatFigure(value: number): string {
  return String(Number(value.toPrecision(5)));
}
