// npm run vectors: writes test/fixtures/vectors, each pair beside its sidecar, and manifest.json with what verify finds.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defaultSidecarPath } from "../../../src/results/schema.ts";
import { verifyBytes } from "../../../src/verify/checks.ts";
import { makeVectors, type Vector } from "./vectors.ts";

export const VECTORS = join(import.meta.dir, "../../fixtures/vectors");

export interface ManifestEntry {
  readonly name: string;
  readonly about: string;
  readonly csv: string;
  readonly metadata: string;
  readonly verdict: "accepted" | "rejected";
  /** Of all findings, each once, sorted. */
  readonly codes: readonly string[];
}

/** @returns the manifest's text. @throws Error where a vector does not show what it is for. */
export async function makeManifest(vectors: readonly Vector[]): Promise<string> {
  const entries: ManifestEntry[] = [];
  for (const { name, about, code, files } of vectors) {
    const csv = `${name}.csv`;
    const metadata = defaultSidecarPath(csv);
    const { findings, result } = await verifyBytes({ csv, sidecar: metadata }, files);
    const codes = [...new Set(findings.map((finding) => finding.code))].sort();
    const good = name.startsWith("good") ? result !== null : result === null;
    if (!good || (code === null ? codes.length > 0 : !codes.includes(code)))
      throw new Error(`${name}: found ${codes.join(", ") || "nothing"}, not ${code}`);
    entries.push({ name, about, csv, metadata, verdict: result === null ? "rejected" : "accepted", codes });
  }
  return `${JSON.stringify({ made_by: "npm run vectors", vectors: entries }, null, 2)}\n`;
}

if (import.meta.main) {
  const vectors = await makeVectors();
  const manifest = await makeManifest(vectors);
  rmSync(VECTORS, { recursive: true, force: true });
  mkdirSync(VECTORS);
  for (const { name, files } of vectors) {
    writeFileSync(join(VECTORS, `${name}.csv`), files.csv);
    writeFileSync(join(VECTORS, defaultSidecarPath(`${name}.csv`)), files.sidecar);
  }
  writeFileSync(join(VECTORS, "manifest.json"), manifest);
  console.log(`${vectors.length} pairs in ${VECTORS}`);
}
