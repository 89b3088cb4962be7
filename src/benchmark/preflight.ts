// Before anything is timed: both engines start, and what they found has to agree. Each hello is already checked against
// the declared optima and the known enumeration (src/engines/answers.ts); here the two are compared with each other.
import { EngineError } from "../cli/exit.ts";
import type { Engine } from "../engines/engine.ts";
import type { Enumeration, HelloMessage, NativeHello, OptunaHello } from "../engines/protocol.ts";
import { DISCRETE_PROBLEM } from "../problems.ts";
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

/** @throws EngineError naming the problem about which the two disagree. */
export function compareHellos(native: HelloMessage, optuna: HelloMessage, problems: readonly string[]): Validation {
  for (const problem of problems) compareOptima(problem, valueAt(native, problem), valueAt(optuna, problem));
  return {
    declared_optima_checked_in_both_implementations: true,
    million_discrete_full_enumeration: problems.includes(DISCRETE_PROBLEM)
      ? mergeEnumerations(native.enumeration, optuna.enumeration)
      : null,
  };
}

function valueAt(hello: HelloMessage, problem: string): number | undefined {
  return hello.optima.find((check) => check.problem === problem)?.value;
}

function compareOptima(problem: string, native: number | undefined, optuna: number | undefined): void {
  if (native === undefined || optuna === undefined) throw disagreement(`the optimum of ${problem}`, native, optuna);
  const tolerance = AGREEMENT * Math.max(1, Math.abs(native), Math.abs(optuna));
  if (!(Math.abs(native - optuna) <= tolerance)) throw disagreement(`the optimum of ${problem}`, native, optuna);
}

/** @returns what both found; `wall_seconds` is what the two enumerations took together. */
function mergeEnumerations(native: Enumeration | null, optuna: Enumeration | null): EnumerationRecord {
  const wall_seconds = (native?.wall_seconds ?? 0) + (optuna?.wall_seconds ?? 0);
  if (native === null || !Bun.deepEquals({ ...native, wall_seconds }, { ...optuna, wall_seconds })) {
    throw disagreement(`the enumeration of ${DISCRETE_PROBLEM}`, JSON.stringify(native), JSON.stringify(optuna));
  }
  return {
    candidate_count: native.candidate_count,
    minimum: new Float(native.minimum),
    minimizer: native.minimizer,
    multiplicity: native.multiplicity,
    second_best: new Float(native.second_best),
    wall_seconds: new Float(wall_seconds),
  };
}

function disagreement(about: string, native: unknown, optuna: unknown): EngineError {
  return new EngineError(
    `the engines disagree about ${about}: native found ${native}, optuna ${optuna}; nothing was run: rebuild, or run setup again`,
  );
}
