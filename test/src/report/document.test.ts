import { expect, test } from "bun:test";
import { configurationSha256, makePlan } from "../../../src/benchmark/plan.ts";
import { formatPlanJson, formatPlanText, formatRunJson } from "../../../src/report/document.ts";
import { summarize } from "../../../src/report/summary.ts";
import { Float, type JsonObject, parseJson } from "../../../src/results/python-json.ts";
import { readPublishedRows } from "./published.ts";

const { configuration, jobs } = makePlan({ smoke: true });
const plan = { configuration, configuration_sha256: await configurationSha256(configuration) };
const rows = readPublishedRows();
const NO_FILES = { csv: null, metadata: null };

test("the JSON of a run holds every row, with floats where the CSV has them and ints elsewhere", () => {
  const artifacts = { csv: { path: "/a.csv", rows: 60, sha256: "00" }, metadata: { path: "/a.json" } };
  const document = parseJson(formatRunJson({ ...plan, rows, artifacts }, summarize(rows))) as JsonObject;
  const first = (document.rows as JsonObject[])[0];
  expect(Object.keys(document)).toEqual(["artifacts", "configuration", "configuration_sha256", "rows", "summary"]);
  expect((document.rows as JsonObject[]).length).toBe(60);
  expect(first?.best_value).toEqual(new Float(0.442941285059975));
  expect(first?.sampler_ns).toBe(14378542);
  expect((document.artifacts as JsonObject).csv as JsonObject).toEqual(artifacts.csv);
});

test("an integral float keeps its point in the JSON of a run", () => {
  const text = formatRunJson({ ...plan, rows, artifacts: NO_FILES }, summarize(rows));
  expect(text).toContain('"best_value": 8841.0');
  expect(text).toContain('"ratio_floor": 1.0');
  expect(text).toContain('"native_wins": 19');
  expect(text).toContain('"csv": null');
});

test("a ratio that is no number is null", () => {
  const instant = rows.map((row) => (row.implementation === "pineforge_native" ? { ...row, sampler_ns: 0 } : row));
  expect(formatRunJson({ ...plan, rows, artifacts: NO_FILES }, summarize(instant))).toContain(
    '"us_per_trial_ratio": null',
  );
});

test("the plan's JSON lists the jobs in order with the protocol's keys", () => {
  const document = parseJson(formatPlanJson(plan, jobs)) as JsonObject;
  expect(document.jobs).toEqual(jobs.map((job) => ({ ...job })));
  expect(document.configuration_sha256).toBe(plan.configuration_sha256);
});

test("the plan's text names the hash and one job a line", () => {
  const lines = formatPlanText(plan, jobs).split("\n");
  expect(lines).toContain(`configuration_sha256 ${plan.configuration_sha256}`);
  expect(lines).toContain("0 native branin2 seed 17, 32 trials, 8 startup trials");
  expect(lines).toContain("5 optuna million_discrete seed 17, 32 trials, 8 startup trials");
});
