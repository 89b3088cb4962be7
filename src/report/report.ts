// Results -> a report: the same sections, tables and figures in every format.
import { tabulateFacts, tabulateOrigin, tabulatePool } from "./facts.ts";
import { describeTiming, hostTables, summarizePool } from "./pool.ts";
import type { ReportedResult } from "./result.ts";
import { type Summary, summarize } from "./summary.ts";
import { summaryTables } from "./summary-tables.ts";
import type { Table } from "./table.ts";

/** What a report says of one result. */
export interface Section {
  readonly heading: string;
  readonly result: ReportedResult;
  readonly summary: Summary;
  /** Whether the times of all rows may be compared. */
  readonly timing: boolean;
  readonly notes: readonly string[];
  /** The figures, derived from the rows. */
  readonly figures: readonly Table[];
  /** What the sidecar says. */
  readonly facts: readonly Table[];
}

export const TITLE = "Native TPE against Optuna 4.9.0";

export function describeResult(result: ReportedResult): Section {
  const pool = result.sidecar.environment.pool;
  const pooled = pool === undefined ? null : summarizePool(result.rows, pool);
  const timing = pooled?.timing_comparable ?? true;
  const summary = pooled?.summary ?? summarize(result.rows);
  const origins = pool === undefined ? [] : [tabulatePool(pool)];
  return {
    heading: describeHeading(result),
    result,
    summary: timing ? summary : withoutTimes(summary),
    timing,
    notes: pooled === null ? [ROWS] : [ROWS, describeTiming(pooled)],
    figures: [...summaryTables(summary, timing), ...(pooled === null ? [] : hostTables(pooled))],
    facts: [tabulateOrigin(result), ...origins, ...tabulateFacts(result)],
  };
}

/** NaN stands for no figure; in JSON it is null. */
function withoutTimes(summary: Summary): Summary {
  const none = {
    native_median_us_per_trial: Number.NaN,
    optuna_median_us_per_trial: Number.NaN,
    us_per_trial_ratio: Number.NaN,
  };
  return { ...summary, problems: summary.problems.map((problem) => ({ ...problem, ...none })) };
}

const ROWS =
  "Each row is one implementation running one problem with one seed; a pair is both implementations of one problem and " +
  "seed. Regret is max(0, best value - declared optimum), in the objective's unit: lower is better.";

function describeHeading({ sidecar }: ReportedResult): string {
  const { profile, problems, seeds } = sidecar.configuration;
  const count = (items: readonly unknown[], noun: string) => `${items.length} ${noun}${items.length === 1 ? "" : "s"}`;
  return `Profile ${profile}: ${count(problems, "problem")}, ${count(seeds, "seed")}`;
}
