import { describe, expect, test } from "bun:test";
import { planConfiguration } from "../../../src/benchmark/plan.ts";
import { replayResult } from "../../../src/benchmark/replay.ts";
import { makeRow } from "../../../src/benchmark/run.ts";
import { EngineError, EnvironmentError } from "../../../src/cli/exit.ts";
import { readPins } from "../../../src/engines/python-choice.ts";
import { buildIdentity, embeddedText } from "../../../src/provenance/embedded.ts";
import type { Environment, Row, Sidecar } from "../../../src/results/schema.ts";
import { makeSidecar } from "../results/sample.ts";
import { nativeHello, optunaHello, resultOf, World } from "./fakes.ts";

const pins = readPins(await embeddedText("python/requirements.txt"));
const library = (await buildIdentity()).native_library.sha256;
const base = makeSidecar({ rows: 6, sha256: "0".repeat(64) });
const recorded: Sidecar = {
  ...base,
  environment: { ...base.environment, native_executable_sha256: library, dependencies: pins },
};
const { jobs } = planConfiguration(recorded.configuration);
const rows = jobs.map((job) => makeRow(job, resultOf(job)));

/** Engines that say that they are the code that made the result. */
class SameCode extends World {
  hello: Partial<{ library_sha256: string; dependencies: Record<string, string> }> = {};
  override async createEngines() {
    const engines = await super.createEngines();
    const { library_sha256 = library, dependencies = pins } = this.hello;
    return {
      native: {
        ...engines.native,
        start: async (names: readonly string[]) => ({ ...nativeHello(names), library_sha256 }),
      },
      optuna: {
        ...engines.optuna,
        start: async (names: readonly string[]) => ({ ...optunaHello(names), dependencies }),
      },
    };
  }
}

function withEnvironment(changes: Partial<Environment>): Sidecar {
  return { ...recorded, environment: { ...recorded.environment, ...changes } };
}

test("the same code runs the same jobs again and finds the same values", async () => {
  const world = new SameCode();
  const replay = await replayResult({ sidecar: recorded, rows, library: null }, world);
  expect(replay).toMatchObject({ rows, differences: [] });
  expect(world.events.filter((event) => event.startsWith("run"))).toEqual(
    jobs.map(({ id, engine }) => `run ${id} ${engine}`),
  );
  expect(world.events.slice(-2)).toEqual(["close native", "close optuna"]);
});

test("times are never compared", async () => {
  const slower = rows.map((row) => ({ ...row, sampler_ns: 1, objective_ns: 2, validation_ns: 3, wall_ns: 4 }));
  expect((await replayResult({ sidecar: recorded, rows: slower, library: null }, new SameCode())).differences).toEqual(
    [],
  );
});

test.each<[keyof Row, number]>([
  ["best_value", 2 + Number.EPSILON * 2],
  ["best_regret", 1e-300],
  ["unique_candidates", 7],
  ["duplicate_candidates", 7],
  ["exact_optimum_hits", 7],
  ["best_hamming", 7],
  ["best_l1", 7],
  ["startup_trials", 7],
])("a %s that differs in the least is found, with its row", async (column, value) => {
  const [first, ...others] = rows as [Row, ...Row[]];
  const edited = [{ ...first, [column]: value }, ...others];
  const { differences } = await replayResult({ sidecar: recorded, rows: edited, library: null }, new SameCode());
  const { implementation, problem, seed } = first;
  expect(differences).toEqual([{ implementation, problem, seed, column, recorded: value, replayed: first[column] }]);
});

test("what of the host may explain a difference is told", async () => {
  const host = { ...recorded.environment.host, numpy_simd_features: ["AVX512F"] } as Environment["host"];
  const sidecar = { ...recorded, environment: { ...recorded.environment, host, python_version: "3.14.3" } } as Sidecar;
  const { explanations } = await replayResult({ sidecar, rows, library: null }, new SameCode());
  expect(explanations).toContain("Python version: 3.14.3 then, 3.11.9 here");
  expect(explanations).toContain("NumPy SIMD features: AVX512F then,  here");
});

describe("other code is refused before any engine starts", () => {
  const { numpy: _, ...withoutNumpy } = pins;
  test.each<[string, Partial<Environment>, RegExp[]]>([
    ["another library", { native_executable_sha256: "b".repeat(64) }, [new RegExp(library), /b{64} was used/]],
    ["another package", { dependencies: { ...pins, numpy: "2.5.1" } }, [/numpy 2\.5\.1 was used, 2\.4\.6 is here/]],
    ["a package less", { dependencies: withoutNumpy }, [/numpy absent was used, 2\.4\.6 is here/]],
    ["a package more", { dependencies: { ...pins, scipy: "1.0" } }, [/scipy 1\.0 was used, none is here/]],
    [
      "both",
      { native_executable_sha256: "b".repeat(64), dependencies: { ...pins, optuna: "5.0.0" } },
      [/SHA-256/, /optuna 5\.0\.0 was used/],
    ],
  ])("%s", async (_what, changes, messages) => {
    const world = new SameCode();
    const replay = replayResult({ sidecar: withEnvironment(changes), rows, library: null }, world);
    const error = await replay.catch((reason: Error) => reason);
    expect(error).toBeInstanceOf(EnvironmentError);
    for (const message of messages) expect((error as Error).message).toMatch(message);
    expect(world.events).toEqual([]);
  });

  test.each([
    ["a library", { library_sha256: "c".repeat(64) }],
    ["a package", { dependencies: { ...pins, numpy: "1.0" } }],
  ])("and %s that an engine turns out to have, before any trial", async (_what, hello) => {
    const world = new SameCode();
    world.hello = hello;
    const replay = replayResult({ sidecar: recorded, rows, library: null }, world);
    await expect(replay).rejects.toBeInstanceOf(EnvironmentError);
    expect(world.events.filter((event) => event.startsWith("run"))).toEqual([]);
    expect(world.events.slice(-2)).toEqual(["close native", "close optuna"]);
  });
});

test("a failing engine fails the replay", async () => {
  const world = new SameCode();
  world.failAt = "run 3 optuna";
  world.failure = new EngineError("x");
  await expect(replayResult({ sidecar: recorded, rows, library: null }, world)).rejects.toBe(world.failure);
});
