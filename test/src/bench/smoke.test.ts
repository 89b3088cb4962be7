// The bench scripts run, and leave what they say; nothing that they measure is judged.
import { expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parse } from "csv-parse/sync";

/** Of a machine that is busy, and compiles first. ms */
const SLOW_MS = 300_000;

/** Runs test/bench/<script>.ts into a folder of its own. @returns what it printed, and reads what it left. */
function runScript(script: string, flags: readonly string[], read: (file: (name: string) => string) => void): string {
  const folder = mkdtempSync(join(tmpdir(), "bench-smoke-"));
  try {
    const path = resolve(import.meta.dir, "../../bench", `${script}.ts`);
    const command = [process.execPath, path, ...flags, "--folder", folder];
    const { exitCode, stdout, stderr } = Bun.spawnSync(command, { stdin: "ignore", stdout: "pipe", stderr: "pipe" });
    expect({ exitCode, stderr: stderr.toString() }).toEqual({ exitCode: 0, stderr: "" });
    read((name) => readFileSync(join(folder, name), "utf8"));
    return stdout.toString();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test(
  "bench:sampler measures all three samplers",
  () => {
    const printed = runScript("sampler", ["--seeds", "1", "--problems", "branin2"], (file) => {
      const { branin2 } = JSON.parse(file("bench-sampler.json"));
      const positive = expect.any(Number);
      expect(branin2).toEqual([{ fast: positive, reference: positive, optuna: positive }]);
    });
    expect(printed).toMatch(/instruction set \w+\n.*over 1 seeds\n/);
  },
  SLOW_MS,
);

test(
  "bench:scaling measures all three samplers on all three spaces, and draws them",
  () => {
    const printed = runScript("scaling", ["--trials", "100"], (file) => {
      const rows: { space: string; sampler: string; n: string }[] = parse(file("scaling.csv"), { columns: true });
      const samplers = ["fast", "reference", "optuna"];
      const wanted = ["real", "int", "mixed"].flatMap((space) => samplers.map((sampler) => `${space} ${sampler} 100`));
      expect(rows.map(({ space, sampler, n }) => `${space} ${sampler} ${n}`)).toEqual(wanted);
      expect(file("scaling.svg")).toStartWith("<svg ");
    });
    expect(printed).toContain("exponent of fast from 10000 trials: unknown, too few points");
  },
  SLOW_MS,
);

test.each([
  ["sampler", ["--seeds", "0"], '--seeds: "0" is not a whole number from 1 to 1000\n'],
  ["sampler", ["--problems", "nope"], expect.stringMatching(/^--problems: "nope" is unknown.*\n$/)],
  ["scaling", ["--trials", "5"], "--trials: 5 is less than 100\n"],
  ["scaling", ["--nope"], expect.stringMatching(/^Unknown option '--nope'.*\n$/)],
  ["mutate", ["--step", "x"], '--step: "x" is not a whole number from 1 to 1000000\n'],
])("bench script %s refuses %j in one line", (script, flags, stderr) => {
  const path = resolve(import.meta.dir, "../../bench", `${script}.ts`);
  const ended = Bun.spawnSync([process.execPath, path, ...flags], { stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  expect({ exitCode: ended.exitCode, stderr: ended.stderr.toString() }).toEqual({ exitCode: 2, stderr });
});
