import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { EngineError, EnvironmentError } from "../../../src/cli/exit.ts";
import { fakeEngine, JOB, rejection, startFake } from "./fake.ts";
import { childrenOf, eventually, sessionOf } from "./processes.ts";

setDefaultTimeout(30_000);

const GOOD = ["good", "good but loud", "good but byte by byte", "good with a grandchild that holds the pipes"];

/** Behaviour of the child -> what the one line about its job says. */
const BROKEN: readonly (readonly [string, string])[] = [
  ["crash", "it crashed (SIGSEGV) without an answer; it said last: about to follow a null pointer"],
  ["crash with a grandchild that holds the pipes", "it crashed (SIGSEGV) without an answer"],
  ["killed from outside", "it was killed (SIGKILL) without an answer, perhaps for want of memory"],
  ["ended from outside", "it was ended (SIGTERM) without an answer"],
  ["exit 0", "it ended with status 0 without an answer"],
  [
    "exit 3",
    "it ended with status 3 without an answer; it said last: Traceback (most recent call last): / MemoryError: no memory",
  ],
  ["exit after many words", "it ended with status 4 without an answer; it said last: word / word / the last word"],
  ["close stdout", "it closed its output without an answer"],
  ["garbage", 'it sent what is no message: "Segmentation fault (core dumped)"'],
  ["empty line", 'it sent what is no message: ""'],
  ["not UTF-8", "it sent a line that is not UTF-8"],
  ["half a line", "it ended with status 0 in the middle of a message"],
  ["no type", 'it sent a message of an unknown type: "{\\"id\\":0}"'],
  ["hello again", "it sent a hello message during a job"],
  ["another id", "it answered with id 8 where 7 was asked for"],
  ["another problem", "it answered with problem hartmann3 where branin2 was asked for"],
  ["another seed", "it answered with seed 18 where 17 was asked for"],
  ["another budget", "it answered with trials 63 where 64 was asked for"],
  ["another startup", "it answered with startup_trials 9 where 10 was asked for"],
  ["infinite value", "it sent a result message in which best_value is not a finite number"],
  ["negative time", "it sent a result message in which objective_ns is not a non-negative integer"],
  ["fraction of a nanosecond", "it sent a result message in which objective_ns is not a non-negative integer"],
  ["phases longer than the loop", "it measured phases of 101 ns in a loop of 100 ns"],
  ["text for a number", "it sent a result message in which best_value is not a finite number"],
  ["unknown key", 'it sent a result message in which "extra" is unknown'],
  ["missing key", "it sent a result message in which wall_ns is missing"],
  ["diagnostics where there are none", "it sent impossible diagnostics [64,0,0,-1,-1] for 64 trials"],
  ["progress backwards", "it reported trial 4 of 64 after trial 5"],
  ["progress standing still", "it reported trial 5 of 64 after trial 5"],
  ["progress beyond the budget", "it reported trial 65 of 64 after trial 0"],
  ["progress of another job", "it reported progress of job 8 during job 7"],
  ["endless line", "it sent a line of more than 4194304 bytes"],
  ["endless lines", 'it sent what is no message: "all work and no play"'],
  ["own error of another job", "it reported an error of job 8 during branin2 seed 17"],
];

const BAD_HELLOS: readonly (readonly [string, string])[] = [
  ["hello of another protocol", "it speaks protocol 3, not 2"],
  ["hello of another engine", "it is the optuna engine"],
  ["hello of other problems", "it checked the optima of [] where [branin2] were asked for"],
  ["hello without a hash", "it sent a hello message in which library_sha256 is not a SHA-256 in lower-case hex"],
  ["no hello", "it ended with status 0 without an answer"],
  ["result before hello", "it sent a result message instead of its hello"],
];

const BAD_RECORDINGS: readonly (readonly [string, string])[] = [
  ["record too few", "it sent 63 of 64 trials"],
  ["record none", "it sent 0 of 64 trials"],
  ["record too many", "it sent 1 trials from 64 of 64 after 64"],
  ["record nothing in a message", "it sent 0 trials from 0 of 64 after 0"],
  ["record too narrow", "it sent a trial of 2 numbers, not 3"],
  ["record for another job", "it sent trials of job 8 during job 7"],
  ["record with a gap", "it sent 1 trials from 1 of 64 after 0"],
  [
    "record with a hole",
    "it sent a trials message in which rows is not a list in which each is a list in which each is a finite number",
  ],
];

describe("an engine's child", () => {
  test.each(GOOD)("that is %s has its result taken", async (behaviour) => {
    await using engine = await startFake(behaviour);
    expect(await engine.run(JOB)).toMatchObject({ id: 7, best_value: 0.5, wall_ns: 100 });
  });

  test("serves many jobs, one after another", async () => {
    await using engine = await startFake("good");
    const [child] = childrenOf(process.pid);
    for (let id = 0; id < 50; id += 1) expect((await engine.run({ ...JOB, id })).id).toBe(id);
    expect(childrenOf(process.pid)).toEqual([child as number]);
  });

  test("has its progress reported as it comes", async () => {
    await using engine = await startFake("good");
    const seen: number[] = [];
    await engine.run(JOB, (trialsDone) => seen.push(trialsDone));
    expect(seen).toEqual([1, 64]);
  });

  test.each(BROKEN)('answering a job by "%s" fails it in one line', async (behaviour, reason) => {
    await using engine = await startFake(behaviour);
    const error = await rejection(engine.run(JOB));
    expect(error).toBeInstanceOf(EngineError);
    expect(error.message).toBe(`native engine, branin2 seed 17: ${reason}`);
    expect(childrenOf(process.pid)).toEqual([]);
  });

  test.each(BROKEN.slice(0, 5))(
    'lost by "%s" fails what is asked later, for the same reason',
    async (behaviour, reason) => {
      await using engine = await startFake(behaviour);
      await rejection(engine.run(JOB));
      const later = await rejection(engine.run({ ...JOB, id: 8, problem: "hartmann3", seed: 41 }));
      expect(later.message).toBe(`native engine, hartmann3 seed 41: ${reason}`);
    },
  );

  test("that sends two results fails the next job", async () => {
    await using engine = await startFake("two results");
    await engine.run(JOB);
    await eventually(() => childrenOf(process.pid).length === 0, 2000);
    const error = await rejection(engine.run({ ...JOB, id: 8 }));
    expect(error.message).toContain("it sent a result message that nothing asked for");
  });

  test("has all trials of a recorded job taken, from however many messages", async () => {
    await using engine = await startFake("record all");
    const { result, trials } = await engine.record({ ...JOB, record: true });
    expect(result).toMatchObject({ id: 7, wall_ns: 100 });
    expect(trials).toEqual(Array.from({ length: JOB.trials }, (_, trial) => [trial, trial, trial]));
  });

  test.each(BAD_RECORDINGS)('answering a recorded job by "%s" fails it in one line', async (behaviour, reason) => {
    await using engine = await startFake(behaviour);
    const error = await rejection(engine.record({ ...JOB, record: true }));
    expect(error).toBeInstanceOf(EngineError);
    expect(error.message).toBe(`native engine, branin2 seed 17: ${reason}`);
  });

  test("that records a job of a benchmark fails it", async () => {
    await using engine = await startFake("record all");
    expect((await rejection(engine.run(JOB))).message).toContain("it sent a trials message during a job");
  });

  test.each(BAD_HELLOS)('answering the first message by "%s" cannot be started', async (behaviour, reason) => {
    const error = await rejection(fakeEngine(behaviour).start(["branin2"]));
    expect(error).toBeInstanceOf(EngineError);
    expect(error.message).toBe(`native engine, start: ${reason}`);
    expect(childrenOf(process.pid)).toEqual([]);
  });

  test("that reports an error of its own serves the next job", async () => {
    await using engine = await startFake("own error");
    for (const id of [0, 1]) {
      const error = await rejection(engine.run({ ...JOB, id }));
      expect(error).toBeInstanceOf(EngineError);
      expect(error.message).toBe("native engine, branin2 seed 17: the objective is nan");
    }
  });

  test("that finds the host lacking gives an environment error, before the hello and in a job", async () => {
    await using engine = await startFake("host error");
    expect(await rejection(engine.run(JOB))).toBeInstanceOf(EnvironmentError);
    const start = fakeEngine("host error before hello").start(["branin2"]);
    expect(await rejection(start)).toBeInstanceOf(EnvironmentError);
  });

  test.each(["good", "crash"])("that has children of its own (%s) takes them along", async (behaviour) => {
    await using engine = await startFake(`${behaviour} with a grandchild that holds the pipes`);
    const [child = 0] = childrenOf(process.pid);
    await engine.run(JOB).catch(() => {});
    await engine.close();
    expect(await eventually(() => sessionOf(child).length === 0, 2000)).toBeTrue();
  });

  test("that cannot be started at all gives an engine error that names the command", async () => {
    const { ChildEngine } = await import("../../../src/engines/child-engine.ts");
    const launch = async () => ({ command: ["/nonexistent/engine"] as const, environment: {} });
    const engine = new ChildEngine({ name: "native", timeoutSeconds: 1, launch: launch as never });
    const error = await rejection(engine.start([]));
    expect(error).toBeInstanceOf(EngineError);
    expect(error.message).toContain("/nonexistent/engine cannot be run (ENOENT");
  });

  test("that writes without end does not fill the driver's memory", async () => {
    const before = process.memoryUsage().rss;
    for (const behaviour of ["good but loud", "endless line", "endless lines"]) {
      await using engine = await startFake(behaviour);
      await engine.run(JOB).catch(() => {});
    }
    expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(150);
  });
});

describe("silence", () => {
  test("longer than the time-out ends the child, and the line names the job and --timeout", async () => {
    await using engine = await startFake("hang", 1);
    const begin = performance.now();
    const error = await rejection(engine.run(JOB));
    expect(error).toBeInstanceOf(EngineError);
    expect(error.message).toBe(
      "native engine, branin2 seed 17: it was silent for 1 s; raise --timeout if it is only slow; it said last: thinking",
    );
    expect(performance.now() - begin).toBeWithin(1000, 3000);
    expect(childrenOf(process.pid)).toEqual([]);
  });

  test("shorter than the time-out, again and again, is no failure", async () => {
    await using engine = await startFake("good but slow", 1);
    expect((await engine.run(JOB)).best_value).toBe(0.5);
  });

  test("of a child that nothing is asked of is no failure", async () => {
    await using engine = await startFake("good", 0.3);
    await Bun.sleep(1000);
    expect((await engine.run(JOB)).best_value).toBe(0.5);
  });

  test("that was only the driver's own standstill is no failure", () => {
    const driver = Bun.spawnSync([process.execPath, join(import.meta.dir, "stopped-driver.ts")]);
    expect(driver.stdout.toString()).toBe("0.5\n");
  });

  test("may last longer than a timer can be set for", async () => {
    await using engine = await startFake("good but slow", 1e9);
    expect((await engine.run(JOB)).best_value).toBe(0.5);
  });
});

describe("closing", () => {
  test.each(["good", "hang, deaf to signals"])(
    "ends a child that is %s, may be repeated and never throws",
    async (behaviour) => {
      const engine = await startFake(behaviour);
      const job = engine.run(JOB).catch(() => {});
      await Promise.all([engine.close(), engine.close()]);
      await engine.close();
      await job;
      expect(childrenOf(process.pid)).toEqual([]);
    },
  );

  test("an engine that was never started, or could not be, does nothing", async () => {
    await fakeEngine("good").close();
    const engine = fakeEngine("no hello");
    await rejection(engine.start(["branin2"]));
    await engine.close();
  });
});
