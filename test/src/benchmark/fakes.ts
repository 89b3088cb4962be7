// Engines and an environment that need no child process.
import type { Engines } from "../../../src/benchmark/preflight.ts";
import type { RunObserver, RunParts } from "../../../src/benchmark/run.ts";
import type { Engine, Job, JobResult } from "../../../src/engines/engine.ts";
import {
  type Enumeration,
  type NativeHello,
  type OptunaHello,
  PROTOCOL_VERSION,
} from "../../../src/engines/protocol.ts";
import { findProblem, KNOWN_ENUMERATION } from "../../../src/problems.ts";
import { type Environment, SNAPSHOT_ALGORITHM } from "../../../src/results/schema.ts";

export const ENUMERATION: Enumeration = { ...KNOWN_ENUMERATION, wall_seconds: 0.25 };

function describeHello(problems: readonly string[]) {
  const optima = problems.map((problem) => {
    const declared_optimum = findProblem(problem)?.declaredOptimum ?? Number.NaN;
    return { problem, declared_optimum, value: declared_optimum };
  });
  const enumeration = problems.includes("million_discrete") ? ENUMERATION : null;
  return { type: "hello", protocol: PROTOCOL_VERSION, optima, enumeration } as const;
}

export function nativeHello(problems: readonly string[]): NativeHello {
  return { ...describeHello(problems), engine: "native", abi_version: 1, library_sha256: "ab".repeat(32), build: {} };
}

export function optunaHello(problems: readonly string[]): OptunaHello {
  return {
    ...describeHello(problems),
    engine: "optuna",
    python_implementation: "CPython",
    python_version: "3.11.9",
    platform: "Linux",
    machine: "x86_64",
    processor: "",
    dependencies: { optuna: "4.9.0" },
    numpy_simd_features: [],
  };
}

export function resultOf(job: Job): JobResult {
  const { engine: _, ...echo } = job;
  const discrete = job.problem === "million_discrete";
  return {
    ...echo,
    best_value: 2 + job.id,
    sampler_ns: 1000 * job.trials,
    objective_ns: 10,
    validation_ns: job.engine === "native" ? 5 : 0,
    wall_ns: 2000 * job.trials,
    unique_candidates: discrete ? job.trials : -1,
    duplicate_candidates: discrete ? 0 : -1,
    exact_optimum_hits: 0,
    best_hamming: discrete ? 6 : -1,
    best_l1: discrete ? 20 : -1,
  };
}

/** What happened, in order, and where a test wants it to go wrong. */
export class World implements RunParts {
  readonly events: string[] = [];
  failAt: string | null = null;
  failure: Error = new Error("unset");

  readonly observer: RunObserver = {
    jobAdvanced: () => {},
    jobFinished: (job) => this.#note(`finished ${job.id}`),
    rowsKept: (_journal, rows) => this.#note(`kept ${rows}`),
    rowsDiscarded: (rows) => this.#note(`discarded ${rows}`),
  };

  async createEngines(): Promise<Engines> {
    this.#note("create");
    return { native: this.#engine("native", nativeHello), optuna: this.#engine("optuna", optunaHello) };
  }

  async describeEnvironment(native: NativeHello, optuna: OptunaHello): Promise<Environment> {
    this.#note("describe");
    return {
      platform: optuna.platform,
      machine: optuna.machine,
      processor: optuna.processor,
      python_implementation: optuna.python_implementation,
      python_version: optuna.python_version,
      dependencies: optuna.dependencies,
      native_executable: "embedded:native/libpineforge_hpo_bench.so",
      native_executable_sha256: native.library_sha256,
      repository_revision: null,
      repository_dirty: null,
      source_snapshot: { algorithm: SNAPSHOT_ALGORITHM, aggregate_sha256: "00", files: [] },
      native_build: native.build,
      host: {
        cpu_model: null,
        logical_cpus: 2,
        governor: null,
        load_average: [],
        virtualisation: null,
        kernel: "Linux 6",
        clock_source: null,
        numpy_simd_features: [],
      },
    };
  }

  #engine<H extends NativeHello | OptunaHello>(
    name: H["engine"],
    hello: (problems: readonly string[]) => H,
  ): Engine<H> {
    return {
      name,
      start: async (problems) => {
        this.#note(`start ${name}`);
        return hello(problems);
      },
      run: async (job) => {
        this.#note(`run ${job.id} ${name}`);
        return resultOf(job);
      },
      close: async () => {
        this.events.push(`close ${name}`);
      },
    };
  }

  #note(event: string): void {
    this.events.push(event);
    if (event === this.failAt) throw this.failure;
  }
}
