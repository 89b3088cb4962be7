// Two results -> how the new one differs from the base, in quality and in overhead, paired by problem and seed.
import { median } from "simple-statistics";
import { RejectedError } from "../cli/exit.ts";
import type { EngineName } from "../engines/protocol.ts";
import { findProblem } from "../problems.ts";
import { IMPLEMENTATIONS, type Row } from "../results/schema.ts";
import { medianInterval } from "../stats/bootstrap.ts";
import { holmAdjust } from "../stats/holm.ts";
import { microsecondsPerTrial } from "../stats/overhead.ts";
import { signTest, smallestPValue } from "../stats/sign-test.ts";
import { signedRankTest } from "../stats/signed-rank.ts";
import { judge, judgeAll, type Verdict } from "./gate.ts";
import { findPairs, type Pair } from "./summary.ts";

/**
 * quality: regret, with the problem's floor added. overhead: sampler time a trial. overhead_vs_optuna: the same, divided by
 * Optuna's on the same problem and seed, which ran just after it on the same machine. Less is better in all.
 */
export type Measure = "quality" | "overhead" | "overhead_vs_optuna";

/** Optuna is the control: the same pinned code in both results. */
const MEASURES: Readonly<Record<EngineName, readonly Measure[]>> = {
  native: ["quality", "overhead", "overhead_vs_optuna"],
  optuna: ["quality", "overhead"],
};

/** One measure of one implementation on one problem, or on all. Ratios are new to base: above 1 the new one is worse. */
export interface Estimate {
  readonly implementation: string;
  readonly measure: Measure;
  /** null: all problems. */
  readonly problem: string | null;
  readonly pairs: number;
  /** Pairs whose two values differ. */
  readonly differing: number;
  readonly median_ratio: number;
  /** Of 95 % confidence, a bootstrap's; null for a single pair. */
  readonly interval: { readonly low: number; readonly high: number } | null;
  readonly signed_rank_p: number;
  readonly signed_rank_p_holm: number;
  readonly sign_p: number;
  readonly sign_p_holm: number;
  /** Matched-pairs rank-biserial correlation: 1 where every pair is worse in the new result, -1 where every one is better. */
  readonly rank_biserial: number;
  /** What either test could give at best with so many differing pairs. */
  readonly smallest_p: number;
  /** null without a limit, and for Optuna, which is the control. */
  readonly verdict: Verdict | null;
}

export interface Comparison {
  readonly estimates: readonly Estimate[];
  /** The ratio that --fail-above names, and what became of it; null without one. */
  readonly gate: { readonly limit: number; readonly verdict: Verdict } | null;
  /** Pairs (problem and seed) that both have, and that only one has. */
  readonly pairs: number;
  readonly only_in_base: number;
  readonly only_in_new: number;
}

export interface ComparisonOptions {
  readonly failAbove: number | null;
  /** Of each interval; by its number of pairs where it is left out. */
  readonly resamples?: number;
}

/** What was measured in one pair of either result. */
interface Couple {
  readonly problem: string;
  readonly base: Pair;
  readonly next: Pair;
}

type Tested = Omit<Estimate, "signed_rank_p_holm" | "sign_p_holm" | "verdict">;

/**
 * @param base the rows of a verified result. @param next those of another.
 * @throws RejectedError where no pair is in both, or a pair cannot be compared.
 */
export function compareRows(base: readonly Row[], next: readonly Row[], options: ComparisonOptions): Comparison {
  const basePairs = findPairs(base);
  const nextPairs = findPairs(next);
  const couples = findCouples(basePairs, nextPairs);
  const estimates = (["native", "optuna"] as const).flatMap((engine) => estimateEngine(engine, couples, options));
  return {
    estimates,
    gate: options.failAbove === null ? null : { limit: options.failAbove, verdict: judgeAll(estimates) },
    pairs: couples.length,
    only_in_base: basePairs.length - couples.length,
    only_in_new: nextPairs.length - couples.length,
  };
}

function findCouples(base: readonly Pair[], next: readonly Pair[]): Couple[] {
  const key = ({ native }: Pair) => `${native.problem} ${native.seed}`;
  const partners = new Map(next.map((pair) => [key(pair), pair]));
  const couples = base.flatMap((pair) => {
    const partner = partners.get(key(pair));
    return partner === undefined ? [] : [{ problem: pair.native.problem, base: pair, next: partner }];
  });
  if (couples.length === 0)
    throw new RejectedError("the two results have no pair of problem and seed in common: nothing can be compared");
  for (const { base: old, next: now } of couples) {
    requireComparable(old.native, now.native);
    requireComparable(old.optuna, now.optuna);
  }
  return couples;
}

function requireComparable(base: Row, next: Row): void {
  for (const column of ["trials", "startup_trials"] as const) {
    if (base[column] === next[column]) continue;
    throw new RejectedError(
      `${base.problem}, seed ${base.seed}: ${column} is ${base[column]} in the base and ${next[column]} in the new result: compare runs of one configuration`,
    );
  }
  if (base.sampler_ns > 0 && next.sampler_ns > 0) return;
  throw new RejectedError(
    `${base.implementation}, ${base.problem}, seed ${base.seed}: sampler_ns is 0, which has no ratio`,
  );
}

/** Every measure, by problem and over all; Holm's family is all of one implementation. */
function estimateEngine(engine: EngineName, couples: readonly Couple[], options: ComparisonOptions): Estimate[] {
  const problems = [...Map.groupBy(couples, ({ problem }) => problem)];
  const tested = MEASURES[engine].flatMap((measure) => [
    ...problems.map(([problem, group]) => test(engine, measure, problem, group, options.resamples)),
    test(engine, measure, null, couples, options.resamples),
  ]);
  const signedRank = holmAdjust(tested.map((estimate) => estimate.signed_rank_p));
  const sign = holmAdjust(tested.map((estimate) => estimate.sign_p));
  return tested.map((estimate, index) => {
    const adjusted = {
      ...estimate,
      signed_rank_p_holm: signedRank[index] as number,
      sign_p_holm: sign[index] as number,
    };
    const limit = engine === "native" ? options.failAbove : null;
    return { ...adjusted, verdict: limit === null ? null : judge(adjusted, limit) };
  });
}

function test(
  engine: EngineName,
  measure: Measure,
  problem: string | null,
  couples: readonly Couple[],
  resamples: number | undefined,
): Tested {
  const values = couples.map(
    ({ base, next }) => [measurePair(base, engine, measure), measurePair(next, engine, measure)] as const,
  );
  const ratios = values.map(([old, now]) => now / old);
  // log(now) - log(old) and not log(now / old): then as much better and as much worse are equal in size.
  const differences = values.map(([old, now]) => Math.log(now) - Math.log(old));
  const { positive, negative, p_value, rank_biserial } = signedRankTest(differences);
  return {
    implementation: IMPLEMENTATIONS[engine],
    measure,
    problem,
    pairs: differences.length,
    differing: positive + negative,
    median_ratio: median(ratios),
    interval: medianInterval(ratios, resamples),
    signed_rank_p: p_value,
    sign_p: signTest(positive, negative),
    rank_biserial,
    smallest_p: smallestPValue(positive + negative),
  };
}

/** The regret is not negative and the floor positive; so is the time, as requireComparable made sure. */
function measurePair(pair: Pair, engine: EngineName, measure: Measure): number {
  const row = pair[engine];
  if (measure === "overhead") return microsecondsPerTrial(row);
  if (measure === "overhead_vs_optuna") return microsecondsPerTrial(row) / microsecondsPerTrial(pair.optuna);
  const floor = findProblem(row.problem)?.ratioFloor;
  if (floor === undefined) throw new Error(`no problem is named ${row.problem}`);
  return row.best_regret + floor;
}
