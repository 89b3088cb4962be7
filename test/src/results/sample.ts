// A small result for the tests of what writes and reads one.

import { makePlan } from "../../../src/benchmark/plan.ts";
import { Float } from "../../../src/results/python-json.ts";
import type { Row, Sidecar } from "../../../src/results/schema.ts";
import type { CsvFacts } from "../../../src/results/store.ts";

/** A row of branin2 that keeps every rule of its columns. */
export function makeRow(changes: Partial<Row> = {}): Row {
  return {
    implementation: "pineforge_native",
    problem: "branin2",
    seed: 17,
    trials: 32,
    startup_trials: 8,
    best_value: 0.442941285059975,
    optimum: 0.39788735772973816,
    best_regret: 0.04505392733023683,
    sampler_ns: 14378542,
    objective_ns: 19915,
    validation_ns: 15121,
    wall_ns: 14429667,
    unique_candidates: -1,
    duplicate_candidates: -1,
    exact_optimum_hits: 0,
    best_hamming: -1,
    best_l1: -1,
    ...changes,
  };
}

/** A sidecar with a value of every kind in every place where the contract has one. */
export function makeSidecar(csv: CsvFacts): Sidecar {
  return {
    schema: "pineforge-hpo.optuna-benchmark-metadata.v1",
    csv_schema_version: 1,
    suite: "native_tpe_vs_optuna",
    generated_at_utc: "2026-07-18T15:08:38.852850+00:00",
    configuration_sha256: "0".repeat(64),
    configuration: makePlan({ smoke: true }).configuration,
    environment: {
      platform: "Linux-6.1.0-x86_64-with-glibc2.36",
      machine: "x86_64",
      processor: "",
      python_implementation: "CPython",
      python_version: "3.11.7",
      dependencies: { numpy: "2.4.6", PyYAML: "6.0.3", optuna: "4.9.0" },
      native_executable: "embedded:native/libpineforge_hpo_bench.so",
      native_executable_sha256: "1".repeat(64),
      repository_revision: null,
      repository_dirty: null,
      source_snapshot: {
        algorithm: "sha256(relative_path\\0sha256\\0size_bytes\\n)",
        aggregate_sha256: "2".repeat(64),
        files: [{ path: "native/CMakeLists.txt", sha256: "3".repeat(64), size_bytes: 6530 }],
      },
      native_build: { compiler: "GNU", flags: '-O2 -DNAME="x"' },
      host: {
        cpu_model: "Prozessor für Prüfungen \u{1f600}",
        logical_cpus: 2,
        governor: null,
        load_average: [new Float(0), new Float(1.5), new Float(1e-5)],
        virtualisation: null,
        kernel: "6.1.0",
        clock_source: "tsc",
        numpy_simd_features: [],
      },
    },
    validation: {
      declared_optima_checked_in_both_implementations: true,
      million_discrete_full_enumeration: {
        candidate_count: 1_000_000,
        minimum: new Float(0),
        minimizer: [8, 1, 6, 3, 9, 4],
        multiplicity: 1,
        second_best: new Float(17),
        wall_seconds: new Float(0.25),
      },
    },
    artifacts: { csv: { path: "out.csv", ...csv } },
    execution: {
      command: ["python", "python/runner.py", "--smoke", "--output", "out.csv"],
      driver_wall_seconds: new Float(3),
    },
  };
}
