// The rules of a single row, with and without the configuration.
import { DISCRETE_PROBLEM, OPTIMUM_TOLERANCE } from "../problems.ts";
import { formatFloat } from "../results/python-json.ts";
import { type Configuration, IMPLEMENTATIONS, type Row } from "../results/schema.ts";
import type { Code } from "./codes.ts";
import { checkDiscreteRow } from "./discrete.ts";
import { findAttainable } from "./discrete-space.ts";
import type { Findings } from "./findings.ts";

/** Rows as they stand in the file; row i on line lines[i]. */
export interface FileRows {
  readonly rows: readonly Row[];
  readonly lines: readonly number[];
}

/** Adds a finding about a row. */
export type RowReport = (code: Code, column: keyof Row, expected: string, found: string) => void;

/** @param configuration undefined where the sidecar does not tell; then rows are checked by themselves. */
export function checkRows(
  { rows, lines }: FileRows,
  configuration: Configuration | undefined,
  findings: Findings,
): void {
  const checkDeclared = configuration === undefined ? () => {} : makeDeclaredCheck(configuration);
  const isAttainable = findAttainable(rows.filter(({ problem }) => problem === DISCRETE_PROBLEM));
  let line = 0;
  const report: RowReport = (code, column, expected, found) =>
    findings.add(code, { file: "csv", line, column }, { expected, found });
  rows.forEach((row, index) => {
    line = lines[index] as number;
    checkDeclared(row, report);
    checkImplementation(row, report);
    checkRegret(row, report);
    checkTimes(row, report);
    if (row.problem === DISCRETE_PROBLEM) checkDiscreteRow(row, isAttainable, report);
    else checkUnusedDiagnostics(row, report);
  });
}

function makeDeclaredCheck({ problems, seeds, tpe }: Configuration): (row: Row, report: RowReport) => void {
  const declared = new Map(problems.map((problem) => [problem.name, problem]));
  const declaredSeeds = new Set(seeds);
  return (row, report) => {
    const problem = declared.get(row.problem);
    if (problem === undefined) report("row.undeclared", "problem", "a configured problem", row.problem);
    if (!declaredSeeds.has(row.seed)) report("row.undeclared", "seed", "a configured seed", String(row.seed));
    if (row.startup_trials !== tpe.startup_trials)
      report("row.startup-trials", "startup_trials", String(tpe.startup_trials), String(row.startup_trials));
    if (problem === undefined) return;
    if (row.trials !== problem.trials) report("row.trials", "trials", String(problem.trials), String(row.trials));
    const optimum = problem.declared_optimum.value;
    if (!Object.is(row.optimum, optimum))
      report("row.optimum", "optimum", formatFloat(optimum), formatFloat(row.optimum));
  };
}

const KNOWN: readonly string[] = Object.values(IMPLEMENTATIONS);

function checkImplementation({ implementation, validation_ns }: Row, report: RowReport): void {
  if (!KNOWN.includes(implementation))
    report("row.implementation", "implementation", KNOWN.join(" or "), implementation);
  if (implementation === IMPLEMENTATIONS.optuna && validation_ns !== 0)
    report("row.validation", "validation_ns", "0", String(validation_ns));
}

function checkRegret({ best_value, optimum, best_regret }: Row, report: RowReport): void {
  const regret = Math.max(0, best_value - optimum);
  if (!Object.is(best_regret, regret))
    report("row.regret", "best_regret", formatRegret(regret), formatFloat(best_regret));
  const least = optimum - OPTIMUM_TOLERANCE;
  if (best_value < least)
    report("row.below-optimum", "best_value", `at least ${formatFloat(least)}`, formatFloat(best_value));
}

/** Two finite doubles can be further apart than any double. */
function formatRegret(regret: number): string {
  return Number.isFinite(regret) ? formatFloat(regret) : "a finite difference";
}

/** A sum of three counts that fit a double is exact wherever it does not exceed a fourth. */
function checkTimes({ sampler_ns, objective_ns, validation_ns, wall_ns }: Row, report: RowReport): void {
  const phases = sampler_ns + objective_ns + validation_ns;
  if (phases > wall_ns) report("row.phases", "wall_ns", `at least ${phases}`, String(wall_ns));
}

/** What the columns hold that say something of million_discrete only. */
const UNUSED = [
  ["unique_candidates", -1],
  ["duplicate_candidates", -1],
  ["exact_optimum_hits", 0],
  ["best_hamming", -1],
  ["best_l1", -1],
] as const;

function checkUnusedDiagnostics(row: Row, report: RowReport): void {
  for (const [column, value] of UNUSED) {
    if (row[column] !== value) report("row.discrete", column, String(value), String(row[column]));
  }
}
