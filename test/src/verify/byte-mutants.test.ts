// A share of what `npm run mutate` does in full.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { verifyBytes } from "../../../src/verify/checks.ts";
import {
  type ByteMutant,
  bitFlips,
  deletions,
  insertions,
  rowDoublings,
  rowSwaps,
  truncations,
} from "../../bench/byte-mutants.ts";
import { fieldsByOffset } from "../../bench/sidecar-fields.ts";

const PUBLISHED = join(import.meta.dir, "../../fixtures/published/2026-07-18-full.csv");
const csv = readFileSync(PUBLISHED);
const sidecar = readFileSync(`${PUBLISHED}.metadata.json`);
const SOURCE = { csv: PUBLISHED, sidecar: `${PUBLISHED}.metadata.json` };

/** A prime, so that it meets every bit and every kind of insertion. */
const STEP = 211;

function* some<T>(items: Iterable<T>): Generator<T> {
  let index = 0;
  for (const item of items) if (index++ % STEP === 0) yield item;
}

test.each<[string, Iterable<ByteMutant>]>([
  ["bit flip", bitFlips(csv)],
  ["deletion", deletions(csv)],
  ["insertion", insertions(csv)],
  ["truncation", truncations(csv)],
  ["row swap", rowSwaps(csv)],
  ["row doubling", rowDoublings(csv)],
])(
  "no %s of the CSV is accepted",
  async (_kind, mutants) => {
    let count = 0;
    for (const { bytes } of some(mutants)) {
      expect(bytes.equals(csv)).toBe(false);
      expect((await verifyBytes(SOURCE, { csv: bytes, sidecar })).result).toBeNull();
      count += 1;
    }
    expect(count).toBeGreaterThan(5);
  },
  60_000,
);

test("no truncation of the sidecar is accepted, but of its last line end", async () => {
  const accepted: number[] = [];
  for (const { bytes, at } of [...some(truncations(sidecar)), ...[...truncations(sidecar)].slice(-3)]) {
    if ((await verifyBytes(SOURCE, { csv, sidecar: bytes })).result !== null) accepted.push(at);
  }
  expect(accepted).toEqual([sidecar.length - 1]);
}, 60_000);

test("what is accepted of a flipped sidecar lies in fields that no rule can know", async () => {
  const fieldAt = fieldsByOffset(sidecar.toString());
  const survivors = new Set<string>();
  for (const { bytes, at } of some(bitFlips(sidecar))) {
    if ((await verifyBytes(SOURCE, { csv, sidecar: bytes })).result !== null) survivors.add(fieldAt(at));
  }
  const known = /^(environment\.|artifacts\.csv\.path|execution\.|generated_at_utc|validation\..*wall_seconds)/;
  expect(survivors.size).toBeGreaterThan(0);
  expect([...survivors].filter((field) => !known.test(field))).toEqual([]);
}, 60_000);

test("a byte's field is its key's path", () => {
  const text =
    '{\n  "a": {\n    "b": [\n      17,\n      {\n        "c": "x"\n      }\n    ],\n    "d": null\n  }\n}\n';
  const fieldAt = fieldsByOffset(text);
  const at = (part: string) => fieldAt(text.indexOf(part));
  expect([at("17"), at('"x"'), at("null"), at('"d"'), at("  "), at("]")]).toEqual([
    "a.b[]",
    "a.b[].c",
    "a.d",
    "a.d (key)",
    "(layout)",
    "(layout)",
  ]);
});
