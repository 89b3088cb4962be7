// The committed vectors are those that `npm run vectors` makes, and verify says of the files what the manifest says.
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { verifyResult } from "../../../src/verify/checks.ts";
import { CODES } from "../../../src/verify/codes.ts";
import { locateResult } from "../../../src/verify/source.ts";
import { type ManifestEntry, makeManifest, VECTORS } from "./make-vectors.ts";
import { makeVectors } from "./vectors.ts";

const manifest = readFileSync(join(VECTORS, "manifest.json"), "utf8");
const entries: readonly ManifestEntry[] = JSON.parse(manifest).vectors;
const vectors = await makeVectors();

test("the committed files are those that the command makes", async () => {
  expect(await makeManifest(vectors)).toBe(manifest);
  const names = vectors.flatMap(({ name }) => [`${name}.csv`, `${name}.csv.metadata.json`]);
  expect(readdirSync(VECTORS).sort()).toEqual([...names, "manifest.json"].sort());
  for (const { name, files } of vectors) {
    expect(readFileSync(join(VECTORS, `${name}.csv`)).equals(files.csv)).toBe(true);
    expect(readFileSync(join(VECTORS, `${name}.csv.metadata.json`)).equals(files.sidecar)).toBe(true);
  }
});

describe("verify says what the manifest says of", () => {
  test.each(entries.map((entry) => [entry.name, entry] as const))("%s", async (_name, entry) => {
    const { findings, result } = await verifyResult(locateResult(join(VECTORS, entry.csv)));
    expect(result === null ? "rejected" : "accepted").toBe(entry.verdict);
    expect([...new Set(findings.map(({ code }) => code))].sort()).toEqual([
      ...entry.codes,
    ] as (typeof findings)[number]["code"][]);
  });
});

test("every code has a vector, but for what no file of a modest size can show", () => {
  const shown = new Set(entries.flatMap(({ codes }) => codes));
  const missing = Object.keys(CODES).filter((code) => !shown.has(code) && !/^(file|address)\./.test(code));
  expect(missing).toEqual(["json.size", "csv.row-count"]);
});
