// How the cost of a trial grows, as a drawing that stands alone: one panel a space, one line a sampler, both axes
// logarithmic.
import { createDocument } from "@mixmark-io/domino";
import { dot, lineY, plot, text } from "@observablehq/plot";
import type { Sampler, Stretch } from "./stretch.ts";

const COLOURS: Readonly<Record<Sampler, string>> = { fast: "#0b7285", reference: "#868e96", optuna: "#d9480f" };
const SPACES = ["real", "int", "mixed"];

/** @returns one SVG document. */
export function drawScaling(rows: readonly Stretch[]): string {
  const place = { x: "n", y: "cpu_us_per_trial", fx: "space" } as const;
  const colour = { stroke: "sampler" } as const;
  const trials = powersAround(rows.map(({ n }) => n));
  const costs = powersAround(rows.map(({ cpu_us_per_trial }) => cpu_us_per_trial));
  const chart = plot({
    document: createDocument(""),
    width: 960,
    height: 400,
    marginTop: 48,
    marginLeft: 60,
    marginRight: 30,
    marginBottom: 44,
    style: { fontSize: "12px", fontFamily: "sans-serif", background: "white" },
    x: { ...axisOf(trials), label: "trials so far", labelAnchor: "center" },
    y: { ...axisOf(costs), label: "processor time, µs per trial" },
    fx: { domain: SPACES, label: null, tickFormat: (space: string) => `16 ${space} parameters` },
    color: { domain: Object.keys(COLOURS), range: Object.values(COLOURS) },
    marks: [
      lineY(rows, { ...place, ...colour, z: "sampler", strokeWidth: 2 }),
      dot(rows, { ...place, fill: "sampler", r: 3 }),
      text(lastOfEach(rows), {
        ...place,
        text: "sampler",
        fill: "sampler",
        stroke: "white",
        strokeWidth: 4,
        dy: -12,
        textAnchor: "end",
      }),
    ],
  });
  chart.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return `${chart.outerHTML}\n`;
}

/** From the power of ten below all values to the one above. */
function powersAround(values: readonly number[]): number[] {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.ceil(Math.log10(Math.max(...values)));
  return Array.from({ length: high - low + 1 }, (_, at) => 10 ** (low + at));
}

function axisOf(powers: readonly number[]) {
  const domain = [powers[0], powers.at(-1)] as [number, number];
  return { type: "log", domain, ticks: [...powers], tickFormat: "~s", grid: true } as const;
}

function lastOfEach(rows: readonly Stretch[]): Stretch[] {
  return [...Map.groupBy(rows, ({ space, sampler }) => `${space} ${sampler}`).values()].map(
    (line) => line.at(-1) as Stretch,
  );
}
