// One real smoke run, held against the contract; then replayed from its own sidecar.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EXECUTABLE, type Outcome, PYTHON, ROOT, Sandbox, TIMEOUT_MS } from "./harness.ts";

setDefaultTimeout(TIMEOUT_MS);

const QUALITY = [0, 1, 2, 3, 4, 5, 6, 7, 12, 13, 14, 15, 16]; // every column but the four times

let sandbox: Sandbox;
let outcome: Outcome;
let csv = "";
let text = "";
let sidecar: ReturnType<typeof JSON.parse>;

beforeAll(() => {
  sandbox = new Sandbox();
  mkdirSync(join(sandbox.home, "results"));
  const output = join(sandbox.home, "results/r.csv");
  outcome = sandbox.bench(["run", "--smoke", "--output", output]);
  csv = readFileSync(output, "utf8");
  text = readFileSync(`${output}.metadata.json`, "utf8");
  sidecar = JSON.parse(text);
});
afterAll(() => sandbox[Symbol.dispose]());

const cells = (file: string) =>
  file
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));

describe("a smoke run", () => {
  test("ends well, prints the two paths alone on stdout, and leaves the two files alone", () => {
    const output = join(sandbox.home, "results/r.csv");
    expect(outcome).toMatchObject({ code: 0, stdout: `${output}\n${output}.metadata.json\n` });
    expect(sandbox.files()).toEqual(["home/results/r.csv", "home/results/r.csv.metadata.json"]);
  });

  test("shows one line a job, then the tables, without colours", () => {
    const lines = outcome.stderr.split("\n");
    const jobs = lines.filter((line) => line.startsWith("["));
    expect(jobs.length).toBe(6);
    expect(jobs[0]).toMatch(/^\[1\/6\] native branin2 seed 17: best regret [\d.]+ in [\d.]+ s$/);
    for (const heading of ["Best regret by seed", "Medians over the seeds", "Paired regret ratio", "million_discrete:"])
      expect(lines.some((line) => line.startsWith(heading))).toBe(true);
    expect(outcome.stderr).toContain("clipped to [0.01, 100]");
    expect(outcome.stderr).toMatch(/^Wins: native \d, optuna \d, ties \d$/m);
    expect(outcome.stderr).not.toContain("\u001b");
  });

  test("writes six rows: by problem, native before Optuna, LF, floats as Python prints them", () => {
    expect(csv).not.toContain("\r");
    expect(csv.endsWith("\n")).toBe(true);
    const [, ...rows] = cells(csv);
    expect(rows.map((row) => row.slice(0, 5).join())).toEqual(
      ["branin2", "mixed_log", "million_discrete"].flatMap((problem) =>
        ["pineforge_native", "optuna_4.9.0"].map((implementation) => `${implementation},${problem},17,32,8`),
      ),
    );
    for (const row of rows) for (const cell of row.slice(5, 8)) expect(cell).toMatch(/\.|e/);
  });

  test("has rows whose values hold together", () => {
    for (const row of cells(csv).slice(1)) {
      const [value, optimum, regret, sampler, objective, validation, wall] = row
        .slice(5, 12)
        .map(Number) as number[] as [number, number, number, number, number, number, number];
      expect(regret).toBe(Math.max(0, value - optimum));
      expect(sampler + objective + validation).toBeLessThanOrEqual(wall);
      const [unique, duplicate] = row.slice(12, 14).map(Number) as [number, number];
      expect(unique + duplicate).toBe(row[1] === "million_discrete" ? 32 : -2);
      if (row[0] === "optuna_4.9.0") expect(validation).toBe(0);
    }
  });

  test("vouches for the bytes of its CSV and for its configuration", () => {
    expect(sidecar.artifacts.csv).toEqual({
      path: join(sandbox.home, "results/r.csv"),
      rows: 6,
      sha256: createHash("sha256").update(csv).digest("hex"),
    });
    const dry = JSON.parse(sandbox.bench(["run", "--smoke", "--dry-run", "--json"]).stdout);
    expect(sidecar.configuration).toEqual(dry.configuration);
    expect(sidecar.configuration_sha256).toBe(dry.configuration_sha256);
  });

  test("has the root, environment and validation that the contract names", () => {
    expect(Object.keys(sidecar).sort()).toEqual(
      (
        "artifacts configuration configuration_sha256 csv_schema_version environment execution generated_at_utc schema " +
        "suite validation"
      ).split(" "),
    );
    expect(sidecar.schema).toBe("pineforge-hpo.optuna-benchmark-metadata.v1");
    expect(sidecar.csv_schema_version).toBe(1);
    expect(sidecar.suite).toBe("native_tpe_vs_optuna");
    expect(sidecar.generated_at_utc).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/);
    expect(Math.abs(Date.now() - Date.parse(sidecar.generated_at_utc))).toBeLessThan(600_000);
    expect(sidecar.environment.native_executable).toBe("embedded:native/libpineforge_hpo_bench.so");
    expect(sidecar.environment.dependencies).toMatchObject({ optuna: "4.9.0", numpy: "2.4.6" });
    expect(sidecar.validation.declared_optima_checked_in_both_implementations).toBe(true);
    expect(sidecar.validation.million_discrete_full_enumeration).toMatchObject({
      candidate_count: 1_000_000,
      minimizer: [8, 1, 6, 3, 9, 4],
      minimum: 0,
      multiplicity: 1,
      second_best: 17,
    });
  });

  test("has the native library's hash, sampler and instruction set that --version --json tells", () => {
    const identity = JSON.parse(sandbox.bench(["--version", "--json"]).stdout);
    expect(sidecar.environment.native_executable_sha256).toBe(identity.native_library.sha256);
    expect(sidecar.environment.native_build).toEqual(identity.native_build);
    expect(sidecar.environment.native_build.sampler).toBe("fast");
    expect(sidecar.environment.repository_revision).toBe(identity.revision);
  });

  test("has an environment whose platform facts are the interpreter's own", () => {
    const code =
      "import json, platform as p; print(json.dumps([p.platform(), p.machine(), p.processor(), " +
      "p.python_implementation(), p.python_version()]))";
    const facts = JSON.parse(sandbox.spawn([PYTHON, "-c", code]).stdout);
    const { platform, machine, processor, python_implementation, python_version } = sidecar.environment;
    expect([platform, machine, processor, python_implementation, python_version]).toEqual(facts);
  });

  test("has a sidecar that Python loads and dumps to the same bytes, and whose hashes Python computes too", () => {
    const code = `
import hashlib, json, pathlib, sys
text = pathlib.Path(sys.argv[1]).read_bytes()
document = json.loads(text)
assert (json.dumps(document, indent=2, sort_keys=True) + "\\n").encode() == text
canonical = json.dumps(document["configuration"], sort_keys=True, separators=(",", ":")).encode()
assert hashlib.sha256(canonical).hexdigest() == document["configuration_sha256"]
snapshot = document["environment"]["source_snapshot"]
lines = "".join("%s\\0%s\\0%d\\n" % (f["path"], f["sha256"], f["size_bytes"]) for f in snapshot["files"])
assert hashlib.sha256(lines.encode()).hexdigest() == snapshot["aggregate_sha256"]
assert [f["path"] for f in snapshot["files"]] == sorted(f["path"] for f in snapshot["files"])
`;
    const checked = sandbox.spawn([PYTHON, "-c", code, join(sandbox.home, "results/r.csv.metadata.json")]);
    expect(checked).toMatchObject({ code: 0, stderr: "" });
  });

  test("publishes no home directory in its command", () => {
    expect(sidecar.execution.command).toEqual(["python", "python/runner.py", "--smoke", "--output", "~/results/r.csv"]);
  });

  test("is replayed by its command, through any Python with the pins, to the same quality columns", () => {
    using fresh = new Sandbox();
    mkdirSync(join(fresh.home, "results"));
    const [, runner, ...options] = sidecar.execution.command as string[];
    const command = [PYTHON, join(ROOT, runner as string), ...options];
    const replay = fresh.spawn(command, { PINEFORGE_BENCH: EXECUTABLE, PINEFORGE_PYTHON: "" });
    expect(replay.code).toBe(0);
    const again = readFileSync(join(fresh.home, "results/r.csv"), "utf8");
    const quality = (file: string) => cells(file).map((row) => QUALITY.map((column) => row[column]));
    expect(quality(again)).toEqual(quality(csv));
    expect(again).not.toBe(csv); // its times are its own
    const document = JSON.parse(readFileSync(join(fresh.home, "results/r.csv.metadata.json"), "utf8"));
    expect(document.configuration_sha256).toBe(sidecar.configuration_sha256);
    expect(document.execution.command).toEqual(sidecar.execution.command);
  });
});

test("with more startup trials than trials every proposal is random, and both engines make the same", () => {
  using other = new Sandbox();
  const run = ["run", "--smoke", "--trials", "5", "--startup-trials", "9", "--quiet", "--output", "r.csv"];
  expect(other.bench(run)).toMatchObject({ code: 0, stderr: "" });
  const [, ...rows] = cells(other.read("r.csv"));
  expect(rows.map((row) => row.slice(3, 5))).toEqual(Array(6).fill(["5", "9"]));
  for (const pair of [0, 2, 4]) expect(rows[pair]?.[5]).toBe(rows[pair + 1]?.[5] as string);
});

test("--json prints one document with rows and summary, and writes no file without --output", () => {
  using other = new Sandbox();
  const { code, stdout, stderr } = other.bench(["run", "--smoke", "--json", "--quiet"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const document = JSON.parse(stdout);
  expect(Object.keys(document)).toEqual(["artifacts", "configuration", "configuration_sha256", "rows", "summary"]);
  expect(document.artifacts).toEqual({ csv: null, metadata: null });
  const [head = [], ...rows] = cells(csv);
  const quality = QUALITY.map((column) => head[column] as string);
  expect(document.rows.map((row: Record<string, unknown>) => quality.map((name) => row[name]))).toEqual(
    rows.map((row) => QUALITY.map((column) => (column < 2 ? row[column] : Number(row[column])))),
  );
  expect(document.summary.problems.map(({ problem }: { problem: string }) => problem)).toEqual([
    "branin2",
    "mixed_log",
    "million_discrete",
  ]);
  const dump = "import json, sys; d = json.load(sys.stdin); print(json.dumps(d, indent=2, sort_keys=True))";
  writeFileSync(join(other.cwd, "d.json"), stdout);
  const dumped = other.spawn(["bash", "-c", '"$1" -c "$2" < d.json', "bash", PYTHON, dump]);
  expect(dumped.stdout).toBe(stdout);
});

test("on a terminal a bar shows how long the run will take, and is gone at the end", () => {
  using other = new Sandbox();
  const code = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))";
  const run = ["run", "--problems", "branin2", "--seeds", "7", "--trials", "300"];
  const { code: status, stdout } = other.spawn([PYTHON, "-c", code, EXECUTABLE, ...run], { TERM: "xterm" });
  expect(status).toBe(0);
  expect(stdout).toMatch(/\[=*-+\] \d+% \| \S+( s| min)? left \| 2\/2 optuna branin2 seed 7/);
  expect(stdout).not.toContain("[1/2] native");
  expect(stdout).toContain("Best regret by seed");
});
