// What a pool's sidecar says of the results that it was made of: `environment.pool`.
import { areHostsEqual } from "../results/hosts.ts";
import { formatFloat } from "../results/python-json.ts";
import type { Configuration, PooledResult, PoolRecord } from "../results/schema.ts";
import type { Findings } from "./findings.ts";
import type { CheckedSidecar } from "./sidecar.ts";

export function sumWallSeconds(results: readonly PooledResult[]): number {
  return results.reduce((sum, { driver_wall_seconds }) => sum + driver_wall_seconds.value, 0);
}

export function checkPool(
  { environment, configuration, artifacts, execution }: CheckedSidecar,
  findings: Findings,
): void {
  const pool = environment?.pool;
  if (pool === undefined) return;
  const { results } = pool;
  const report = (key: string, expected: string, found: string) =>
    findings.add("environment.pool", { file: "sidecar", key: `environment.pool${key}` }, { expected, found });
  const comparable = areHostsEqual(results.map(({ host }) => host));
  if (pool.timing_comparable !== comparable) report(".timing_comparable", String(comparable), String(!comparable));
  checkOrder(pool, report);
  for (const [index, { rows, problems, seeds }] of results.entries()) {
    const expected = 2 * problems.length * seeds.length;
    if (rows !== expected) report(`.results[${index}].rows`, String(expected), String(rows));
  }
  const rows = results.reduce((sum, result) => sum + result.rows, 0);
  if (artifacts?.csv && artifacts.csv.rows !== rows) report(".results", `${artifacts.csv.rows} rows`, `${rows}`);
  if (configuration !== undefined) checkCover(results, configuration, report);
  const wall = sumWallSeconds(results);
  if (execution !== undefined && execution.driver_wall_seconds.value !== wall)
    report(".results", `${formatFloat(execution.driver_wall_seconds.value)} s of driver time`, formatFloat(wall));
}

type Report = (key: string, expected: string, found: string) => void;

/** Sorted by the CSV's hash, so that no result occurs twice either. */
function checkOrder({ results }: PoolRecord, report: Report): void {
  results.forEach(({ csv_sha256 }, index) => {
    const before = results[index - 1]?.csv_sha256 ?? "";
    if (csv_sha256 <= before) report(`.results[${index}].csv_sha256`, `a hash above ${before}`, csv_sha256);
  });
}

/** Each configured pair belongs to one result. */
function checkCover(results: readonly PooledResult[], { problems, seeds }: Configuration, report: Report): void {
  const wanted = new Set(problems.flatMap(({ name }) => seeds.map((seed) => `${name}, seed ${seed}`)));
  for (const [index, result] of results.entries()) {
    const pairs = result.problems.flatMap((name) => result.seeds.map((seed) => `${name}, seed ${seed}`));
    const surplus = pairs.find((pair) => !wanted.delete(pair));
    if (surplus !== undefined) report(`.results[${index}]`, "configured pairs, each in one result", surplus);
  }
  const [missing] = wanted;
  if (missing !== undefined) report(".results", missing, "no result that has it");
}
