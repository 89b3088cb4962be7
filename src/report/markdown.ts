// A report as GitHub-flavoured Markdown.
import { markdownTable } from "markdown-table";
import { type Section, TITLE } from "./report.ts";
import { printable, type Table } from "./table.ts";

/** @returns the document with a line end. */
export function formatReportMarkdown(sections: readonly Section[]): string {
  const parts = sections.flatMap(({ heading, notes, figures, facts }) => [
    `## ${escapeMarkdown(heading)}`,
    ...notes.map(escapeMarkdown),
    ...[...figures, ...facts].map(formatTable),
  ]);
  return `${[`# ${TITLE}`, ...parts].join("\n\n")}\n`;
}

function formatTable({ title, head, rows, kind, notes = [] }: Table): string {
  const align = head.map((_, column) => (column === 0 || kind === "facts" ? "l" : "r"));
  const cells = [head, ...rows].map((row) => row.map(escapeMarkdown));
  const table = markdownTable(cells, { align, alignDelimiters: true });
  return [`### ${escapeMarkdown(title)}`, table, ...notes.map(escapeMarkdown)].join("\n\n");
}

/** A stranger's text stays text: no markup, no HTML, no cell of its own. An underscore within a word is none. */
export function escapeMarkdown(text: string): string {
  return printable(text).replace(/[\\`*[\]<>|&~#]|(?<!\w)_|_(?!\w)/g, "\\$&");
}
