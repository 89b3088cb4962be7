import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expectRefusal, MAY_MOUNT, PUBLISHED, PYTHON, ROOT, Sandbox, SHORT_RUN, TIMEOUT_MS } from "./harness.ts";

setDefaultTimeout(TIMEOUT_MS);

const RUN = [...SHORT_RUN, "--output", "r.csv", "--quiet"];
const RESULT = ["cwd/r.csv", "cwd/r.csv.metadata.json"];

describe("an interpreter that cannot run Optuna ends with 3, one line and no file", () => {
  let base = "";
  let pinned = "";
  beforeAll(() => {
    base = execFileSync(PYTHON, ["-c", "import sys; print(sys._base_executable)"], { encoding: "utf8" }).trim();
    const where = "import optuna, os; print(os.path.dirname(os.path.dirname(optuna.__file__)))";
    pinned = execFileSync(PYTHON, ["-c", where], { encoding: "utf8" }).trim();
  });

  /** A virtual environment without pip, and its site-packages. */
  function makeVenv(sandbox: Sandbox): { python: string; packages: string } {
    const folder = join(sandbox.root, "venv");
    execFileSync(base, ["-m", "venv", "--without-pip", folder]);
    const [version = ""] = readdirSync(join(folder, "lib"));
    return { python: join(folder, "bin/python"), packages: join(folder, "lib", version, "site-packages") };
  }

  /** All pins, but this one in another version. */
  function replacePin(packages: string, name: string, version: string): void {
    writeFileSync(join(packages, "pins.pth"), `${pinned}\n`);
    const folder = join(packages, `${name}-${version}.dist-info`);
    mkdirSync(folder);
    writeFileSync(join(folder, "METADATA"), `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n`);
  }

  function refuse(sandbox: Sandbox, args: readonly string[], message: RegExp, changes = {}): void {
    const outcome = sandbox.bench([...RUN, ...args], changes);
    expectRefusal(outcome, 3, message);
    expect(outcome.milliseconds).toBeLessThan(5000);
    expect(sandbox.files().filter((file) => !file.startsWith("venv/"))).toEqual([]);
  }

  test.each<[string, string, RegExp]>([
    ["missing", "/nonexistent/python", /--python \/nonexistent\/python: no such file; .*run: pineforge-bench setup$/m],
    ["not on PATH", "python9.9", /--python python9.9: no such program on PATH/],
    ["a directory", "/", /--python \/: not a file/],
    ["not executable", "/etc/passwd", /--python \/etc\/passwd: not executable/],
    ["no Python", "/bin/true", /--python \/bin\/true: it is no working Python 3/],
    ["a program that fails", "/bin/false", /--python \/bin\/false: it is no working Python 3/],
  ])("%s", (_what, python, message) => {
    using sandbox = new Sandbox();
    refuse(sandbox, ["--python", python], message);
  });

  test("too old", () => {
    using sandbox = new Sandbox();
    const { python, packages } = makeVenv(sandbox);
    const old =
      "import sys, platform\nsys.version_info = (3, 10, 1, 'final', 0)\nplatform.python_version = lambda: '3.10.1'\n";
    writeFileSync(join(packages, "sitecustomize.py"), old);
    refuse(sandbox, ["--python", python], /Python 3\.11 or newer is needed, this is 3\.10\.1; /);
  });

  test("without Optuna", () => {
    using sandbox = new Sandbox();
    const { python } = makeVenv(sandbox);
    refuse(sandbox, ["--python", python], /optuna 4\.9\.0 is wanted, none was found/);
  });

  test.each([
    ["optuna", "4.8.0", /: optuna 4\.9\.0 is wanted, 4\.8\.0 was found; /],
    ["optuna", "4.9.0.post1", /: optuna 4\.9\.0 is wanted, 4\.9\.0\.post1 was found; /],
    ["numpy", "2.5.1", /: numpy 2\.4\.6 is wanted, 2\.5\.1 was found; /],
  ])("with %s %s", (name, version, message) => {
    using sandbox = new Sandbox();
    const { python, packages } = makeVenv(sandbox);
    replacePin(packages, name, version);
    refuse(sandbox, ["--python", python], message);
  });

  test("PINEFORGE_PYTHON that is missing", () => {
    using sandbox = new Sandbox();
    refuse(sandbox, [], /PINEFORGE_PYTHON=\/no\/python: no such file/, { PINEFORGE_PYTHON: "/no/python" });
  });

  test("python3 on PATH without the pins, where nothing is set up", () => {
    using sandbox = new Sandbox();
    const { python } = makeVenv(sandbox);
    const PATH = `${join(python, "..")}:/usr/bin:/bin`;
    refuse(sandbox, [], /optuna 4\.9\.0 is wanted.*run: pineforge-bench setup$/m, { PATH, PINEFORGE_PYTHON: "" });
  });

  test("no Python at all", () => {
    using sandbox = new Sandbox();
    refuse(sandbox, [], /no Python to run Optuna.*run: pineforge-bench setup$/m, {
      PATH: "/none",
      PINEFORGE_PYTHON: "",
    });
  });
});

test.each([
  ["--python", (path: string) => [["--python", path], {}] as const],
  ["PINEFORGE_PYTHON", (path: string) => [[], { PINEFORGE_PYTHON: path }] as const],
])("an interpreter of %s that hangs is a time-out: 6, and the flag that changes it", (name, choose) => {
  using sandbox = new Sandbox();
  const wrapper = join(sandbox.root, "python");
  writeFileSync(wrapper, "#!/bin/sh\nsleep 600\n", { mode: 0o755 });
  const [args, changes] = choose(wrapper);
  const outcome = sandbox.bench([...RUN, "--timeout", "1", ...args], changes);
  expectRefusal(outcome, 6, new RegExp(`${name}.*: optuna engine, start: it was silent for 1 s; raise --timeout`));
  expect(sandbox.files()).toEqual(["python"]);
});

describe("a limit of the shell is named, with the way to raise it, and nothing is left", () => {
  test.each([
    [5, 7, RUN, /cannot write r\.csv: the limit of open files is reached: raise it \(ulimit -n\)$/m],
    [8, 3, RUN, /exe cannot be started: the limit of open files is reached: raise it \(ulimit -n\)$/m],
    [16, 3, RUN, /python cannot be started: the limit of open files is reached: raise it \(ulimit -n\)$/m],
    [5, 3, ["verify", PUBLISHED], /full\.csv cannot be read: the limit of open files is reached: raise it/],
    [8, 3, ["setup"], /cannot be started: the limit of open files is reached: raise it \(ulimit -n\)$/m],
    [5, 7, ["setup"], /cannot be written: the limit of open files is reached: raise it \(ulimit -n\)$/m],
  ])("ulimit -n %d ends with %d: %j", (limit, code, args, message) => {
    using sandbox = new Sandbox();
    expectRefusal(sandbox.withLimit("NOFILE", limit, args), code, message);
    expect(sandbox.files().filter((name) => !name.endsWith("/setup.lock"))).toEqual([]);
  });

  test.each([
    [50, 7, RUN, /cannot write .*r\.csv\.journal: the limit of a file's size is reached: raise it \(ulimit -f\)/],
    [4096, 3, RUN, /no temporary file can be made: the limit of a file's size is reached: raise it \(ulimit -f\)$/m],
    [4096, 7, ["report", PUBLISHED, "--output", "r.txt"], /cannot write r\.txt: the limit of a file's size is reached/],
  ])("ulimit -f of %d bytes ends with %d: %j", (limit, code, args, message) => {
    using sandbox = new Sandbox();
    expectRefusal(sandbox.withLimit("FSIZE", limit, args), code, message);
    expect(sandbox.files()).toEqual([]);
  });
});

describe("a library that cannot be used ends with 3, one line and no file", () => {
  function refuse(sandbox: Sandbox, library: string, message: RegExp): void {
    const before = sandbox.files();
    expectRefusal(sandbox.bench([...RUN, "--native", library]), 3, message);
    expect(sandbox.files()).toEqual(before);
  }

  function compile(sandbox: Sandbox, source: string): void {
    const command = [process.env.CXX ?? "c++", "-shared", "-fPIC", "-o", "x.so", "-x", "c++", "-"];
    const { status, stderr } = spawnSync(command[0] as string, command.slice(1), {
      cwd: sandbox.cwd,
      input: source,
      encoding: "utf8",
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  }

  test.each<[string, string, RegExp]>([
    ["missing", "/nonexistent/x.so", /--native \/nonexistent\/x.so: no such file/],
    ["a directory", "/", /--native \/: not a regular file/],
    ["unreadable", "/proc/self/mem", /--native \/proc\/self\/mem: it cannot be read \(EIO\); give/],
    ["a text file", "/etc/passwd", /--native \/etc\/passwd: not a 64-bit ELF shared library/],
  ])("%s", (_what, library, message) => {
    using sandbox = new Sandbox();
    refuse(sandbox, library, message);
  });

  test("without the functions", () => {
    using sandbox = new Sandbox();
    compile(sandbox, "int nothing;");
    refuse(sandbox, "x.so", /--native .*x\.so: .*pf_/);
  });

  test("of another ABI version", () => {
    using sandbox = new Sandbox();
    const header = readFileSync(join(ROOT, "native/benchmark/pineforge_bench.h"), "utf8");
    const names = [...header.matchAll(/\b(pf_[a-z_]+)\(/g)].map(([, name]) => name as string);
    const functions = [...new Set(names)].filter((name) => name !== "pf_abi_version");
    compile(
      sandbox,
      `extern "C" { unsigned pf_abi_version() { return 2; } ${functions.map((name) => `void ${name}() {}`).join(" ")} }`,
    );
    refuse(sandbox, "x.so", /--native .*x\.so: .*(ABI|interface).* 2\b/);
  });

  test("truncated", () => {
    using sandbox = new Sandbox();
    const whole = readFileSync(join(ROOT, "native/libpineforge_hpo_bench.so"));
    writeFileSync(join(sandbox.cwd, "x.so"), whole.subarray(0, whole.length >> 1));
    refuse(sandbox, "x.so", /--native .*x\.so: truncated/);
  });
});

describe("a variable that the runtime inside the executable acts on is refused:", () => {
  test.each([
    ["BUN_OPTIONS", "--smol"],
    ["BUN_INSPECT_CONNECT_TO", "unix:///nonexistent"],
    ["BUN_INSPECT_NOTIFY", "unix:///nonexistent"],
  ])("%s, with 3", (name, value) => {
    using sandbox = new Sandbox();
    const outcome = sandbox.bench(["--version"], { [name]: value });
    expect(outcome).toMatchObject({ code: 3, stdout: "" });
    expect(outcome.stderr).toMatch(new RegExp(`^pineforge-bench: error: ${name} is set [^\n]+: unset it\n$`, "m"));
  });

  test("BUN_INSPECT, by the runtime itself", () => {
    using sandbox = new Sandbox();
    const outcome = sandbox.bench(["--version"], { BUN_INSPECT: "unix:///nonexistent" });
    expect(outcome).toMatchObject({ code: 1, stdout: "" });
    expect(outcome.stderr).toMatch(/^error: BUN_INSPECT cannot be used [^\n]+\n$/);
  });
});

describe("a run gives its result, and leaves nothing else,", () => {
  function succeed(sandbox: Sandbox, changes = {}, args: readonly string[] = []): void {
    const before = sandbox.files();
    expect(sandbox.bench([...RUN, ...args], changes)).toMatchObject({
      code: 0,
      stdout: "r.csv\nr.csv.metadata.json\n",
      stderr: "",
    });
    expect(sandbox.files()).toEqual([...before, ...RESULT].sort());
  }

  test("in a directory of hostile files", () => {
    using sandbox = new Sandbox();
    const hostile: Record<string, string> = {
      "bunfig.toml": 'preload = ["./evil.ts"]\n',
      "evil.ts": 'require("fs").writeFileSync("preloaded", "");\nprocess.exit(99);\n',
      ".env": "PINEFORGE_PYTHON=/nonexistent\nBUN_OPTIONS=--smol\nLD_PRELOAD=/nonexistent.so\n",
      "tsconfig.json": "{",
      "package.json": "{",
    };
    for (const module of ["optuna", "numpy", "json", "sitecustomize", "usercustomize", "encodings"])
      hostile[`${module}.py`] = 'open("imported", "w")\nraise SystemExit(99)\n';
    for (const [name, text] of Object.entries(hostile)) writeFileSync(join(sandbox.cwd, name), text);
    succeed(sandbox);
  });

  test("with variables that shadow Python's modules and change its start", () => {
    using sandbox = new Sandbox();
    const shadow = join(sandbox.root, "shadow");
    mkdirSync(shadow);
    for (const module of ["optuna", "numpy", "json", "sitecustomize"])
      writeFileSync(join(shadow, `${module}.py`), "raise SystemExit(99)\n");
    const variables = { PYTHONPATH: shadow, PYTHONHOME: "/nonexistent", PYTHONSTARTUP: "/x", PYTHONOPTIMIZE: "2" };
    succeed(sandbox, { ...variables, PYTHONWARNINGS: "error", PYTHONINSPECT: "1", PYTHONVERBOSE: "1" });
  });

  test.each([
    ["missing", "/nonexistent/tmp"],
    ["relative", "no-such-directory"],
    ["a file", "/etc/passwd"],
  ])("with a TMPDIR that is %s", (_what, TMPDIR) => {
    using sandbox = new Sandbox();
    succeed(sandbox, { TMPDIR });
  });

  test.skipIf(!MAY_MOUNT).each(["noexec", "ro", "size=4k"])("with a TMPDIR mounted %s", (option) => {
    using sandbox = new Sandbox();
    const line = `mount -t tmpfs -o ${option} tmpfs "$TMPDIR" && exec "$@"`;
    expect(sandbox.shellWithMounts(line, RUN)).toMatchObject({ code: 0, stderr: "" });
    expect(sandbox.files()).toEqual(RESULT);
  });

  test.skipIf(!MAY_MOUNT)("with a /dev as bare as some containers have", () => {
    using sandbox = new Sandbox();
    mkdirSync(join(sandbox.root, "dev"));
    writeFileSync(join(sandbox.root, "dev/null"), "");
    const line = 'cd ../dev && mount --bind /dev/null null && mount --rbind . /dev && cd "$OLDPWD" && exec "$@"';
    expect(sandbox.shellWithMounts(line, RUN)).toMatchObject({ code: 0, stderr: "" });
    expect(sandbox.files()).toEqual([...RESULT, "dev/null"]);
  });

  test("with HOME unset", () => {
    using sandbox = new Sandbox();
    succeed(sandbox, { HOME: "" });
  });

  test("with an almost empty environment", () => {
    using sandbox = new Sandbox();
    succeed(sandbox, { HOME: "", PATH: "", TMPDIR: "" });
  });

  test("with --python, whatever PINEFORGE_PYTHON says", () => {
    using sandbox = new Sandbox();
    succeed(sandbox, { PINEFORGE_PYTHON: "/nonexistent" }, ["--python", PYTHON]);
    expect(JSON.parse(sandbox.read("r.csv.metadata.json")).execution.command).not.toContain(PYTHON);
  });

  test("with another build of the library, whose path and hash the sidecar has", () => {
    using sandbox = new Sandbox();
    const library = join(ROOT, "native/libpineforge_hpo_bench.so");
    succeed(sandbox, {}, ["--native", library]);
    const { environment } = JSON.parse(sandbox.read("r.csv.metadata.json"));
    expect(environment.native_executable).toBe("native/libpineforge_hpo_bench.so");
    const hash = new Bun.CryptoHasher("sha256").update(readFileSync(library)).digest("hex");
    expect(environment.native_executable_sha256).toBe(hash);
  });
});
