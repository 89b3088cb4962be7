import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expectRefusal, PUBLISHED, Sandbox, SHORT_RUN, TIMEOUT_MS } from "./harness.ts";

setDefaultTimeout(TIMEOUT_MS);

const PRINTING = [
  ["--version"],
  ["--version", "--json"],
  ["--help"],
  ["run", "--help"],
  ["setup", "--help"],
  ["run", "--dry-run"],
  ["run", "--dry-run", "--json"],
  ["schema"],
  ["schema", "sidecar"],
  ["verify", "--help"],
  ["verify", PUBLISHED],
  ["verify", "--json", PUBLISHED],
  ["report", PUBLISHED],
  ["report", PUBLISHED, "--format", "html"],
  ["compare", PUBLISHED, PUBLISHED],
];

/** Some 20 MB of JSON. */
const LONG = ["run", "--dry-run", "--json", "--seeds", Array.from({ length: 10_000 }, (_, seed) => seed).join(",")];

describe.each(PRINTING.map((args) => [args]))("what %j prints", (args) => {
  test("fails with 7 on a full device", () => {
    using sandbox = new Sandbox();
    expectRefusal(sandbox.shell('"$@" > /dev/full', args), 7, /stdout cannot be written \(ENOSPC\)/);
    expect(sandbox.files()).toEqual([]);
  });

  test("fails with 7 on a closed stdout", () => {
    using sandbox = new Sandbox();
    expectRefusal(sandbox.shell('"$@" >&-', args), 7, /stdout is closed/);
  });

  test("may go to /dev/null", () => {
    using sandbox = new Sandbox();
    expect(sandbox.shell('"$@" > /dev/null', args)).toMatchObject({ code: 0, stdout: "", stderr: "" });
  });

  test("ends quietly when its reader takes one line", () => {
    using sandbox = new Sandbox();
    const outcome = sandbox.shell(`"$@" | head -1; echo "\${PIPESTATUS[0]}"`, args);
    expect(outcome.stderr).toBe("");
    expect(outcome.stdout).toMatch(/\n(0|141)\n$/);
    expect(outcome.milliseconds).toBeLessThan(2000);
  });
});

test("a command cut off in the middle of 20 MB ends quietly with 141", () => {
  using sandbox = new Sandbox();
  const outcome = sandbox.shell(`"$@" | head -1; echo "\${PIPESTATUS[0]}"`, LONG);
  expect(outcome).toMatchObject({ stdout: "{\n141\n", stderr: "" });
});

test("a reader that has gone before the first byte is no error to speak of", () => {
  using sandbox = new Sandbox();
  const outcome = sandbox.shell(`(sleep 0.3; exec "$@") | true; echo "\${PIPESTATUS[0]}"`, ["--version"]);
  expect(outcome).toMatchObject({ stdout: "141\n", stderr: "" });
});

test.each([
  ["a pipe", ""],
  ["a non-blocking pipe", "python3 -c 'import os; os.set_blocking(1, False)'; "],
])("a slow reader of %s gets all of 20 MB", (_kind, prepare) => {
  using sandbox = new Sandbox();
  const whole = sandbox.shell('"$@" > whole.json', LONG);
  expect(whole).toMatchObject({ code: 0, stderr: "" });
  const bytes = readFileSync(join(sandbox.cwd, "whole.json"));
  expect(bytes.length).toBeGreaterThan(10_000_000);
  const reader = "(sleep 0.3; head -c 100000; sleep 0.3; cat) | sha256sum";
  const outcome = sandbox.shell(`(${prepare}exec "$@") | ${reader}`, LONG);
  expect(outcome.stdout.split(" ")[0]).toBe(createHash("sha256").update(bytes).digest("hex"));
  expect(outcome.stderr).toBe("");
});

test("where stdout and stderr are one pipe, the lines come in order", () => {
  using sandbox = new Sandbox();
  const { stdout } = sandbox.shell('"$@" 2>&1 | cat', [...SHORT_RUN, "--output", "r.csv"]);
  expect(stdout).toMatch(/^\[1\/2\] native.*\[2\/2\] optuna.*\nWins: .*\nr\.csv\nr\.csv\.metadata\.json\n$/s);
});

test.each([
  ["CI", "1"],
  ["NO_COLOR", "1"],
  ["NODE_ENV", "test"],
  ["TERM", "dumb"],
  ["FORCE_COLOR", "1"],
  ["DEBUG", "1"],
])("what a person reads is the same with %s=%s", (name, value) => {
  using sandbox = new Sandbox();
  const args = ["run", "--smoke", "--python", "/nonexistent/python"];
  const plain = sandbox.bench(args);
  expect(plain.stderr.split("\n").length).toBe(3);
  expect(plain.stderr).toContain("No file will be written");
  expect(sandbox.bench(args, { [name]: value })).toMatchObject({ code: 3, stdout: "", stderr: plain.stderr });
});

test("the hidden worker refuses a line that is no text with one line", () => {
  using sandbox = new Sandbox();
  expectRefusal(sandbox.shell(`printf '\\377\\n' | "$@"`, ["worker"]), 6, /the driver sent a line that is not UTF-8/);
});

test("--quiet leaves the error alone on stderr", () => {
  using sandbox = new Sandbox();
  expectRefusal(sandbox.bench(["run", "--smoke", "--quiet", "--python", "/nonexistent/python"]), 3, /nonexistent/);
});

test("a closed stderr changes no exit code", () => {
  using sandbox = new Sandbox();
  expect(sandbox.shell('"$@" 2>&-', ["run", "--seeds", "abc"])).toMatchObject({ code: 2, stdout: "", stderr: "" });
  expect(sandbox.shell('"$@" 2>&-', ["--version"])).toMatchObject({ code: 0, stdout: "0.1.0\n" });
});
