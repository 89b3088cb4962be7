// The native engine with the library that the build made, and with libraries that are none or misbehave.
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { EngineError, EnvironmentError } from "../../../src/cli/exit.ts";
import type { Job, Recorder } from "../../../src/engines/engine.ts";
import { ABI_VERSION, RESULT_SLOTS } from "../../../src/engines/ffi.ts";
import { createNativeEngine } from "../../../src/engines/native.ts";
import type { NativeHello } from "../../../src/engines/protocol.ts";
import { KNOWN_ENUMERATION, OPTIMUM_TOLERANCE, PROBLEMS } from "../../../src/problems.ts";
import { sha256File } from "../../../src/results/fingerprint.ts";
import { JOB, rejection } from "./fake.ts";
import { compileLibrary } from "./misbehaving-library.ts";
import { childrenOf } from "./processes.ts";

setDefaultTimeout(30_000);

const LIBRARY = resolve(import.meta.dir, "../../../native/libpineforge_hpo_bench.so");
const NAMES = PROBLEMS.map(({ name }) => name);
const root = mkdtempSync(join(tmpdir(), "native-engine-"));
afterAll(() => rmSync(root, { recursive: true }));

/** Starts an engine, uses it and closes it. */
async function withEngine<T>(library: string | null, use: (engine: Recorder<NativeHello>) => Promise<T>): Promise<T> {
  const engine = createNativeEngine({ library, timeoutSeconds: 20 });
  try {
    return await use(engine);
  } finally {
    await engine.close();
  }
}

const compile = (name: string, ...defines: readonly string[]) => compileLibrary(join(root, name), defines);

describe("the native engine", () => {
  test("says hello with its build, the hash of what it loaded, and its checks", async () => {
    const hello = await withEngine(null, (engine) => engine.start(NAMES));
    expect(hello.library_sha256).toBe(await sha256File(LIBRARY));
    expect(Object.values(hello.build).every((fact) => fact !== "")).toBeTrue();
    for (const [at, { declaredOptimum, name }] of PROBLEMS.entries()) {
      expect(hello.optima[at]).toMatchObject({ problem: name, declared_optimum: declaredOptimum });
      expect(Math.abs((hello.optima[at]?.value ?? Number.NaN) - declaredOptimum)).toBeLessThan(OPTIMUM_TOLERANCE);
    }
    expect(hello.enumeration).toMatchObject(KNOWN_ENUMERATION);
  });

  test("enumerates only where million_discrete is asked for", async () => {
    expect((await withEngine(null, (engine) => engine.start(["branin2"]))).enumeration).toBeNull();
  });

  test.each(NAMES)("gives the same quality for the same job on %s, whatever its slices", async (problem) => {
    const job: Job = { ...JOB, problem };
    const [first, second] = await withEngine(null, async (engine) => {
      await engine.start([]);
      return [await engine.run(job), await engine.run(job)];
    });
    const quality = ({ sampler_ns, objective_ns, validation_ns, wall_ns, ...rest }: typeof first) => rest;
    expect(quality(second)).toEqual(quality(first));
    expect(first.wall_ns).toBeGreaterThan(0);
  });

  test("reports progress a few times a second on the way to the budget", async () => {
    const seen: number[] = [];
    const job: Job = { ...JOB, problem: "rotated_rastrigin6", trials: 640 };
    const { wall_ns } = await withEngine(null, async (engine) => {
      await engine.start([]);
      return engine.run(job, (trialsDone) => seen.push(trialsDone));
    });
    expect(seen.length).toBeLessThanOrEqual(wall_ns / 50e6);
    expect(seen.length).toBeGreaterThanOrEqual(Math.floor(wall_ns / 400e6));
  });

  test("reports no progress of a job that is done at once", async () => {
    const seen: number[] = [];
    await withEngine(null, async (engine) => {
      await engine.start([]);
      await engine.run({ ...JOB, trials: 2000, startup_trials: 2000 }, (trialsDone) => seen.push(trialsDone));
    });
    expect(seen).toEqual([]);
  });

  test.each([-1, 1.5, 4294967296, Number.NaN])(
    "refuses the seed %d in one line and serves the next job",
    async (seed) => {
      await withEngine(null, async (engine) => {
        await engine.start([]);
        const error = await rejection(engine.run({ ...JOB, seed }));
        expect(error).toBeInstanceOf(EngineError);
        expect(error.message).toMatch(/: seed must be an integer from 0 to 4294967295, not (-1|1.5|4294967296|null)$/);
        expect((await engine.run(JOB)).seed).toBe(17);
      });
    },
  );

  test("takes the seeds at both ends of the range", async () => {
    await withEngine(null, async (engine) => {
      await engine.start([]);
      for (const seed of [0, 4294967295]) expect((await engine.run({ ...JOB, seed })).seed).toBe(seed);
    });
  });

  test("is not ended by SIGINT, which is the driver's to handle", async () => {
    await withEngine(null, async (engine) => {
      await engine.start([]);
      const [worker = 0] = childrenOf(process.pid);
      process.kill(worker, "SIGINT");
      expect((await engine.run(JOB)).best_value).toBeNumber();
    });
  });

  test("leaves nothing in the temporary directory", async () => {
    const folder = mkdtempSync(join(root, "tmp-"));
    process.env.TMPDIR = folder;
    try {
      await withEngine(null, (engine) => engine.start([]));
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      delete process.env.TMPDIR;
    }
  });
});

describe("a recorded job of the native engine", () => {
  test.each(["fast", "reference"] as const)(
    "has every trial of the %s sampler, many messages long",
    async (sampler) => {
      const job = { ...JOB, trials: 2500, startup_trials: 2500, record: true, sampler } as const;
      const { trials } = await withEngine(null, async (engine) => {
        await engine.start([]);
        return engine.record(job);
      });
      expect(trials.length).toBe(2500);
      expect(trials.every((trial) => trial.length === 3 && trial.every(Number.isFinite))).toBeTrue();
      expect(new Set(trials.map((trial) => trial.join())).size).toBe(2500);
    },
  );

  test("without a sampler is the default one's", async () => {
    const [chosen, fast, reference] = await withEngine(null, async (engine) => {
      await engine.start([]);
      const job = { ...JOB, record: true } as const;
      return [
        await engine.record(job),
        await engine.record({ ...job, sampler: "fast" }),
        await engine.record({ ...job, sampler: "reference" }),
      ];
    });
    expect(chosen?.trials).toEqual(fast?.trials ?? []);
    expect(chosen?.trials).not.toEqual(reference?.trials ?? []); // the last bits differ
  });

  test.each([
    [{ sampler: "reference" }, "sampler is for recorded jobs: a benchmark runs the library's own choice"],
    [{ record: true, stable_order: true }, "stable_order is the optuna engine's to choose"],
    [{ record: true, sampler: "slow" }, "the native library has no sampler slow"],
    [{ record: true, sampler: "toString" }, "the native library has no sampler toString"],
  ])("that asks for %j is refused", async (change, fault) => {
    await withEngine(null, async (engine) => {
      await engine.start([]);
      const error = await rejection(engine.run({ ...JOB, ...change } as Job));
      expect(error.message).toBe(`native engine, branin2 seed 17: ${fault}`);
    });
  });
});

test("the C header and its use by FFI agree on the ABI version and on the slots of a result", () => {
  const header = readFileSync(resolve(import.meta.dir, "../../../native/benchmark/pineforge_bench.h"), "utf8");
  expect(/#define PF_ABI_VERSION (\d+)u/.exec(header)?.[1]).toBe(String(ABI_VERSION));
  const slots = [...header.matchAll(/^ {2}PF_RESULT_(\w+),/gm)].map(([, name = ""]) => name.toLowerCase());
  expect(slots).toEqual([...RESULT_SLOTS]);
});

describe("a library that --native names", () => {
  test("is loaded from an absolute or a relative path, and it is its bytes that are hashed", async () => {
    const copy = join(root, "another build.so");
    copyFileSync(LIBRARY, copy);
    writeFileSync(copy, "at its end", { flag: "a" });
    for (const path of [copy, relative(process.cwd(), copy)]) {
      const hello = await withEngine(path, (engine) => engine.start(["branin2"]));
      expect(hello.library_sha256).toBe(await sha256File(copy));
      expect(hello.library_sha256).not.toBe(await sha256File(LIBRARY));
    }
  });

  const truncated = join(root, "truncated.so");
  writeFileSync(truncated, readFileSync(LIBRARY).subarray(0, 20_000));
  const headless = join(root, "headless.so");
  writeFileSync(headless, readFileSync(LIBRARY).subarray(0, 40));
  const empty = join(root, "empty.so");
  writeFileSync(empty, "");
  const foreign = join(root, "foreign.so");
  writeFileSync(foreign, Buffer.from(readFileSync(LIBRARY)).fill(8, 18, 19));
  Bun.spawnSync(["mkfifo", join(root, "pipe.so")]);

  test.each([
    [join(root, "missing.so"), "no such file"],
    [root, "not a regular file"],
    [join(root, "pipe.so"), "not a regular file"],
    [empty, "not a 64-bit ELF shared library"],
    [headless, "not a 64-bit ELF shared library"],
    [import.meta.path, "not a 64-bit ELF shared library"],
    [truncated, "truncated: 20000 of at least "],
    [foreign, "built for another CPU than "],
    [compile("newer.so", "ABI=2"), "ABI version 1 is wanted, it has 2"],
    [compile("noisy.so", "ABI=3", 'LOAD=puts("noise");fflush(stdout)'), "ABI version 1 is wanted, it has 3"],
    [compile("without-run.so", "pf_study_run=another_name"), 'Symbol "pf_study_run" not found in "it"'],
  ])("is refused as an environment error where it is %s", async (path, fault) => {
    const error = await withEngine(path, (engine) => rejection(engine.start(["branin2"])));
    expect(error).toBeInstanceOf(EnvironmentError);
    expect(error.message).toStartWith(`--native ${path}: ${fault}`);
    expect(error.message).toEndWith("; give a library built from native/, or leave --native out");
  });

  test.each([
    ["crashes when it is loaded", "start", "LOAD=raise(SIGSEGV)", "it crashed (SIGSEGV) without an answer"],
    ["crashes in a trial", "job", "RUN=raise(SIGFPE);return 0", "it crashed (SIGFPE) without an answer"],
    ["ends the process in a trial", "job", "RUN=_exit(0)", "it ended with status 0 without an answer"],
    ["fails in a trial", "job", "RUN=return -3", "the objective is nan at trial 3"],
  ])("that %s fails the engine in one line", async (name, when, define, fault) => {
    const library = compile(`${name}.so`, define);
    const error = await withEngine(library, async (engine) => {
      if (when === "start") return rejection(engine.start(["branin2"]));
      await engine.start(["branin2"]);
      return rejection(engine.run(JOB));
    });
    expect(error).toBeInstanceOf(EngineError);
    expect(error.message).toBe(`native engine, ${when === "start" ? "start" : "branin2 seed 17"}: ${fault}`);
  });

  test("that hangs in a trial is killed after the time-out", async () => {
    const engine = createNativeEngine({ library: compile("hang.so", "RUN=for(;;)pause()"), timeoutSeconds: 1 });
    await engine.start(["branin2"]);
    const error = await rejection(engine.run(JOB));
    expect(error.message).toContain("branin2 seed 17: it was silent for 1 s; raise --timeout");
    expect(childrenOf(process.pid)).toEqual([]);
  });

  test("that runs fewer trials than it was told fails the job", async () => {
    const library = compile("lazy.so");
    const error = await withEngine(library, async (engine) => {
      await engine.start(["branin2"]);
      return rejection(engine.run({ ...JOB, trials: 65 }));
    });
    expect(error.message).toBe("native engine, branin2 seed 17: 64 of 65 trials were run");
  });

  test("that prints to stdout cannot disturb the answers", async () => {
    const library = compile("printing.so", 'RUN=puts("noise");fflush(stdout);return 0');
    const result = await withEngine(library, async (engine) => {
      await engine.start(["branin2"]);
      return engine.run(JOB);
    });
    expect(result.best_value).toBe(0.5);
  });
});
