// The flags of `run`: their definitions, and their values as the rest of the program takes them.
import type { EngineOptions } from "../benchmark/engines.ts";
import type { RunOptions } from "../benchmark/plan.ts";
import type { RunRequest } from "../benchmark/run.ts";
import { UsageError } from "../cli/exit.ts";
import { readCount, readNames, readPath, readSeconds, readWholeNumbers } from "../cli/values.ts";
import { FULL_PROFILE, MAX_SEED, PROBLEMS } from "../problems.ts";
import { defaultSidecarPath } from "../results/schema.ts";
import { ENGINE_TIMEOUT, HELP, JSON_OUTPUT, NATIVE, PYTHON, QUIET } from "./flags.ts";

/** The C interface counts trials in 32 bits; this is far beyond what Optuna can finish. */
const MAX_TRIALS = 1_000_000_000;

const PROBLEM_NAMES = PROBLEMS.map((problem) => problem.name);

/** Which studies are run. */
export const STUDY_FLAGS = {
  smoke: { type: "boolean", description: "Three problems, one seed, 32 trials" },
  seeds: {
    type: "string",
    valueHint: "n,n",
    description: `Seeds from 0 to ${MAX_SEED} (${FULL_PROFILE.seeds.join(",")})`,
  },
  problems: { type: "string", valueHint: "name,name", description: PROBLEM_NAMES.join(", ") },
  trials: { type: "string", valueHint: "n", description: "Trials of every problem, instead of its own budget" },
  "startup-trials": {
    type: "string",
    valueHint: "n",
    description: `Random trials before the fitted ones (${FULL_PROFILE.startupTrials})`,
  },
} as const;

export const RUN_FLAGS = {
  ...HELP,
  ...STUDY_FLAGS,
  output: { type: "string", valueHint: "csv", description: "Write the rows here; without it no file is written" },
  "metadata-output": { type: "string", valueHint: "json", description: "The sidecar, if not <csv>.metadata.json" },
  ...PYTHON,
  ...NATIVE,
  ...ENGINE_TIMEOUT,
  ...JSON_OUTPUT,
  ...QUIET,
  force: { type: "boolean", description: "Overwrite existing files" },
  "dry-run": { type: "boolean", description: "Print the configuration, its hash and the jobs; run nothing" },
} as const;

/** The values as citty hands them over, checked by src/cli/args.ts. */
export type RunValues = { readonly [name in keyof typeof RUN_FLAGS]?: string | boolean | undefined };

export interface RunFlags {
  readonly options: RunOptions;
  readonly files: RunRequest["files"];
  readonly engines: EngineOptions;
}

/** @throws UsageError naming the flag. */
export function readRunFlags(values: RunValues): RunFlags {
  return { options: readOptions(values), files: readFiles(values), engines: readEngines(values) };
}

/** Of STUDY_FLAGS. @throws UsageError naming the flag. */
export function readOptions(values: RunValues): RunOptions {
  return {
    smoke: values.smoke === true,
    seeds: given(values, "seeds", (flag, text) => readWholeNumbers(flag, text, MAX_SEED)),
    problems: given(values, "problems", (flag, text) => readNames(flag, text, PROBLEM_NAMES)),
    trials: given(values, "trials", (flag, text) => readCount(flag, text, MAX_TRIALS)),
    startupTrials: given(values, "startup-trials", (flag, text) => readCount(flag, text, MAX_TRIALS)),
  };
}

function readFiles(values: RunValues): RunRequest["files"] {
  const output = given(values, "output", readPath);
  const metadataOutput = given(values, "metadata-output", readPath);
  if (output !== undefined) {
    return { output, metadataOutput: metadataOutput ?? defaultSidecarPath(output), force: values.force === true };
  }
  if (metadataOutput !== undefined) throw new UsageError("--metadata-output needs --output: pass both, or neither");
  return null;
}

/** Of the flags that start engines. @throws UsageError naming the flag. */
export function readEngines(values: RunValues): EngineOptions {
  return {
    python: given(values, "python", readPath) ?? null,
    library: given(values, "native", readPath) ?? null,
    timeoutSeconds: given(values, "timeout", readSeconds) as number,
  };
}

function given<T>(values: RunValues, name: keyof RunValues, read: (flag: string, text: string) => T): T | undefined {
  const value = values[name];
  return typeof value === "string" ? read(`--${name}`, value) : undefined;
}
