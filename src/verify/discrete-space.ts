// All candidates of million_discrete, by value and distance: what a row may claim of its best candidate. The objective is that
// of native/benchmark and python/runner.py, a third time, so that a receiver needs neither.
import { KNOWN_ENUMERATION } from "../problems.ts";
import type { Row } from "../results/schema.ts";

const [T0, T1, T2, T3, T4, T5] = KNOWN_ENUMERATION.minimizer;

type Claim = Pick<Row, "best_value" | "best_hamming" | "best_l1">;

/** Keys of claims that were looked up before. */
const known = new Map<number, boolean>();

/** @returns for each of these rows whether a candidate has its value at its Hamming and L1 distance. One pass over all 10^6. */
export function findAttainable(rows: readonly Claim[]): (row: Claim) => boolean {
  const asked = new Set(rows.map(keyOfClaim).filter((key) => key !== null && !known.has(key)));
  if (asked.size > 0) {
    for (const key of asked) known.set(key as number, false);
    visitCandidates((key) => {
      if (asked.has(key)) known.set(key, true);
    });
  }
  return (row) => known.get(keyOfClaim(row) ?? Number.NaN) ?? false;
}

/** Hamming is at most 6, l1 at most 42, and a key is an integer that a double holds. null: no candidate can be meant. */
function keyOfClaim({ best_value, best_hamming, best_l1 }: Claim): number | null {
  const possible = Number.isInteger(best_value) && best_value >= 0 && best_value < 1e6;
  const near = best_hamming >= 0 && best_hamming <= 6 && best_l1 >= 0 && best_l1 <= 42;
  return possible && near ? makeKey(best_value, best_hamming, best_l1) : null;
}

function makeKey(value: number, hamming: number, l1: number): number {
  return value * 512 + 64 * hamming + l1;
}

function visitCandidates(visit: (key: number) => void): void {
  const [c11, c13, c17] = [11, 13, 17].map(tabulateCirc) as [Uint8Array, Uint8Array, Uint8Array];
  const circ = (table: Uint8Array, value: number) => table[value + CIRC_OFFSET] as number;
  for (let candidate = 0; candidate < KNOWN_ENUMERATION.candidate_count; candidate += 1) {
    // Its six coordinates are its decimal digits.
    const d0 = Math.floor(candidate / 100_000) - T0;
    const d1 = (Math.floor(candidate / 10_000) % 10) - T1;
    const d2 = (Math.floor(candidate / 1000) % 10) - T2;
    const d3 = (Math.floor(candidate / 100) % 10) - T3;
    const d4 = (Math.floor(candidate / 10) % 10) - T4;
    const d5 = (candidate % 10) - T5;
    const coupled =
      17 * square(circ(c11, 3 * d0 + 5 * d1 + 7 * d2 + 2 * d3)) +
      13 * square(circ(c13, 2 * d1 + 3 * d2 + 5 * d3 + 7 * d4)) +
      11 * square(circ(c17, 5 * d0 + 2 * d2 + 3 * d4 + 7 * d5)) +
      19 * square(circ(c11, d0 * d3 + 2 * d1 * d4 + 3 * d2 * d5)) +
      7 * square(circ(c13, d0 * d1 + d2 * d3 + d4 * d5));
    const squares = square(d0) + square(d1) + square(d2) + square(d3) + square(d4) + square(d5);
    const hamming = +(d0 !== 0) + +(d1 !== 0) + +(d2 !== 0) + +(d3 !== 0) + +(d4 !== 0) + +(d5 !== 0);
    const l1 = Math.abs(d0) + Math.abs(d1) + Math.abs(d2) + Math.abs(d3) + Math.abs(d4) + Math.abs(d5);
    visit(makeKey(100 * coupled + squares, hamming, l1));
  }
}

/** No argument of circ is further from 0. */
const CIRC_OFFSET = 1000;

/** @returns the distance of each value from the nearest multiple of `modulus`, at value + CIRC_OFFSET. */
function tabulateCirc(modulus: number): Uint8Array {
  return Uint8Array.from({ length: 2 * CIRC_OFFSET + 1 }, (_, index) => {
    const rest = (((index - CIRC_OFFSET) % modulus) + modulus) % modulus;
    return Math.min(rest, modulus - rest);
  });
}

function square(value: number): number {
  return value * value;
}
