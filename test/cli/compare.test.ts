import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expectRefusal, PUBLISHED, Sandbox, TIMEOUT_MS } from "./harness.ts";

setDefaultTimeout(TIMEOUT_MS);

const SIDECAR = `${PUBLISHED}.metadata.json`;
let sandbox: Sandbox;

beforeAll(() => {
  sandbox = new Sandbox();
  write("same.csv", (cells) => cells);
  write("slow.csv", (cells) => scaleTimes(cells, 2));
  let odd = false;
  write("noisy.csv", (cells) => {
    if (cells[0] === "pineforge_native") odd = !odd;
    return scaleTimes(cells, odd ? 1.3 : 0.9);
  });
  write("bit.csv", (cells) => scaleTimes(cells, 1.02));
});
afterAll(() => sandbox[Symbol.dispose]());

/** The published pair with other native times, and a sidecar that vouches for them. */
function write(name: string, edit: (cells: string[]) => string[]): void {
  const [head = "", ...lines] = readFileSync(PUBLISHED, "utf8").trimEnd().split("\r\n");
  const rows = lines.map((line) => edit(line.split(",")).join(","));
  const csv = `${[head, ...rows].join("\n")}\n`;
  const sidecar = JSON.parse(readFileSync(SIDECAR, "utf8"));
  sidecar.artifacts.csv.sha256 = createHash("sha256").update(csv).digest("hex");
  sidecar.environment.native_executable_sha256 = name === "same.csv" ? "a".repeat(64) : "b".repeat(64);
  sidecar.execution.driver_wall_seconds += 100;
  writeFileSync(join(sandbox.cwd, name), csv);
  writeFileSync(join(sandbox.cwd, `${name}.metadata.json`), JSON.stringify(sidecar));
}

/** sampler_ns and wall_ns of the native rows. */
function scaleTimes(cells: string[], factor: number): string[] {
  if (cells[0] !== "pineforge_native") return cells;
  const slower = Math.round(Number(cells[8]) * factor);
  const wall = Number(cells[11]) + slower - Number(cells[8]);
  return cells.with(8, String(slower)).with(11, String(wall));
}

test("two results are compared pair by pair, with what differs between them", () => {
  const { code, stdout, stderr } = sandbox.bench(["compare", "same.csv", "slow.csv"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^quality of pineforge_native: .*\n {2}problem +pairs +differ +ratio +interval /);
  expect(stdout).toMatch(
    /\noverhead of pineforge_native: [\s\S]*?\n {2}all +30 +30 +2 +\[2, 2\] +<1e-6 +<1e-6 +<1e-6 +<1e-6 +1\.00\n/,
  );
  expect(stdout).toContain(`native executable SHA-256  ${"a".repeat(64)}  ${"b".repeat(64)}`);
  expect(stdout).toContain("branin2 (5 pairs, p is at least 0.0625)");
  expect(stdout).toContain("30 pairs compared; 0 only in same.csv, 0 only in slow.csv");
  expect(stdout).toContain("95 % percentile bootstrap");
  expect(stdout).not.toContain("Gate");
});

test.each([
  ["a regression", "slow.csv", "1.10", 5, "regression"],
  ["no regression", "same.csv", "1.10", 0, "within the limit"],
  ["a ratio below the limit", "bit.csv", "1.10", 0, "within the limit"],
  ["a ratio at the limit", "slow.csv", "2", 0, "within the limit"],
  ["ratios on both sides of the limit", "noisy.csv", "1.10", 0, "inconclusive"],
  ["a ratio above a strict limit", "bit.csv", "1", 5, "regression"],
])("--fail-above: %s (%s, %s) ends with %d: %s", (_what, name, limit, code, verdict) => {
  const outcome = sandbox.bench(["compare", "same.csv", name, "--fail-above", limit]);
  expect(outcome.code).toBe(code);
  expect(outcome.stdout.trimEnd().split("\n").at(-1)).toBe(`Gate at ${Number(limit)}: ${verdict}`);
  expect(outcome.stderr).toMatch(
    code === 0 ? /^$/ : /^pineforge-bench: error: \S+ is worse than same\.csv by more than/,
  );
});

test("the JSON says the same", () => {
  const { code, stdout } = sandbox.bench(["compare", "same.csv", "slow.csv", "--fail-above", "1.1", "--json"]);
  const document = JSON.parse(stdout);
  expect(code).toBe(5);
  expect(document).toMatchObject({
    base: { csv: { path: "same.csv" }, native_executable_sha256: "a".repeat(64) },
    new: { csv: { path: "slow.csv" }, native_executable_sha256: "b".repeat(64) },
    gate: { limit: 1.1, verdict: "regression" },
    pairs: 30,
    hosts_equal: false,
    method: { bootstrap_seed: 1, confidence: 0.95, significance: 0.05 },
  });
  expect(document.differences).toContainEqual({
    fact: "native executable SHA-256",
    base: "a".repeat(64),
    new: "b".repeat(64),
  });
  expect(document.estimates).toContainEqual(
    expect.objectContaining({
      implementation: "pineforge_native",
      measure: "overhead",
      problem: "branin2",
      pairs: 5,
      signed_rank_p: 0.0625,
      smallest_p: 0.0625,
      verdict: "inconclusive",
    }),
  );
});

test("a comparison is the same every time", () => {
  const once = sandbox.bench(["compare", "same.csv", "bit.csv"]).stdout;
  expect(sandbox.bench(["compare", "same.csv", "bit.csv"]).stdout).toBe(once);
});

test.each<[string[], number, RegExp]>([
  [["compare"], 2, /BASE is missing/],
  [["compare", "same.csv"], 2, /NEW is missing/],
  [["compare", "same.csv", "slow.csv", "bit.csv"], 2, /unexpected argument "bit\.csv"/],
  [["compare", "same.csv", "slow.csv", "--fail-above", "0.9"], 2, /--fail-above: "0\.9" is not a ratio of 1 or more/],
  [["compare", "same.csv", "slow.csv", "--fail-above", "10%"], 2, /--fail-above: "10%" is not a ratio/],
  [["compare", "same.csv", "slow.csv", "--fail-above"], 2, /--fail-above needs a value/],
  [["compare", "same.csv", "missing.csv"], 4, /missing\.csv/],
])("%j ends with %d and one line", (args, code, message) => {
  expectRefusal(sandbox.bench(args), code, message);
});
