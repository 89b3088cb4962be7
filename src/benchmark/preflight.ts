// Before anything is timed: both engines start, and what each found has to be what src/problems.ts declares, and the same.
import { EngineError } from "../cli/exit.ts";
import type { Engine } from "../engines/engine.ts";
import type { Enumeration, HelloMessage, NativeHello, OptunaHello } from "../engines/protocol.ts";
import { DISCRETE_PROBLEM, findProblem, KNOWN_ENUMERATION, OPTIMUM_TOLERANCE } from "../problems.ts";
import { Float } from "../results/python-json.ts";
import type { EnumerationRecord, Validation } from "../results/schema.ts";

export interface Engines {
  readonly native: Engine<NativeHello>;
  readonly optuna: Engine<OptunaHello>;
}

export interface Preflight {
  readonly native: NativeHello;
  readonly optuna: OptunaHello;
  readonly validation: Validation;
}

/** Relative to max(1, |a|, |b|): both engines compute the same formulas in doubles, only the last bits may differ. */
const AGREEMENT = 1e-9;

/**
 * Starts one engine after the other, so that neither disturbs the other's enumeration time.
 * @throws EnvironmentError where the host lacks something, EngineError where an engine fails or the two disagree.
 */
export async function startEngines(engines: Engines, problems: readonly string[]): Promise<Preflight> {
  const native = await engines.native.start(problems);
  const optuna = await engines.optuna.start(problems);
  return { native, optuna, validation: compareHellos(native, optuna, problems) };
}

/** @throws EngineError naming the problem, where a hello contradicts what is declared or the other hello. */
export function compareHellos(native: HelloMessage, optuna: HelloMessage, problems: readonly string[]): Validation {
  for (const problem of problems) {
    compareOptima(problem, declaredValueAt(native, problem), declaredValueAt(optuna, problem));
  }
  return {
    declared_optima_checked_in_both_implementations: true,
    million_discrete_full_enumeration: problems.includes(DISCRETE_PROBLEM)
      ? mergeEnumerations(knownEnumeration(native), knownEnumeration(optuna))
      : null,
  };
}

/** The objective at the known optimum, which is within OPTIMUM_TOLERANCE of the optimum that is declared here. */
function declaredValueAt({ engine, optima }: HelloMessage, problem: string): number {
  const declared = findProblem(problem)?.declaredOptimum ?? Number.NaN;
  const { value, declared_optimum } = optima.find((check) => check.problem === problem) ?? {};
  if (value === undefined || declared_optimum !== declared || !(Math.abs(value - declared) <= OPTIMUM_TOLERANCE)) {
    throw new EngineError(
      `${engine} engine: it declares ${declared_optimum} as the optimum of ${problem} and found ${value}, where ${declared} is right; nothing was run: rebuild`,
    );
  }
  return value;
}

function compareOptima(problem: string, native: number, optuna: number): void {
  const tolerance = AGREEMENT * Math.max(1, Math.abs(native), Math.abs(optuna));
  if (Math.abs(native - optuna) <= tolerance) return;
  throw new EngineError(
    `the engines disagree about the optimum of ${problem}: native found ${native}, optuna ${optuna}; nothing was run: rebuild, or run setup again`,
  );
}

/** What the engine enumerated, which is what is known. */
function knownEnumeration({ engine, enumeration }: HelloMessage): Enumeration {
  const { wall_seconds: _, ...found } = enumeration ?? { wall_seconds: 0 };
  if (enumeration !== null && Bun.deepEquals(found, KNOWN_ENUMERATION)) return enumeration;
  throw new EngineError(
    `${engine} engine: the enumeration of ${DISCRETE_PROBLEM} found ${JSON.stringify(found)}, where ${JSON.stringify(KNOWN_ENUMERATION)} is right; nothing was run: rebuild`,
  );
}

/** @returns what both found; `wall_seconds` is what the two enumerations took together. */
function mergeEnumerations(native: Enumeration, optuna: Enumeration): EnumerationRecord {
  return {
    ...KNOWN_ENUMERATION,
    minimum: new Float(KNOWN_ENUMERATION.minimum),
    second_best: new Float(KNOWN_ENUMERATION.second_best),
    wall_seconds: new Float(native.wall_seconds + optuna.wall_seconds),
  };
}
