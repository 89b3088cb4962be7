// A comparison as a person and as a script read it.
import { areHostsEqual } from "../results/hosts.ts";
import { dumpsIndented, Float } from "../results/python-json.ts";
import { BOOTSTRAP_RESAMPLES, BOOTSTRAP_SEED, CONFIDENCE } from "../stats/bootstrap.ts";
import { smallestPValue } from "../stats/sign-test.ts";
import { EXACT_PAIRS } from "../stats/signed-rank.ts";
import type { Comparison, Estimate, Measure } from "./comparison.ts";
import { markFloats } from "./document.ts";
import { tabulateDifferences } from "./facts.ts";
import { canBeSignificant, SIGNIFICANCE } from "./gate.ts";
import type { ReportedResult } from "./result.ts";
import { formatFigure, type Table } from "./table.ts";
import { formatTables } from "./text.ts";

export interface ComparedResults {
  readonly base: ReportedResult;
  readonly next: ReportedResult;
  readonly comparison: Comparison;
}

/** @returns the tables and, with a limit, the gate's line, with a line end. */
export function formatComparisonText({ base, next, comparison }: ComparedResults): string {
  const { estimates, gate, pairs, only_in_base, only_in_new } = comparison;
  const groups = Map.groupBy(estimates, ({ implementation, measure }) => `${implementation} ${measure}`);
  const differences = tabulateDifferences(base, next);
  const tables = [...groups.values()].map((group) => tabulate(group, gate !== null));
  const lines = [
    `${pairs} pairs compared; ${only_in_base} only in ${base.source.csv}, ${only_in_new} only in ${next.source.csv}`,
    METHOD,
    ...(hostsAreEqual(base, next) ? [] : [OTHER_HOSTS]),
    ...(gate === null ? [] : [`Gate at ${gate.limit}: ${gate.verdict}`]),
  ];
  const facts = differences.rows.length === 0 ? [] : [differences];
  return `${formatTables([...tables, ...facts])}\n\n${lines.join("\n")}\n`;
}

/** @returns one JSON document with a line end. */
export function formatComparisonJson({ base, next, comparison }: ComparedResults): string {
  const describe = ({ source, csvSha256, sidecar }: ReportedResult) => ({
    csv: { path: source.csv, sha256: csvSha256 },
    configuration_sha256: sidecar.configuration_sha256,
    native_executable_sha256: sidecar.environment.native_executable_sha256,
  });
  return `${dumpsIndented({
    base: describe(base),
    new: describe(next),
    ...markFloats(comparison),
    differences: tabulateDifferences(base, next).rows.map(([fact = "", old = "", now = ""]) => ({
      fact,
      base: old,
      new: now,
    })),
    hosts_equal: hostsAreEqual(base, next),
    method: {
      bootstrap_resamples: { ...BOOTSTRAP_RESAMPLES },
      bootstrap_seed: BOOTSTRAP_SEED,
      exact_pairs: EXACT_PAIRS,
      confidence: new Float(CONFIDENCE),
      significance: new Float(SIGNIFICANCE),
    },
  })}\n`;
}

const TITLES: Readonly<Record<Measure, string>> = {
  quality: "(new regret + floor) / (base regret + floor)",
  overhead: "new sampler time per trial / base",
  overhead_vs_optuna: "new (native time / Optuna's) / base",
};

const METHOD = [
  `interval: ${100 * CONFIDENCE} % percentile bootstrap of the median ratio, ${BOOTSTRAP_RESAMPLES.most} resamples (fewer above 1000 pairs), seed ${BOOTSTRAP_SEED}`,
  `p: exact two-sided Wilcoxon signed-rank (normal above ${EXACT_PAIRS} pairs) and sign tests of the log ratios; (Holm): corrected over all rows of one implementation`,
  "effect: matched-pairs rank-biserial correlation, from -1 (new better in every pair) to 1 (worse in every pair)",
].join("\n");

const OTHER_HOSTS =
  "The hosts are not known to have one CPU model and one governor: the overhead ratios are of the machines too.";

function tabulate(estimates: readonly Estimate[], judged: boolean): Table {
  const { implementation, measure } = estimates[0] as Estimate;
  const head = [
    "problem",
    "pairs",
    "differ",
    "ratio",
    "interval",
    "signed-rank p",
    "(Holm)",
    "sign p",
    "(Holm)",
    "effect",
  ];
  const verdicts = judged && estimates.some(({ verdict }) => verdict !== null);
  return {
    title: `${measure} of ${implementation}: ${TITLES[measure]}, median; above 1 the new one is worse`,
    head: verdicts ? [...head, "verdict"] : head,
    rows: estimates.map((estimate) => [...formatEstimate(estimate), ...(verdicts ? [String(estimate.verdict)] : [])]),
    kind: "figures",
    notes: noteWeakness(estimates),
  };
}

function formatEstimate(estimate: Estimate): string[] {
  const { problem, pairs, differing, median_ratio, interval, rank_biserial } = estimate;
  const { signed_rank_p, signed_rank_p_holm, sign_p, sign_p_holm } = estimate;
  return [
    problem ?? "all",
    String(pairs),
    String(differing),
    formatFigure(median_ratio),
    interval === null ? "none" : `[${formatFigure(interval.low)}, ${formatFigure(interval.high)}]`,
    ...[signed_rank_p, signed_rank_p_holm, sign_p, sign_p_holm].map(formatP),
    rank_biserial.toFixed(2),
  ];
}

function formatP(value: number): string {
  return value < 1e-6 ? "<1e-6" : String(Number(value.toPrecision(3)));
}

/** Whatever the values, so few pairs, or so few that differ, cannot be significant. */
function noteWeakness(estimates: readonly Estimate[]): string[] {
  const weak = estimates.flatMap(({ problem, pairs, differing, smallest_p }) => {
    const name = problem ?? "all";
    if (!canBeSignificant(pairs)) return [`${name} (${pairs} pairs, p is at least ${formatP(smallestPValue(pairs))})`];
    if (differing === 0 || canBeSignificant(differing)) return [];
    return [`${name} (${differing} of ${pairs} pairs differ, p is at least ${formatP(smallest_p)})`];
  });
  return weak.length === 0 ? [] : [`Too few pairs to reach significance at ${SIGNIFICANCE}: ${weak.join(", ")}`];
}

function hostsAreEqual(...results: readonly ReportedResult[]): boolean {
  return areHostsEqual(results.map(({ sidecar }) => sidecar.environment.host ?? null));
}
