// The one protocol between the driver and an engine's child process: JSON, one message a line, UTF-8, over the child's
// stdin (driver -> engine) and stdout (engine -> driver). The driver speaks first, with `prepare`; the engine answers
// with `hello` or `error`. Then, for each `job`, the engine sends `progress` now and then, never inside a timed phase,
// and ends with exactly one `result` or `error` that names the job; the `trials` of a recorded job come before its
// `result`. The engine ends when its stdin ends.
// The Python side of the same messages is python/runner.py.

/**
 * Raised with any change that an older peer would misread; both sides refuse a different one.
 * 2: jobs may be recorded, and then say which sampler or order of ties they want.
 */
export const PROTOCOL_VERSION = 2;

/** No message is longer: an engine that sends more without a line end is broken. Bytes. */
export const MAX_LINE_BYTES = 4 * 1024 * 1024;

export type EngineName = "native" | "optuna";

/** First message of the driver. */
export interface PrepareMessage {
  readonly type: "prepare";
  readonly protocol: number;
  /** Problems whose declared optimum is checked (and, for million_discrete, whose space is enumerated). */
  readonly problems: readonly string[];
  /** Distribution name -> version that must be installed. Empty for the native engine. */
  readonly pins: Readonly<Record<string, string>>;
}

/** One engine, problem and seed: what one row of the CSV reports. */
export interface JobMessage {
  readonly type: "job";
  /** Counts from 0 in the order of a run; echoed in every answer. */
  readonly id: number;
  readonly problem: string;
  readonly seed: number;
  readonly trials: number;
  readonly startup_trials: number;
}

/** The two samplers of the native library: brute force, and the one that benchmarks run. */
export type NativeSampler = "reference" | "fast";

/** A job all of whose trials are wanted: for comparing samplers, never for a benchmark. */
export interface RecordedJobMessage extends JobMessage {
  readonly record: true;
  /** Native engine only; absent: the one that benchmarks run. */
  readonly sampler?: NativeSampler;
  /** Optuna engine only: its estimator sorts equal observations by trial number, which stock Optuna does not. */
  readonly stable_order?: true;
}

export type DriverMessage = PrepareMessage | JobMessage | RecordedJobMessage;

/** The objective at the known optimum, checked before any timed run. */
export interface OptimumCheck {
  readonly problem: string;
  readonly declared_optimum: number;
  readonly value: number;
}

/** All 10^6 candidates of million_discrete, enumerated by this engine. */
export interface Enumeration {
  readonly candidate_count: number;
  readonly minimum: number;
  readonly minimizer: readonly number[];
  readonly multiplicity: number;
  readonly second_best: number;
  readonly wall_seconds: number;
}

interface HelloBase {
  readonly type: "hello";
  readonly protocol: number;
  readonly optima: readonly OptimumCheck[];
  /** null where million_discrete was not asked for. */
  readonly enumeration: Enumeration | null;
}

export interface NativeHello extends HelloBase {
  readonly engine: "native";
  readonly abi_version: number;
  /** SHA-256 of the very bytes that were loaded, lower-case hex. */
  readonly library_sha256: string;
  /** compiler, compiler_version, cmake_version, flags, instruction_sets, instruction_set, sampler. */
  readonly build: Readonly<Record<string, string>>;
}

export interface OptunaHello extends HelloBase {
  readonly engine: "optuna";
  readonly python_implementation: string;
  readonly python_version: string;
  readonly platform: string;
  readonly machine: string;
  readonly processor: string;
  /** Distribution name -> installed version, for every pin. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** SIMD features NumPy dispatches to on this CPU (its results depend on them). */
  readonly numpy_simd_features: readonly string[];
}

export type HelloMessage = NativeHello | OptunaHello;

export interface ProgressMessage {
  readonly type: "progress";
  readonly id: number;
  readonly trials_done: number;
}

/** One trial: its parameters in declared order (a category as its index), then its objective. */
export type TrialRow = readonly number[];

/** Trials of a recorded job, in order and without gaps, in as many messages as keep each far below MAX_LINE_BYTES. */
export interface TrialsMessage {
  readonly type: "trials";
  readonly id: number;
  /** The number of the first row's trial. */
  readonly first: number;
  readonly rows: readonly TrialRow[];
}

/** What a job measured. Times in nanoseconds of one monotonic clock of the engine's process. */
export interface ResultMessage {
  readonly type: "result";
  readonly id: number;
  readonly problem: string;
  readonly seed: number;
  readonly trials: number;
  readonly startup_trials: number;
  readonly best_value: number;
  readonly sampler_ns: number;
  readonly objective_ns: number;
  readonly validation_ns: number;
  readonly wall_ns: number;
  /** The next five as in the CSV: -1, -1, 0, -1, -1 outside million_discrete. */
  readonly unique_candidates: number;
  readonly duplicate_candidates: number;
  readonly exact_optimum_hits: number;
  readonly best_hamming: number;
  readonly best_l1: number;
}

/** One difference between what is pinned and what the interpreter has; found is null where it is not installed. */
export interface PinDifference {
  readonly package: string;
  readonly wanted: string;
  readonly found: string | null;
}

export interface ErrorMessage {
  readonly type: "error";
  /** The job that failed; null where the engine itself cannot serve. */
  readonly id: number | null;
  /** environment: the host lacks something the user can mend (exit 3); engine: everything else (exit 6). */
  readonly kind: "environment" | "engine";
  /** One line, without a stack trace. */
  readonly message: string;
  /** Only with kind "environment", where pins are not met. */
  readonly differences?: readonly PinDifference[];
}

export type EngineMessage = HelloMessage | ProgressMessage | TrialsMessage | ResultMessage | ErrorMessage;
