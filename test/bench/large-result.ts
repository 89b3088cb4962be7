// bun test/bench/large-result.ts FOLDER ROWS... -- results of any number of rows that keep the contract, made from the
// published sidecar: nothing ran.
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { configurationSha256, makePlan } from "../../src/benchmark/plan.ts";
import { makeRow } from "../../src/benchmark/run.ts";
import { formatCsv } from "../../src/results/csv.ts";
import { sha256Hex } from "../../src/results/fingerprint.ts";
import { dumpsIndented, Float, type JsonObject, parseJson } from "../../src/results/python-json.ts";
import { defaultSidecarPath } from "../../src/results/schema.ts";

const PUBLISHED = resolve(import.meta.dir, "../fixtures/published/2026-07-18-full.csv.metadata.json");

/** All but million_discrete, whose columns depend on one another. */
const PROBLEMS = ["branin2", "hartmann3", "rosenbrock6", "rotated_rastrigin6", "mixed_log"];

if (import.meta.main) {
  const [folder = "", ...counts] = process.argv.slice(2);
  for (const rows of counts) await writeLargeResult(folder, Number(rows));
}

/** Writes ROWS.csv and its sidecar. @param rows a multiple of ten. */
export async function writeLargeResult(folder: string, rows: number): Promise<void> {
  const seeds = Array.from({ length: rows / (2 * PROBLEMS.length) }, (_, seed) => seed);
  const { configuration, jobs } = makePlan({ smoke: false, seeds, problems: PROBLEMS });
  const random = xoroshiro128plus(rows);
  const table = jobs.map((job) => {
    const nanoseconds = Math.round((1 + uniformFloat64(random)) * 1e5 * job.trials);
    const optimum = configuration.problems.find(({ name }) => name === job.problem)?.declared_optimum.value ?? 0;
    return makeRow(job, {
      ...job,
      best_value: optimum + uniformFloat64(random) * 10,
      sampler_ns: job.engine === "native" ? nanoseconds : 4 * nanoseconds,
      objective_ns: 1000,
      validation_ns: 0,
      wall_ns: 5 * nanoseconds,
      unique_candidates: -1,
      duplicate_candidates: -1,
      exact_optimum_hits: 0,
      best_hamming: -1,
      best_l1: -1,
    });
  });
  const csv = formatCsv(table);
  const document = parseJson(readFileSync(PUBLISHED, "utf8")) as JsonObject & {
    readonly execution: { readonly command: readonly string[] };
    readonly validation: JsonObject;
  };
  const sidecar = {
    ...document,
    configuration,
    configuration_sha256: await configurationSha256(configuration),
    artifacts: { csv: { path: "large.csv", rows: table.length, sha256: await sha256Hex(csv) } },
    validation: { ...document.validation, million_discrete_full_enumeration: null },
    execution: { command: document.execution.command.slice(0, 2), driver_wall_seconds: new Float(1e9) },
  };
  const path = join(folder, `${rows}.csv`);
  writeFileSync(path, csv);
  writeFileSync(defaultSidecarPath(path), `${dumpsIndented(sidecar)}\n`);
}
