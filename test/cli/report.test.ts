import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expectRefusal, PUBLISHED, Sandbox, TIMEOUT_MS } from "./harness.ts";

setDefaultTimeout(TIMEOUT_MS);

/** A sandbox that has the published pair as r.csv. */
function prepare(): Sandbox {
  const sandbox = new Sandbox();
  copyFileSync(PUBLISHED, join(sandbox.cwd, "r.csv"));
  copyFileSync(`${PUBLISHED}.metadata.json`, join(sandbox.cwd, "r.csv.metadata.json"));
  for (const file of ["r.csv", "r.csv.metadata.json"]) chmodSync(join(sandbox.cwd, file), 0o644);
  return sandbox;
}

test.each([
  ["text", /^Native TPE against Optuna 4\.9\.0\n\nProfile full: 6 problems, 5 seeds\n=/],
  ["markdown", /^# Native TPE against Optuna 4\.9\.0\n\n## Profile full: 6 problems, 5 seeds\n/],
  ["json", /^\{\n {2}"results": \[\n/],
  ["html", /^<!doctype html>\n<html lang="en">/],
])("report --format %s goes to stdout, and with --output to a file", (format, begin) => {
  using sandbox = prepare();
  const { code, stdout, stderr } = sandbox.bench(["report", "r.csv", "--format", format]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(begin);
  const written = sandbox.bench(["report", "r.csv", "--format", format, "--output", "out"]);
  expect(written).toMatchObject({ code: 0, stdout: "out\n", stderr: "" });
  expect(sandbox.read("out")).toBe(stdout);
  expect(sandbox.files()).toEqual(["cwd/out", "cwd/r.csv", "cwd/r.csv.metadata.json"]);
});

test("a report is text where no format is named, the same every time, wherever it is made", () => {
  using one = prepare();
  using two = prepare();
  const text = one.bench(["report", "r.csv"]).stdout;
  expect(text).toContain("  branin2               17    0.045054   0.051801  native\n");
  expect(two.bench(["report", "r.csv"], { TZ: "Asia/Tokyo", LC_ALL: "de_DE.UTF-8" }).stdout).toBe(text);
  expect(two.bench(["report", "r.csv", "--format", "html"], { TZ: "Asia/Tokyo" }).stdout).toBe(
    one.bench(["report", "r.csv", "--format", "html"]).stdout,
  );
});

test("several results make one report, in the order given", () => {
  using sandbox = prepare();
  mkdirSync(join(sandbox.cwd, "d"));
  for (const file of ["r.csv", "r.csv.metadata.json"])
    copyFileSync(join(sandbox.cwd, file), join(sandbox.cwd, "d", file));
  const { code, stdout } = sandbox.bench(["report", "d/r.csv", "r.csv", "--format", "json"]);
  const { results } = JSON.parse(stdout);
  expect({ code, paths: results.map((result: { csv: { path: string } }) => result.csv.path) }).toEqual({
    code: 0,
    paths: ["d/r.csv", "r.csv"],
  });
});

test("the sidecar may lie elsewhere", () => {
  using sandbox = prepare();
  copyFileSync(join(sandbox.cwd, "r.csv"), join(sandbox.cwd, "x.csv"));
  expectRefusal(sandbox.bench(["report", "x.csv"]), 4, /x\.csv\.metadata\.json/);
  expect(sandbox.bench(["report", "x.csv", "--metadata", "r.csv.metadata.json"])).toMatchObject({ code: 0 });
});

describe("a result that is not what it says is never reported", () => {
  test.each(["text", "markdown", "json", "html"])("as %s", (format) => {
    using sandbox = prepare();
    writeFileSync(join(sandbox.cwd, "r.csv"), readFileSync(PUBLISHED, "utf8").replace("0.045", "0.044"));
    const args = ["report", "r.csv", "--format", format, "--output", "out"];
    expectRefusal(sandbox.bench(args), 4, /r\.csv\.metadata\.json is rejected|r\.csv is rejected/);
    expect(sandbox.has("out")).toBe(false);
  });
});

test("an existing file is overwritten only with --force, and the result itself never", () => {
  using sandbox = prepare();
  writeFileSync(join(sandbox.cwd, "out"), "precious");
  expectRefusal(sandbox.bench(["report", "r.csv", "--output", "out"]), 7, /--output out exists already/);
  expect(sandbox.read("out")).toBe("precious");
  expect(sandbox.bench(["report", "r.csv", "--output", "out", "--force"])).toMatchObject({ code: 0 });
  for (const file of ["r.csv", "r.csv.metadata.json"])
    expectRefusal(
      sandbox.bench(["report", "r.csv", "--output", file, "--force"]),
      2,
      /is what the report is made from/,
    );
  expect(sandbox.bench(["report", "r.csv"])).toMatchObject({ code: 0 });
});

test.each<[string[], number, RegExp]>([
  [["report"], 2, /RESULTS is missing/],
  [["report", ""], 2, /a result is empty/],
  [["report", "r.csv", "--format", "pdf"], 2, /--format: "pdf" is unknown/],
  [["report", "r.csv", "--format", "text,html"], 2, /more than one/],
  [["report", "r.csv", "--format", "htm"], 2, /did you mean html\?/],
  [["report", "r.csv", "--force"], 2, /--force needs --output/],
  [["report", "r.csv", "--output", "no/out"], 7, /its directory does not exist/],
  [["report", "missing.csv"], 4, /missing\.csv/],
  [["report", "r.csv.metadata.json"], 2, /is a sidecar/],
])("%j ends with %d and one line", (args, code, message) => {
  using sandbox = prepare();
  expectRefusal(sandbox.bench(args), code, message);
});
