// The C interface of native/benchmark/pineforge_bench.h through bun:ffi. Only the worker imports this: a fault in native
// code ends the process that calls it. FFI checks no argument (-1 becomes 2^32-1, 1.5 becomes 1): every call here does.
import { CString, dlopen, type Pointer } from "bun:ffi";
import { EngineError } from "../cli/exit.ts";
import { sha256Hex } from "../results/fingerprint.ts";
import { readLibrary, unusable } from "./library-file.ts";
import { createPrivateFile } from "./private-file.ts";
import type { Enumeration, NativeHello, NativeSampler, OptimumCheck, ResultMessage } from "./protocol.ts";

/** PF_ABI_VERSION. */
export const ABI_VERSION = 1;

const MAX_U32 = 2 ** 32 - 1;

/** Values of the control "sampler". */
const SAMPLERS: Readonly<Record<NativeSampler, number>> = { reference: 0, fast: 1 };

/** The slots of pf_problem_check, pf_problem_enumerate and pf_study_read_result, in order. */
const CHECK_SLOTS = 3;
const ENUMERATION_SLOTS = 10;
export const RESULT_SLOTS = [
  "trials_done",
  "best_value",
  "sampler_ns",
  "objective_ns",
  "validation_ns",
  "wall_ns",
  "unique_candidates",
  "duplicate_candidates",
  "exact_optimum_hits",
  "best_hamming",
  "best_l1",
] as const;

/** What a study has measured so far. */
export type StudyResult = Readonly<Record<(typeof RESULT_SLOTS)[number], number>>;

/** What a study is told before its first trial. */
export type Controls = Pick<ResultMessage, "seed" | "trials" | "startup_trials"> & {
  /** Absent: the library's own choice. */
  readonly sampler?: NativeSampler | undefined;
};

const ABI = { pf_abi_version: { args: [], returns: "u32" } } as const;

const CALLS = {
  pf_build_info: { args: [], returns: "ptr" },
  pf_last_error: { args: [], returns: "ptr" },
  pf_problem_check: { args: ["ptr", "ptr", "u32"], returns: "i32" },
  pf_problem_enumerate: { args: ["ptr", "ptr", "u32"], returns: "i32" },
  pf_study_create: { args: ["ptr"], returns: "ptr" },
  pf_study_set_control: { args: ["ptr", "ptr", "f64"], returns: "i32" },
  pf_study_run: { args: ["ptr", "u32"], returns: "i32" },
  pf_study_read_result: { args: ["ptr", "ptr", "u32"], returns: "i32" },
  pf_study_read_trials: { args: ["ptr", "ptr", "u64"], returns: "i32" },
  pf_study_destroy: { args: ["ptr"], returns: "void" },
} as const;

type Calls = ReturnType<typeof dlopen<typeof CALLS>>["symbols"];
type Address = Pointer | bigint;

/** A loaded library. It stays loaded until the process ends. */
export class NativeLibrary {
  readonly #calls: Calls;
  /** Of the very bytes that were loaded. */
  readonly sha256: string;

  private constructor(calls: Calls, sha256: string) {
    this.#calls = calls;
    this.sha256 = sha256;
  }

  /**
   * Loads the embedded library, or the one at an absolute path. Once per process: the loader tells libraries in memory
   * apart by their descriptors' numbers.
   * @throws EnvironmentError where it is missing, no library, or of another ABI version.
   */
  static async load(path: string | null): Promise<NativeLibrary> {
    const bytes = await readLibrary(path);
    const file = createPrivateFile("libpineforge_hpo_bench.so", bytes);
    try {
      return new NativeLibrary(openLibrary(file.path, path), await sha256Hex(bytes));
    } finally {
      if (file.descriptor === null) file.release(); // in memory it stays open, so that its number stays taken
    }
  }

  /** compiler, compiler_version, cmake_version, flags, instruction_sets, instruction_set, sampler. */
  get build(): NativeHello["build"] {
    const lines = readText(this.#calls.pf_build_info()).split("\n");
    const pairs = lines.filter((line) => line !== "").map((line) => /^([^=]*)=?(.*)$/.exec(line)?.slice(1) ?? []);
    return Object.fromEntries(pairs);
  }

  /** Evaluates the objective at its known optimum. @throws EngineError where that is not the declared one. */
  checkOptimum(problem: string): OptimumCheck {
    const check = new Float64Array(CHECK_SLOTS);
    this.require(this.#calls.pf_problem_check(cString(problem), check, CHECK_SLOTS));
    const [declared_optimum = Number.NaN, value = Number.NaN] = check;
    return { problem, declared_optimum, value };
  }

  /** @throws EngineError for an unknown problem. */
  countParameters(problem: string): number {
    const check = new Float64Array(CHECK_SLOTS);
    this.require(this.#calls.pf_problem_check(cString(problem), check, CHECK_SLOTS));
    return check[CHECK_SLOTS - 1] ?? 0;
  }

  /** Evaluates every candidate of a finite problem. @throws EngineError where it is not finite. */
  enumerate(problem: string): Enumeration {
    const slots = new Float64Array(ENUMERATION_SLOTS);
    const start = performance.now();
    this.require(this.#calls.pf_problem_enumerate(cString(problem), slots, ENUMERATION_SLOTS));
    const wall_seconds = (performance.now() - start) / 1000;
    const [candidate_count = 0, minimum = 0, multiplicity = 0, second_best = 0, ...minimizer] = slots;
    return { candidate_count, minimum, minimizer, multiplicity, second_best, wall_seconds };
  }

  /** @throws EngineError for an unknown problem or a control that is out of range. */
  createStudy(problem: string, controls: Controls): NativeStudy {
    const study = this.#calls.pf_study_create(cString(problem));
    if (study === null) throw new EngineError(this.lastError);
    return new NativeStudy(this, this.#calls, study).control(controls);
  }

  /** @throws EngineError with the library's own words unless `code` is PF_OK. */
  require(code: number): void {
    if (code !== 0) throw new EngineError(this.lastError || `the native library gave error ${code}`);
  }

  get lastError(): string {
    return readText(this.#calls.pf_last_error());
  }
}

/** One study of a loaded library, from its controls to its result. */
export class NativeStudy {
  readonly #library: NativeLibrary;
  readonly #calls: Calls;
  #study: Address | null;

  constructor(library: NativeLibrary, calls: Calls, study: Address) {
    this.#library = library;
    this.#calls = calls;
    this.#study = study;
  }

  /** Before the first trial. @throws EngineError for a control that is out of range; then the study is gone. */
  control({ sampler, ...counts }: Controls): this {
    try {
      if (sampler !== undefined && !Object.hasOwn(SAMPLERS, sampler))
        throw new EngineError(`the native library has no sampler ${sampler}`);
      const controls = sampler === undefined ? counts : { ...counts, sampler: SAMPLERS[sampler] };
      for (const [name, value] of Object.entries(controls))
        this.#library.require(this.#calls.pf_study_set_control(this.#alive(), cString(name), checkedU32(name, value)));
      return this;
    } catch (error) {
      this.destroy();
      throw error;
    }
  }

  /** Runs up to so many further trials, within the budget. */
  run(trials: number): void {
    this.#library.require(this.#calls.pf_study_run(this.#alive(), checkedU32("trials", trials)));
  }

  readResult(): StudyResult {
    const slots = new Float64Array(RESULT_SLOTS.length);
    this.#library.require(this.#calls.pf_study_read_result(this.#alive(), slots, slots.length));
    return Object.fromEntries(RESULT_SLOTS.map((name, at) => [name, slots[at]])) as StudyResult;
  }

  /** @returns every trial done, `width` numbers each: the parameters in declared order, then the objective. */
  readTrials(trials: number, width: number): Float64Array {
    const cells = new Float64Array(trials * width);
    this.#library.require(this.#calls.pf_study_read_trials(this.#alive(), cells, cells.length));
    return cells;
  }

  /** May be called twice. */
  destroy(): void {
    if (this.#study !== null) this.#calls.pf_study_destroy(this.#study);
    this.#study = null;
  }

  /** The library would follow a pointer to a study that is gone. */
  #alive(): Address {
    if (this.#study === null) throw new Error("the native study was destroyed");
    return this.#study;
  }
}

/** The ABI version first: a library of another one may lack the other functions, or mean something else by them. */
function openLibrary(file: string, named: string | null): Calls {
  const found = openSymbols(file, named, ABI).pf_abi_version();
  if (found !== ABI_VERSION) throw unusable(named, `ABI version ${ABI_VERSION} is wanted, it has ${found}`);
  return openSymbols(file, named, CALLS);
}

function openSymbols<T extends Parameters<typeof dlopen>[1]>(file: string, named: string | null, symbols: T) {
  try {
    return dlopen(file, symbols).symbols;
  } catch (error) {
    const words = (error as Error).message.replaceAll(file, "it").replace(/^Failed to open library "it": (it: )?/, "");
    throw unusable(named, words);
  }
}

function checkedU32(name: string, value: number): number {
  if (!Number.isInteger(value) || value < 0 || value > MAX_U32)
    throw new EngineError(`${name} must be an integer from 0 to ${MAX_U32}, not ${value}`);
  return value;
}

/** @throws EngineError for a NUL, at which C would end the string. */
function cString(text: string): Uint8Array {
  if (text.includes("\0")) throw new EngineError(`${JSON.stringify(text)} has a NUL character in it`);
  return Buffer.from(`${text}\0`);
}

function readText(text: Address | null): string {
  return text === null ? "" : String(new CString(Number(text) as Pointer));
}
