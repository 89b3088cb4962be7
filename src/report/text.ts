// Tables as plain text, without colours, the same on every machine.
import Cli from "cli-table3";
import type { Summary } from "./summary.ts";
import { summaryTables } from "./summary-tables.ts";
import { printable, type Table } from "./table.ts";

/**
 * @param options.timing false where the times of the rows are not comparable: then none is printed.
 * @returns several lines, without a line end after the last.
 */
export function formatSummary(summary: Summary, { timing } = { timing: true }): string {
  return formatTables(summaryTables(summary, timing));
}

/** What a person has to know of a run whose pairs are not all ties. Of a stranger's result it need not be true. */
export const TIES_NOTE = `Where observations are equal (integer, stepped and categorical parameters), the native sampler orders them by trial number,
stock Optuna as NumPy does on this CPU: from there on the two are different runs of the same algorithm, and which of them
wins is chance. pineforge-bench parity --ties both shows the trial.`;

/** @returns the tables with an empty line between, without a line end after the last. */
export function formatTables(tables: readonly Table[]): string {
  return tables.map(formatTable).join("\n\n");
}

/** The first column to the left, numbers to the right, two spaces between, no borders; then the notes. */
export function formatTable({ title, head, rows, kind, notes = [] }: Table): string {
  const table = new Cli({
    head: [...head],
    colAligns: head.map((_, column) => (column === 0 || kind === "facts" ? "left" : "right")),
    style: { head: [], border: [], "padding-left": 2, "padding-right": 0 },
    chars: NO_BORDERS,
  });
  table.push(...rows.map((row) => row.map(printable)));
  const lines = table.toString().split("\n");
  const below = notes.length === 0 ? [] : ["", ...notes];
  return [printable(title), ...lines.map((line) => line.trimEnd()), ...below].join("\n");
}

const NO_BORDERS = Object.fromEntries(
  ["top", "bottom", "left", "right"]
    .flatMap((side) => [side, `${side}-mid`, `${side}-left`, `${side}-right`])
    .concat("mid", "mid-mid", "middle")
    .map((name) => [name, ""]),
);
