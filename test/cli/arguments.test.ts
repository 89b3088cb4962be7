import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { expectRefusal, Sandbox, TIMEOUT_MS } from "./harness.ts";

setDefaultTimeout(TIMEOUT_MS);

describe("a wrong command line ends with 2 and one line, and leaves nothing", () => {
  const seeds = "is not a whole number from 0 to 4294967295";
  const cases: [string[], RegExp][] = [
    [["rnu"], /unknown command "rnu" \(did you mean run\?\)/],
    [["frobnicate"], /unknown command "frobnicate": see --help/],
    [["__proto__"], /unknown command "__proto__"/],
    [["toString"], /unknown command "toString"/],
    [[""], /unknown command ""/],
    [["--json"], /--json needs --version/],
    [["--version", "run"], /unexpected argument "run"/],
    [["--verison"], /unknown flag "--verison" \(did you mean --version\?\)/],
    [["run", "--sedes", "1"], /unknown flag "--sedes" \(did you mean --seeds\?\)/],
    [["run", "--version"], /unknown flag "--version"/],
    [["run", "--startupTrials", "4"], /unknown flag "--startupTrials" \(did you mean --startup-trials\?\)/],
    [["run", "--seeds", "1", "--seeds", "2"], /--seeds is given twice/],
    [["run", "--smoke", "--smoke"], /--smoke is given twice/],
    [["run", "--seeds"], /--seeds needs a value/],
    [["run", "--seeds", "--smoke"], /--seeds needs a value/],
    [["run", "--output"], /--output needs a value/],
    [["run", "--smoke=true"], /--smoke takes no value/],
    [["run", "--no-smoke"], /unknown flag "--no-smoke"/],
    [["run", "--smoke", "false"], /unexpected argument "false"/],
    [["run", "full"], /unexpected argument "full"/],
    [["run", "--", "--smoke"], /unexpected argument "--smoke"/],
    [["run", "--seeds", ""], /--seeds is empty/],
    [["run", "--seeds="], /--seeds is empty/],
    [["run", "--seeds", "17,17"], /--seeds: 17 is given twice/],
    [["run", "--seeds", "-1"], new RegExp(`--seeds: "-1" ${seeds}`)],
    [["run", "--seeds=-1"], new RegExp(`--seeds: "-1" ${seeds}`)],
    [["run", "--seeds", "4294967296"], new RegExp(`--seeds: "4294967296" ${seeds}`)],
    [["run", "--seeds", "18446744073709551615"], new RegExp(`"18446744073709551615" ${seeds}`)],
    [["run", "--seeds", "1.5"], new RegExp(`--seeds: "1.5" ${seeds}`)],
    [["run", "--seeds", "abc"], new RegExp(`--seeds: "abc" ${seeds}`)],
    [["run", "--seeds", "1e3"], new RegExp(`--seeds: "1e3" ${seeds}`)],
    [["run", "--seeds", "1,\n2"], new RegExp(`--seeds: "\\\\n2" ${seeds}`)],
    [["run", "--problems", ""], /--problems is empty/],
    [["run", "--problems", "branin"], /--problems: "branin" is unknown \(did you mean branin2\?\)/],
    [["run", "--problems", "ackley"], /--problems: "ackley" is unknown; known are branin2, hartmann3/],
    [["run", "--problems", "branin2,branin2"], /--problems: branin2 is given twice/],
    [["run", "--trials", "0"], /--trials: "0" is not a whole number from 1 to/],
    [["run", "--trials", "-3"], /--trials: "-3" is not a whole number from 1 to/],
    [["run", "--trials", "1e400"], /--trials: "1e400" is not a whole number from 1 to/],
    [["run", "--trials", "4294967296"], /--trials: "4294967296" is not a whole number from 1 to/],
    [["run", "--startup-trials", "0"], /--startup-trials: "0" is not a whole number from 1 to/],
    [["run", "--timeout", "0"], /--timeout: "0" is not a number of seconds above 0/],
    [["run", "--timeout", "soon"], /--timeout: "soon" is not a number of seconds/],
    [["run", "--output", ""], /--output is empty/],
    [["run", "--metadata-output", "m.json"], /--metadata-output needs --output/],
    [["run", "--output", "a.csv", "--metadata-output", "a.csv"], /--output and --metadata-output are both/],
    [["run", "--output", "a.csv", "--metadata-output", "../cwd/a.csv"], /--output and --metadata-output are both/],
    [["setup", "--weelhouse", "x"], /unknown flag "--weelhouse" \(did you mean --wheelhouse\?\)/],
    [["setup", "--wheelhouse"], /--wheelhouse needs a value/],
    [["worker", "extra"], /unexpected argument "extra"/],
  ];
  test.each(cases)("%j", (args, message) => {
    using sandbox = new Sandbox();
    expectRefusal(sandbox.bench(args), 2, message);
    expect(sandbox.files()).toEqual([]);
  });
});

describe("help", () => {
  test.each([[["--help"]], [["-h"]], [["help"]]])("%j lists the commands on stdout, not the hidden one", (args) => {
    using sandbox = new Sandbox();
    const { code, stdout, stderr } = sandbox.bench(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^ +run +Run the paired studies/m);
    expect(stdout).toMatch(/^ +setup +Make the pinned/m);
    expect(stdout).not.toContain("worker");
    expect(stdout).not.toContain("\u001b");
  });

  test.each([[["run", "--help"]], [["help", "run"]], [["run", "--seeds=abc", "-h"]]])("%j lists every flag", (args) => {
    using sandbox = new Sandbox();
    const { code, stdout, stderr } = sandbox.bench(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const flags = [...stdout.matchAll(/^ *(?:-\w, )?--([a-z-]+)/gm)].map(([, name]) => name);
    expect(flags.sort()).toEqual(
      (
        "dry-run force help json metadata-output native output problems python quiet seeds smoke startup-trials " +
        "timeout trials"
      ).split(" "),
    );
    expect(stdout).not.toContain("\u001b");
  });

  test("without a command goes to stderr with exit code 2", () => {
    using sandbox = new Sandbox();
    const { code, stdout, stderr } = sandbox.bench([]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("USAGE pineforge-bench");
    expect(stderr).not.toContain("\u001b");
  });

  test("is the same under CI, NO_COLOR, NODE_ENV=test and FORCE_COLOR", () => {
    using sandbox = new Sandbox();
    const plain = sandbox.bench(["run", "--help"]).stdout;
    for (const variable of ["CI", "NO_COLOR", "FORCE_COLOR", "TEST"])
      expect(sandbox.bench(["run", "--help"], { [variable]: "1" }).stdout).toBe(plain);
    expect(sandbox.bench(["run", "--help"], { NODE_ENV: "test" }).stdout).toBe(plain);
  });
});

test("--version prints the version alone, and with --json what the executable was built from and runs on", () => {
  using sandbox = new Sandbox();
  expect(sandbox.bench(["--version"])).toMatchObject({ code: 0, stderr: "", stdout: "0.1.0\n" });
  const identity = JSON.parse(sandbox.bench(["--version", "--json"]).stdout);
  expect(identity).toMatchObject({
    version: "0.1.0",
    native_library: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    native_build: { sampler: "fast", instruction_set: expect.stringMatching(/^(baseline|avx2|avx512)$/) },
  });
  expect(identity).toHaveProperty("revision");
  expect(identity).toHaveProperty("dirty");
});

describe("--dry-run", () => {
  const hashes: [string, string[], string, number][] = [
    ["the full profile", [], "2c5da55f8257737d69fb3a9b676631394b68886f0c5b0f117a1deb3326b80502", 60],
    [
      "million_discrete with 200 startup trials",
      ["--problems", "million_discrete", "--startup-trials", "200"],
      "5e751da2a92f90be53a444a8ff0ea1f410652855db4d75e924da8a1d45e49b2d",
      10,
    ],
  ];
  test.each(hashes)("prints the known hash of %s and needs no Python", (_name, flags, hash, jobs) => {
    using sandbox = new Sandbox();
    const nowhere = { PINEFORGE_PYTHON: "/nonexistent", PATH: "/nonexistent" };
    const text = sandbox.bench(["run", "--dry-run", ...flags], nowhere);
    expect(text).toMatchObject({ code: 0, stderr: "" });
    expect(text.stdout).toContain(`configuration_sha256 ${hash}\n${jobs} jobs, in this order:\n0 native `);
    const document = JSON.parse(sandbox.bench(["run", "--dry-run", "--json", ...flags], nowhere).stdout);
    expect(document.configuration_sha256).toBe(hash);
    expect(document.jobs.length).toBe(jobs);
    expect(sandbox.files()).toEqual([]);
  });

  test("takes more startup trials than trials: all of them are random", () => {
    using sandbox = new Sandbox();
    const outcome = sandbox.bench(["run", "--dry-run", "--smoke", "--trials", "5", "--startup-trials", "9"]);
    expect(outcome.stdout).toContain("0 native branin2 seed 17, 5 trials, 9 startup trials");
  });

  test("takes the largest seed", () => {
    using sandbox = new Sandbox();
    const { code, stdout } = sandbox.bench(["run", "--dry-run", "--seeds", "4294967295,0"]);
    expect(code).toBe(0);
    expect(stdout).toContain("0 native branin2 seed 4294967295,");
  });
});
