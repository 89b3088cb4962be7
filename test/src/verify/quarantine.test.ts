import { afterAll, beforeEach, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OutputError } from "../../../src/cli/exit.ts";
import { verifyResult } from "../../../src/verify/checks.ts";
import { quarantine } from "../../../src/verify/quarantine.ts";
import { locateResult } from "../../../src/verify/source.ts";

const root = mkdtempSync(join(tmpdir(), "quarantine-"));
afterAll(() => rmSync(root, { recursive: true }));

let folder = "";
let csv = "";
beforeEach(() => {
  folder = mkdtempSync(join(root, "case-"));
  csv = join(folder, "r.csv");
  writeFileSync(csv, "bad");
  writeFileSync(`${csv}.metadata.json`, "worse");
});

const put = async (directory = join(folder, "q")) => quarantine(await verifyResult(locateResult(csv)), directory) ?? "";

test("a rejected pair is moved, with its findings", async () => {
  const target = await put();
  expect(target).toBe(join(folder, "q/r.csv"));
  expect(readdirSync(folder)).toEqual(["q"]);
  expect(readdirSync(target).sort()).toEqual(["findings.json", "r.csv", "r.csv.metadata.json"]);
  expect(readFileSync(join(target, "r.csv"), "utf8")).toBe("bad");
  const record = JSON.parse(readFileSync(join(target, "findings.json"), "utf8"));
  expect(record).toMatchObject({ csv, verdict: "rejected", quarantine: target });
  expect(record.findings.map(({ code }: { code: string }) => code)).toEqual(["json.syntax", "csv.cut-short"]);
});

test("a second pair of the same name gets a folder of its own", async () => {
  await put();
  writeFileSync(csv, "again");
  expect(await put()).toBe(join(folder, "q/r.csv-2"));
  expect(readdirSync(join(folder, "q/r.csv-2")).sort()).toEqual(["findings.json", "r.csv"]);
});

test.each<[string, () => void]>([
  ["whose CSV is a link", () => symlinkSync("/etc/passwd", csv)],
  ["whose CSV is a directory", () => mkdirSync(csv)],
  ["without a CSV", () => {}],
  [
    "whose sidecar is a link",
    () => {
      writeFileSync(csv, "bad");
      rmSync(`${csv}.metadata.json`);
      symlinkSync("/etc/passwd", `${csv}.metadata.json`);
    },
  ],
])("a pair %s stays where it is, as a whole", async (_what, prepare) => {
  rmSync(csv);
  prepare();
  const before = readdirSync(folder);
  expect(await put()).toBe("");
  expect(readdirSync(folder)).toEqual(before);
});

test("a pair of which one file cannot be moved stays as a whole, and no folder is left", async () => {
  if (Bun.spawnSync(["chattr", "+i", csv]).exitCode !== 0) return; // no such attribute on this file system
  try {
    await expect(put()).rejects.toThrow(`cannot write ${csv}`);
    expect(readdirSync(folder).sort()).toEqual(["q", "r.csv", "r.csv.metadata.json"]);
    expect(readdirSync(join(folder, "q"))).toEqual([]);
  } finally {
    Bun.spawnSync(["chattr", "-i", csv]);
  }
});

test("a CSV called findings.json is not overwritten by the findings", async () => {
  csv = join(folder, "findings.json");
  writeFileSync(csv, "bad");
  expect(readdirSync(await put()).sort()).toEqual(["findings.json", "pair-findings.json"]);
});

test("a directory that cannot be made is an output error, and the pair stays", async () => {
  writeFileSync(join(folder, "file"), "");
  await expect(put(join(folder, "file/q"))).rejects.toBeInstanceOf(OutputError);
  expect(existsSync(csv)).toBe(true);
});
