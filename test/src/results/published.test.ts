// The pair that upstream pineforge-hpo published is read and given back byte for byte.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { configurationSha256 } from "../../../src/benchmark/plan.ts";
import { formatCsv } from "../../../src/results/csv.ts";
import { dumpsIndented } from "../../../src/results/python-json.ts";
import type { Sidecar } from "../../../src/results/schema.ts";
import { makeSnapshot } from "../../../src/results/source-snapshot.ts";
import { readPair } from "./read-pair.ts";

const CSV_PATH = join(import.meta.dir, "../../fixtures/published/2026-07-18-full.csv");
const result = await readPair(CSV_PATH);
const sidecar = result.sidecar as unknown as Sidecar;

test("the CSV comes back from its typed rows, but for CRLF and the floats that upstream's native rows print as ints", () => {
  const theirs = readFileSync(CSV_PATH, "utf8").replaceAll("\r\n", "\n");
  const asFloats = theirs.replace(/^(pineforge_native,.*)$/gm, (line) =>
    line
      .split(",")
      .map((cell, at) => (at >= 5 && at <= 7 && /^\d+$/.test(cell) ? `${cell}.0` : cell))
      .join(),
  );
  expect(result.csv).toMatchObject({ eol: "\r\n", complete: true, unusualForms: 30 });
  expect(formatCsv(result.rows)).toBe(asFloats);
});

test("the sidecar comes back from its document", () => {
  expect(`${dumpsIndented(result.sidecar)}\n`).toBe(readFileSync(`${CSV_PATH}.metadata.json`, "utf8"));
});

test("the sidecar's hashes and counts are recomputed from what it holds", async () => {
  expect(sidecar.artifacts.csv).toEqual({
    path: "benchmarks/optuna/evidence/2026-07-18-full.csv",
    rows: result.rows.length,
    sha256: result.csvSha256,
  });
  expect(sidecar.configuration_sha256).toBe(await configurationSha256(sidecar.configuration));
  const { source_snapshot } = sidecar.environment;
  expect(await makeSnapshot(source_snapshot.files)).toEqual(source_snapshot);
});
