// The published test vectors: pairs that a consumer of results must accept, and pairs that it must reject, with the codes of
// verify. Made here, so that each is one small change to one good pair.
import { sha256Hex } from "../../../src/results/fingerprint.ts";
import { dumpsIndented } from "../../../src/results/python-json.ts";
import type { Code } from "../../../src/verify/codes.ts";
import { makePool } from "../../../src/verify/pool.ts";
import { buildPoolSidecar } from "../../../src/verify/pool-sidecar.ts";
import { listMutants } from "./mutants.ts";
import { type Files, makeSample, makeVerified, put, type Result, repair, toFiles } from "./sample-result.ts";

export interface Vector {
  readonly name: string;
  readonly about: string;
  /** Among what verify finds; null where it finds nothing. */
  readonly code: Code | null;
  readonly files: Files;
}

export async function makeVectors(): Promise<Vector[]> {
  const sample = await makeSample();
  return [
    ...(await makeGood(sample)),
    ...(await makePooled(sample)),
    ...(await makeDamaged(sample)),
    ...(await makeContradicting(sample)),
  ];
}

async function makeGood(sample: Result): Promise<Vector[]> {
  const files = toFiles(sample);
  const changed = async (path: string[], value: string | number | null) =>
    toFiles(await repair({ ...sample, sidecar: put(sample.sidecar, path, value) }));
  const noRevision = put(sample.sidecar, ["environment", "repository_revision"], null);
  const integers = edit(files.csv, /(?<=,\d+)\.0(?=,)/g, "");
  return [
    { name: "good", about: "As our writer leaves it", code: null, files },
    { name: "good-crlf", about: "CRLF", code: null, files: await seal(files, edit(files.csv, /\n/g, "\r\n")) },
    {
      name: "good-whole-numbers",
      about: "Whole floats without .0, as upstream's native rows have them",
      code: "note.csv-form",
      files: await seal(files, integers),
    },
    {
      name: "good-quotes",
      about: "Names in quotes",
      code: "note.csv-form",
      files: await seal(files, edit(files.csv, /branin2/g, '"branin2"')),
    },
    {
      name: "good-compact-sidecar",
      about: "The sidecar parsed and written by JavaScript: other spaces, 0 for 0.0",
      code: "note.sidecar-form",
      files: { ...files, sidecar: Buffer.from(JSON.stringify(JSON.parse(files.sidecar.toString()))) },
    },
    {
      name: "good-unknown-environment-key",
      about: "A consumer ignores keys that it does not know inside environment",
      code: null,
      files: await changed(["environment", "room_temperature"], 21),
    },
    {
      name: "good-zulu",
      about: "Z for +00:00, no fraction",
      code: null,
      files: await changed(["generated_at_utc"], "2026-07-18T15:08:38Z"),
    },
    {
      name: "good-no-checkout",
      about: "No revision",
      code: null,
      files: toFiles({ ...sample, sidecar: put(noRevision, ["environment", "repository_dirty"], null) }),
    },
  ];
}

async function makePooled(sample: Result): Promise<Vector[]> {
  const pool = makePool([await makeVerified(sample), await makeVerified(await makeSample({ seeds: [73] }))]);
  const artifact = { path: "pool.csv", rows: 0, sha256: "" };
  const sidecar = await buildPoolSidecar(pool, artifact, ["--output", "pool.csv"]);
  const pooled = await repair({ rows: pool.rows, sidecar });
  const untrue = put(pooled.sidecar, ["environment", "pool", "timing_comparable"], false);
  return [
    { name: "good-pool", about: "Two results, pooled by aggregate", code: null, files: toFiles(pooled) },
    {
      name: "bad-environment-pool",
      about: "Hosts that are equal are called others",
      code: "environment.pool",
      files: toFiles({ ...pooled, sidecar: untrue }),
    },
  ];
}

/** Damage to the bytes; the CSV's hash is repaired where only a look at the CSV shall find it. */
async function makeDamaged(sample: Result): Promise<Vector[]> {
  const files = toFiles(sample);
  const csv = async (name: string, about: string, code: Code, pattern: RegExp | string, replacement: string) => ({
    name: `bad-csv-${name}`,
    about,
    code,
    files: await seal(files, edit(files.csv, pattern, replacement)),
  });
  const unsealed = (name: string, about: string, pattern: RegExp | string, replacement: string): Vector => ({
    name: `bad-hash-${name}`,
    about,
    code: "artifact.sha256",
    files: { ...files, csv: edit(files.csv, pattern, replacement) },
  });
  const json = (name: string, about: string, code: Code, pattern: RegExp | string, replacement: string): Vector => ({
    name: `bad-json-${name}`,
    about,
    code,
    files: { ...files, sidecar: edit(files.sidecar, pattern, replacement) },
  });
  const bytes = (text: Buffer, from: string, to: number): Buffer => {
    const copy = Buffer.from(text);
    copy[copy.indexOf(from)] = to;
    return copy;
  };
  return [
    await csv("bom", "A byte order mark", "csv.bom", /^/, "\ufeff"),
    await csv("cut", "The last line has no end", "csv.cut-short", /\n$/, ""),
    await csv("mixed-line-ends", "One CRLF among LF", "csv.line-end", /\n$/, "\r\n"),
    await csv("nul", "A NUL in a cell", "csv.nul", "branin2", "bra\0in2"),
    await csv("long-line", "5,000 characters in a line", "csv.line-length", "branin2", "b".repeat(5000)),
    await csv("quote", "A quote inside a cell", "csv.quote", "branin2", 'bra"nin2'),
    await csv("header", "Another column's name", "csv.header", "wall_ns", "wall_ms"),
    await csv("two-columns-swapped", "The header in another order", "csv.header", "problem,seed", "seed,problem"),
    await csv("cell-missing", "A line of 16 cells", "csv.cell-count", "branin2,17,", "branin2,"),
    await csv("empty-line", "An empty line at the end", "csv.cell-count", /$/, "\n"),
    await csv("float-in-integer", "17.0 as a seed", "csv.cell", ",17,", ",17.0,"),
    await csv("formula", "A cell that a spreadsheet runs", "csv.cell", "branin2", "=1+1"),
    await csv("nan", "NaN", "csv.cell", /,0\.44\d+,/, ",nan,"),
    await csv("infinite", "A number beyond a double", "csv.cell", /,0\.44\d+,/, ",1e400,"),
    await csv("huge-integer", "2^53", "csv.cell", ",14378542,", ",9007199254740992,"),
    await csv("negative-time", "Time that runs backwards", "csv.cell", ",14378542,", ",-14378542,"),
    {
      name: "bad-csv-encoding",
      about: "A byte that is not UTF-8",
      code: "csv.encoding",
      files: await seal(files, bytes(files.csv, "ranin2", 0xff)),
    },
    unsealed("autocrlf", "A checkout made CRLF of LF", /\n/g, "\r\n"),
    unsealed("digit", "One digit of one time", ",14378542,", ",14378543,"),
    unsealed("spreadsheet", "Whole floats lost their .0", /(?<=,\d+)\.0(?=,)/g, ""),
    unsealed("semicolons", "Saved with semicolons and decimal commas", /[.,]/g, ";"),
    unsealed("rounded", "Numbers rounded to 15 digits", /0\.39788735772973816/g, "0.397887357729738"),
    json("bom", "A byte order mark", "json.bom", /^/, "\ufeff"),
    json("cut", "Cut short", "json.syntax", /\n}\n$/, ""),
    json("comma", "A comma too many", "json.syntax", /\n}\n$/, ",\n}\n"),
    json("deep", "100 levels", "json.depth", '"avx2"', `${"[".repeat(100)}${"]".repeat(100)}`),
    json("doubled-key", "A key twice", "json.duplicate-key", '"suite"', '"suite": "other",\n  "suite"'),
    json("infinite", "A number beyond a double", "json.number", "0.25", "1e400"),
    json("endless-number", "A number of 5,000 digits", "json.number", "0.25", "1".repeat(5000)),
    json("proto", "The key __proto__", "json.text", '"machine"', '"__proto__": {},\n    "machine"'),
    json("nul", "An escaped NUL", "json.text", "x86_64", "x86\\u000064"),
    json("surrogate", "Half a surrogate pair", "json.text", "x86_64", "x86\\ud80064"),
    json("nan", "NaN, which Python writes and JSON lacks", "json.syntax", "0.25", "NaN"),
    {
      name: "bad-json-encoding",
      about: "A byte that is not UTF-8",
      code: "json.encoding",
      files: { ...files, sidecar: bytes(files.sidecar, "CPython", 0xff) },
    },
  ];
}

/** One mutant for each code, the first that has it. */
async function makeContradicting(sample: Result): Promise<Vector[]> {
  const vectors = new Map<Code, Vector>();
  for (const { name, code, result } of await listMutants(sample)) {
    if (vectors.has(code)) continue;
    const vector = { name: `bad-${code.replace(".", "-")}`, about: name, code, files: toFiles(result) };
    vectors.set(code, vector);
  }
  const rows = toFiles({ ...sample, sidecar: put(sample.sidecar, ["artifacts", "csv", "rows"], 7) });
  const hash = toFiles({ ...sample, sidecar: put(sample.sidecar, ["configuration_sha256"], "0".repeat(64)) });
  const command = put(sample.sidecar, ["execution", "command", 3], "17,42");
  return [
    ...vectors.values(),
    { name: "bad-artifact-rows", about: "artifacts.csv.rows is 7, not 8", code: "artifact.rows", files: rows },
    { name: "bad-configuration-sha256", about: "Another hash", code: "configuration.sha256", files: hash },
    {
      name: "bad-execution-options",
      about: "The command asks for other seeds",
      code: "execution.options",
      files: toFiles({ ...sample, sidecar: command }),
    },
  ];
}

function edit(text: Buffer, pattern: RegExp | string, replacement: string): Buffer {
  const before = text.toString();
  const after = before.replace(pattern, () => replacement);
  if (after === before) throw new Error(`nothing matches ${pattern}`);
  return Buffer.from(after);
}

/** @returns the files with this CSV, its hash and its number of lines in the sidecar. */
async function seal(files: Files, csv: Buffer): Promise<Files> {
  const { sidecar } = await makeSample();
  const lines = csv.toString("latin1").split("\n").length - 2;
  const described = put(
    put(sidecar, ["artifacts", "csv", "sha256"], await sha256Hex(csv)),
    ["artifacts", "csv", "rows"],
    lines,
  );
  return { ...files, csv, sidecar: Buffer.from(`${dumpsIndented(described)}\n`) };
}
