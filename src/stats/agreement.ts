// Two runs of the same study, trial by trial: where they first part, and whether equal observations can be the reason.

/** Proposals are the same up to this, relative to the larger; objectives up to this, relative to the larger of both and 1. */
export const TOLERANCE = 1e-9;

/**
 * Below this, in units of the parameter's largest value in the study, proposals are compared with that value instead: a
 * draw is a mean plus a multiple of sigma, both of that size, and where they cancel to nearly 0 rounding is relative to them.
 */
export const NEAR_ZERO = 1e-5;

/** What the column after the parameters is called. */
const OBJECTIVE = "objective";

/** One row a trial: its parameters in declared order, then its objective. */
export type Trials = readonly (readonly number[])[];

export interface Disagreement {
  /** From 0. */
  readonly trial: number;
  /** The first parameter that differs, or "objective". */
  readonly parameter: string;
  readonly left: number;
  readonly right: number;
}

export interface Agreement {
  /** How many trials differ. After the first, every later one may: the runs have seen different objectives. */
  readonly disagreements: number;
  readonly first: Disagreement | null;
  /**
   * Whether, at the first disagreement, every parameter that differs had been proposed with equal values before: only then
   * can the order in which equal observations are sorted have made the difference.
   */
  readonly hasTies: boolean;
}

/** @param left as many trials as `right`, of as many columns. */
export function compareTrials(left: Trials, right: Trials, parameters: readonly string[]): Agreement {
  const scales = parameters.map((_, column) => NEAR_ZERO * largest(left, column));
  const differing = left.map((row, trial) => differences(row, right[trial] ?? [], scales));
  const trial = differing.findIndex((columns) => columns.length > 0);
  const column = differing[trial]?.[0];
  if (column === undefined) return { disagreements: 0, first: null, hasTies: false };
  const valueIn = (rows: Trials) => rows[trial]?.[column] ?? Number.NaN;
  return {
    disagreements: differing.filter((columns) => columns.length > 0).length,
    first: { trial, parameter: parameters[column] ?? OBJECTIVE, left: valueIn(left), right: valueIn(right) },
    hasTies: haveTies(left.slice(0, trial), differing[trial] ?? [], parameters.length),
  };
}

/** The columns that differ; the objective's only where the proposals agree, for it follows from them. */
function differences(left: readonly number[], right: readonly number[], scales: readonly number[]): number[] {
  const differs = (column: number, scale: number) => !isSame(left[column], right[column], scale);
  const columns = [...scales.keys()].filter((column) => differs(column, scales[column] ?? 0));
  const objective = scales.length;
  return columns.length === 0 && differs(objective, 1) ? [objective] : columns;
}

/** @param scale what the difference is at least relative to. */
function isSame(a = Number.NaN, b = Number.NaN, scale: number): boolean {
  return Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b), scale);
}

function largest(trials: Trials, column: number): number {
  return trials.reduce((most, row) => Math.max(most, Math.abs(row[column] ?? 0)), 0);
}

function haveTies(history: Trials, columns: readonly number[], parameters: number): boolean {
  return columns.every(
    (column) => column < parameters && new Set(history.map((row) => row[column])).size < history.length,
  );
}
