// What a trial costs, by problem: each seed a mark, the median a tick, its figures beside the problem's name.
import { dot, type Markish, ruleX, ruleY, text, tickX } from "@observablehq/plot";
import type { PairSummary, ProblemSummary } from "../summary.ts";
import { formatCosts } from "../summary-tables.ts";
import { formatFigure, LISTED_PAIRS, spread } from "../table.ts";
import { formatTick, logAxis } from "./axis.ts";
import { drawChart, HALO, LOOK, MUTED } from "./plot.ts";

const ROW = 54;
/** Of a problem's name above its line. px */
const RISE = 19;

interface Mark {
  readonly problem: string;
  readonly value: number;
  readonly title: string;
}

/** Sampler time a trial of both engines, logarithmic. */
export function drawOverhead(problems: readonly ProblemSummary[]): string {
  const native = marksOf(problems, (pair) => pair.native_us_per_trial, "native", "µs/trial");
  const optuna = marksOf(problems, (pair) => pair.optuna_us_per_trial, "Optuna", "µs/trial");
  const median = (value: (problem: ProblemSummary) => number) => ({
    x: value,
    y: "problem",
    strokeWidth: 3,
    insetTop: 18,
    insetBottom: 18,
  });
  return drawStrips("Sampler time per trial", "sampler time, µs per trial (log scale)", [...native, ...optuna], {
    problems,
    figures: (problem) => {
      const [ours, theirs] = formatCosts(problem);
      return `${ours} | ${theirs} µs`;
    },
    marks: [
      dot(native, { x: "value", y: "problem", title: "title", fill: LOOK.native.colour, r: 3.5, fillOpacity: 0.6 }),
      dot(optuna, {
        x: "value",
        y: "problem",
        title: "title",
        fill: LOOK.optuna.colour,
        symbol: "diamond",
        r: 4,
        fillOpacity: 0.6,
      }),
      tickX(problems, { ...median((problem) => problem.native_median_us_per_trial), stroke: LOOK.native.colour }),
      tickX(problems, { ...median((problem) => problem.optuna_median_us_per_trial), stroke: LOOK.optuna.colour }),
    ],
  });
}

/** How many times as much a trial of Optuna costs, logarithmic. */
export function drawOverheadRatio(problems: readonly ProblemSummary[]): string {
  const ratio = (pair: PairSummary) => pair.optuna_us_per_trial / pair.native_us_per_trial;
  const ratios = marksOf(problems, ratio, "Optuna / native", "times");
  const medians = problems.map(({ us_per_trial_ratio }) => us_per_trial_ratio);
  const all = [...ratios, ...[1, ...medians].map((value) => ({ value }))];
  return drawStrips("Ratio of the sampler times", "Optuna's time ÷ native's (log scale)", all, {
    problems,
    figures: (problem) => `${formatCosts(problem)[2]} ×`,
    marks: [
      ruleX([1], { stroke: MUTED, strokeDasharray: "2 3" }),
      dot(ratios, { x: "value", y: "problem", title: "title", fill: "currentColor", r: 3.5, fillOpacity: 0.45 }),
      tickX(problems, { x: "us_per_trial_ratio", y: "problem", strokeWidth: 3, insetTop: 18, insetBottom: 18 }),
    ],
  });
}

interface Strips {
  readonly problems: readonly ProblemSummary[];
  /** At the right of a problem's name. */
  readonly figures: (problem: ProblemSummary) => string;
  readonly marks: readonly Markish[];
}

function drawStrips(
  label: string,
  axis: string,
  values: readonly { readonly value: number }[],
  { problems, figures, marks }: Strips,
): string {
  const { domain, ticks } = logAxis(values.map(({ value }) => value));
  const names = { y: "problem", dy: -RISE, fill: "currentColor", ...HALO } as const;
  return drawChart(label, {
    height: ROW * problems.length + 56,
    marginLeft: 12,
    marginRight: 12,
    marginTop: 12,
    marginBottom: 44,
    x: {
      type: "log",
      domain,
      ticks: [...ticks],
      tickFormat: formatTick,
      label: axis,
      labelAnchor: "center",
      labelArrow: "none",
    },
    y: { type: "band", domain: problems.map(({ problem }) => problem), axis: null, padding: 0 },
    marks: [
      ruleY(problems, { y: "problem", stroke: "var(--line)" }),
      ...marks,
      text(problems, { ...names, text: "problem", frameAnchor: "left", textAnchor: "start", fontWeight: 600 }),
      text(problems, { ...names, text: figures, frameAnchor: "right", textAnchor: "end" }),
    ],
  });
}

function marksOf(
  problems: readonly ProblemSummary[],
  value: (pair: PairSummary) => number,
  what: string,
  unit: string,
): Mark[] {
  return problems.flatMap(({ problem, pairs }) =>
    spread(pairs, LISTED_PAIRS).map((pair) => ({
      problem,
      value: value(pair),
      title: `${problem}, seed ${pair.seed}: ${what} ${formatFigure(value(pair))} ${unit}`,
    })),
  );
}
