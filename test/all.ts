// npm test [-- SUITE ...]: builds, runs the suites in this order, each whatever the others did, and adds up their tests.
// The last line of stdout is "N passed, N failed" (", N skipped" where there are); exit status 1 where one failed.
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { type Counts, countJunit } from "./junit.ts";
import { type Command, lintCommands } from "./lint.ts";
import { testPython } from "./python-environment.ts";

const ROOT = resolve(import.meta.dir, "..");
const BUN = process.execPath;
const JUNIT = join(ROOT, "build/junit");
const CPP = join(ROOT, "build/native-tests");

const SUITES: Readonly<Record<string, () => Promise<Counts>>> = {
  types: () => asOneTest([["node_modules/.bin/tsc", "-p", "."]]),
  lint: () => asOneTest(lintCommands(false)),
  typescript: () => countTests("typescript", (file) => [bunTest("test/src", file)]),
  cpp: () => countTests("cpp", cppCommands),
  arm: () => countTests("arm", (file) => [bunTest("test/native/arm", file)]),
  python: () => countTests("python", (file) => [[testPython(), "-m", "pytest", "test/python", `--junitxml=${file}`]]),
  cli: () => countTests("cli", (file) => [bunTest("test/cli", file)]),
};

interface Outcome extends Counts {
  readonly suite: string;
  readonly seconds: number;
}

process.exitCode = await main(process.argv.slice(2));

async function main(asked: readonly string[]): Promise<number> {
  const unknown = asked.find((name) => SUITES[name] === undefined);
  if (unknown !== undefined) {
    console.error(`there is no suite ${unknown}; there are ${Object.keys(SUITES).join(", ")}`);
    return 2;
  }
  mkdirSync(JUNIT, { recursive: true });
  const outcomes = [await runSuite("build", () => asOneTest([[BUN, "build.ts"]]))];
  // Without the executable and the sources embedded in it, the other suites would judge an older build.
  if (outcomes[0]?.failed === 0) {
    outcomes.push(await runSuite("environment", preparePython));
    for (const [name, run] of Object.entries(SUITES))
      if (asked.length === 0 || asked.includes(name)) outcomes.push(await runSuite(name, run));
  }
  return conclude(outcomes);
}

async function runSuite(suite: string, run: () => Promise<Counts>): Promise<Outcome> {
  console.log(`\n== ${suite}`);
  const begin = performance.now();
  const counts = await orFailure(suite, run);
  return { suite, seconds: (performance.now() - begin) / 1000, ...counts };
}

/** A suite that cannot even start is one failure, and the others still run. */
async function orFailure(suite: string, run: () => Promise<Counts>): Promise<Counts> {
  try {
    return await run();
  } catch (error) {
    console.error(`${suite}: ${error instanceof Error ? error.message : error}`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/** The suites and what they start find the pinned interpreter as a user's choice would be found. */
async function preparePython(): Promise<Counts> {
  process.env.PINEFORGE_PYTHON = testPython();
  return { passed: 1, failed: 0, skipped: 0 };
}

async function asOneTest(commands: readonly Command[]): Promise<Counts> {
  const failed = (await runAll(commands, false)) ? 0 : 1;
  return { passed: 1 - failed, failed, skipped: 0 };
}

/** A runner that fails without a failed test (it crashed, a file did not load), or that ran no test, counts as one failure. */
async function countTests(suite: string, commandsFor: (junitFile: string) => Command[]): Promise<Counts> {
  const file = join(JUNIT, `${suite}.xml`);
  rmSync(file, { force: true });
  const good = await runAll(commandsFor(file), true);
  const counts = existsSync(file) ? countJunit(file) : { passed: 0, failed: 0, skipped: 0 };
  const silent = counts.failed === 0 && (!good || counts.passed === 0);
  if (silent) console.error(`${suite}: ${good ? "no test ran" : "the runner failed, but no test of it"}`);
  return silent ? { ...counts, failed: 1 } : counts;
}

/** Runs one after the other, output and all. @returns whether all succeeded. */
async function runAll(commands: readonly Command[], stopEarly: boolean): Promise<boolean> {
  let good = true;
  for (const command of commands) {
    const child = Bun.spawn([...command], { cwd: ROOT, env: process.env, stdio: ["ignore", "inherit", "inherit"] });
    if ((await child.exited) === 0) continue;
    console.error(`failed: ${command.slice(0, 4).join(" ")}`);
    good = false;
    if (stopEarly) break;
  }
  return good;
}

function bunTest(folder: string, junitFile: string): Command {
  return [BUN, "test", folder, "--reporter=junit", `--reporter-outfile=${junitFile}`];
}

function cppCommands(junitFile: string): Command[] {
  const jobs = String(availableParallelism());
  const generator = Bun.which("ninja") ? ["-G", "Ninja"] : [];
  const options = ["-DCMAKE_BUILD_TYPE=Release", "-DPINEFORGE_BUILD_TESTS=ON"];
  return [
    ["cmake", "-S", "native", "-B", CPP, ...generator, ...options],
    ["cmake", "--build", CPP, "--parallel", jobs],
    ["ctest", "--test-dir", CPP, "--parallel", jobs, "--output-on-failure", "--output-junit", junitFile],
  ];
}

function conclude(outcomes: readonly Outcome[]): number {
  const total = (key: keyof Counts) => outcomes.reduce((sum, outcome) => sum + outcome[key], 0);
  console.log(`\n${"suite".padEnd(12)}seconds  passed  failed  skipped`);
  for (const { suite, seconds, passed, failed, skipped } of outcomes) {
    const columns = [
      seconds.toFixed(1).padStart(7),
      ...[passed, failed, skipped].map((count) => String(count).padStart(8)),
    ];
    console.log(suite.padEnd(12) + columns.join(""));
  }
  const skipped = total("skipped");
  console.log(`${total("passed")} passed, ${total("failed")} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  return total("failed") > 0 ? 1 : 0;
}
