// Charts as SVG text, without a browser: Observable Plot on domino's DOM. They are drawn at the width of a phone, so that
// their text is never scaled down, and coloured by the page's custom properties, so that they follow dark and light.
import { createDocument } from "@mixmark-io/domino";
import { type PlotOptions, plot } from "@observablehq/plot";

export const WIDTH = 360;

/** What the page's style defines for both colour schemes; each engine has a symbol of its own too. */
export const LOOK = {
  native: { colour: "var(--native)", symbol: "circle", dash: "none", name: "native" },
  optuna: { colour: "var(--optuna)", symbol: "diamond", dash: "5 3", name: "Optuna" },
} as const;

export const MUTED = "var(--muted)";

/** Keeps text legible where a line runs behind it. */
export const HALO = { stroke: "var(--paper)", strokeWidth: 4 } as const;

/** @returns one `<svg>` element. */
export function drawChart(label: string, options: PlotOptions): string {
  const document = createDocument("");
  const style = { fontSize: "12px", fontFamily: "inherit" };
  const chart = plot({ width: WIDTH, document, style, ...options });
  chart.setAttribute("role", "img");
  chart.setAttribute("aria-label", label);
  return chart.outerHTML;
}
