// Results that contradict themselves, although every hash and count is right: what only a rule can find.
import { join } from "node:path";
import { DISCRETE_PROBLEM } from "../../../src/problems.ts";
import { type JsonSchema, memberSchema } from "../../../src/results/json-schema.ts";
import { Float, type JsonValue } from "../../../src/results/python-json.ts";
import { IMPLEMENTATIONS, type Row } from "../../../src/results/schema.ts";
import { SIDECAR_DOCUMENT } from "../../../src/results/sidecar-schema.ts";
import type { Code } from "../../../src/verify/codes.ts";
import { at, put, type Result, repair } from "./sample-result.ts";

export interface Mutant {
  readonly name: string;
  /** Among what verify finds. */
  readonly code: Code;
  readonly result: Result;
}

type Path = readonly (string | number)[];

/** @param base a result that keeps every rule, of at least two seeds, with million_discrete and another problem */
export async function listMutants(base: Result): Promise<Mutant[]> {
  const drafts = [...mutateTable(base), ...mutateRows(base), ...mutateValues(base), ...mutateShape(base)];
  return Promise.all(drafts.map(async ({ name, code, result }) => ({ name, code, result: await repair(result) })));
}

function* mutateRows(base: Result): Generator<Mutant> {
  for (const [index, row] of base.rows.entries()) {
    for (const [code, change] of spoilRow(row)) {
      const rows = base.rows.with(index, { ...row, ...change });
      yield { name: `row ${index}: ${JSON.stringify(change)}`, code, result: { ...base, rows } };
    }
  }
}

function* spoilRow(row: Row): Generator<[Code, Partial<Row>]> {
  const phases = row.sampler_ns + row.objective_ns + row.validation_ns;
  yield ["row.regret", { best_regret: row.best_regret + 0.5 }];
  yield ["row.regret", { best_regret: row.best_regret * (1 + 2 ** -50) + 5e-324 }];
  yield ["row.regret", { best_value: row.best_value + 1 }];
  yield ["row.below-optimum", { best_value: row.optimum - 0.001, best_regret: 0 }];
  yield ["row.optimum", { optimum: row.optimum - 1, best_regret: row.best_value - (row.optimum - 1) }];
  yield ["row.trials", { trials: row.trials + 1 }];
  yield ["pair.budgets", { trials: row.trials - 1 }];
  yield ["row.startup-trials", { startup_trials: row.startup_trials + 1 }];
  yield ["row.undeclared", { seed: 4242 }];
  yield ["row.implementation", { implementation: "optuna_4.9.1" }];
  yield ["pair.missing", { problem: row.problem === "hartmann3" ? "branin2" : "hartmann3" }];
  yield ["pair.doubled", { implementation: otherEngine(row) }];
  yield ["row.phases", { wall_ns: phases - 1 }];
  yield ["row.phases", { sampler_ns: row.wall_ns + 1 }];
  yield ["execution.wall", { wall_ns: Number.MAX_SAFE_INTEGER }];
  if (row.implementation === IMPLEMENTATIONS.optuna) yield ["row.validation", { validation_ns: 1 }];
  if (row.problem === DISCRETE_PROBLEM) yield* spoilDiscrete(row);
  else {
    for (const column of ["unique_candidates", "duplicate_candidates", "best_hamming", "best_l1"] as const)
      yield ["row.discrete", { [column]: 0 }];
    yield ["row.discrete", { exact_optimum_hits: 1 }];
  }
}

function* spoilDiscrete(row: Row): Generator<[Code, Partial<Row>]> {
  const { unique_candidates, duplicate_candidates, trials, best_value } = row;
  yield ["row.candidates", { unique_candidates: unique_candidates + 1 }];
  yield ["row.candidates", { duplicate_candidates: duplicate_candidates + 1 }];
  yield ["row.candidates", { unique_candidates: 0, duplicate_candidates: trials }];
  yield ["row.candidates", { unique_candidates: trials + 1, duplicate_candidates: -1 }];
  yield ["row.hits", { exact_optimum_hits: best_value === 0 ? 0 : 1 }];
  yield ["row.hits", { exact_optimum_hits: duplicate_candidates + 2 }];
  yield ["row.distance", { best_hamming: (row.best_hamming + 1) % 7 }];
  yield ["row.distance", { best_l1: row.best_l1 + 1 }];
  yield ["row.distance", { best_value: best_value + 1, best_regret: best_value + 1 }];
  yield ["row.distance", { best_value: best_value + 0.5, best_regret: best_value + 0.5 }];
  yield ["row.distance", { best_hamming: -1, best_l1: -1 }];
}

function otherEngine({ implementation }: Row): string {
  return implementation === IMPLEMENTATIONS.native ? IMPLEMENTATIONS.optuna : IMPLEMENTATIONS.native;
}

function* mutateTable(base: Result): Generator<Mutant> {
  const { rows } = base;
  const withRows = (name: string, code: Code, changed: readonly Row[]): Mutant => ({
    name,
    code,
    result: { ...base, rows: changed },
  });
  for (const [index, row] of rows.entries()) {
    yield withRows(`row ${index} is missing`, "pair.missing", rows.toSpliced(index, 1));
    yield withRows(`row ${index} is doubled`, "pair.doubled", rows.toSpliced(index, 0, row));
    const next = rows[index + 1];
    if (next !== undefined)
      yield withRows(
        `rows ${index} and ${index + 1} are swapped`,
        "pair.order",
        rows.with(index, next).with(index + 1, row),
      );
  }
  yield withRows("no rows", "pair.missing", []);
  yield withRows("the rows backwards", "pair.order", rows.toReversed());
}

/** Values that the schema allows and something else contradicts, and values that the schema does not allow. */
function* mutateValues(base: Result): Generator<Mutant> {
  const seeds = at(base.sidecar, ["configuration", "seeds"]) as readonly number[];
  const problems = at(base.sidecar, ["configuration", "problems"]) as readonly JsonValue[];
  const files = at(base.sidecar, ["environment", "source_snapshot", "files"]) as readonly JsonValue[];
  const changes: [Code, Path, JsonValue][] = [
    ["row.undeclared", ["configuration", "seeds"], seeds.slice(1)],
    ["pair.missing", ["configuration", "seeds"], [...seeds, 4242]],
    ["configuration.seed-twice", ["configuration", "seeds"], [...seeds, seeds[0] as number]],
    ["pair.order", ["configuration", "seeds"], seeds.toReversed()],
    ["row.undeclared", ["configuration", "problems"], problems.slice(1)],
    ["configuration.problem-twice", ["configuration", "problems"], [...problems, problems[0] as JsonValue]],
    ["pair.order", ["configuration", "problems"], problems.toReversed()],
    ["row.trials", ["configuration", "problems", 0, "trials"], 31],
    ["configuration.optimum", ["configuration", "problems", 0, "declared_optimum"], new Float(0.25)],
    ["sidecar.value", ["configuration", "problems", 0, "name"], "branin3"],
    ["row.undeclared", ["configuration", "problems", 0, "name"], "hartmann3"],
    ["row.startup-trials", ["configuration", "tpe", "startup_trials"], 9],
    ["sidecar.value", ["configuration", "tpe", "ei_candidates"], 25],
    ["sidecar.value", ["configuration", "tpe", "gamma_fraction"], new Float(0.2)],
    ["sidecar.value", ["configuration", "tpe", "gamma_cap"], 26],
    ["sidecar.value", ["configuration", "tpe", "prior_weight"], new Float(2)],
    ["sidecar.value", ["configuration", "tpe", "independent_marginals"], false],
    ["sidecar.value", ["configuration", "tpe", "constant_liar"], true],
    ["sidecar.value", ["configuration", "direction"], "maximize"],
    ["sidecar.value", ["configuration", "schedule"], "batched"],
    ["configuration.profile", ["configuration", "profile"], "full"],
    ["sidecar.schema", ["schema"], "pineforge-hpo.optuna-benchmark-metadata.v2"],
    ["sidecar.csv-version", ["csv_schema_version"], 2],
    ["sidecar.value", ["suite"], "native_tpe_vs_hyperopt"],
    ["sidecar.value", ["generated_at_utc"], "2026-02-30T15:08:38.852850+00:00"],
    ["sidecar.value", ["generated_at_utc"], "2026-07-18T24:08:38.852850+00:00"],
    ["sidecar.value", ["generated_at_utc"], "2026-07-18T15:08:38.852850+02:00"],
    ["sidecar.value", ["generated_at_utc"], "July 18, 2026"],
    ["environment.optuna", ["environment", "dependencies", "optuna"], "4.9.1"],
    ["sidecar.value", ["environment", "native_executable_sha256"], "A".repeat(64)],
    ["sidecar.value", ["environment", "native_executable"], ""],
    ["sidecar.value", ["environment", "repository_revision"], "main"],
    ["environment.revision", ["environment", "repository_revision"], null],
    ["environment.revision", ["environment", "repository_dirty"], null],
    ["environment.snapshot", ["environment", "source_snapshot", "aggregate_sha256"], "0".repeat(64)],
    ["environment.snapshot", ["environment", "source_snapshot", "files", 0, "sha256"], "0".repeat(64)],
    ["environment.snapshot", ["environment", "source_snapshot", "files", 0, "size_bytes"], 1],
    ["environment.snapshot-path", ["environment", "source_snapshot", "files"], files.toReversed()],
    ["environment.snapshot-path", ["environment", "source_snapshot", "files", 0, "path"], "../native"],
    ["environment.snapshot-path", ["environment", "source_snapshot", "files", 0, "path"], "/native"],
    ["environment.snapshot-path", ["environment", "source_snapshot", "files", 0, "path"], "a//b"],
    ["sidecar.value", ["environment", "source_snapshot", "algorithm"], "sha512"],
    ["sidecar.value", ["environment", "host", "logical_cpus"], 0],
    ["sidecar.value", ["validation", "declared_optima_checked_in_both_implementations"], false],
    ["validation.enumeration", ["validation", ENUMERATION], null],
    ["sidecar.value", ["validation", ENUMERATION, "candidate_count"], 999_999],
    ["sidecar.value", ["validation", ENUMERATION, "minimum"], new Float(1)],
    ["sidecar.value", ["validation", ENUMERATION, "minimizer"], [8, 1, 6, 3, 9, 5]],
    ["sidecar.value", ["validation", ENUMERATION, "multiplicity"], 2],
    ["sidecar.value", ["validation", ENUMERATION, "second_best"], new Float(18)],
    ["execution.wall", ["validation", ENUMERATION, "wall_seconds"], new Float(1e6)],
    ["sidecar.value", ["validation", ENUMERATION, "wall_seconds"], new Float(-1)],
    ["execution.wall", ["execution", "driver_wall_seconds"], new Float(1e-3)],
    ["execution.command", ["execution", "command", 0], "/usr/bin/python3"],
    ["execution.command", ["execution", "command", 1], "elsewhere/runner.py"],
    ["sidecar.value", ["execution", "command"], ["python"]],
    ["artifact.none", ["artifacts", "csv"], null],
    ["sidecar.value", ["artifacts", "csv", "path"], ""],
  ];
  for (const [code, path, value] of changes) {
    const before = at(base.sidecar, path);
    if (before === undefined || Bun.deepEquals(before, value)) continue; // this base has no such key, or this very value
    const name = `${path.join(".")} = ${JSON.stringify(value)?.slice(0, 50)}`;
    yield { name, code, result: changed(base, path, value) };
  }
  const ofRoot = `--output=${join("/", "root", "x.csv")}`;
  for (const home of ["/home/anna/x.csv", "/Users/anna/x.csv", ofRoot, "C:\\Users\\anna\\x.csv"]) {
    const command = at(base.sidecar, ["execution", "command"]) as readonly string[];
    const result = changed(base, ["execution", "command"], [...command, home]);
    yield { name: `the command holds ${home}`, code: "execution.home", result };
  }
}

const ENUMERATION = "million_discrete_full_enumeration";

/** Every key missing, every value of another type, a key too many in every closed object. */
function* mutateShape(base: Result): Generator<Mutant> {
  for (const { path, schema, required, closed } of walk(base.sidecar, SIDECAR_DOCUMENT, [])) {
    const name = path.join(".");
    if (required)
      yield { name: `${name} is missing`, code: "sidecar.missing-key", result: changed(base, path, undefined) };
    const value = [schema.type].flat().includes("boolean") ? "true" : true;
    const code = VERSIONS[name] ?? "sidecar.type";
    yield { name: `${name} is ${JSON.stringify(value)}`, code, result: changed(base, path, value) };
    if (closed)
      yield { name: `${name} has another key`, code: "sidecar.unknown-key", result: changed(base, [...path, "x"], 1) };
  }
}

const VERSIONS: Readonly<Record<string, Code>> = {
  schema: "sidecar.schema",
  csv_schema_version: "sidecar.csv-version",
};

interface Node {
  readonly path: Path;
  readonly schema: JsonSchema;
  readonly required: boolean;
  readonly closed: boolean;
}

function* walk(value: JsonValue, schema: JsonSchema, path: Path): Generator<Node> {
  if (typeof value !== "object" || value === null || value instanceof Float) return;
  for (const [key, inner] of Object.entries(value)) {
    const step = Array.isArray(value) ? Number(key) : key;
    const known = Array.isArray(value) ? schema.items : memberSchema(schema, key);
    if (known === undefined) continue;
    const required = schema.required?.includes(key) === true && !(key in VERSIONS);
    const closed = known.additionalProperties === false && inner !== null;
    yield { path: [...path, step], schema: known, required, closed };
    yield* walk(inner, known, [...path, step]);
  }
}

function changed(base: Result, path: Path, value: JsonValue | undefined): Result {
  return { ...base, sidecar: put(base.sidecar, path, value) };
}
