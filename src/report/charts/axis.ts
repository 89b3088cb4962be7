// The axes of the charts: where they end, and where their ticks stand.

/** Most ticks that fit beside one another. */
const MOST_TICKS = 7;

/** So dense that two of them lie between any two ends that logAxis sets. */
const FINE = [1, 1.2, 1.5, 1.8, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9];

export interface Axis {
  readonly domain: readonly [number, number];
  readonly ticks: readonly number[];
}

/** A logarithmic axis around positive values: ticks at powers of ten, with 2 and 5 between where there are few. */
export function logAxis(values: readonly number[]): Axis {
  const positive = values.filter((value) => value > 0 && Number.isFinite(value));
  const low = Math.min(...positive, Infinity);
  const high = Math.max(...positive, 0);
  if (high === 0) return { domain: [1, 10], ticks: [1, 10] };
  const domain = [low / 1.25, high * 1.25] as const;
  const ticks = powersWithin(...domain);
  return { domain, ticks: ticks.length > 1 ? ticks : steps(FINE, ...domain) };
}

/** From 0, linear below `floor` and logarithmic above: for regrets, which may be 0. */
export function regretAxis(values: readonly number[], floor: number): Axis {
  const high = Math.max(floor, ...values) * 1.1;
  const above = powersWithin(floor, high);
  return { domain: [0, high], ticks: [0, ...(above.length < 3 ? [floor / 2] : []), ...above] };
}

/** Plain digits where they are short. */
export function formatTick(value: number): string {
  return value >= 1e6 || (value > 0 && value < 1e-4) ? value.toExponential() : String(value);
}

function powersWithin(low: number, high: number): number[] {
  const powers = steps([1], low, high);
  if (powers.length < 3) return steps([1, 2, 5], low, high);
  const stride = Math.ceil(powers.length / MOST_TICKS);
  return powers.filter((_, index) => index % stride === 0);
}

/** Each digit times each power of ten that lies within. */
function steps(digits: readonly number[], low: number, high: number): number[] {
  const first = Math.floor(Math.log10(low));
  const last = Math.ceil(Math.log10(high));
  const exponents = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return exponents
    .flatMap((exponent) => digits.map((digit) => Number(`${digit}e${exponent}`)))
    .filter((tick) => tick >= low && tick <= high);
}
