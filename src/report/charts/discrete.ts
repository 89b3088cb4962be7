// What was proposed on million_discrete: how many of the trials were new candidates, and how often the optimum was hit.
import { barX, ruleX, text } from "@observablehq/plot";
import { IMPLEMENTATIONS } from "../../results/schema.ts";
import type { DiscreteSummary } from "../summary.ts";
import { spread } from "../table.ts";
import { drawChart, LOOK } from "./plot.ts";

/** Rows with a bar of their own: both engines of twenty seeds. */
export const DISCRETE_ROWS = 40;
const ROW = 26;
/** Of one character. px */
const CHARACTER = 7.6;

export function drawDiscrete(all: readonly DiscreteSummary[]): string {
  const rows = spread(all, DISCRETE_ROWS);
  const colour = (row: DiscreteSummary) =>
    row.implementation === IMPLEMENTATIONS.native ? LOOK.native.colour : LOOK.optuna.colour;
  const name = (row: DiscreteSummary) =>
    `${row.seed} ${row.implementation === IMPLEMENTATIONS.native ? "native" : "Optuna"}`;
  const label = (row: DiscreteSummary) => `${row.unique_candidates}, ${row.exact_optimum_hits} hits`;
  const room = (texts: readonly string[]) => 12 + CHARACTER * Math.max(...texts.map((text) => text.length));
  const trials = Math.max(...rows.map((row) => row.unique_candidates + row.duplicate_candidates));
  const title = (row: DiscreteSummary) =>
    `seed ${row.seed}, ${row.implementation}: ${row.unique_candidates} unique, ${row.duplicate_candidates} duplicate, ` +
    `${row.exact_optimum_hits} exact hits, best hamming ${row.best_hamming}, best l1 ${row.best_l1}`;
  return drawChart("Unique and duplicate candidates by seed", {
    height: ROW * rows.length + 60,
    marginTop: 10,
    marginRight: room(rows.map(label)),
    marginBottom: 40,
    marginLeft: room(rows.map(name)),
    x: {
      domain: [0, trials],
      ticks: [0, trials / 2, trials],
      label: "candidates: unique solid, duplicate pale",
      labelAnchor: "center",
      labelArrow: "none",
    },
    y: { type: "band", domain: rows.map(name), label: null, tickSize: 0, padding: 0.25 },
    marks: [
      barX(rows, { x1: 0, x2: "unique_candidates", y: name, fill: colour, title }),
      barX(rows, {
        x1: "unique_candidates",
        x2: (row) => row.unique_candidates + row.duplicate_candidates,
        y: name,
        fill: colour,
        fillOpacity: 0.3,
        title,
      }),
      text(rows, {
        y: name,
        frameAnchor: "right",
        textAnchor: "start",
        dx: 6,
        text: label,
        fill: "currentColor",
      }),
      ruleX([0]),
    ],
  });
}
