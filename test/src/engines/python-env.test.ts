// Where the interpreter of a run comes from.
import { afterAll, afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { EnvironmentError } from "../../../src/cli/exit.ts";
import { readPins } from "../../../src/engines/python-choice.ts";
import { findPython } from "../../../src/engines/python-env.ts";
import { findUnfit, type PythonFacts, probePython } from "../../../src/engines/python-probe.ts";
import { sha256File } from "../../../src/results/fingerprint.ts";
import { rejection } from "./fake.ts";
import { pinned } from "./python-venv.ts";

setDefaultTimeout(30_000);

const REQUIREMENTS = join(import.meta.dir, "../../../python/requirements.txt");
const root = mkdtempSync(join(tmpdir(), "python-env-"));
afterAll(() => rmSync(root, { recursive: true }));

/** Makes an executable file. @returns its path. */
function program(path: string, text = "#!/bin/sh\n"): string {
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, 0o755);
  return path;
}

const onPath = program(join(root, "path/python3"));
const named = program(join(root, "elsewhere/python3.12"));
const notExecutable = join(root, "text");
writeFileSync(notExecutable, "");

describe("the interpreter of a run", async () => {
  const data = join(root, "data");
  const link = join(data, "pineforge-bench", `python-${(await sha256File(REQUIREMENTS)).slice(0, 12)}`);
  const changed = ["PATH", "XDG_DATA_HOME", "PINEFORGE_PYTHON"] as const;
  const before = Object.fromEntries(changed.map((name) => [name, process.env[name]]));
  beforeEach(() => {
    Object.assign(process.env, { PATH: join(root, "path"), XDG_DATA_HOME: data });
    delete process.env.PINEFORGE_PYTHON;
  });
  afterEach(() => {
    rmSync(data, { recursive: true, force: true });
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });

  test("is the one of --python before all others", async () => {
    program(join(link, "bin/python"));
    process.env.PINEFORGE_PYTHON = onPath;
    expect(await findPython(named)).toEqual({ path: named, origin: "flag" });
  });

  test("may be named relative to the working directory, or looked for on PATH", async () => {
    expect((await findPython(relative(process.cwd(), named))).path).toBe(named);
    process.env.PATH = join(root, "elsewhere");
    expect((await findPython("python3.12")).path).toBe(named);
  });

  test("is the one of PINEFORGE_PYTHON next", async () => {
    program(join(link, "bin/python"));
    process.env.PINEFORGE_PYTHON = named;
    expect(await findPython(null)).toEqual({ path: named, origin: "variable" });
  });

  test("is the one that was set up next, and an empty PINEFORGE_PYTHON is none", async () => {
    process.env.PINEFORGE_PYTHON = "";
    const made = program(join(link, "bin/python"));
    expect(await findPython(null)).toEqual({ path: made, origin: "environment" });
  });

  test("is python3 on PATH last, also where the set-up one has lost its base", async () => {
    expect(await findPython(null)).toEqual({ path: onPath, origin: "path" });
    mkdirSync(join(link, "bin"), { recursive: true });
    symlinkSync("/nonexistent/python3", join(link, "bin/python"));
    expect(await findPython(null)).toEqual({ path: onPath, origin: "path" });
  });

  test("is asked for where there is none at all", async () => {
    process.env.PATH = "";
    const error = await rejection(findPython(null));
    expect(error).toBeInstanceOf(EnvironmentError);
    expect(error.message).toContain("run: pineforge-bench setup");
  });

  test.each([
    [join(root, "missing"), "no such file"],
    [root, "not a file"],
    [notExecutable, "not executable (EACCES)"],
    [join(notExecutable, "python"), "not executable (ENOTDIR)"],
    ["no-such-python", "no such program on PATH"],
  ])("is refused where --python %s cannot be one", async (path, fault) => {
    const error = await rejection(findPython(path));
    expect(error).toBeInstanceOf(EnvironmentError);
    expect(error.message).toBe(`--python ${path}: ${fault}; leave --python out and run: pineforge-bench setup`);
  });
});

describe("the pins", () => {
  test("are every name==version of the lock, comments and hashes left out", () => {
    const lock =
      "# made from x==1\nMako==1.3.12 \\\n    --hash=sha256:00 \\\n    --hash=sha256:11\ntyping_extensions==4.16.0 ; a\n";
    expect(readPins(lock)).toEqual({ Mako: "1.3.12", typing_extensions: "4.16.0" });
  });

  test("of this repository are twelve, Optuna 4.9.0 among them", async () => {
    expect(await pinned()).toMatchObject({ optuna: "4.9.0", numpy: "2.4.6" });
    expect(Object.keys(await pinned()).length).toBe(12);
  });
});

describe("an interpreter asked about itself", () => {
  test("says its version and what environments are made of", async () => {
    const python = Bun.which("python3") ?? "";
    const facts = (await probePython(python)) as PythonFacts;
    const { stdout } = Bun.spawnSync([python, "-c", "import platform; print(platform.python_version())"]);
    expect(facts).toMatchObject({ implementation: "CPython", version: stdout.toString().trim() });
    expect(await probePython(facts.base)).toEqual(facts);
  });

  test.each([
    ["that prints before it answers", 'echo noise; exec python3 "$@"', /^\{/],
    ["that says nothing", "exit 0", /said: nothing/],
    ["that says nonsense", "echo '{'", /said: \{$/],
    ["that fails", "echo oh no >&2; exit 3", /^it ended with status 3 and said: oh no$/],
    ["that hangs", "sleep 60", /^it did not answer in time$/],
    ["that crashes", "kill -SEGV $$", /^it was ended by SIGSEGV$/],
  ])("%s", async (name, script, expected) => {
    const answer = await probePython(program(join(root, name), `#!/bin/sh\n${script}\n`), 3);
    expect(typeof answer === "string" ? answer : JSON.stringify(answer)).toMatch(expected);
  });

  test("that cannot be started says why", async () => {
    expect(await probePython("/nonexistent/python")).toContain("ENOENT");
  });
});

describe("an interpreter for the pinned wheels", () => {
  const facts = { implementation: "CPython", version: "3.11.0", base: "", machine: "", makes_environments: true };

  test.each(["3.11.0", "3.12.1", "3.13.9", "3.14.0"])("may be CPython %s", (version) => {
    expect(findUnfit({ ...facts, version })).toBeNull();
  });

  test.each(["3.10.14", "3.9.2", "2.7.18", "3.15.0", "4.0.0"])("may not be CPython %s", (version) => {
    expect(findUnfit({ ...facts, version })).toContain(`it is CPython ${version}`);
  });

  test("may not be another implementation", () => {
    expect(findUnfit({ ...facts, implementation: "PyPy" })).toContain("locked for CPython 3.11 to 3.14");
  });
});
