import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expectRefusal, PUBLISHED, ROOT, Sandbox, SHORT_RUN, TIMEOUT_MS } from "./harness.ts";

setDefaultTimeout(TIMEOUT_MS);

let sandbox: Sandbox;

beforeAll(() => {
  sandbox = new Sandbox();
  expect(sandbox.bench([...SHORT_RUN, "--output", "r.csv", "--quiet"])).toMatchObject({ code: 0 });
});
afterAll(() => sandbox[Symbol.dispose]());

/** The result again under another name, with other rows or facts; its hashes are right. */
function forge(
  name: string,
  editCsv: (csv: string) => string,
  editSidecar: (sidecar: Record<string, never>) => void = () => {},
): string {
  const csv = editCsv(sandbox.read("r.csv"));
  const sidecar = JSON.parse(sandbox.read("r.csv.metadata.json"));
  sidecar.artifacts.csv.sha256 = createHash("sha256").update(csv).digest("hex");
  editSidecar(sidecar);
  writeFileSync(join(sandbox.cwd, name), csv);
  writeFileSync(join(sandbox.cwd, `${name}.metadata.json`), JSON.stringify(sidecar));
  return `${name}.metadata.json`;
}

/** Adds to best_value, and to best_regret with it, in the native row. */
function raiseBest(csv: string): string {
  const [head, native = "", ...rest] = csv.split("\n");
  const cells = native.split(",");
  const best = Number(cells[5]) + 0.5;
  return [
    head,
    cells
      .with(5, String(best))
      .with(7, String(best - Number(cells[6])))
      .join(","),
    ...rest,
  ].join("\n");
}

test("the same code reproduces a result, times aside", () => {
  const times = forge("times.csv", (csv) => csv.replace(/^(pineforge_native(?:,[^,]+){8},)\d+/m, "$11"));
  for (const sidecar of ["r.csv.metadata.json", times]) {
    const outcome = sandbox.bench(["replay", sidecar, "--quiet"]);
    expect(outcome).toMatchObject({
      code: 0,
      stdout: "2 rows replayed: every value but the times is the same\n",
      stderr: "",
    });
  }
  const { stdout, stderr } = sandbox.bench(["replay", "r.csv.metadata.json", "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({ reproduced: true, differences: [] });
  expect(stderr).toContain("native branin2 seed 7");
});

test("a library of the same bytes may be named with --native", () => {
  const library = join(ROOT, "native/libpineforge_hpo_bench.so");
  copyFileSync(library, join(sandbox.cwd, "copy.so"));
  const args = ["replay", "r.csv.metadata.json", "--quiet", "--native"];
  expect(sandbox.bench([...args, "copy.so"])).toMatchObject({ code: 0 });
  writeFileSync(join(sandbox.cwd, "other.so"), Buffer.concat([readFileSync(library), Buffer.from("x")]));
  expectRefusal(
    sandbox.bench([...args, "other.so"]),
    3,
    /the native library has SHA-256 [0-9a-f]{64}, [0-9a-f]{64} was used/,
  );
});

test("a value that is not what comes out is named, and ends with 4", () => {
  const sidecar = forge("worse.csv", raiseBest);
  const outcome = sandbox.bench(["replay", sidecar, "--quiet"]);
  expect(outcome.code).toBe(4);
  expect(outcome.stdout).toMatch(/^2 rows replayed: 2 values differ\npineforge_native branin2 seed 7: best_value was /);
  expect(outcome.stderr).toMatch(/^pineforge-bench: error: worse\.csv is not reproduced: 2 values differ\n$/);
  const { stdout } = sandbox.bench(["replay", sidecar, "--quiet", "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({
    reproduced: false,
    differences: [{ column: "best_value", seed: 7 }, { column: "best_regret" }],
  });
});

test("a result of other code is refused, with everything that differs, before an engine starts", () => {
  copyFileSync(PUBLISHED, join(sandbox.cwd, "p.csv"));
  copyFileSync(`${PUBLISHED}.metadata.json`, join(sandbox.cwd, "p.csv.metadata.json"));
  const outcome = sandbox.bench(["replay", "p.csv.metadata.json", "--python", "/nonexistent/python"]);
  expectRefusal(
    outcome,
    3,
    /SHA-256 [0-9a-f]{64}, 2b624c6bcad5b5bb[0-9a-f]{48} was used; numpy 2\.5\.1 was used, 2\.4\.6 is here/,
  );
});

describe("a replay is refused", () => {
  test("where the interpreter is none", () => {
    const args = ["replay", "r.csv.metadata.json", "--quiet", "--python", "/nonexistent/python"];
    expectRefusal(sandbox.bench(args), 3, /\/nonexistent\/python/);
  });

  test("where the result does not keep the contract", () => {
    const sidecar = forge(
      "bad.csv",
      (csv) => csv,
      (document) => Object.assign(document, { configuration_sha256: "0".repeat(64) }),
    );
    expectRefusal(sandbox.bench(["replay", sidecar]), 4, /bad\.csv\.metadata\.json is rejected/);
  });

  test.each<[string[], number, RegExp]>([
    [["replay"], 2, /SIDECAR is missing/],
    [["replay", "r.csv"], 2, /"r\.csv" does not end in \.metadata\.json: name its CSV with --csv/],
    [["replay", "none.csv.metadata.json"], 4, /none\.csv/],
    [["replay", "http://127.0.0.1:1/x.csv.metadata.json"], 2, /replay reads files only/],
    [["replay", "r.csv.metadata.json", "--timeout", "0"], 2, /--timeout: "0"/],
    [["replay", "r.csv.metadata.json", "--csv", ""], 2, /--csv is empty/],
  ])("%j ends with %d", (args, code, message) => {
    expectRefusal(sandbox.bench(args), code, message);
  });
});

test("the CSV may be named where it is not beside the sidecar", () => {
  copyFileSync(join(sandbox.cwd, "r.csv"), join(sandbox.tmp, "moved.csv"));
  copyFileSync(join(sandbox.cwd, "r.csv.metadata.json"), join(sandbox.cwd, "alone.json"));
  const args = ["replay", "alone.json", "--csv", join(sandbox.tmp, "moved.csv"), "--quiet"];
  expect(sandbox.bench(args)).toMatchObject({ code: 0 });
});
