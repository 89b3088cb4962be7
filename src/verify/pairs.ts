// The rows as a whole: exactly the pairs that the configuration declares, in their order, equal budgets within each.
import { type Configuration, IMPLEMENTATIONS, type Row } from "../results/schema.ts";
import type { Findings, Place } from "./findings.ts";
import type { FileRows } from "./rows.ts";

/** Native before Optuna. */
const ORDER: readonly string[] = [IMPLEMENTATIONS.native, IMPLEMENTATIONS.optuna];

/** @param unreadable lines that gave no row: as many missing rows are explained by them and not reported again */
export function checkPairs(
  file: FileRows,
  unreadable: number,
  { problems, seeds }: Configuration,
  findings: Findings,
): void {
  const grid = new Grid(
    problems.map(({ name }) => name),
    seeds,
  );
  const places = grid.place(file, findings);
  checkComplete(places, grid, unreadable, findings);
  checkOrder(places, file, findings);
  checkBudgets(places, file, findings);
}

/** The configured rows, numbered in the order that they should stand in. */
class Grid {
  readonly #problems: readonly string[];
  readonly #seeds: readonly number[];
  readonly #problemIndex: ReadonlyMap<string, number>;
  readonly #seedIndex: ReadonlyMap<number, number>;

  constructor(problems: readonly string[], seeds: readonly number[]) {
    this.#problems = problems;
    this.#seeds = seeds;
    this.#problemIndex = new Map(problems.map((name, index) => [name, index]));
    this.#seedIndex = new Map(seeds.map((seed, index) => [seed, index]));
  }

  /** @returns for each configured row the index of the row in the file, or -1; a second row for one place is reported. */
  place({ rows, lines }: FileRows, findings: Findings): Int32Array {
    const places = new Int32Array(this.#problems.length * this.#seeds.length * ORDER.length).fill(-1);
    rows.forEach((row, index) => {
      const at = this.#number(row);
      if (at < 0) return;
      const first = places[at] as number;
      if (first < 0) places[at] = index;
      else reportDoubled(() => this.name(at), lines[index] as number, lines[first] as number, findings);
    });
    return places;
  }

  /** Of a row that should be there. */
  name(at: number): string {
    const pair = Math.floor(at / ORDER.length);
    const problem = this.#problems[Math.floor(pair / this.#seeds.length)];
    return `${ORDER[at % ORDER.length]}, ${problem}, seed ${this.#seeds[pair % this.#seeds.length]}`;
  }

  #number({ problem, seed, implementation }: Row): number {
    const problemAt = this.#problemIndex.get(problem) ?? -1;
    const seedAt = this.#seedIndex.get(seed) ?? -1;
    const engineAt = ORDER.indexOf(implementation);
    if (problemAt < 0 || seedAt < 0 || engineAt < 0) return -1;
    return (problemAt * this.#seeds.length + seedAt) * ORDER.length + engineAt;
  }
}

function reportDoubled(name: () => string, line: number, first: number, findings: Findings): void {
  findings.add("pair.doubled", { file: "csv", line }, () => ({
    expected: "one row",
    found: `${name()}, again after line ${first}`,
  }));
}

function checkComplete(places: Int32Array, grid: Grid, unreadable: number, findings: Findings): void {
  if (places.filter((index) => index < 0).length <= unreadable) return;
  places.forEach((index, at) => {
    if (index < 0)
      findings.add("pair.missing", { file: "csv" }, () => ({ expected: grid.name(at), found: "no such row" }));
  });
}

/** Once: what stands behind the first row that is out of order follows from it. */
function checkOrder(places: Int32Array, { rows, lines }: FileRows, findings: Findings): void {
  let before = -1;
  for (const index of places) {
    if (index < 0) continue;
    if (index < before) {
      const { implementation, problem, seed } = rows[before] as Row;
      const place: Place = { file: "csv", line: lines[index] as number };
      const expected = `this row below line ${lines[before]}`;
      findings.add("pair.order", place, { expected, found: `it above ${implementation}, ${problem}, seed ${seed}` });
      return;
    }
    before = index;
  }
}

function checkBudgets(places: Int32Array, { rows, lines }: FileRows, findings: Findings): void {
  for (let at = 0; at < places.length; at += ORDER.length) {
    const native = rows[places[at] as number];
    const optuna = rows[places[at + 1] as number];
    if (native === undefined || optuna === undefined) continue;
    for (const column of ["trials", "startup_trials"] as const) {
      if (native[column] === optuna[column]) continue;
      const place: Place = { file: "csv", line: lines[places[at + 1] as number] as number, column };
      const expected = `${native[column]}, as on line ${lines[places[at] as number]}`;
      findings.add("pair.budgets", place, { expected, found: String(optuna[column]) });
    }
  }
}
