import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { wheelhouse } from "../python-environment.ts";
import { expectRefusal, Sandbox, SHORT_RUN, TIMEOUT_MS } from "./harness.ts";

setDefaultTimeout(TIMEOUT_MS);

describe("setup that cannot work ends with one line and leaves no environment:", () => {
  test("a wheelhouse that is missing", () => {
    using sandbox = new Sandbox();
    expectRefusal(sandbox.bench(["setup", "--quiet", "--wheelhouse", "no"]), 3, /--wheelhouse .*no/);
    expect(sandbox.files()).toEqual([]);
  });

  test("a wheelhouse without the wheels", () => {
    using sandbox = new Sandbox();
    mkdirSync(join(sandbox.cwd, "empty"));
    expectRefusal(sandbox.bench(["setup", "--quiet", "--wheelhouse", "empty"]), 3, /empty|wheel/);
    const left = sandbox.files().filter((file) => file.startsWith("home/.local/share/pineforge-bench/"));
    expect(left.filter((file) => !file.endsWith("/setup.lock"))).toEqual([]);
  });

  test("an interpreter that is missing", () => {
    using sandbox = new Sandbox();
    expectRefusal(
      sandbox.bench(["setup", "--quiet", "--python", "/no/python"]),
      3,
      /--python \/no\/python: no such file/,
    );
  });
});

/** Two environments are made, of wheels that may have to be fetched first. ms */
const SETUP_TIMEOUT_MS = 400_000;

test(
  "setup from a wheelhouse prints the interpreter, which run finds, and mends it when it is damaged",
  () => {
    using sandbox = new Sandbox();
    const setup = (...flags: string[]) =>
      sandbox.bench(["setup", "--wheelhouse", wheelhouse(), ...flags], { PINEFORGE_PYTHON: "" });

    const made = setup();
    expect(made.code).toBe(0);
    expect(made.stderr).toContain("is complete");
    const interpreter = made.stdout.trimEnd();
    expect(interpreter).toStartWith(join(sandbox.home, ".local/share/pineforge-bench/"));
    expect(setup("--quiet")).toMatchObject({ code: 0, stdout: made.stdout, stderr: "" });

    const run = () => sandbox.bench([...SHORT_RUN, "--quiet"], { PINEFORGE_PYTHON: "" });
    expect(run()).toMatchObject({ code: 0, stderr: "" });

    const [python = ""] = readdirSync(join(interpreter, "../../lib"));
    rmSync(join(interpreter, "../../lib", python, "site-packages/optuna"), { recursive: true });
    expectRefusal(run(), 3, /optuna.*run: pineforge-bench setup/);
    expect(setup("--quiet")).toMatchObject({ code: 0, stdout: made.stdout, stderr: "" });
    expect(run()).toMatchObject({ code: 0, stderr: "" });
  },
  SETUP_TIMEOUT_MS,
);
