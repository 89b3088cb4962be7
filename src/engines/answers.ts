// Whether a well-formed message is a right answer to what was asked: the echo of the job, the order of progress, and what
// must hold between the values of a result.
import { DISCRETE_PROBLEM, findProblem, OPTIMUM_TOLERANCE } from "../problems.ts";
import type { Job, JobResult } from "./engine.ts";
import { ProtocolViolation } from "./line-reader.ts";
import {
  type HelloMessage,
  PROTOCOL_VERSION,
  type ProgressMessage,
  type ResultMessage,
  type TrialsMessage,
} from "./protocol.ts";

const ECHOED = ["id", "problem", "seed", "trials", "startup_trials"] as const;

/** million_discrete has six coordinates of ten values each. */
const COORDINATES = 6;
const LARGEST_STEP = 9;

/**
 * What the checks of the optima found is judged in src/benchmark/preflight.ts, for both engines together.
 * @throws ProtocolViolation unless the hello speaks this protocol and reports on the problems that were asked for.
 */
export function checkHello(hello: HelloMessage, problems: readonly string[]): void {
  if (hello.protocol !== PROTOCOL_VERSION)
    throw new ProtocolViolation(`speaks protocol ${hello.protocol}, not ${PROTOCOL_VERSION}`);
  const checked = hello.optima.map((check) => check.problem);
  if (checked.join() !== problems.join())
    throw new ProtocolViolation(`checked the optima of [${checked.join()}] where [${problems.join()}] were asked for`);
}

/** @throws ProtocolViolation unless it names the awaited job and gets further, within the budget, than `trialsBefore`. */
export function checkProgress({ id, trials_done }: ProgressMessage, job: Job, trialsBefore: number): void {
  if (id !== job.id) throw new ProtocolViolation(`reported progress of job ${id} during job ${job.id}`);
  if (trials_done <= trialsBefore || trials_done > job.trials)
    throw new ProtocolViolation(`reported trial ${trials_done} of ${job.trials} after trial ${trialsBefore}`);
}

/** @throws ProtocolViolation unless these are the next whole trials of the awaited job, after `trialsBefore`. */
export function checkTrials({ id, first, rows }: TrialsMessage, job: Job, trialsBefore: number): void {
  if (id !== job.id) throw new ProtocolViolation(`sent trials of job ${id} during job ${job.id}`);
  if (first !== trialsBefore || rows.length === 0 || first + rows.length > job.trials)
    throw new ProtocolViolation(`sent ${rows.length} trials from ${first} of ${job.trials} after ${trialsBefore}`);
  const width = (findProblem(job.problem)?.parameters.length ?? 0) + 1;
  const odd = rows.find((row) => row.length !== width);
  if (odd !== undefined) throw new ProtocolViolation(`sent a trial of ${odd.length} numbers, not ${width}`);
}

/** @returns the result without its type. @throws ProtocolViolation unless it is one of this job. */
export function checkResult({ type: _, ...result }: ResultMessage, job: Job): JobResult {
  for (const key of ECHOED) {
    if (result[key] !== job[key])
      throw new ProtocolViolation(`answered with ${key} ${result[key]} where ${job[key]} was asked for`);
  }
  checkValue(result);
  checkTimes(result, job);
  checkDiagnostics(result);
  return result;
}

/** A regret is cut at 0 and would hide it. */
function checkValue({ problem, best_value }: JobResult): void {
  const optimum = findProblem(problem)?.declaredOptimum ?? Number.NEGATIVE_INFINITY;
  if (best_value < optimum - OPTIMUM_TOLERANCE)
    throw new ProtocolViolation(`sent best_value ${best_value}, below the optimum ${optimum}`);
}

function checkTimes({ sampler_ns, objective_ns, validation_ns, wall_ns }: JobResult, { engine }: Job): void {
  const phases = sampler_ns + objective_ns + validation_ns;
  if (phases > wall_ns) throw new ProtocolViolation(`measured phases of ${phases} ns in a loop of ${wall_ns} ns`);
  if (engine === "optuna" && validation_ns !== 0)
    throw new ProtocolViolation(`measured ${validation_ns} ns of validation, which it does not do`);
}

function checkDiagnostics(result: JobResult): void {
  const holds = result.problem === DISCRETE_PROBLEM ? isDiscreteDiagnostic(result) : isNoDiagnostic(result);
  if (holds) return;
  const { unique_candidates, duplicate_candidates, exact_optimum_hits, best_hamming, best_l1 } = result;
  const values = [unique_candidates, duplicate_candidates, exact_optimum_hits, best_hamming, best_l1];
  throw new ProtocolViolation(`sent impossible diagnostics [${values.join()}] for ${result.trials} trials`);
}

/** Values are whole; the best one is 0, and its candidate the target, exactly where the target was hit. */
function isDiscreteDiagnostic(result: JobResult): boolean {
  const { unique_candidates: unique, duplicate_candidates: duplicates, exact_optimum_hits: hits } = result;
  const { best_hamming: hamming, best_l1: l1, best_value: value, trials } = result;
  return (
    Number.isInteger(value) &&
    (value === 0) === hits > 0 &&
    unique >= 1 &&
    duplicates >= 0 &&
    unique + duplicates === trials &&
    hits <= trials &&
    hits > 0 === (hamming === 0) &&
    hamming >= 0 &&
    hamming <= COORDINATES &&
    l1 >= hamming &&
    l1 <= hamming * LARGEST_STEP
  );
}

function isNoDiagnostic(result: JobResult): boolean {
  const { unique_candidates, duplicate_candidates, exact_optimum_hits, best_hamming, best_l1 } = result;
  return (
    unique_candidates === -1 &&
    duplicate_candidates === -1 &&
    exact_optimum_hits === 0 &&
    best_hamming === -1 &&
    best_l1 === -1
  );
}
