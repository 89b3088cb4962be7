// What came of a replay, as a person and as a script read it.
import { dumpsIndented } from "../results/python-json.ts";
import type { ReplayOutcome } from "../results/replay-outcome.ts";
import { markFloats } from "./document.ts";

/** @returns lines with a line end. */
export function formatReplayText({ rows, differences, explanations }: ReplayOutcome): string {
  if (differences.length === 0) return `${rows.length} rows replayed: every value but the times is the same\n`;
  const lines = differences.map(
    ({ implementation, problem, seed, column, recorded, replayed }) =>
      `${implementation} ${problem} seed ${seed}: ${column} was ${recorded}, is ${replayed}`,
  );
  const reasons = explanations.map((explanation) => `  ${explanation}`);
  const may = reasons.length === 0 ? [] : ["What may explain it:", ...reasons];
  return `${[`${rows.length} rows replayed: ${differences.length} values differ`, ...lines, ...may].join("\n")}\n`;
}

/** @returns one JSON document with a line end. */
export function formatReplayJson({ rows, differences, explanations }: ReplayOutcome): string {
  return `${dumpsIndented({
    reproduced: differences.length === 0,
    rows: rows.map((row) => markFloats(row)),
    differences: differences.map(({ column, recorded, replayed, ...row }) => ({
      ...markFloats(row),
      column,
      recorded: markFloats({ [column]: recorded })[column] ?? null,
      replayed: markFloats({ [column]: replayed })[column] ?? null,
    })),
    explanations,
  })}\n`;
}
