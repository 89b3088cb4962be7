// The table of bench:sampler: what a proposal costs, beside what has to be reached.
import { formatTable } from "../../src/report/text.ts";
import { formatSpread, significant } from "./spread.ts";

export const LONG = { name: "16 real, last 1,000 of 10,000", trials: 10_000, last: 5 };

/** Optuna over fast: what has to be reached, and what is aimed at. */
const BARS: Readonly<Record<string, readonly [must: number, aim: number]>> = {
  branin2: [600, 1500],
  hartmann3: [600, 1500],
  rosenbrock6: [700, 1500],
  rotated_rastrigin6: [700, 1500],
  mixed_log: [1000, 3000],
  million_discrete: [4000, 10_000],
  [LONG.name]: [10_000, 25_000],
};

/** Microseconds per trial of one seed. */
export interface Costs {
  readonly fast: number;
  readonly reference: number;
  readonly optuna: number;
}

/** @param costs problem -> its costs, one seed at least and the same number for all. */
export function formatCosts(costs: ReadonlyMap<string, readonly Costs[]>): string {
  const head = ["problem", "fast", "reference", "Optuna", "Optuna/fast", "must", "aim", "reference/fast"];
  const rows = [...costs].map(([name, all]) => {
    const spread = (value: (cost: Costs) => number) => formatSpread(all.map(value), significant);
    const [must, aim] = BARS[name] ?? [Number.NaN, Number.NaN];
    return [
      ...[name, spread(({ fast }) => fast), spread(({ reference }) => reference), spread(({ optuna }) => optuna)],
      ...[spread(({ fast, optuna }) => optuna / fast), String(must), String(aim)],
      spread(({ fast, reference }) => reference / fast),
    ];
  });
  const seeds = [...costs.values()][0]?.length ?? 0;
  const title = `Microseconds of ask + tell per trial: median (least to greatest) over ${seeds} seeds`;
  return formatTable({ title, head, rows, kind: "figures" });
}
