import { describe, expect, test } from "bun:test";
import { RejectedError } from "../../../src/cli/exit.ts";
import { Float, type JsonValue } from "../../../src/results/python-json.ts";
import type { Sidecar } from "../../../src/results/schema.ts";
import { type VerifiedResult, verifyBytes } from "../../../src/verify/checks.ts";
import { makePool } from "../../../src/verify/pool.ts";
import { choosePoolable } from "../../../src/verify/pool-rules.ts";
import { buildPoolSidecar, recordPool } from "../../../src/verify/pool-sidecar.ts";
import { at, makeSample, makeVerified, put, type Result, repair, toFiles } from "./sample-result.ts";

type Options = Parameters<typeof makeSample>[0];
type Path = readonly (string | number)[];

/** A verified result of these options, with values put at paths of its sidecar. */
async function make(options: Options, changes: readonly [Path, JsonValue | undefined][] = []): Promise<VerifiedResult> {
  const sample = await makeSample(options);
  const sidecar = changes.reduce((document, [path, value]) => put(document, path, value), sample.sidecar);
  return makeVerified(await repair({ ...sample, sidecar }), `${options?.seeds?.join("-")}.csv`);
}

const first = await make({ seeds: [17, 41] });
const second = await make({ seeds: [73, 5] });

/** The pool as verify sees it. */
async function poolUp(results: readonly VerifiedResult[]): Promise<Result> {
  const pool = makePool(results);
  const sidecar = await buildPoolSidecar(pool, { path: "p.csv", rows: 0, sha256: "" }, ["--output", "p.csv"]);
  return repair({ rows: pool.rows, sidecar });
}

const verify = ({ rows, sidecar }: Result) => verifyBytes({ csv: "p", sidecar: "p" }, toFiles({ rows, sidecar }));

describe("a pool", () => {
  test("is accepted by verify without a note, and so is a pool of a pool", async () => {
    const pooled = await poolUp([first, second]);
    expect((await verify(pooled)).findings).toEqual([]);
    const again = await poolUp([await makeVerified(pooled), await make({ seeds: [6] })]);
    expect((await verify(again)).findings).toEqual([]);
    expect(at(again.sidecar, ["environment", "pool", "results"])).toHaveLength(3);
  });

  test("has all rows, problems in their declared order and seeds ascending, each row as it was", async () => {
    const { rows } = await poolUp([first, second]);
    expect(rows.map(({ problem, seed }) => `${problem} ${seed}`).filter((_, index) => index % 2 === 0)).toEqual(
      ["branin2", "million_discrete"].flatMap((problem) => [5, 17, 41, 73].map((seed) => `${problem} ${seed}`)),
    );
    expect(new Set(rows)).toEqual(new Set([...first.rows, ...second.rows]));
  });

  test("does not depend on the order in which its results are given", async () => {
    expect(await poolUp([second, first])).toEqual(await poolUp([first, second]));
  });

  test("is put together from problems as well as from seeds", async () => {
    const one = await make({ problems: ["million_discrete"] });
    const other = await make({ problems: ["branin2"] });
    const { rows, sidecar } = await poolUp([one, other]);
    expect(rows.map(({ problem }) => problem)).toEqual([
      ...Array(4).fill("branin2"),
      ...Array(4).fill("million_discrete"),
    ]);
    expect((await verify({ rows, sidecar })).findings).toEqual([]);
  });

  test("says what it was made of, adds the driver's times, and takes the newest time stamp", async () => {
    const late = await make({ seeds: [1] }, [[["generated_at_utc"], "2026-08-01T00:00:00Z"]]);
    const { sidecar } = await poolUp([first, late]);
    expect(sidecar.generated_at_utc).toBe("2026-08-01T00:00:00.000000+00:00");
    expect(at(sidecar, ["execution", "driver_wall_seconds"])).toEqual(new Float(7));
    const { pool } = sidecar.environment as Sidecar["environment"];
    expect(pool?.results.map(({ csv_sha256 }) => csv_sha256)).toEqual([first.csvSha256, late.csvSha256].sort());
    expect(pool?.results.map(({ seeds }) => seeds.join()).sort()).toEqual(["1", "17,41"]);
  });

  test("can be run again by its command", async () => {
    const { sidecar } = await poolUp([first, second]);
    expect(at(sidecar, ["execution", "command"])).toEqual([
      ...["python", "python/runner.py", "--seeds", "5,17,41,73", "--problems", "branin2,million_discrete"],
      ...["--trials", "32", "--startup-trials", "8", "--output", "p.csv"],
    ]);
  });

  test("keeps of the environment what is the same, and names every platform", async () => {
    const other = await make({ seeds: [1] }, [
      [["environment", "platform"], "macOS-26"],
      [["environment", "repository_revision"], "a".repeat(40)],
      [["environment", "native_build", "instruction_set"], "avx512"],
    ]);
    const { environment } = (await poolUp([first, other])).sidecar as unknown as Sidecar;
    expect(environment.platform).toBe("Linux-6.1.0-x86_64-with-glibc2.36 | macOS-26");
    expect(environment.machine).toBe("x86_64");
    expect([environment.repository_revision, environment.repository_dirty]).toEqual([null, null]);
    expect(environment.native_build).toEqual({ compiler: "GNU", flags: '-O2 -DNAME="x"' });
    expect(environment.host).toBeUndefined();
  });

  test.each<[string, Options[], RegExp]>([
    [
      "a pair is missing",
      [
        { problems: ["branin2"], seeds: [1] },
        { problems: ["million_discrete"], seeds: [2] },
      ],
      /branin2 with seed 2 is missing/,
    ],
    [
      "no one run has its budgets",
      [
        { problems: ["branin2"], trials: 32 },
        { problems: ["million_discrete"], trials: 33 },
      ],
      /no single run has the budgets branin2 32, million_discrete 33/,
    ],
  ])("is not made where %s", async (_name, options, message) => {
    const results = await Promise.all(options.map((each) => make(each)));
    expect(() => makePool(results)).toThrow(RejectedError);
    expect(() => makePool(results)).toThrow(message);
  });

  test("of declared budgets, which differ, is one run", async () => {
    const names = ["branin2", "million_discrete"];
    const results = await Promise.all(names.map((name, at) => make({ problems: [name], trials: [128, 1000][at] })));
    expect((await verify(await poolUp(results))).findings).toEqual([]);
  });
});

describe("a result is left out of the pool where", () => {
  const others: [string, Options, [Path, JsonValue][], string, RegExp][] = [
    ["its controls differ", { seeds: [1], startupTrials: 9 }, [], "pool.controls", /"startup_trials" is 9, not 8/],
    [
      "its native library differs",
      { seeds: [1] },
      [[["environment", "native_executable_sha256"], "2".repeat(64)]],
      "pool.native",
      /SHA-256 2{64}, not 1{64}/,
    ],
    [
      "a package differs",
      { seeds: [1] },
      [[["environment", "dependencies", "numpy"], "2.5.1"]],
      "pool.dependencies",
      /"numpy" is "2.5.1", not "2.4.6"/,
    ],
    [
      "a package is there that the others lack",
      { seeds: [1] },
      [[["environment", "dependencies", "scipy"], "1.0"]],
      "pool.dependencies",
      /"scipy" is "1.0", not missing/,
    ],
    ["a budget differs", { seeds: [1], trials: 33 }, [], "pool.trials", /branin2 has 33, the pool 32/],
    ["a pair is there already", { seeds: [1, 41] }, [], "pool.pair-twice", /branin2, seed 41 comes from 17-41.csv/],
  ];
  test.each(others)("%s", async (_name, options, changes, code, reason) => {
    const other = await make(options, changes);
    const { kept, refused } = choosePoolable([first, other, second]);
    expect(kept).toEqual([first, second]);
    expect(refused).toMatchObject([{ csv: other.source.csv, code, reason: expect.stringMatching(reason) }]);
  });

  test("its sources differ", async () => {
    const other: VerifiedResult = {
      ...second,
      sidecar: put(second.sidecar as never, SNAPSHOT, "5".repeat(64)) as never,
    };
    expect(choosePoolable([first, other]).refused).toMatchObject([{ code: "pool.sources" }]);
  });
});

const SNAPSHOT = ["environment", "source_snapshot", "aggregate_sha256"];

describe("times", () => {
  const host = (key: string, value: JsonValue): [Path, JsonValue][] => [[["environment", "host", key], value]];
  test.each<[string, [Path, JsonValue | undefined][], boolean]>([
    ["the same host", [], true],
    ["another load and kernel", [...host("load_average", [new Float(9)]), ...host("kernel", "Linux 7")], true],
    ["another CPU model", host("cpu_model", "another"), false],
    ["another governor", host("governor", "powersave"), false],
    ["a governor that is not known", host("governor", null), false],
    ["a CPU that is not known", host("cpu_model", null), false],
    ["a host that is not recorded", [[["environment", "host"], undefined]], false],
  ])("of %s are pooled: %p", async (_name, changes, comparable) => {
    const other = await make({ seeds: [1] }, changes);
    expect(recordPool(makePool([first, other])).timing_comparable).toBe(comparable);
    expect((await verify(await poolUp([first, other]))).findings).toEqual([]);
  });

  test("of one host that is not recorded are not known to be comparable", async () => {
    const unknown = await make({ seeds: [1] }, [[["environment", "host"], undefined]]);
    expect(recordPool(makePool([unknown])).timing_comparable).toBe(false);
  });
});

describe("verify finds in a pool's record", () => {
  const record = (path: Path): Path => ["environment", "pool", ...path];
  test.each<[string, Path, (value: JsonValue) => JsonValue]>([
    ["an untrue word on times", record(["timing_comparable"]), () => false],
    ["results out of order", record(["results"]), (value) => (value as JsonValue[]).toReversed()],
    [
      "a result twice",
      record(["results"]),
      (value) => [...(value as JsonValue[]), (value as JsonValue[])[1] as JsonValue],
    ],
    ["a result too few", record(["results"]), (value) => (value as JsonValue[]).slice(1)],
    ["other rows", record(["results", 0, "rows"]), () => 4],
    ["other seeds", record(["results", 0, "seeds"]), () => [8, 9]],
    ["seeds twice", record(["results", 0, "seeds"]), (value) => Array(2).fill((value as JsonValue[])[0])],
    ["other problems", record(["results", 0, "problems"]), () => ["branin2", "mixed_log"]],
    ["another driver's time", record(["results", 0, "driver_wall_seconds"]), () => new Float(4)],
  ])("%s", async (_name, path, change) => {
    const pooled = await poolUp([first, second]);
    const sidecar = put(pooled.sidecar, path, change(at(pooled.sidecar, path) as JsonValue));
    const codes = (await verify({ ...pooled, sidecar })).findings.map(({ code }) => code);
    expect(codes).toContain("environment.pool");
  });
});
