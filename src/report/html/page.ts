// A report as one HTML file that needs nothing else: no script, no font, no picture, no address.
import { drawDiscrete } from "../charts/discrete.ts";
import { drawOverhead, drawOverheadRatio } from "../charts/overhead.ts";
import { drawDistribution, drawStrips, STRIP_SEEDS } from "../charts/regret.ts";
import { type Section, TITLE } from "../report.ts";
import type { ProblemSummary } from "../summary.ts";
import type { Table } from "../table.ts";
import { html, Markup } from "./markup.ts";
import style from "./style.css" with { type: "text" };

/** Nothing may be loaded and nothing may run, whatever the page holds. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** @returns the document with a line end. */
export function formatReportHtml(sections: readonly Section[]): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${TITLE}</title>
<link rel="icon" href="data:,">
<style>
${new Markup(style)}</style>
</head>
<body>
<h1>${TITLE}</h1>
${sections.map(formatSection)}</body>
</html>
`;
  return page.text;
}

function formatSection({ heading, notes, summary, timing, figures, facts }: Section): Markup {
  const { problems, million_discrete } = summary;
  return html`<section>
<h2>${heading}</h2>
${notes.map((note) => html`<p>${note}</p>\n`)}
${timing ? formatOverhead(problems) : html``}
${formatRegrets(problems)}
${million_discrete.length > 0 ? formatGroup("Candidates proposed on million_discrete", DISCRETE_LEGEND, [["by seed", drawDiscrete(million_discrete)]]) : html``}
${figures.map(formatTable)}
${facts.map(formatTable)}
</section>
`;
}

const KEYS = html`<span class="key native">&#9679; native</span>, <span class="key optuna">&#9670; Optuna 4.9.0</span>`;
const DISCRETE_LEGEND = html`${KEYS}. Solid: unique candidates, with their number and how often the optimum itself was proposed; pale: duplicates.`;

function formatOverhead(problems: readonly ProblemSummary[]): Markup {
  const legend = html`${KEYS}. One mark a seed, a bar at the median; the figures are the medians and their ratio.`;
  return formatGroup("Overhead: what a trial costs the sampler", legend, [
    ["Time per trial", drawOverhead(problems)],
    ["How many times as long Optuna takes", drawOverheadRatio(problems)],
  ]);
}

function formatRegrets(problems: readonly ProblemSummary[]): Markup {
  const cut = problems.some(({ pairs }) => pairs.length > STRIP_SEEDS);
  const some = cut ? ` Of more than ${STRIP_SEEDS} seeds, ${STRIP_SEEDS} are drawn, evenly spread over the list.` : "";
  const strips = html`${KEYS}. Each line is a pair: the mark further left is the better one.${some}`;
  const curves = html`<span class="key native">&#8212; native</span>, <span class="key optuna">- - Optuna 4.9.0</span>. The higher curve has more seeds at or below a regret.`;
  return html`${formatGroup(
    "Best regret of each pair",
    strips,
    problems.map((problem) => [problem.problem, drawStrips(problem)]),
  )}
${formatGroup(
  "Distribution of the best regrets",
  curves,
  problems.map((problem) => [problem.problem, drawDistribution(problem)]),
)}`;
}

function formatGroup(title: string, legend: Markup, charts: readonly (readonly [string, string])[]): Markup {
  const figures = charts.map(
    ([caption, svg]) => html`<figure><figcaption>${caption}</figcaption>${new Markup(svg)}</figure>\n`,
  );
  return html`<h3>${title}</h3>
<p class="legend">${legend}</p>
<div class="charts">
${figures}</div>
`;
}

function formatTable({ title, head, rows, kind, notes = [] }: Table): Markup {
  const cells = (row: readonly string[]) => row.map((cell) => html`<td>${cell}</td>`);
  return html`<h3>${title}</h3>
<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table class="${kind}">
<thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${cells(row)}</tr>\n`)}</tbody>
</table></div>
${notes.map((note) => html`<p class="note">${note}</p>\n`)}`;
}
