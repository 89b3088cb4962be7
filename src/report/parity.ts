// The outcome of `parity` -> what a person and a program read on stdout.
import { dumpsIndented, Float, type JsonObject } from "../results/python-json.ts";
import { type Disagreement, NEAR_ZERO, TOLERANCE } from "../stats/agreement.ts";
import { formatTable } from "./text.ts";

export interface ParityComparison {
  readonly problem: string;
  readonly seed: number;
  readonly trials: number;
  readonly startup_trials: number;
  /** Whom the fast sampler was compared with, a key of NAMES. */
  readonly against: "reference" | "optuna_stable" | "optuna_stock";
  readonly disagreements: number;
  readonly first: Disagreement | null;
  readonly explained_by_ties: boolean;
}

export interface ParityOutcome {
  readonly ties: string;
  readonly native: { readonly library_sha256: string; readonly build: Readonly<Record<string, string>> };
  readonly optuna: {
    readonly python_version: string;
    readonly dependencies: Readonly<Record<string, string>>;
    readonly numpy_simd_features: readonly string[];
  };
  /** By problem, seed and opponent. */
  readonly comparisons: readonly ParityComparison[];
}

const NAMES = {
  reference: "the reference",
  optuna_stable: "Optuna, stable ties",
  optuna_stock: "Optuna, stock",
} as const;

/** Why a marked number is no fault. */
const TIES_EXPLAINED = `* Explained by ties. Where observations of a parameter are equal, the native samplers order them by trial number; stock
  Optuna as NumPy's argsort happens to on this CPU. Kernel widths, and with them all later proposals, depend on that
  order. Values repeat with integer, stepped and categorical parameters, so there stock Optuna may take another, equally
  valid path of the same algorithm; from the first such trial on the two have seen different objectives. A difference
  counts as explained where every parameter that differs in that first trial had repeated values before it. With --ties
  stable Optuna orders by trial number too, and nothing is excused.`;

/** One line for a message: who parts from whom, and where. */
export function describeDisagreement({ problem, seed, against, first }: ParityComparison): string {
  if (first === null) return `${problem} seed ${seed}, fast and ${NAMES[against]}: the same`;
  const { trial, parameter, left, right } = first;
  return `${problem} seed ${seed}, fast and ${NAMES[against]}: trial ${trial}, ${parameter} ${left} and ${right}`;
}

/** @returns several lines, with a line end after the last. */
export function formatParityText(outcome: ParityOutcome): string {
  const parted = outcome.comparisons.filter(({ first }) => first !== null);
  const sections = [formatCounts(outcome)];
  if (parted.length > 0)
    sections.push(
      ["First disagreements", ...parted.map((it) => `  ${describeDisagreement(it)}${mark(it)}`)].join("\n"),
    );
  if (parted.some(({ explained_by_ties }) => explained_by_ties)) sections.push(TIES_EXPLAINED);
  return `${[...sections, formatEngines(outcome)].join("\n\n")}\n`;
}

/** @returns one JSON document with a line end. */
export function formatParityJson({ ties, native, optuna, comparisons }: ParityOutcome): string {
  const { python_version, dependencies, numpy_simd_features } = optuna;
  const document = {
    agree: comparisons.every(({ first, explained_by_ties }) => first === null || explained_by_ties),
    comparisons: comparisons.map(describeComparison),
    native_build: native.build,
    native_executable_sha256: native.library_sha256,
    optuna: { dependencies, numpy_simd_features, python_version },
    near_zero: new Float(NEAR_ZERO),
    ties,
    tolerance: new Float(TOLERANCE),
  };
  return `${dumpsIndented(document)}\n`;
}

function describeComparison(comparison: ParityComparison): JsonObject {
  const { problem, seed, trials, startup_trials, against, disagreements, first, explained_by_ties } = comparison;
  const first_disagreement = first === null ? null : describeFirst(first, against);
  return { problem, seed, trials, startup_trials, against, disagreements, first_disagreement, explained_by_ties };
}

function describeFirst({ trial, parameter, left, right }: Disagreement, against: string): JsonObject {
  return { trial, parameter, values: { fast: new Float(left), [against]: new Float(right) } };
}

/** One line a study, one column an opponent. */
function formatCounts({ comparisons }: ParityOutcome): string {
  const opponents = [...new Set(comparisons.map(({ against }) => against))];
  const studies = [...Map.groupBy(comparisons, ({ problem, seed }) => `${problem} ${seed}`).values()];
  const rows = studies.flatMap((study) => {
    const [first] = study;
    return first === undefined
      ? []
      : [[first.problem, String(first.seed), String(first.trials), ...study.map(formatCount)]];
  });
  const title = `Trials in which the fast sampler's proposal differs by more than ${TOLERANCE} (relative) from that of`;
  const head = ["problem", "seed", "trials", ...opponents.map((opponent) => NAMES[opponent])];
  return formatTable({ title, head, rows, kind: "figures" });
}

function formatCount(comparison: ParityComparison): string {
  return `${comparison.disagreements}${mark(comparison)}`;
}

function mark({ explained_by_ties }: ParityComparison): string {
  return explained_by_ties ? " *" : "";
}

function formatEngines({ native, optuna }: ParityOutcome): string {
  const { instruction_set, compiler, compiler_version } = native.build;
  const packages = Object.entries(optuna.dependencies).filter(([name]) => name === "optuna" || name === "numpy");
  return [
    `Native: instruction set ${instruction_set}, ${compiler} ${compiler_version}, library ${native.library_sha256.slice(0, 12)}`,
    `Optuna: ${packages.map((pair) => pair.join(" ")).join(", ")}, Python ${optuna.python_version}`,
  ].join("\n");
}
