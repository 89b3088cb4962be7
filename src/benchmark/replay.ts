// A result, run again: refused where other code would run, then compared in all that a seed decides.
import { EnvironmentError } from "../cli/exit.ts";
import { readLibrary } from "../engines/library-file.ts";
import type { NativeHello, OptunaHello } from "../engines/protocol.ts";
import { readPins } from "../engines/python-choice.ts";
import { embeddedText } from "../provenance/embedded.ts";
import { sha256Hex } from "../results/fingerprint.ts";
import type { ReplayDifference, ReplayOutcome } from "../results/replay-outcome.ts";
import { COLUMNS, type Environment, type Row, type Sidecar } from "../results/schema.ts";
import { planConfiguration } from "./plan.ts";
import { type RunParts, runBenchmark } from "./run.ts";

export interface ReplayRequest {
  readonly sidecar: Sidecar;
  /** Of the CSV that the sidecar vouches for. */
  readonly rows: readonly Row[];
  /** What --native names, as an absolute path; null for the library inside the executable. */
  readonly library: string | null;
}

/** All that the seed and the code decide: every column but the times. */
const DECIDED = COLUMNS.filter(({ unit }) => unit !== "nanoseconds").map(({ name }) => name);

/**
 * Runs the sidecar's configuration again; writes no file.
 * @throws EnvironmentError where the native library or a pinned package is another one, naming each, before any trial; and
 * what runBenchmark throws.
 */
export async function replayResult(request: ReplayRequest, parts: RunParts): Promise<ReplayOutcome> {
  const { sidecar, rows, library } = request;
  const pins = readPins(await embeddedText("python/requirements.txt"));
  requireSameCode(sidecar.environment, await sha256Hex(await readLibrary(library)), pins);
  const explanations: string[] = [];
  const finished = await runBenchmark(
    { plan: planConfiguration(sidecar.configuration), files: null, command: sidecar.execution.command },
    {
      observer: parts.observer,
      createEngines: () => parts.createEngines(),
      describeEnvironment(native, optuna) {
        requireSameCode(sidecar.environment, native.library_sha256, optuna.dependencies);
        explanations.push(...explainDifferences(sidecar.environment, native, optuna));
        return parts.describeEnvironment(native, optuna);
      },
    },
  );
  return { rows: finished.rows, differences: compareDecided(rows, finished.rows), explanations };
}

/** Results of other code are another study, not a replay. */
function requireSameCode(
  recorded: Environment,
  nativeSha256: string,
  dependencies: Readonly<Record<string, string>>,
): void {
  const used = new Map(Object.entries(recorded.dependencies));
  const here = new Map(Object.entries(dependencies));
  const packages = [...new Set([...used.keys(), ...here.keys()])]
    .sort()
    .filter((name) => used.get(name) !== here.get(name))
    .map((name) => `${name} ${used.get(name) ?? "absent"} was used, ${here.get(name) ?? "none"} is here`);
  const library = `the native library has SHA-256 ${nativeSha256}, ${recorded.native_executable_sha256} was used`;
  const differences = [...(recorded.native_executable_sha256 === nativeSha256 ? [] : [library]), ...packages];
  if (differences.length === 0) return;
  throw new EnvironmentError(
    `this is not the code that made the result: ${differences.join("; ")}; replay it with the pineforge-bench that made it, or name its library with --native`,
  );
}

/** NumPy and the native library choose their kernels by the CPU; their last bits differ, and a search may then part ways. */
function explainDifferences(recorded: Environment, native: NativeHello, optuna: OptunaHello): string[] {
  const facts: [string, string | undefined, string | undefined][] = [
    ["platform", recorded.platform, optuna.platform],
    ["Python version", recorded.python_version, optuna.python_version],
    ["NumPy SIMD features", recorded.host?.numpy_simd_features.join(" "), optuna.numpy_simd_features.join(" ")],
    ["native instruction set", recorded.native_build?.instruction_set, native.build.instruction_set],
  ];
  return facts
    .filter(([, then, now]) => then !== now)
    .map(([fact, then, now]) => `${fact}: ${then ?? "not recorded"} then, ${now ?? "not known"} here`);
}

function compareDecided(recorded: readonly Row[], replayed: readonly Row[]): ReplayDifference[] {
  const key = ({ implementation, problem, seed }: Row) => `${implementation} ${problem} ${seed}`;
  const again = new Map(replayed.map((row) => [key(row), row]));
  return recorded.flatMap((row) => {
    const partner = again.get(key(row));
    if (partner === undefined) throw new Error(`the replay has no row of ${key(row)}`);
    const { implementation, problem, seed } = row;
    return DECIDED.filter((column) => !Object.is(row[column], partner[column])).map((column) => ({
      implementation,
      problem,
      seed,
      column,
      recorded: row[column],
      replayed: partner[column],
    }));
  });
}
