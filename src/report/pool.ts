// The figures of a pool: quality over all its rows, times only within one kind of host.
import { areHostsEqual, describeHost } from "../results/hosts.ts";
import { dumpsIndented } from "../results/python-json.ts";
import type { PooledResult, PoolRecord, Row, Sidecar } from "../results/schema.ts";
import { markFloats } from "./document.ts";
import { type ProblemSummary, type Summary, summarize } from "./summary.ts";
import { COST_HEAD, formatCosts, summaryTables } from "./summary-tables.ts";
import type { Table } from "./table.ts";
import { formatTables } from "./text.ts";

/** Results whose times may be compared, and the figures of their rows. */
export interface HostTiming {
  readonly host: string;
  readonly results: number;
  readonly problems: readonly ProblemSummary[];
}

export interface PoolSummary {
  readonly summary: Summary;
  readonly timing_comparable: boolean;
  /** One where all times may be compared. */
  readonly timing: readonly HostTiming[];
}

export function summarizePool(rows: readonly Row[], { results, timing_comparable }: PoolRecord): PoolSummary {
  const timing = groupByHost(results).map((group) => ({
    host: describeHost((group[0] as PooledResult).host),
    results: group.length,
    problems: summarize(rowsOf(rows, group)).problems,
  }));
  return { summary: summarize(rows), timing_comparable, timing };
}

/** @returns several lines, without a line end after the last. */
export function formatPoolSummary(pool: PoolSummary): string {
  const tables = formatTables(summaryTables(pool.summary, pool.timing_comparable));
  return [tables, describeTiming(pool), ...hostTables(pool).map((table) => formatTables([table]))].join("\n\n");
}

/** Of which hosts the times are. */
export function describeTiming({ timing_comparable, timing }: PoolSummary): string {
  const [first] = timing;
  if (timing_comparable && first !== undefined) return `Times are of ${countResults(first)} on ${first.host}.`;
  return "Times are not pooled: the hosts are not known to have one CPU model and one governor.";
}

/** The times by kind of host, where those of the pool are not comparable. */
export function hostTables({ timing_comparable, timing }: PoolSummary): Table[] {
  if (timing_comparable) return [];
  return timing.map((host) => ({
    title: `Sampler time on ${host.host} (${countResults(host)})`,
    head: ["problem", ...COST_HEAD],
    rows: host.problems.map((problem) => [problem.problem, ...formatCosts(problem)]),
    kind: "figures",
  }));
}

function countResults({ results }: HostTiming): string {
  return `${results} ${results === 1 ? "result" : "results"}`;
}

/** A result of an unknown host is a group of its own. */
function groupByHost(results: readonly PooledResult[]): PooledResult[][] {
  const groups: PooledResult[][] = [];
  for (const result of results) {
    const group = groups.find(([first]) => areHostsEqual([(first as PooledResult).host, result.host]));
    if (group === undefined) groups.push([result]);
    else group.push(result);
  }
  return groups;
}

function rowsOf(rows: readonly Row[], results: readonly PooledResult[]): Row[] {
  const pairs = new Set(
    results.flatMap(({ problems, seeds }) => problems.flatMap((name) => seeds.map((seed) => `${name} ${seed}`))),
  );
  return rows.filter(({ problem, seed }) => pairs.has(`${problem} ${seed}`));
}

export interface PoolDocument extends PoolSummary {
  readonly sidecar: Sidecar;
  readonly metadataPath: string;
  readonly refused: readonly { readonly csv: string; readonly code: string; readonly reason: string }[];
}

/** @returns one JSON document with a line end; where times are not comparable, the pool's own are null. */
export function formatPoolJson(document: PoolDocument): string {
  const { sidecar, metadataPath, refused, summary, timing_comparable, timing } = document;
  const problems = summary.problems.map((problem) => (timing_comparable ? problem : { ...problem, ...NO_TIMING }));
  return `${dumpsIndented({
    artifacts: { csv: sidecar.artifacts.csv, metadata: { path: metadataPath } },
    configuration: sidecar.configuration,
    configuration_sha256: sidecar.configuration_sha256,
    pooled: sidecar.environment.pool?.results ?? [],
    refused: refused.map((refusal) => ({ ...refusal })),
    summary: markFloats({ ...summary, problems }),
    timing: timing.map(({ host, results, problems: figures }) => ({
      host,
      results,
      problems: figures.map((figure) => markFloats({ problem: figure.problem, ...pickTiming(figure) })),
    })),
    timing_comparable,
  })}\n`;
}

const NO_TIMING = { native_median_us_per_trial: null, optuna_median_us_per_trial: null, us_per_trial_ratio: null };

function pickTiming(problem: ProblemSummary) {
  const { native_median_us_per_trial, optuna_median_us_per_trial, us_per_trial_ratio } = problem;
  return { native_median_us_per_trial, optuna_median_us_per_trial, us_per_trial_ratio };
}
