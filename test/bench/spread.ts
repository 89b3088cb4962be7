// What several measurements of one thing came to, in one cell of a table.
import { median } from "simple-statistics";

/** @param figures one at least. @returns median (least to greatest). */
export function formatSpread(figures: readonly number[], format: (figure: number) => string): string {
  const [low, high] = [Math.min(...figures), Math.max(...figures)];
  return `${format(median([...figures]))} (${format(low)} to ${format(high)})`;
}

/** Three significant digits, four from 1000 on. */
export function significant(figure: number): string {
  return String(Number(figure.toPrecision(figure < 1000 ? 3 : 4)));
}
