import { describe, expect, test } from "bun:test";
import { formatPoolJson, formatPoolSummary, summarizePool } from "../../../src/report/pool.ts";
import { Float } from "../../../src/results/python-json.ts";
import type { HostFacts, PoolRecord } from "../../../src/results/schema.ts";
import { makePool } from "../../../src/verify/pool.ts";
import { buildPoolSidecar } from "../../../src/verify/pool-sidecar.ts";
import { makeSample, makeVerified, put, repair } from "../verify/sample-result.ts";

/** A pool of three results: two of one CPU, one of another; times of the second CPU are ten times as long. */
async function makeThree(otherCpu: string | undefined) {
  const results = await Promise.all(
    [17, 41, 73].map(async (seed, index) => {
      const sample = await makeSample({ seeds: [seed] });
      const slow = index === 2 && otherCpu !== undefined;
      const sidecar = slow ? put(sample.sidecar, ["environment", "host", "cpu_model"], otherCpu) : sample.sidecar;
      const late = put(sidecar, ["execution", "driver_wall_seconds"], new Float(60));
      const rows = sample.rows.map((row) => ({
        ...row,
        wall_ns: row.wall_ns * 11,
        sampler_ns: row.sampler_ns * (slow ? 10 : 1),
      }));
      return makeVerified(await repair({ rows, sidecar: late }));
    }),
  );
  const pool = makePool(results);
  const sidecar = await buildPoolSidecar(pool, { path: "p.csv", rows: 12, sha256: "0".repeat(64) }, []);
  return { sidecar, summary: summarizePool(pool.rows, sidecar.environment.pool as PoolRecord) };
}

describe("of equal hosts", () => {
  test("times are pooled with the rest, and the host is named", async () => {
    const { summary } = await makeThree(undefined);
    expect(summary.timing).toHaveLength(1);
    const text = formatPoolSummary(summary);
    expect(text).toContain("native us/trial");
    expect(text).toContain("Times are of 3 results on Prozessor");
  });
});

describe("of unequal hosts", () => {
  test("times are not pooled: it is said, and each host has figures of its own", async () => {
    const { summary } = await makeThree("slow");
    const [pooled, ...timing] = formatPoolSummary(summary).split("Times are not pooled");
    expect(pooled).not.toContain("us/trial");
    expect(pooled).toContain("Medians over the seeds: best regret\n");
    expect(timing.join()).toContain("Sampler time on slow, governor performance (1 result)");
    expect(timing.join()).toContain("(2 results)");
    const [fast, slow] = summary.timing.toSorted((a, b) => b.results - a.results);
    const costs = [fast, slow].map((host) => host?.problems[0]?.native_median_us_per_trial ?? 0);
    expect((costs[1] as number) / (costs[0] as number)).toBeCloseTo(10, 1);
  });

  test("the document has no pooled times", async () => {
    const { summary, sidecar } = await makeThree("slow");
    const refused = [{ csv: "x.csv", code: "pool.native", reason: "another" }];
    const document = JSON.parse(formatPoolJson({ ...summary, sidecar, metadataPath: "p.json", refused }));
    expect(document).toMatchObject({ timing_comparable: false, refused, artifacts: { metadata: { path: "p.json" } } });
    expect(document.summary.problems[0]).toMatchObject({ native_median_us_per_trial: null, us_per_trial_ratio: null });
    expect(document.timing.map(({ results }: { results: number }) => results).sort()).toEqual([1, 2]);
    expect(document.pooled).toHaveLength(3);
  });
});

test("results whose hosts are not recorded are groups of their own", () => {
  const result = { problems: ["branin2"], seeds: [1], host: null as HostFacts | null };
  const record = { timing_comparable: false, results: [result, { ...result, seeds: [2] }] } as unknown as PoolRecord;
  const rows = ["pineforge_native", "optuna_4.9.0"].flatMap((implementation) =>
    [1, 2].map((seed) => ({ implementation, problem: "branin2", seed, trials: 1, sampler_ns: 1, best_regret: 1 })),
  );
  const { timing } = summarizePool(rows as never, record);
  expect(timing.map(({ host, results }) => `${host}: ${results}`)).toEqual(
    Array(2).fill("a host that is not recorded: 1"),
  );
});
