// Contradictions behind good hashes: each is found, and by the rule that is meant.
import { expect, test } from "bun:test";
import { verifyBytes } from "../../../src/verify/checks.ts";
import { listMutants } from "./mutants.ts";
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

test("every one is rejected, by the rule that is meant", async () => {
  const missed: string[] = [];
  for (const { name, code, result } of mutants) {
    const { findings, result: accepted } = await verifyBytes(SOURCE, toFiles(result));
    const codes = findings.map((finding) => finding.code);
    if (accepted !== null || !codes.includes(code)) missed.push(`${name}: ${code} not among ${codes.join(", ")}`);
  }
  expect(missed).toEqual([]);
}, 60_000);
