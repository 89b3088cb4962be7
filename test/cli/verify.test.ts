import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expectRefusal, MAY_MOUNT, PUBLISHED, Sandbox, TIMEOUT_MS } from "./harness.ts";
import { copyPublished, VECTORS, writeSample } from "./results.ts";

setDefaultTimeout(TIMEOUT_MS);

test.each(["toString", "constructor", "valueOf", "hasOwnProperty"])(
  "a sidecar with the key %s is rejected as any other",
  (key) => {
    using sandbox = new Sandbox();
    copyPublished(sandbox);
    const path = join(sandbox.cwd, "r.csv.metadata.json");
    writeFileSync(path, readFileSync(path, "utf8").replace("{", `{"${key}": {},`));
    const { code, stdout } = sandbox.bench(["verify", "r.csv"]);
    expect(code).toBe(4);
    expect(stdout).toContain("sidecar.unknown-key");
  },
);

describe("verify accepts", () => {
  test("the published pair, with a note, and leaves everything as it is", () => {
    using sandbox = new Sandbox();
    copyPublished(sandbox);
    const outcome = sandbox.bench(["verify", "r.csv"]);
    expect(outcome).toMatchObject({ code: 0, stderr: "" });
    expect(outcome.stdout).toMatch(/^accepted r\.csv: 60 rows\n {2}note\.csv-form .*\n$/);
    expect(sandbox.read("r.csv")).toBe(readFileSync(PUBLISHED, "utf8"));
    expect(sandbox.files()).toEqual(["cwd/r.csv", "cwd/r.csv.metadata.json"]);
  });

  test("several results, and a sidecar elsewhere", async () => {
    using sandbox = new Sandbox();
    await writeSample(sandbox, "a.csv", [1, 2]);
    await writeSample(sandbox, "b.csv", [3]);
    expect(sandbox.bench(["verify", "a.csv", "b.csv"])).toMatchObject({
      code: 0,
      stdout: "accepted a.csv: 8 rows\naccepted b.csv: 4 rows\n",
    });
    const elsewhere = ["verify", join(VECTORS, "good.csv"), `--metadata=${join(VECTORS, "good.csv.metadata.json")}`];
    expect(sandbox.bench(elsewhere).code).toBe(0);
  });

  test("needs no Python, no home and no TMPDIR", () => {
    using sandbox = new Sandbox();
    copyPublished(sandbox);
    const bare = { PATH: "/nonexistent", HOME: undefined, TMPDIR: "/nonexistent", PINEFORGE_PYTHON: undefined };
    expect(sandbox.bench(["verify", "r.csv"], bare).code).toBe(0);
  });
});

describe("verify rejects", () => {
  test("with 4, every finding on stdout and one line on stderr", () => {
    using sandbox = new Sandbox();
    copyPublished(sandbox);
    writeFileSync(join(sandbox.cwd, "r.csv"), sandbox.read("r.csv").replace(",17,128,", ",17.0,0,"));
    const { code, stdout, stderr } = sandbox.bench(["verify", "r.csv"]);
    expect(code).toBe(4);
    expect(stdout.split("\n").map((line) => line.trim().split(/\s+/, 1)[0])).toEqual([
      ...["rejected", "csv.cell", "csv.cell", "artifact.sha256", ""],
    ]);
    expect(stderr).toMatch(
      /^pineforge-bench: error: r\.csv is rejected: line 2, column seed: [^\n]*\[csv\.cell\]; 2 more: see verify\n$/,
    );
  });

  test("one of several, and still looks at the others", async () => {
    using sandbox = new Sandbox();
    await writeSample(sandbox, "good.csv", [1]);
    const { code, stdout, stderr } = sandbox.bench(["verify", "missing.csv", "good.csv"]);
    expect(code).toBe(4);
    expect(stdout).toContain("accepted good.csv");
    expect(stderr).toMatch(/^pineforge-bench: error: 1 of 2 results are rejected; missing\.csv is rejected: [^\n]*\n$/);
  });

  test("says that only line ends differ", () => {
    using sandbox = new Sandbox();
    copyPublished(sandbox);
    writeFileSync(join(sandbox.cwd, "r.csv"), sandbox.read("r.csv").replaceAll("\r\n", "\n"));
    const { code, stderr } = sandbox.bench(["verify", "r.csv"]);
    expect(code).toBe(4);
    expect(stderr).toContain("only line ends, a byte order mark or the last line end differ");
  });
});

test("--json prints one document with every result and finding", async () => {
  using sandbox = new Sandbox();
  await writeSample(sandbox, "good.csv", [1]);
  const { code, stdout } = sandbox.bench(["verify", "--json", "good.csv", join(VECTORS, "bad-row-phases.csv")]);
  expect(code).toBe(4);
  const document = JSON.parse(stdout);
  expect(document).toMatchObject({ accepted: 1, rejected: 1 });
  const [good, bad] = document.results;
  expect(good).toMatchObject({
    csv: "good.csv",
    metadata: "good.csv.metadata.json",
    verdict: "accepted",
    rows: 4,
    findings: [],
  });
  expect(good.csv_sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(bad).toMatchObject({ verdict: "rejected", csv_sha256: null, findings_omitted: 0, quarantine: null });
  expect(bad.findings).toEqual([
    {
      code: "row.phases",
      severity: "error",
      file: "csv",
      line: 2,
      column: "wall_ns",
      key: null,
      expected: "at least 14413578",
      found: "14413577",
      hint: null,
      message: expect.stringContaining("line 2, column wall_ns: "),
    },
  ]);
});

test("--quarantine moves a rejected pair and leaves an accepted one", async () => {
  using sandbox = new Sandbox();
  await writeSample(sandbox, "good.csv", [1]);
  await writeSample(sandbox, "bad.csv", [2]);
  writeFileSync(join(sandbox.cwd, "bad.csv"), "spoiled\n");
  const { code, stdout } = sandbox.bench(["verify", "good.csv", "bad.csv", "--quarantine", "q"]);
  expect(code).toBe(4);
  expect(stdout).toContain("moved to q/bad.csv");
  expect(sandbox.files()).toEqual([
    "cwd/good.csv",
    "cwd/good.csv.metadata.json",
    "cwd/q/bad.csv/bad.csv",
    "cwd/q/bad.csv/bad.csv.metadata.json",
    "cwd/q/bad.csv/findings.json",
  ]);
  expect(JSON.parse(sandbox.read("q/bad.csv/findings.json")).findings[0].code).toBe("csv.header");
});

test.skipIf(!MAY_MOUNT)("--quarantine onto a full disk names the copy that does not fit, and moves nothing", () => {
  using sandbox = new Sandbox();
  copyPublished(sandbox);
  writeFileSync(join(sandbox.cwd, "r.csv"), "x".repeat(20_000), { flag: "a" });
  const before = sandbox.files();
  const line = 'mkdir q && mount -t tmpfs -o size=16k tmpfs q && "$@" > /dev/null; code=$?; find q -type f; exit $code';
  const outcome = sandbox.shellWithMounts(line, ["verify", "r.csv", "--quarantine", "q"]);
  expectRefusal(outcome, 7, /cannot write q\/r\.csv\/r\.csv: the disk is full/);
  expect(sandbox.files()).toEqual(before);
});

test("--quarantine into what is no directory fails with 7 and moves nothing", async () => {
  using sandbox = new Sandbox();
  await writeSample(sandbox, "r.csv", [1]);
  writeFileSync(join(sandbox.cwd, "r.csv"), "");
  const outcome = sandbox.bench(["verify", "r.csv", "--quarantine", "r.csv/q"]);
  expect(outcome.code).toBe(7);
  expect(outcome.stderr).toMatch(/^pineforge-bench: error: cannot write r\.csv\/q: [^\n]+\n$/);
  expect(sandbox.files()).toEqual(["cwd/r.csv", "cwd/r.csv.metadata.json"]);
});

test("a pair at an address is verified, a missing one rejected", async () => {
  using sandbox = new Sandbox();
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) => {
      const file = Bun.file(join(VECTORS, new URL(request.url).pathname));
      return file.exists().then((there) => (there ? new Response(file) : new Response("", { status: 404 })));
    },
  });
  try {
    const run = (path: string) => sandbox.benchAsync(["verify", `http://127.0.0.1:${server.port}/${path}`]);
    expect(await run("good.csv")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^accepted http:.*: 8 rows\n$/),
    });
    const missing = await run("nothing.csv");
    expect(missing).toMatchObject({ code: 4, stderr: expect.stringContaining("found 404 Not Found [address.failed]") });
  } finally {
    server.stop(true);
  }
});

describe("a wrong command line ends with 2 and one line", () => {
  test.each<[string[], RegExp]>([
    [["verify"], /RESULTS is missing: see --help/],
    [["verify", ""], /a result is empty: give a path/],
    [["verify", "--results", "a.csv"], /unknown flag "--results"/],
    [["verify", "a.csv", "--metadata"], /--metadata needs a value/],
    [["verify", "a.csv", "b.csv", "--metadata", "m.json"], /--metadata belongs to one result/],
    [["verify", "a.csv.metadata.json"], /"a.csv.metadata.json" is a sidecar: give the CSV, "a.csv"/],
    [["verify", "http://"], /"http:\/\/" is no address/],
    [["verify", "http://127.0.0.1:1/a.csv", "--quarantine", "q"], /--quarantine moves files/],
    [["verify", "a.csv", "--timeout", "0"], /--timeout: "0" is not a number of seconds/],
    [["verify", "a.csv", "--quiet"], /unknown flag "--quiet"/],
    [["schema", "json"], /"json" is no file of a result: csv or sidecar/],
    [["schema", "csv", "sidecar"], /unexpected argument "sidecar"/],
    [["aggregate", "a.csv"], /--output is missing/],
    [["aggregate", "--output", "p.csv"], /RESULTS is missing/],
    [["aggregate", "a.csv", "--output", "a.csv"], /a\.csv is one of the results/],
    [["aggregate", "a.csv", "--output", "./a.csv.metadata.json", "--force"], /is one of the results/],
  ])("%j", (args, message) => {
    using sandbox = new Sandbox();
    expectRefusal(sandbox.bench(args), 2, message);
    expect(sandbox.files()).toEqual([]);
  });
});

test("schema prints tables for a person and JSON Schemas for a program", () => {
  using sandbox = new Sandbox();
  const tables = sandbox.bench(["schema"]);
  expect(tables.stdout).toContain(
    "| `best_regret` | non-negative number | objective-specific | `max(0, best_value - optimum)` |",
  );
  expect(tables.stdout).toContain("| `configuration.tpe.gamma_cap` | integer | yes | `25` |");
  for (const file of ["csv", "sidecar"])
    expect(JSON.parse(sandbox.bench(["schema", file]).stdout)).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      additionalProperties: false,
    });
});
