// Which verified results may be pooled: the first sets what the others must equal.

import { printable } from "../results/printable.ts";
import { dumpsCompact, type JsonValue } from "../results/python-json.ts";
import type { Configuration } from "../results/schema.ts";
import type { VerifiedResult } from "./checks.ts";
import { show } from "./findings.ts";

/** Why a result is not pooled, by a stable code. */
export const POOL_CODES = {
  "pool.rejected": "verify rejects the result",
  "pool.controls": "its optimizer controls are others",
  "pool.native": "its native library is another",
  "pool.dependencies": "its Python packages are others",
  "pool.sources": "its sources are others",
  "pool.trials": "a problem has another trial budget",
  "pool.pair-twice": "a pair of problem and seed is in the pool already",
} as const;

export type PoolCode = keyof typeof POOL_CODES;

export interface PoolRefusal {
  readonly csv: string;
  readonly code: PoolCode;
  /** One line. */
  readonly reason: string;
}

export interface PoolChoice {
  readonly kept: readonly VerifiedResult[];
  readonly refused: readonly PoolRefusal[];
}

/** Takes each result in turn that agrees with those before it. */
export function choosePoolable(results: readonly VerifiedResult[]): PoolChoice {
  const kept: VerifiedResult[] = [];
  const refused: PoolRefusal[] = [];
  const pool = new Accepted();
  for (const result of results) {
    const [code, detail] = pool.refuse(result) ?? [];
    const csv = result.source.csv;
    if (code !== undefined) refused.push({ csv, code, reason: `${POOL_CODES[code]}: ${detail}` });
    else {
      kept.push(result);
      pool.add(result);
    }
  }
  return { kept, refused };
}

type Refusal = [code: PoolCode, detail: string];

class Accepted {
  #first: VerifiedResult | undefined;
  readonly #trials = new Map<string, number>();
  /** Pair -> the CSV that has it. */
  readonly #pairs = new Map<string, string>();

  add(result: VerifiedResult): void {
    this.#first ??= result;
    for (const { name, trials } of result.sidecar.configuration.problems) this.#trials.set(name, trials);
    for (const pair of listPairs(result.sidecar.configuration)) this.#pairs.set(pair, result.source.csv);
  }

  refuse(result: VerifiedResult): Refusal | null {
    const first = this.#first;
    if (first === undefined) return null;
    return compareIdentity(first, result) ?? this.#compareTrials(result) ?? this.#findTwice(result);
  }

  #compareTrials({ sidecar }: VerifiedResult): Refusal | null {
    for (const { name, trials } of sidecar.configuration.problems) {
      const pooled = this.#trials.get(name) ?? trials;
      if (pooled !== trials) return ["pool.trials", `${name} has ${trials}, the pool ${pooled}`];
    }
    return null;
  }

  #findTwice({ sidecar }: VerifiedResult): Refusal | null {
    for (const pair of listPairs(sidecar.configuration)) {
      const csv = this.#pairs.get(pair);
      if (csv !== undefined) return ["pool.pair-twice", `${pair} comes from ${printable(csv)}`];
    }
    return null;
  }
}

function listPairs({ problems, seeds }: Configuration): string[] {
  return problems.flatMap(({ name }) => seeds.map((seed) => `${name}, seed ${seed}`));
}

function compareIdentity(first: VerifiedResult, other: VerifiedResult): Refusal | null {
  const [mine, theirs] = [first.sidecar, other.sidecar];
  const controls = findDifference(mine.configuration.tpe, theirs.configuration.tpe);
  if (controls !== null) return ["pool.controls", controls];
  const { environment: here } = mine;
  const { environment: there } = theirs;
  if (here.native_executable_sha256 !== there.native_executable_sha256)
    return ["pool.native", `SHA-256 ${there.native_executable_sha256}, not ${here.native_executable_sha256}`];
  const dependencies = findDifference(here.dependencies, there.dependencies);
  if (dependencies !== null) return ["pool.dependencies", dependencies];
  const [aggregate, wanted] = [there.source_snapshot.aggregate_sha256, here.source_snapshot.aggregate_sha256];
  return aggregate === wanted ? null : ["pool.sources", `source snapshot ${aggregate}, not ${wanted}`];
}

type Members = Readonly<Record<string, JsonValue>>;

/** @returns the first key whose values differ, in words. */
function findDifference(wanted: Members, found: Members): string | null {
  const spell = (members: Members, key: string) => {
    const value = Object.hasOwn(members, key) ? members[key] : undefined;
    return value === undefined ? "missing" : dumpsCompact(value);
  };
  const keys = [...new Set([...Object.keys(wanted), ...Object.keys(found)])].sort();
  const key = keys.find((name) => spell(wanted, name) !== spell(found, name));
  if (key === undefined) return null;
  return `${show(key)} is ${printable(spell(found, key))}, not ${printable(spell(wanted, key))}`;
}
