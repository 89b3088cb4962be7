// A report as plain text, and as JSON.

import { dumpsIndented } from "../results/python-json.ts";
import { markFloats } from "./document.ts";
import { type Section, TITLE } from "./report.ts";
import { formatTables } from "./text.ts";

/** @returns the document with a line end. */
export function formatReportText(sections: readonly Section[]): string {
  const parts = sections.flatMap(({ heading, notes, figures, facts }) => [
    `${heading}\n${"=".repeat(heading.length)}`,
    ...notes,
    formatTables([...figures, ...facts]),
  ]);
  return `${[TITLE, ...parts].join("\n\n")}\n`;
}

/** @returns one JSON document with a line end: each result's CSV, sidecar and derived figures, all pairs included. */
export function formatReportJson(sections: readonly Section[]): string {
  const results = sections.map(({ result, summary, timing }) => ({
    csv: { path: result.source.csv, rows: result.rows.length, sha256: result.csvSha256 },
    metadata: result.sidecar,
    summary: markFloats(summary),
    timing_comparable: timing,
  }));
  return `${dumpsIndented({ results })}\n`;
}
