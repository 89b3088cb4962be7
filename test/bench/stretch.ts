// Long studies of 16 parameters through native/performance/scaling_benchmark and, for Optuna, optuna_stretch.py.
import { join, resolve } from "node:path";
import { parse } from "csv-parse/sync";
import { findPython } from "../../src/engines/python-env.ts";

const ROOT = resolve(import.meta.dir, "../..");
const FOLDER = join(ROOT, "build/performance");

export type Sampler = "fast" | "reference" | "optuna";
export type Space = "real" | "int" | "mixed";

/** How ask + tell fare at the end of `n` trials. */
export interface Stretch {
  readonly space: Space;
  readonly sampler: Sampler;
  readonly n: number;
  readonly us_per_trial: number;
  /** Processor time of the whole trial, objective included: other programs do not disturb it. */
  readonly cpu_us_per_trial: number;
  /** 0 for samplers that do not say. */
  readonly model_bytes: number;
  readonly history_bytes: number;
}

const COLUMNS = ["space", "sampler", "n", "us_per_trial", "cpu_us_per_trial", "model_bytes", "history_bytes"];

/** Compiles the program; its own flags and no other's, as the library has them. */
export async function buildScalingBenchmark(): Promise<void> {
  const generator = Bun.which("ninja") ? ["-G", "Ninja"] : [];
  const options = ["-DCMAKE_BUILD_TYPE=Release", "-DPINEFORGE_BUILD_PERFORMANCE=ON"];
  await run(["cmake", "-S", join(ROOT, "native"), "-B", FOLDER, ...generator, ...options]);
  await run(["cmake", "--build", FOLDER, "--target", "scaling_benchmark", "--parallel"]);
}

/** A whole study of the fast sampler: rows at 100, 300, 1000, ... trials, and its peak resident memory in MB. */
export async function runWhole(space: Space, trials: number, seed: number) {
  const flags = ["--space", space, "--trials", String(trials), "--seed", String(seed)];
  const { stdout, stderr } = await run([join(FOLDER, "performance/scaling_benchmark"), ...flags]);
  return { rows: readRows(stdout, 2), peakMB: Number(/memory: ([\d.]+) MB/.exec(stderr)?.[1]) };
}

/** The last trials of a long study; those before them are random, since they would take hours. */
export async function runLast(
  space: Space,
  sampler: "reference" | "optuna",
  trials: number,
  last: number,
  seed: number,
): Promise<Stretch> {
  const { stdout } = await run(
    sampler === "optuna"
      ? [
          (await findPython(null)).path,
          join(import.meta.dir, "optuna_stretch.py"),
          ...[space, trials, last, seed].map(String),
        ]
      : [
          ...[join(FOLDER, "performance/scaling_benchmark"), "--space", space, "--sampler", sampler],
          ...["--trials", String(trials), "--last", String(last), "--seed", String(seed)],
        ],
  );
  const row = readRows(stdout, sampler === "optuna" ? 1 : 2).at(-1);
  if (row === undefined) throw new Error(`${sampler} printed no row`);
  return row;
}

function readRows(csv: string, from_line: number): Stretch[] {
  return parse(csv, {
    columns: COLUMNS,
    from_line,
    cast: (text, { column }) => (isWord(column) ? text : Number(text)),
  });
}

function isWord(column: string | number): boolean {
  return column === "space" || column === "sampler";
}

async function run(command: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  const child = Bun.spawn([...command], { cwd: ROOT, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  if ((await child.exited) !== 0) throw new Error(`${command.join(" ")} failed: ${stderr || stdout}`);
  return { stdout, stderr };
}
