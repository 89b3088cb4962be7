import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expectRefusal, Sandbox, TIMEOUT_MS } from "./harness.ts";
import { copyPublished, writeSample } from "./results.ts";

setDefaultTimeout(TIMEOUT_MS);

const POOL = ["cwd/p.csv", "cwd/p.csv.metadata.json"];
const filesOf = (sandbox: Sandbox) => sandbox.files().filter((file) => file.includes("/p.csv") || file.includes("tmp"));

describe("aggregate", () => {
  test("pools results into a pair that verify accepts, its paths on stdout and the tables on stderr", async () => {
    using sandbox = new Sandbox();
    await writeSample(sandbox, "a.csv", [1, 2]);
    await writeSample(sandbox, "b.csv", [3]);
    const outcome = sandbox.bench(["aggregate", "b.csv", "a.csv", "--output", "p.csv"]);
    expect(outcome).toMatchObject({ code: 0, stdout: "p.csv\np.csv.metadata.json\n" });
    expect(outcome.stderr).toContain("Best regret by seed");
    expect(outcome.stderr).toContain("Times are of 2 results on ");
    expect(sandbox.bench(["verify", "p.csv"])).toMatchObject({ code: 0, stdout: "accepted p.csv: 12 rows\n" });
    expect(filesOf(sandbox)).toEqual(POOL);
  });

  test("gives the same bytes whatever the order of the results", async () => {
    using sandbox = new Sandbox();
    await writeSample(sandbox, "a.csv", [1, 2]);
    await writeSample(sandbox, "b.csv", [3]);
    const pool = (words: string[]) => {
      expect(sandbox.bench(["aggregate", ...words, "--output", "p.csv", "--force", "--quiet"]).code).toBe(0);
      return [sandbox.read("p.csv"), sandbox.read("p.csv.metadata.json")];
    };
    expect(pool(["a.csv", "b.csv"])).toEqual(pool(["b.csv", "a.csv"]));
  });

  test("pools the published result with itself as one, floats in Python's form", () => {
    using sandbox = new Sandbox();
    copyPublished(sandbox);
    copyPublished(sandbox, "again.csv");
    const { code, stderr } = sandbox.bench(["aggregate", "r.csv", "again.csv", "--output", "p.csv", "--quiet"]);
    expect(code).toBe(4);
    expect(stderr).toContain(
      "again.csv is not pooled: a pair of problem and seed is in the pool already: branin2, seed 17 comes from r.csv",
    );
    expect(sandbox.bench(["verify", "p.csv"])).toMatchObject({ code: 0, stdout: "accepted p.csv: 60 rows\n" });
  });

  test("leaves out what may not be pooled, says why, pools the rest and ends with 4", async () => {
    using sandbox = new Sandbox();
    await writeSample(sandbox, "a.csv", [1]);
    await writeSample(sandbox, "b.csv", [2]);
    await writeSample(sandbox, "native.csv", [3], { "environment.native_executable_sha256": "f".repeat(64) });
    writeFileSync(join(sandbox.cwd, "bad.csv"), "");
    const words = ["a.csv", "native.csv", "bad.csv", "b.csv"];
    const { code, stdout, stderr } = sandbox.bench(["aggregate", ...words, "--output", "p.csv", "--quiet", "--json"]);
    expect(code).toBe(4);
    const warnings = stderr.trimEnd().split("\n");
    expect(warnings).toHaveLength(3);
    expect(warnings[0]).toMatch(/^pineforge-bench: warning: bad\.csv is not pooled: .*\[pool\.rejected\]$/);
    expect(warnings[1]).toMatch(
      /^pineforge-bench: warning: native\.csv is not pooled: its native library .*\[pool\.native\]$/,
    );
    expect(warnings[2]).toBe("pineforge-bench: error: 2 of 4 results are not pooled; p.csv has the others");
    const document = JSON.parse(stdout);
    expect(document.refused.map(({ code }: { code: string }) => code)).toEqual(["pool.rejected", "pool.native"]);
    expect(document.artifacts.csv).toMatchObject({ rows: 8 });
    expect(sandbox.bench(["verify", "p.csv"]).code).toBe(0);
  });

  test("prints no pooled times for unequal hosts, and says so", async () => {
    using sandbox = new Sandbox();
    await writeSample(sandbox, "a.csv", [1]);
    await writeSample(sandbox, "b.csv", [2], { "environment.host.governor": "powersave" });
    const { code, stderr } = sandbox.bench(["aggregate", "a.csv", "b.csv", "--output", "p.csv"]);
    expect(code).toBe(0);
    expect(stderr).toContain("Times are not pooled: the hosts are not known to have one CPU model and one governor.");
    expect(stderr).toContain("governor powersave (1 result)");
    expect(JSON.parse(sandbox.read("p.csv.metadata.json")).environment.pool.timing_comparable).toBe(false);
  });
});

describe("aggregate writes nothing where", () => {
  test("no result is left", () => {
    using sandbox = new Sandbox();
    const { code, stdout, stderr } = sandbox.bench(["aggregate", "x.csv", "--output", "p.csv"]);
    expect({ code, stdout }).toEqual({ code: 4, stdout: "" });
    expect(stderr.split("\n").at(-2)).toBe("pineforge-bench: error: no result is left to pool: see the warnings");
    expect(sandbox.files()).toEqual([]);
  });

  test("the results are no single configuration", async () => {
    using sandbox = new Sandbox();
    await writeSample(sandbox, "a.csv", [1], {}, { problems: ["branin2"] });
    await writeSample(sandbox, "b.csv", [2], {}, { problems: ["million_discrete"] });
    const outcome = sandbox.bench(["aggregate", "a.csv", "b.csv", "--output", "p.csv"]);
    expectRefusal(outcome, 4, /the results are no single configuration, branin2 with seed 2 is missing/);
    expect(filesOf(sandbox)).toEqual([]);
  });

  test("the output is a result, also through a link, even with --force", async () => {
    using sandbox = new Sandbox();
    await writeSample(sandbox, "a.csv", [1]);
    symlinkSync("a.csv", join(sandbox.cwd, "link.csv"));
    symlinkSync(".", join(sandbox.cwd, "here"));
    const before = sandbox.read("a.csv");
    for (const output of ["a.csv", "here/a.csv", "link.csv", "a.csv.metadata.json"]) {
      const outcome = sandbox.bench(["aggregate", "a.csv", "--output", output, "--force"]);
      expectRefusal(outcome, 2, /is one of the results: give the pool files of its own/);
    }
    const sidecar = ["--metadata-output", "link.csv", "--force"];
    expectRefusal(sandbox.bench(["aggregate", "a.csv", "--output", "p.csv", ...sidecar]), 2, /link\.csv is one of/);
    expect(sandbox.read("a.csv")).toBe(before);
  });

  test("the output is there already, or its directory is not", async () => {
    using sandbox = new Sandbox();
    await writeSample(sandbox, "a.csv", [1]);
    writeFileSync(join(sandbox.cwd, "p.csv"), "mine");
    expectRefusal(sandbox.bench(["aggregate", "a.csv", "--output", "p.csv"]), 7, /p\.csv exists already: pass --force/);
    expectRefusal(sandbox.bench(["aggregate", "a.csv", "--output", "no/p.csv"]), 7, /its directory does not exist/);
    expect(sandbox.read("p.csv")).toBe("mine");
  });
});

test("a full stdout is an error, and the pool is there", async () => {
  using sandbox = new Sandbox();
  await writeSample(sandbox, "a.csv", [1]);
  const outcome = sandbox.shell('"$@" > /dev/full', ["aggregate", "a.csv", "--output", "p.csv", "--quiet"]);
  expect(outcome.code).toBe(7);
  expect(filesOf(sandbox)).toEqual(POOL);
});
