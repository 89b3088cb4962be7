// The best regrets of one problem: by seed, both engines on one line; and how many seeds came how far.
import { dot, lineY, link, ruleY, text } from "@observablehq/plot";
import type { PairSummary, ProblemSummary } from "../summary.ts";
import { formatFigure, spread } from "../table.ts";
import { type Axis, formatTick, regretAxis } from "./axis.ts";
import { drawChart, HALO, LOOK, MUTED, WIDTH } from "./plot.ts";

/** Seeds that have a line of their own. */
export const STRIP_SEEDS = 40;
/** Steps of a distribution that are drawn; more would lie within the width of the line. */
const MOST_STEPS = 500;
const STRIP = 24;
/** Left of a distribution. px */
const CURVE_MARGIN = 48;
/** Of one digit of a seed. px */
const DIGIT = 7.7;
/** Room that an engine's name takes beside its curve. px */
const NAME_WIDTH = 50;

/** One line a seed, from the native regret to Optuna's. */
export function drawStrips(problem: ProblemSummary): string {
  const pairs = spread(problem.pairs, STRIP_SEEDS);
  const title = ({ seed, native_regret, optuna_regret, winner }: PairSummary) =>
    `seed ${seed}: native ${formatFigure(native_regret)}, Optuna ${formatFigure(optuna_regret)}, winner ${winner}`;
  return drawChart(`Best regret by seed, ${problem.problem}`, {
    height: STRIP * pairs.length + 64,
    ...MARGINS,
    marginLeft: 14 + DIGIT * Math.max(4, ...pairs.map(({ seed }) => String(seed).length)),
    x: axisOptions(axisOf(problem), problem.ratio_floor),
    y: { type: "point", domain: pairs.map(({ seed }) => String(seed)), label: "seed", labelAnchor: "top", tickSize: 0 },
    marks: [
      ruleY(pairs, { y: seedOf, stroke: "var(--line)" }),
      link(pairs, {
        x1: "native_regret",
        x2: "optuna_regret",
        y: seedOf,
        stroke: MUTED,
        strokeOpacity: 0.6,
        strokeWidth: 2,
        title,
      }),
      dot(pairs, { x: "optuna_regret", y: seedOf, fill: LOOK.optuna.colour, symbol: "diamond", r: 5.5, title }),
      dot(pairs, { x: "native_regret", y: seedOf, fill: LOOK.native.colour, r: 4, title }),
    ],
  });
}

/** The share of seeds whose regret is at most x. */
export function drawDistribution(problem: ProblemSummary): string {
  const axis = axisOf(problem);
  const curves = {
    native: problem.pairs.map((pair) => pair.native_regret).sort((a, b) => a - b),
    optuna: problem.pairs.map((pair) => pair.optuna_regret).sort((a, b) => a - b),
  };
  const curve = (engine: keyof typeof curves) =>
    lineY(stepsOf(curves[engine], axis.domain[1]), {
      x: "value",
      y: "share",
      curve: "step-after",
      stroke: LOOK[engine].colour,
      strokeDasharray: LOOK[engine].dash,
      strokeWidth: 2.25,
    });
  const names = nameCurves(curves, axis, problem.ratio_floor);
  return drawChart(`Distribution of the best regrets, ${problem.problem}`, {
    height: 210,
    ...MARGINS,
    marginLeft: CURVE_MARGIN,
    x: axisOptions(axis, problem.ratio_floor),
    y: {
      domain: [0, 1],
      ticks: [0, 0.25, 0.5, 0.75, 1],
      tickFormat: (share) => `${share * 100}%`,
      grid: true,
      label: "seeds with at most this regret",
      labelAnchor: "top",
      labelArrow: "none",
    },
    marks: [
      ruleY([0], { stroke: "currentColor" }),
      curve("native"),
      curve("optuna"),
      ...names.map(({ engine, value, share, side }) =>
        text([LOOK[engine].name], {
          x: [value],
          y: [share],
          text: (name) => name,
          fill: LOOK[engine].colour,
          fontWeight: 600,
          ...HALO,
          textAnchor: side === "left" ? "end" : "start",
          dx: side === "left" ? -7 : 7,
        }),
      ),
    ],
  });
}

const MARGINS = { marginTop: 26, marginRight: 16, marginBottom: 40 } as const;

const seedOf = ({ seed }: PairSummary): string => String(seed);

function axisOf({ pairs, ratio_floor }: ProblemSummary): Axis {
  const regrets = pairs.flatMap((pair) => [pair.native_regret, pair.optuna_regret]);
  return regretAxis(regrets, ratio_floor);
}

function axisOptions({ domain, ticks }: Axis, floor: number) {
  return {
    type: "symlog",
    constant: floor,
    domain,
    ticks: [...ticks],
    tickFormat: formatTick,
    label: `best regret (log scale above ${formatTick(floor)})`,
    labelAnchor: "center",
    labelArrow: "none",
  } as const;
}

function stepsOf(sorted: readonly number[], end: number): { value: number; share: number }[] {
  const steps = sorted.map((value, index) => ({ value, share: (index + 1) / sorted.length }));
  return [{ value: 0, share: 0 }, ...spread(steps, MOST_STEPS), { value: end, share: 1 }];
}

type Engine = "native" | "optuna";
interface CurveName {
  readonly engine: Engine;
  readonly value: number;
  readonly share: number;
  readonly side: "left" | "right";
}

/**
 * Left of the left curve and right of the right one nothing else can be, at the height where they are furthest apart. A name
 * that has no room there is left to the legend.
 */
function nameCurves(curves: Readonly<Record<Engine, readonly number[]>>, axis: Axis, floor: number): CurveName[] {
  const width = WIDTH - CURVE_MARGIN - MARGINS.marginRight;
  const place = (value: number) => (Math.log1p(value / floor) / Math.log1p(axis.domain[1] / floor)) * width;
  const seeds = curves.native.length;
  const heights = [...new Set([0.3, 0.5, 0.7].map((share) => Math.floor(share * seeds)))];
  const at = (engine: Engine, height: number) => place(curves[engine][height] as number);
  const gap = (height: number) => Math.abs(at("native", height) - at("optuna", height));
  const height = heights.sort((a, b) => gap(b) - gap(a))[0] as number;
  const [left, right]: [Engine, Engine] =
    at("native", height) <= at("optuna", height) ? ["native", "optuna"] : ["optuna", "native"];
  const share = (height + 0.5) / seeds;
  const name = (engine: Engine, side: CurveName["side"]) => ({
    engine,
    value: curves[engine][height] as number,
    share,
    side,
  });
  const names: CurveName[] = [];
  if (at(left, height) >= NAME_WIDTH) names.push(name(left, "left"));
  else if (gap(height) >= NAME_WIDTH) names.push(name(left, "right"));
  if (width - at(right, height) >= NAME_WIDTH) names.push(name(right, "right"));
  return names;
}
