// Files that a stranger may send: each is rejected with one line, within 5 seconds and below 256 MB.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Sandbox, TIMEOUT_MS } from "./harness.ts";
import { copyPublished } from "./results.ts";

setDefaultTimeout(TIMEOUT_MS);

/** Of processor time, so that a busy machine is no fault; one that waits for ever is ended, and then has no exit code. */
const MAX_MS = 5000;
const MAX_BYTES = 256e6;

/** As large as a CSV and a sidecar are read. */
const CSV_BYTES = 20 * 1024 * 1024;
const SIDECAR_BYTES = 4 * 1024 * 1024;

interface Pair {
  readonly csv: string;
  readonly sidecar: string;
}

type Spoil = (pair: Pair) => void;

/** The file filled with the unit, up to `size`, after what it began with. */
const fill =
  (file: keyof Pair, head: string, unit: string, size: number): Spoil =>
  (pair) =>
    writeFileSync(pair[file], head + unit.repeat(Math.floor((size - head.length - 8192) / unit.length)));

const fillCsv = (unit: string) => fill("csv", HEADER, unit, CSV_BYTES);
const fillSidecar = (head: string, unit: string) => fill("sidecar", head, unit, SIDECAR_BYTES);

const edit =
  (file: keyof Pair, from: string | RegExp, to: string): Spoil =>
  (pair) =>
    writeFileSync(
      pair[file],
      readFileSync(pair[file], "utf8").replace(from, () => to),
    );

const replaceBy =
  (file: keyof Pair, make: (path: string) => unknown): Spoil =>
  (pair) => {
    rmSync(pair[file]);
    make(pair[file]);
  };

const HEADER =
  "implementation,problem,seed,trials,startup_trials,best_value,optimum,best_regret,sampler_ns,objective_ns,validation_ns," +
  "wall_ns,unique_candidates,duplicate_candidates,exact_optimum_hits,best_hamming,best_l1\n";
const ROW = "optuna_4.9.0,branin2,17,128,10,0.44,0.39788735772973816,0.05,90249754,119003,0,90422125,-1,-1,0,-1,-1\n";
const DISCRETE = "optuna_4.9.0,million_discrete,17,1000,10,2479.0,0.0,2479.0,1,1,0,5,654,346,0,6,19\n";
const KEYS = Array.from({ length: 140_000 }, (_, index) => `"k${index}": 0`).join();

const CASES: readonly [name: string, code: RegExp, spoil: Spoil][] = [
  ["a CSV of 1 GB", /file\.too-large/, ({ csv }) => truncateSync(csv, 2 ** 30)],
  ["a sidecar of 1 GB", /file\.too-large/, ({ sidecar }) => truncateSync(sidecar, 2 ** 30)],
  ["a CSV of one line of 1 GB", /file\.too-large/, oneLine(2 ** 30)],
  ["a CSV of one line as long as is read", /csv\.cut-short/, oneLine(CSV_BYTES)],
  ["line ends only", /csv\.cell-count/, fillCsv("\n")],
  ["commas and line ends", /csv\.cell-count/, fillCsv(`${",".repeat(4095)}\n`)],
  ["quotes only", /csv\.cut-short/, fillCsv('"')],
  ["empty quotes", /csv\.cell-count/, fillCsv('""\n')],
  ["quotes left open", /csv\.quote/, fillCsv('"\n')],
  ["20 MB of good rows", /artifact\.sha256/, fillCsv(ROW)],
  ["4 MB of good rows, of which other forms are tried", /artifact\.sha256/, fill("csv", HEADER, ROW, 4 * 1024 * 1024)],
  ["20 MB of good rows in quotes", /artifact\.sha256/, fillCsv(ROW.replace("branin2", '"branin2"'))],
  ["20 MB of rows of million_discrete", /csv\.row-count|artifact\.sha256/, fillCsv(DISCRETE)],
  ["20 MB of bad cells", /csv\.cell/, fillCsv("=,+,-,@,<b>,x,x,x,x,x,x,x,x,x,x,x,x\n")],
  ["20 MB of NUL", /csv\.cut-short/, replaceBy("csv", makeHoles)],
  [
    "20 MB that are not UTF-8",
    /csv\.encoding/,
    ({ csv }) => writeFileSync(csv, Buffer.alloc(CSV_BYTES, "\xff\n", "latin1")),
  ],
  ["a CSV with a byte order mark", /csv\.bom/, edit("csv", /^/, "\ufeff")],
  ["a NUL in a CSV", /csv\.nul/, edit("csv", "branin2", "bra\0in2")],
  ["a cell that begins with =", /csv\.cell/, edit("csv", "branin2", "=HYPERLINK(0)")],
  ["HTML in a cell", /csv\.cell/, edit("csv", "branin2", "<script>alert(1)</script>")],
  ["a FIFO as CSV", /file\.not-regular/, replaceBy("csv", (path) => Bun.spawnSync(["mkfifo", path]))],
  ["a FIFO as sidecar", /file\.not-regular/, replaceBy("sidecar", (path) => Bun.spawnSync(["mkfifo", path]))],
  ["a directory as CSV", /file\.not-regular/, replaceBy("csv", (path) => mkdirSync(path))],
  ["a link to a device", /file\.symbolic-link/, replaceBy("csv", (path) => symlinkSync("/dev/zero", path))],
  ["a link to a file", /file\.symbolic-link/, replaceBy("sidecar", (path) => symlinkSync("/etc/passwd", path))],
  ["a link in circles", /file\.symbolic-link/, replaceBy("csv", (path) => symlinkSync(path, path))],
  ["a million arrays in one another", /json\.depth/, ({ sidecar }) => writeFileSync(sidecar, "[".repeat(1e6))],
  ["objects in one another", /json\.depth/, fillSidecar("", '{"a":')],
  [
    "a million arrays, closed",
    /json\.depth/,
    ({ sidecar }) => writeFileSync(sidecar, "[".repeat(1e6) + "]".repeat(1e6)),
  ],
  ["a number of 10^7 digits", /file\.too-large/, ({ sidecar }) => writeFileSync(sidecar, "1".repeat(1e7))],
  ["a number of 4 million digits", /json\.number/, fillSidecar("", "1")],
  ["two million zeros", /json\.size/, fillSidecar("[", "0,")],
  ["140,000 unknown keys", /sidecar\.unknown-key/, edit("sidecar", '"schema"', `${KEYS}, "schema"`)],
  [
    "140,000 seeds of another type",
    /sidecar\.type/,
    edit("sidecar", /"seeds": \[/, `"seeds": [${'"x",'.repeat(140_000)}`),
  ],
  ["140,000 seeds", /row|pair|configuration/, edit("sidecar", /"seeds": \[/, `"seeds": [${listSeeds()},`)],
  ["two million escapes", /json\.syntax/, fillSidecar('"', "\\n")],
  ["backslashes", /json\.syntax/, fillSidecar('"', "\\")],
  ["spaces", /json\.syntax/, fillSidecar("", " ")],
  ["line ends", /json\.syntax/, fillSidecar("", "\n")],
  ["a doubled key", /json\.duplicate-key/, edit("sidecar", '"suite"', '"suite": 1, "suite"')],
  ["__proto__", /json\.text/, edit("sidecar", '"suite"', '"__proto__": {"schema": 1}, "suite"')],
  ["an escaped NUL", /json\.text/, edit("sidecar", "CPython", "CPy\\u0000thon")],
  ["a raw NUL", /json\.syntax/, edit("sidecar", "CPython", "CPy\0thon")],
  ["half a surrogate pair", /json\.text/, edit("sidecar", "CPython", "CPy\\ud800thon")],
  ["1e400", /json\.number/, edit("sidecar", "91.21724191703834", "1e400")],
  ["a sidecar with a byte order mark", /json\.bom/, edit("sidecar", /^/, "\ufeff")],
  ["an empty sidecar", /json\.syntax/, ({ sidecar }) => truncateSync(sidecar, 0)],
  ["an empty CSV", /csv\.cut-short/, ({ csv }) => truncateSync(csv, 0)],
];

/** Written in pieces, so that this process stays small. */
function oneLine(size: number): Spoil {
  return ({ csv }) => {
    writeFileSync(csv, "");
    const piece = Buffer.alloc(8 * 1024 * 1024, "a");
    for (let written = 0; written < size; written += piece.length)
      writeFileSync(csv, piece.subarray(0, Math.min(piece.length, size - written)), { flag: "a" });
  };
}

function makeHoles(path: string): void {
  writeFileSync(path, "");
  truncateSync(path, CSV_BYTES);
}

function listSeeds(): string {
  return Array.from({ length: 140_000 }, (_, index) => 1000 + index).join();
}

describe("verify rejects, with one line and little time and memory", () => {
  test.each(CASES)("%s", async (_name, code, spoil) => {
    using sandbox = new Sandbox();
    copyPublished(sandbox);
    spoil({ csv: join(sandbox.cwd, "r.csv"), sidecar: join(sandbox.cwd, "r.csv.metadata.json") });
    const outcome = await sandbox.benchAsync(["verify", "r.csv"]);
    expect(outcome.code).toBe(4);
    expect(outcome.stdout).toMatch(code);
    expect(outcome.stderr).toMatch(/^pineforge-bench: error: [ -~]+\n$/);
    expect(outcome.stderr).not.toContain("internal error");
    expect(outcome.cpuMilliseconds).toBeLessThan(MAX_MS);
    expect(outcome.peakBytes).toBeLessThan(MAX_BYTES);
  });
});

test.each(["/dev/zero", "/dev/stdin", "/proc/self/status", "/proc/self/mem", "/", "."])(
  "verify rejects %s",
  async (path) => {
    using sandbox = new Sandbox();
    const outcome = await sandbox.benchAsync(["verify", path]);
    expect(outcome.code).toBe(4);
    expect(outcome.stderr).toMatch(/^pineforge-bench: error: [ -~]+\n$/);
    expect(outcome.cpuMilliseconds).toBeLessThan(MAX_MS);
  },
);

test("an artifact's path that climbs out is a label: the pair is judged by its own files", async () => {
  using sandbox = new Sandbox();
  copyPublished(sandbox);
  edit(
    "sidecar",
    /"path": "benchmarks[^"]*\.csv"/,
    '"path": "../../../../etc/passwd"',
  )({
    csv: "",
    sidecar: join(sandbox.cwd, "r.csv.metadata.json"),
  });
  expect((await sandbox.benchAsync(["verify", "r.csv"])).code).toBe(0);
});

test("aggregate rejects a hostile pair as verify does, and leaves nothing", async () => {
  using sandbox = new Sandbox();
  copyPublished(sandbox);
  truncateSync(join(sandbox.cwd, "r.csv"), 2 ** 30);
  const outcome = await sandbox.benchAsync(["aggregate", "r.csv", "--output", "p.csv"]);
  expect(outcome.code).toBe(4);
  expect(outcome.stderr).toContain("[file.too-large] [pool.rejected]");
  expect(sandbox.files()).toEqual(["cwd/r.csv", "cwd/r.csv.metadata.json"]);
});
