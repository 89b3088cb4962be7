// Contradictions behind good hashes: each is found, and by the rule that is meant.
import { expect, test } from "bun:test";
import { join } from "node:path";
import { verifyBytes } from "../../../src/verify/checks.ts";
import { readPair } from "../results/read-pair.ts";
import { listMutants, type Mutant } from "./mutants.ts";
import { makeSample, toFiles } from "./sample-result.ts";

const SOURCE = { csv: "r.csv", sidecar: "r.csv.metadata.json" };
const sample = await makeSample();
const mutants = await listMutants(sample);

test("the sample itself is accepted without a note", async () => {
  expect((await verifyBytes(SOURCE, toFiles(sample))).findings).toEqual([]);
});

test("there are at least 200 mutants, each another one", () => {
  const texts = mutants.map(({ result }) => Bun.hash(Buffer.concat(Object.values(toFiles(result)))));
  expect(new Set(texts).size).toBe(mutants.length);
  expect(mutants.length).toBeGreaterThan(200);
});

/** Those that are accepted, or rejected by other rules only. */
async function listMissed(all: readonly Mutant[]): Promise<string[]> {
  const missed: string[] = [];
  for (const { name, code, result } of all) {
    const { findings, result: accepted } = await verifyBytes(SOURCE, toFiles(result));
    const codes = findings.map((finding) => finding.code);
    if (accepted !== null || !codes.includes(code)) missed.push(`${name}: ${code} not among ${codes.join(", ")}`);
  }
  return missed;
}

test("every one is rejected, by the rule that is meant", async () => {
  expect(await listMissed(mutants)).toEqual([]);
}, 60_000);

test("so is every one of the published pair, of which there are four times as many", async () => {
  const { rows, sidecar } = await readPair(join(import.meta.dir, "../../fixtures/published/2026-07-18-full.csv"));
  const all = await listMutants({ rows, sidecar });
  expect(all.length).toBeGreaterThan(4 * mutants.length);
  expect(await listMissed(all.filter((_, index) => index % 7 === 0))).toEqual([]);
}, 60_000);
