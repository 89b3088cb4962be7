// The Optuna engine on the pinned interpreter (PINEFORGE_PYTHON, which npm test sets), and on ones that are not.
import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EngineError, EnvironmentError } from "../../../src/cli/exit.ts";
import { createOptunaEngine } from "../../../src/engines/optuna.ts";
import type { PythonChoice } from "../../../src/engines/python-choice.ts";
import { findPython } from "../../../src/engines/python-env.ts";
import { KNOWN_ENUMERATION, PROBLEMS } from "../../../src/problems.ts";
import { JOB, rejection } from "./fake.ts";
import { fill, makeVenv, pinned, sitePackages } from "./python-venv.ts";

setDefaultTimeout(30_000);

const root = mkdtempSync(join(tmpdir(), "optuna-engine-"));
afterAll(() => rmSync(root, { recursive: true }));

const NAMES = PROBLEMS.map(({ name }) => name);

/** Starts the engine, runs one job, closes it. */
async function runOnce(python: PythonChoice, problems: readonly string[] = ["branin2"]) {
  const engine = createOptunaEngine({ python, timeoutSeconds: 60 });
  try {
    const hello = await engine.start(problems);
    return { hello, result: await engine.run({ ...JOB, engine: "optuna", trials: 20 }) };
  } finally {
    await engine.close();
  }
}

describe("the Optuna engine", () => {
  test("says hello with every pin met, its interpreter and its checks, and runs a job", async () => {
    const { hello, result } = await runOnce(await findPython(null), NAMES);
    expect(hello.dependencies).toEqual(await pinned());
    expect(hello.python_version).toMatch(/^3\.1[1-4]\.\d+$/);
    expect(hello.optima.map(({ problem }) => problem)).toEqual(NAMES);
    expect(hello.enumeration).toMatchObject(KNOWN_ENUMERATION);
    expect(result).toMatchObject({ id: JOB.id, seed: 17, trials: 20, validation_ns: 0, unique_candidates: -1 });
  });

  describe("in a hostile place", () => {
    const evil = join(root, "evil");
    const cwd = process.cwd();
    const names = ["optuna", "numpy", "json", "sitecustomize", "usercustomize"];
    beforeAll(() => {
      mkdirSync(evil);
      for (const name of names) writeFileSync(join(evil, `${name}.py`), "raise SystemExit('shadowed')\n");
    });
    afterEach(() => {
      process.chdir(cwd);
      for (const name of ["PYTHONPATH", "PYTHONSTARTUP", "PYTHONHOME"]) delete process.env[name];
    });

    test("imports nothing from the working directory", async () => {
      process.chdir(evil);
      expect((await runOnce(await findPython(null))).result.trials).toBe(20);
    });

    test("imports nothing that PYTHONPATH, PYTHONHOME or PYTHONSTARTUP name", async () => {
      Object.assign(process.env, { PYTHONPATH: evil, PYTHONHOME: evil, PYTHONSTARTUP: join(evil, "optuna.py") });
      expect((await runOnce(await findPython(null))).result.trials).toBe(20);
    });
  });
});

describe("an interpreter that cannot serve is refused in one line that mends it", () => {
  const python = join(root, "venv/bin/python");
  const choice: PythonChoice = { path: python, origin: "flag" };
  let site = "";
  let pins: Readonly<Record<string, string>> = {};
  beforeAll(async () => {
    site = sitePackages(makeVenv(join(root, "venv")));
    pins = await pinned();
  });

  async function refusal(chosen: PythonChoice): Promise<string> {
    const error = await rejection(runOnce(chosen));
    expect(error).toBeInstanceOf(EnvironmentError);
    expect(error.message).not.toContain("\n");
    return error.message;
  }

  const mend = "leave --python out and run: pineforge-bench setup";

  test("where Optuna is missing", async () => {
    const { optuna, ...others } = pins;
    fill(site, others);
    expect(await refusal(choice)).toBe(`--python ${python}: optuna ${optuna} is wanted, none was found; ${mend}`);
  });

  test("where it holds another Optuna", async () => {
    fill(site, { ...pins, optuna: "4.8.0" });
    expect(await refusal(choice)).toBe(`--python ${python}: optuna 4.9.0 is wanted, 4.8.0 was found; ${mend}`);
  });

  test("where it holds another NumPy and lacks two packages, all named", async () => {
    const { tqdm: _, Mako: __, ...others } = pins;
    fill(site, { ...others, numpy: "2.3.5" });
    const differences = ["Mako 1.3.12 is wanted, none was found", "numpy 2.4.6 is wanted, 2.3.5 was found"];
    const all = [...differences, "tqdm 4.69.0 is wanted, none was found"].join("; ");
    expect(await refusal(choice)).toBe(`--python ${python}: ${all}; ${mend}`);
  });

  test("where the packages cannot be imported", async () => {
    fill(site, pins, { numpy: "raise OSError('libopenblas.so: cannot allocate')" });
    expect(await refusal(choice)).toMatch(
      /numpy.*cannot be imported: OSError: libopenblas\.so: cannot allocate; leave/,
    );
  });

  test("where it is older than 3.11", async () => {
    fill(site, pins, { sitecustomize: "import sys\nsys.version_info = (3, 10, 4, 'final', 0)" });
    expect(await refusal(choice)).toMatch(/: Python 3\.11 or newer is needed, .*; leave --python out/);
  });

  test("where it is too old to read the runner", async () => {
    const old = "import os, sys\nsys.version_info = (3, 6, 4, 'final', 0)\nif '-c' not in sys.orig_argv: os._exit(1)";
    fill(site, pins, { sitecustomize: old });
    expect(await refusal(choice)).toBe(`--python ${python}: it is Python 3.6.4, and 3.11 or newer is needed; ${mend}`);
  });

  test.each([
    ["/bin/true", "it is no working Python 3: asked about itself, it said: nothing"],
    ["/bin/false", "it is no working Python 3: it ended with status 1 and said: nothing"],
    ["/bin/cat", "it is no working Python 3: it ended with status 1 and said: "],
    ["/bin/sh", "it is no working Python 3: it ended with status 2 and said: "],
  ])("where it is no Python (%s)", async (path, fault) => {
    expect(await refusal({ path, origin: "flag" })).toStartWith(`--python ${path}: ${fault}`);
  });

  test("where it hangs, as a time-out, with the flag where there is one", async () => {
    const path = join(root, "hanging");
    writeFileSync(path, "#!/bin/sh\nsleep 60\n", { mode: 0o755 });
    const said = `--python ${path}: optuna engine, start: it was silent for 1 s`;
    for (const [timeoutIsFixed, message] of [
      [false, `${said}; raise --timeout if it is only slow`],
      [true, said],
    ] as const) {
      const python = { path, origin: "flag" } as const;
      const error = await rejection(createOptunaEngine({ python, timeoutSeconds: 1, timeoutIsFixed }).start([]));
      expect(error).toBeInstanceOf(EngineError);
      expect(error.message).toBe(message);
    }
  });

  test.each([
    ["variable", "PINEFORGE_PYTHON=", "unset PINEFORGE_PYTHON and run: pineforge-bench setup"],
    ["environment", "", "run: pineforge-bench setup"],
    ["path", "", "run: pineforge-bench setup"],
  ] as const)("with the way out that fits its origin (%s)", async (origin, before, way) => {
    fill(site, { ...pins, optuna: "4.8.0" });
    const fault = "optuna 4.9.0 is wanted, 4.8.0 was found";
    expect(await refusal({ path: python, origin })).toBe(`${before}${python}: ${fault}; ${way}`);
  });

  test("but a working interpreter whose child fails before its hello is an engine error", async () => {
    fill(site, pins, { numpy: "import os\nos.write(2, b'out of luck')\nos._exit(9)" });
    const error = await rejection(runOnce(choice));
    expect(error).toBeInstanceOf(EngineError);
    expect(error.message).toBe(
      "optuna engine, start: it ended with status 9 without an answer; it said last: out of luck",
    );
  });
});
