import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configurationSha256, makePlan } from "../../../src/benchmark/plan.ts";
import { makeRow, type RunRequest, runBenchmark } from "../../../src/benchmark/run.ts";
import { EngineError, EnvironmentError, OutputError } from "../../../src/cli/exit.ts";
import { sha256Hex } from "../../../src/results/fingerprint.ts";
import { Float, type JsonObject, parseJson } from "../../../src/results/python-json.ts";
import { resultOf, World } from "./fakes.ts";

const plan = makePlan({ smoke: true });
let folder = "";
let world = new World();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pineforge-run-"));
  world = new World();
});
afterEach(() => rmSync(folder, { recursive: true }));

function request(): RunRequest & { files: NonNullable<RunRequest["files"]> } {
  const output = join(folder, "r.csv");
  const files = { output, metadataOutput: `${output}.metadata.json`, force: false };
  return { plan, files, command: ["python", "python/runner.py", "--smoke"] };
}

test("a run starts native before Optuna, does the jobs in order and closes both engines", async () => {
  await runBenchmark(request(), world);
  const jobs = plan.jobs.flatMap(({ id, engine }) => [`run ${id} ${engine}`, `finished ${id}`]);
  expect(world.events).toEqual([
    "create",
    "start native",
    "start optuna",
    "describe",
    ...jobs,
    "close native",
    "close optuna",
  ]);
});

test("a finished run leaves the two files and nothing else", async () => {
  const finished = await runBenchmark(request(), world);
  expect(readdirSync(folder).sort()).toEqual(["r.csv", "r.csv.metadata.json"]);
  expect(finished.rows.length).toBe(plan.jobs.length);
  expect(finished.artifacts.csv?.rows).toBe(plan.jobs.length);
});

test("the sidecar vouches for the CSV, the configuration and the command", async () => {
  const { files } = request();
  const finished = await runBenchmark(request(), world);
  const sidecar = parseJson(readFileSync(files.metadataOutput, "utf8")) as JsonObject;
  const csv = readFileSync(files.output);
  expect(sidecar.artifacts).toEqual({ csv: { path: files.output, rows: 6, sha256: await sha256Hex(csv) } });
  expect(sidecar.configuration_sha256).toBe(await configurationSha256(plan.configuration));
  expect(sidecar.configuration_sha256).toBe(finished.configuration_sha256);
  expect((sidecar.execution as JsonObject).command).toEqual(["python", "python/runner.py", "--smoke"]);
  expect((sidecar.execution as JsonObject).driver_wall_seconds).toBeInstanceOf(Float);
  expect(sidecar.validation).toMatchObject({
    declared_optima_checked_in_both_implementations: true,
    million_discrete_full_enumeration: { wall_seconds: new Float(0.5), multiplicity: 1 },
  });
});

test("a run without files writes none", async () => {
  const finished = await runBenchmark({ ...request(), files: null }, world);
  expect(finished.artifacts).toEqual({ csv: null, metadata: null });
  expect(readdirSync(folder)).toEqual([]);
});

describe("a run that fails", () => {
  test.each([
    ["for want of an interpreter", "create", new EnvironmentError("x")],
    ["when an engine starts", "start optuna", new EnvironmentError("x")],
    ["before its first row", "run 0 native", new EngineError("x")],
  ])("%s leaves nothing", async (_when, failAt, failure) => {
    world.failAt = failAt;
    world.failure = failure;
    await expect(runBenchmark(request(), world)).rejects.toBe(failure);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("between two jobs keeps the finished rows in the journal and says so", async () => {
    world.failAt = "run 3 optuna";
    world.failure = new EngineError("x");
    await expect(runBenchmark(request(), world)).rejects.toBe(world.failure);
    expect(world.events).toContain("kept 3");
    const [journal = ""] = readdirSync(folder);
    expect(readFileSync(join(folder, journal), "utf8").trim().split("\n").length).toBe(1 + 3);
  });

  test.each(["start native", "start optuna", "describe", "run 2 native", "finished 4"])(
    "at %p closes both engines",
    async (failAt) => {
      world.failAt = failAt;
      await expect(runBenchmark(request(), world)).rejects.toThrow();
      expect(world.events.slice(-3)).toEqual(expect.arrayContaining(["close native", "close optuna"]));
    },
  );
});

test("an existing output stops a run before any engine is made", async () => {
  writeFileSync(request().files.output, "precious");
  await expect(runBenchmark(request(), world)).rejects.toBeInstanceOf(OutputError);
  expect(world.events).toEqual([]);
  expect(readFileSync(request().files.output, "utf8")).toBe("precious");
  expect(existsSync(request().files.metadataOutput)).toBe(false);
});

test("a row's regret is what lies above the declared optimum, and never negative", () => {
  const [job] = plan.jobs;
  if (job === undefined) throw new Error("the plan is empty");
  const above = makeRow(job, { ...resultOf(job), best_value: 1.5 });
  const below = makeRow(job, { ...resultOf(job), best_value: 0.397 });
  expect(above).toMatchObject({ implementation: "pineforge_native", optimum: 0.39788735772973816 });
  expect(above.best_regret).toBe(1.5 - 0.39788735772973816);
  expect(below.best_regret).toBe(0);
});
