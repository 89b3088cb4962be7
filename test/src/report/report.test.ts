import { describe, expect, test } from "bun:test";
import { formatReportHtml } from "../../../src/report/html/page.ts";
import { formatReportMarkdown } from "../../../src/report/markdown.ts";
import { describeResult } from "../../../src/report/report.ts";
import { formatReportJson, formatReportText } from "../../../src/report/report-text.ts";
import { type JsonObject, parseJson } from "../../../src/results/python-json.ts";
import type { HostFacts, PoolRecord } from "../../../src/results/schema.ts";
import { published, withEnvironment, withRows } from "./reported.ts";

const section = describeResult(published);
const formats = { formatReportText, formatReportMarkdown, formatReportHtml };

/** As a reader sees it, whatever the format's markup. */
const plain = (text: string) => text.replaceAll("\\", "").replaceAll("&#39;", "'");

describe.each(Object.entries(formats))("%s", (_name, format) => {
  const text = plain(format([section]));

  test("shows every table's title and every cell", () => {
    for (const { title, rows, notes = [] } of [...section.figures, ...section.facts]) {
      expect(text).toContain(title);
      for (const cell of [...rows.flat(), ...notes]) expect(text).toContain(cell);
    }
  });

  test("names the hashes, the floors, the clip and what was not recorded", () => {
    for (const part of [
      published.csvSha256,
      "2b624c6bcad5b5bb9bcbb2198258054d53658fd32a5ab67198d15b354bd4d732",
      "12abddc13f35933acaebf80772a74e3b9fa0af3d637c05f6afc0713a616fb404",
      "clipped to [0.01, 100]",
      "CMake version",
      "not recorded",
    ])
      expect(text).toContain(part);
  });

  test("holds a section for each result, in the order given", () => {
    const other = describeResult(withEnvironment({ platform: "the other platform" }));
    const both = plain(format([section, other]));
    expect(both.split("Profile full: 6 problems, 5 seeds").length).toBe(3);
    expect(both.indexOf("the other platform")).toBeGreaterThan(both.indexOf("macOS-26.3.1"));
  });

  test("ends with one line end", () => {
    expect(text).toMatch(/\S\n$/);
  });

  test("shows a stranger's control characters without giving them to the terminal", () => {
    const hostile = withEnvironment({ platform: "a\u001b[31mb\u202ec", processor: "d\ne" });
    const shown = plain(format([describeResult(hostile)]));
    expect(shown).toContain("u001b");
    for (const control of ["\u001b", "\u202e"]) expect(shown).not.toContain(control);
    expect(shown).not.toMatch(/d\ne/);
  });
});

test("the JSON holds each result's files, sidecar and figures", () => {
  const document = parseJson(formatReportJson([section, section])) as { results: JsonObject[] } & JsonObject;
  expect(document.results.length).toBe(2);
  const [first] = document.results;
  expect(first?.csv).toEqual({ path: published.source.csv, rows: 60, sha256: published.csvSha256 });
  expect(first?.metadata).toEqual(published.sidecar);
  expect(first?.summary).toMatchObject({ native_wins: 19, optuna_wins: 11, ties: 0 });
  expect(first?.timing_comparable).toBe(true);
});

test("Markdown keeps a stranger's markup as text", () => {
  const hostile = withEnvironment({ platform: "a|b <img src=x> [c](d) `e` _f_ *g*" });
  expect(formatReportMarkdown([describeResult(hostile)])).toContain(
    "a\\|b \\<img src=x\\> \\[c\\](d) \\`e\\` \\_f\\_ \\*g\\*",
  );
});

describe("a list of very many seeds", () => {
  const [native, optuna] = published.rows.slice(0, 2);
  if (native === undefined || optuna === undefined) throw new Error("the fixture is empty");
  const seeds = Array.from({ length: 1000 }, (_, seed) => seed);
  const many = {
    ...published,
    rows: seeds.flatMap((seed) => [
      { ...native, seed, best_regret: seed },
      { ...optuna, seed },
    ]),
    sidecar: { ...published.sidecar, configuration: { ...published.sidecar.configuration, seeds } },
  };
  const long = describeResult(many);

  test("is cut in the tables, which say so, and not in the figures", () => {
    expect(long.figures[0]?.rows.length).toBe(200);
    expect(long.figures[0]?.title).toBe("Best regret by seed (the first 200 of each problem; 800 more are in the CSV)");
    expect(long.summary.problems[0]?.native_median_regret).toBe(499.5);
    expect(formatReportText([long])).toContain("47, 48, 49, ... (1000 in all)");
  });

  test("is spread evenly over the charts, which say so", () => {
    const page = formatReportHtml([long]);
    expect(page).toContain("Of more than 40 seeds, 40 are drawn, evenly spread over the list.");
    for (const seed of [0, 512, 999]) expect(page).toContain(`>seed ${seed}: native`);
    expect(page.length).toBeLessThan(400_000);
  });
});

describe("a pool", () => {
  const host = (cpu_model: string): HostFacts => ({
    cpu_model,
    logical_cpus: 2,
    governor: "performance",
    load_average: [],
    virtualisation: null,
    kernel: "Linux",
    clock_source: null,
    numpy_simd_features: [],
  });
  const [seed, ...seeds] = published.sidecar.configuration.seeds;
  const problems = published.sidecar.configuration.problems.map(({ name }) => name);
  const part = (seedList: readonly number[], cpu: string, csv_sha256: string) => ({
    csv_sha256,
    configuration_sha256: "1".repeat(64),
    generated_at_utc: "2026-07-18T15:08:38.852850+00:00",
    rows: 12 * seedList.length,
    problems,
    seeds: seedList,
    platform: "Linux",
    python_version: "3.11.7",
    repository_revision: null,
    repository_dirty: null,
    host: host(cpu),
    driver_wall_seconds: published.sidecar.execution.driver_wall_seconds,
  });
  const pool = (cpu: string): PoolRecord => ({
    timing_comparable: cpu === "one CPU",
    results: [part([seed as number], "one CPU", "a".repeat(64)), part(seeds, cpu, "b".repeat(64))],
  });

  test("of equal hosts has the figures of a run, and says what it was made of", () => {
    const pooled = describeResult(withEnvironment({ pool: pool("one CPU") }));
    expect(pooled.figures).toEqual(section.figures);
    expect(pooled.notes[1]).toBe("Times are of 2 results on one CPU, governor performance.");
    expect(pooled.facts[1]?.rows.map(([sha256]) => sha256)).toEqual(["a".repeat(64), "b".repeat(64)]);
  });

  test("of different hosts takes no figure over their times, in any format", () => {
    const pooled = describeResult(withEnvironment({ pool: pool("another CPU") }));
    expect(pooled.figures[1]?.head).toEqual(["problem", "trials", "native", "optuna"]);
    const page = formatReportHtml([pooled]);
    expect(page).not.toContain("Sampler time per trial");
    expect(page).toContain("Times are not pooled: the hosts are not known");
    expect(page).toContain("Sampler time on another CPU, governor performance (1 result)");
    expect(formatReportJson([pooled])).toContain('"us_per_trial_ratio": null');
    expect(formatReportJson([pooled])).toContain('"timing_comparable": false');
  });
});

test("a page of regrets and times that are all zero is drawn all the same", () => {
  const nothing = withRows(() => ({ best_regret: 0, sampler_ns: 0, unique_candidates: 0, duplicate_candidates: 0 }));
  const page = formatReportHtml([describeResult(nothing)]);
  expect(page.match(/<svg/g)?.length).toBe(15);
  expect(page).not.toMatch(/(?:translate\(|[xy12r]=")[^"]*(?:NaN|Infinity)/);
});
