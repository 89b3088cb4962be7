// A small result that keeps every rule, and the means to change it: values by their path, then all hashes and counts repaired.
import { makePlan, type RunOptions } from "../../../src/benchmark/plan.ts";
import { DISCRETE_PROBLEM } from "../../../src/problems.ts";
import { formatCsv } from "../../../src/results/csv.ts";
import { sha256Hex } from "../../../src/results/fingerprint.ts";
import {
  dumpsCompact,
  dumpsIndented,
  Float,
  type JsonObject,
  type JsonValue,
} from "../../../src/results/python-json.ts";
import {
  type Configuration,
  defaultSidecarPath,
  IMPLEMENTATIONS,
  type Row,
  type SourceFile,
} from "../../../src/results/schema.ts";
import { makeSnapshot } from "../../../src/results/source-snapshot.ts";
import { type VerifiedResult, verifyBytes } from "../../../src/verify/checks.ts";

/** The sidecar is plain JSON here, so that a test can spoil it. */
export interface Result {
  readonly rows: readonly Row[];
  readonly sidecar: JsonObject;
}

export interface Files {
  readonly csv: Buffer;
  readonly sidecar: Buffer;
}

/** Value, Hamming and L1 distance of candidates of million_discrete, from the published rows. */
const DISCRETE_BESTS = [
  [8841, 3, 9],
  [10552, 6, 26],
  [2909, 5, 21],
  [0, 0, 0],
] as const;

/** Two problems, two seeds unless others are asked for, 32 trials, 8 startup trials: 8 rows. */
export async function makeSample(options: Partial<RunOptions> = {}): Promise<Result> {
  const { configuration } = makePlan({
    smoke: false,
    seeds: [17, 41],
    problems: ["branin2", DISCRETE_PROBLEM],
    trials: 32,
    startupTrials: 8,
    ...options,
  });
  return repair({ rows: makeRows(configuration), sidecar: await makeSidecar(configuration) });
}

/** @returns the result as verify accepts it. @throws Error where it does not. */
export async function makeVerified(result: Result, name = "r.csv"): Promise<VerifiedResult> {
  const verification = await verifyBytes({ csv: name, sidecar: defaultSidecarPath(name) }, toFiles(result));
  if (verification.result === null) throw new Error(JSON.stringify(verification.findings));
  return verification.result;
}

/** @returns the value at the path, or undefined where there is none; a number in a path is an index. */
export function at(value: JsonValue | undefined, path: readonly (string | number)[]): JsonValue | undefined {
  const [key, ...rest] = path;
  if (key === undefined || value === undefined) return value;
  const inner = typeof value === "object" && value !== null ? (value as Record<string, JsonValue>)[key] : undefined;
  return at(inner, rest);
}

/** @returns the document with this value at the path; undefined removes it. */
export function put<T extends JsonValue>(value: T, path: readonly (string | number)[], item: JsonValue | undefined): T {
  const [key, ...rest] = path;
  if (key === undefined) return item as T;
  const inner = at(value, [key]);
  const replaced = rest.length === 0 ? item : put(inner as JsonValue, rest, item);
  if (Array.isArray(value)) {
    const copy = [...value];
    copy.splice(key as number, 1, ...(replaced === undefined ? [] : [replaced]));
    return copy as unknown as T;
  }
  const entries = Object.entries(value as JsonObject).filter(([name]) => name !== key);
  return Object.fromEntries(replaced === undefined ? entries : [...entries, [key, replaced]]) as T;
}

/** @returns the result with every hash and count that follows from its content, where it has one of the right type. */
export async function repair({ rows, sidecar }: Result): Promise<Result> {
  const csv = formatCsv(rows);
  const configuration = dumpsCompact(sidecar.configuration ?? null);
  const facts: [path: readonly string[], type: string, fact: JsonValue][] = [
    [["configuration_sha256"], "string", await sha256Hex(configuration)],
    [["artifacts", "csv", "sha256"], "string", await sha256Hex(csv)],
    [["artifacts", "csv", "rows"], "number", rows.length],
  ];
  const wrong = facts.filter(([path, type]) => typeof at(sidecar, path) === type);
  return { rows, sidecar: wrong.reduce((document, [path, , fact]) => put(document, path, fact), sidecar) };
}

/** @returns the two files as they are. */
export function toFiles({ rows, sidecar }: Result): Files {
  return { csv: Buffer.from(formatCsv(rows)), sidecar: Buffer.from(`${dumpsIndented(sidecar)}\n`) };
}

function makeRows({ problems, seeds, tpe }: Configuration): Row[] {
  const engines = Object.values(IMPLEMENTATIONS);
  return problems.flatMap(({ name, trials, declared_optimum }) =>
    seeds.flatMap((seed, seedAt) =>
      engines.map((implementation, engineAt) => {
        const index = 2 * seedAt + engineAt;
        const discrete = name === DISCRETE_PROBLEM;
        const [value, hamming, l1] = discrete
          ? (DISCRETE_BESTS[index % DISCRETE_BESTS.length] as (typeof DISCRETE_BESTS)[number])
          : ([0.4429412850599 + index / 64, -1, -1] as const);
        const hits = value === 0 ? 3 : 0;
        return {
          implementation,
          problem: name,
          seed,
          trials,
          startup_trials: tpe.startup_trials,
          best_value: value,
          optimum: declared_optimum.value,
          best_regret: Math.max(0, value - declared_optimum.value),
          sampler_ns: 14_378_542 + 1000 * index,
          objective_ns: 19_915,
          validation_ns: engineAt === 0 ? 15_121 : 0,
          wall_ns: 14_429_667 + 1000 * index,
          unique_candidates: discrete ? trials - hits : -1,
          duplicate_candidates: discrete ? hits : -1,
          exact_optimum_hits: hits,
          best_hamming: hamming,
          best_l1: l1,
        };
      }),
    ),
  );
}

const SOURCES: readonly SourceFile[] = [
  { path: "native/CMakeLists.txt", sha256: "3".repeat(64), size_bytes: 6530 },
  { path: "python/runner.py", sha256: "4".repeat(64), size_bytes: 24_115 },
];

const ENUMERATION: JsonObject = {
  candidate_count: 1_000_000,
  minimum: new Float(0),
  minimizer: [8, 1, 6, 3, 9, 4],
  multiplicity: 1,
  second_best: new Float(17),
  wall_seconds: new Float(0.25),
};

async function makeSidecar(configuration: Configuration): Promise<JsonObject> {
  const { seeds, problems, tpe } = configuration;
  const names = problems.map(({ name }) => name).join();
  return {
    schema: "pineforge-hpo.optuna-benchmark-metadata.v1",
    csv_schema_version: 1,
    suite: "native_tpe_vs_optuna",
    generated_at_utc: "2026-07-18T15:08:38.852850+00:00",
    configuration_sha256: "",
    configuration,
    environment: {
      platform: "Linux-6.1.0-x86_64-with-glibc2.36",
      machine: "x86_64",
      processor: "",
      python_implementation: "CPython",
      python_version: "3.11.7",
      dependencies: { numpy: "2.4.6", PyYAML: "6.0.3", optuna: "4.9.0" },
      native_executable: "embedded:native/libpineforge_hpo_bench.so",
      native_executable_sha256: "1".repeat(64),
      repository_revision: "297df69294ac9bbfce0d59deae47724165d7ea63",
      repository_dirty: false,
      source_snapshot: await makeSnapshot(SOURCES),
      native_build: { compiler: "GNU", flags: '-O2 -DNAME="x"', instruction_set: "avx2" },
      host: {
        cpu_model: "Prozessor f\u00fcr Pr\u00fcfungen \u{1f600}",
        logical_cpus: 2,
        governor: "performance",
        load_average: [new Float(0), new Float(1.5), new Float(1e-5)],
        virtualisation: null,
        kernel: "Linux 6.1.0",
        clock_source: "tsc",
        numpy_simd_features: ["AVX2"],
      },
    },
    validation: {
      declared_optima_checked_in_both_implementations: true,
      million_discrete_full_enumeration: problems.some(({ name }) => name === DISCRETE_PROBLEM) ? ENUMERATION : null,
    },
    artifacts: { csv: { path: "result.csv", rows: 0, sha256: "" } },
    execution: {
      command: [
        "python",
        "python/runner.py",
        ...["--seeds", seeds.join(), "--problems", names],
        ...["--trials", String(problems[0]?.trials), "--startup-trials", String(tpe.startup_trials)],
        ...["--output", "result.csv"],
      ],
      driver_wall_seconds: new Float(3.5),
    },
  };
}
