// npm run mutate [-- --step N] -- what verify lets through of damaged results: every single-bit flip, byte deletion, insertion and
// truncation of both files, row swap and row doubling of the CSV, and contradictions behind repaired hashes.
// Prints tables on stdout; exit status 1 where a damaged CSV or a contradiction passes. Some 12 minutes of processor time;
// --step N takes every Nth mutant only.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import Table from "cli-table3";
import { readCount } from "../../src/cli/values.ts";
import { readCsv } from "../../src/results/csv.ts";
import { sha256Hex } from "../../src/results/fingerprint.ts";
import { type JsonObject, parseJson } from "../../src/results/python-json.ts";
import { COLUMNS } from "../../src/results/schema.ts";
import { verifyBytes } from "../../src/verify/checks.ts";
import { listMutants } from "../src/verify/mutants.ts";
import { type Files, makeSample, type Result, toFiles } from "../src/verify/sample-result.ts";
import { bitFlips, deletions, insertions, rowDoublings, rowSwaps, truncations } from "./byte-mutants.ts";
import { readFlags } from "./flags.ts";
import { fieldsByOffset } from "./sidecar-fields.ts";

const PUBLISHED = join(import.meta.dir, "../fixtures/published/2026-07-18-full.csv");
const SOURCE = { csv: "r.csv", sidecar: "r.csv.metadata.json" };

interface Tally {
  mutants: number;
  rejected: number;
  /** Accepted, but verify says that the bytes are not those of a writer. */
  noted: number;
}

const newTally = (): Tally => ({ mutants: 0, rejected: 0, noted: 0 });

const step = readFlags({ step: "1" }, (flags) => readCount("--step", flags.step ?? "", 1_000_000));
process.exitCode = (await main()) ? 0 : 1;

async function main(): Promise<boolean> {
  const published: Files = { csv: readFileSync(PUBLISHED), sidecar: readFileSync(`${PUBLISHED}.metadata.json`) };
  const sample = toFiles(await makeSample());
  const csv = await mutateCsv("published", published);
  const resealed = await mutateResealedCsv(published);
  const sidecars = [await mutateSidecar("published", published), await mutateSidecar("sample", sample)];
  const contradictions = await contradict([await readResult(published), await makeSample()]);
  for (const part of [csv.text, contradictions.text, resealed, ...sidecars]) console.log(`\n${part}`);
  return csv.good && contradictions.good;
}

async function judge(files: Files, tally: Tally): Promise<boolean> {
  const { result, findings } = await verifyBytes(SOURCE, files);
  tally.mutants += 1;
  if (result === null) tally.rejected += 1;
  else if (findings.some(({ code }) => code === "note.sidecar-form")) tally.noted += 1;
  return result === null;
}

/** @returns every step-th. */
function* some<T>(items: Iterable<T>): Generator<T> {
  let index = 0;
  for (const item of items) if (index++ % step === 0) yield item;
}

async function mutateCsv(name: string, files: Files) {
  const kinds: Record<string, Iterable<{ bytes: Buffer }>> = {
    "bit flips": bitFlips(files.csv),
    deletions: deletions(files.csv),
    insertions: insertions(files.csv),
    truncations: truncations(files.csv),
    "row swaps": rowSwaps(files.csv),
    "row doublings": rowDoublings(files.csv),
  };
  const rows: string[][] = [];
  let good = true;
  for (const [kind, mutants] of Object.entries(kinds)) {
    console.error(`${name} CSV: ${kind}`);
    const tally = newTally();
    for (const { bytes } of some(mutants)) await judge({ ...files, csv: bytes }, tally);
    good &&= tally.rejected === tally.mutants;
    rows.push([kind, String(tally.mutants), percent(tally.rejected, tally.mutants)]);
  }
  return {
    good,
    text: table(`CSV of the ${name} pair, ${files.csv.length} bytes`, ["kind", "mutants", "rejected"], rows),
  };
}

/** What the rules alone find, were the hash that of the spoiled CSV: by column, over all bit flips. */
async function mutateResealedCsv(files: Files): Promise<string> {
  const names: string[] = COLUMNS.map(({ name }) => name);
  const tallies = new Map<string, Tally>();
  console.error("CSV with its hash repaired: bit flips");
  const sha256 = await sha256Hex(files.csv);
  for (const { bytes, at } of some(bitFlips(files.csv))) {
    const line = files.csv.subarray(files.csv.lastIndexOf("\n", at - 1) + 1, at).toString();
    const place = files.csv.lastIndexOf("\n", at - 1) < 0 ? "(header)" : (names[line.split(",").length - 1] as string);
    const isLineEnd = files.csv[at] === 0x0a || files.csv[at] === 0x0d;
    const tally = entry(tallies, isLineEnd ? "(line ends)" : place);
    const sidecar = Buffer.from(files.sidecar.toString().replace(sha256, await sha256Hex(bytes)));
    await judge({ csv: bytes, sidecar }, tally);
  }
  const rows = ["(header)", ...names, "(line ends)"].map((name) => {
    const { mutants, rejected } = entry(tallies, name);
    return [name, String(mutants), percent(rejected, mutants)];
  });
  return table(
    "Bit flips of that CSV with its hash repaired: what the rules find by column",
    ["column", "flips", "rejected"],
    rows,
  );
}

async function mutateSidecar(name: string, files: Files): Promise<string> {
  const fieldAt = fieldsByOffset(files.sidecar.toString());
  const kinds = { "bit flips": bitFlips, deletions, insertions, truncations };
  const byKind: string[][] = [];
  const fields = new Map<string, Tally>();
  for (const [kind, make] of Object.entries(kinds)) {
    console.error(`${name} sidecar: ${kind}`);
    const tally = newTally();
    for (const { bytes, at } of some(make(files.sidecar))) {
      const before = { ...tally };
      await judge({ ...files, sidecar: bytes }, tally);
      const field = entry(fields, fieldAt(at));
      for (const key of ["mutants", "rejected", "noted"] as const) field[key] += tally[key] - before[key];
    }
    byKind.push([kind, ...columnsOf(tally)]);
  }
  const survivors = [...fields]
    .filter(([, { mutants, rejected, noted }]) => rejected + noted < mutants)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([field, tally]) => [field, ...columnsOf(tally)]);
  const head = ["mutants", "rejected", "noted", "unseen"];
  return [
    table(`Sidecar of the ${name} pair, ${files.sidecar.length} bytes`, ["kind", ...head], byKind),
    table("Unauthenticated: fields of which no rule knows every change", ["field", ...head], survivors),
  ].join("\n\n");
}

async function contradict(bases: readonly Result[]) {
  const rows: string[][] = [];
  let good = true;
  for (const [index, base] of bases.entries()) {
    const tally = newTally();
    for (const { name, result } of some(await listMutants(base))) {
      if (await judge(toFiles(result), tally)) continue;
      console.error(`accepted: ${name}`);
      good = false;
    }
    rows.push([["published", "sample"][index] ?? "", String(tally.mutants), percent(tally.rejected, tally.mutants)]);
  }
  return { good, text: table("Contradictions, all hashes and counts repaired", ["base", "mutants", "rejected"], rows) };
}

async function readResult({ csv, sidecar }: Files): Promise<Result> {
  const { rows } = readCsv(csv, (fault) => {
    throw new Error(JSON.stringify(fault));
  });
  return { rows, sidecar: parseJson(sidecar.toString()) as JsonObject };
}

function entry(tallies: Map<string, Tally>, name: string): Tally {
  const tally = tallies.get(name) ?? newTally();
  tallies.set(name, tally);
  return tally;
}

function columnsOf({ mutants, rejected, noted }: Tally): string[] {
  return [String(mutants), percent(rejected, mutants), percent(noted, mutants), String(mutants - rejected - noted)];
}

function percent(part: number, whole: number): string {
  if (whole === 0) return "-";
  return part === whole ? "100 %" : `${Math.min(99.99, (100 * part) / whole).toFixed(2)} %`;
}

function table(title: string, head: string[], rows: string[][]): string {
  const colAligns = head.map((_, index) => (index === 0 ? ("left" as const) : ("right" as const)));
  const grid = new Table({ head, colAligns, style: { head: [], border: [], compact: true } });
  grid.push(...rows);
  return `${title}\n${grid}`;
}
