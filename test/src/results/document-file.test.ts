import { afterEach, beforeEach, expect, test } from "bun:test";
import {
  linkSync,
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
import { OutputError, UsageError } from "../../../src/cli/exit.ts";
import { writeDocument } from "../../../src/results/document-file.ts";

let folder = "";
const at = (name: string) => join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pineforge-document-"));
  writeFileSync(at("in.csv"), "precious");
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, force = false): unknown {
  try {
    return writeDocument(path, "text\n", { force, inputs: [at("in.csv"), "https://example.org/a.csv"] });
  } catch (error) {
    return error;
  }
}

test("a document is written whole, and nothing else", () => {
  expect(write(at("out.html"))).toBeUndefined();
  expect(readFileSync(at("out.html"), "utf8")).toBe("text\n");
  expect(readdirSync(folder).sort()).toEqual(["in.csv", "out.html"]);
});

test("an existing file is replaced only with force", () => {
  writeFileSync(at("out.html"), "old");
  expect(write(at("out.html"))).toBeInstanceOf(OutputError);
  expect(readFileSync(at("out.html"), "utf8")).toBe("old");
  expect(write(at("out.html"), true)).toBeUndefined();
  expect(readFileSync(at("out.html"), "utf8")).toBe("text\n");
});

test.each<[string, () => string]>([
  ["its path", () => at("in.csv")],
  ["another spelling", () => join(folder, "..", folder.split("/").at(-1) as string, "in.csv")],
  [
    "a link to it",
    () => {
      symlinkSync(at("in.csv"), at("link"));
      return at("link");
    },
  ],
])("what it is made from is not replaced by %s, even with force", (_what, spell) => {
  expect(write(spell(), true)).toBeInstanceOf(UsageError);
  expect(readFileSync(at("in.csv"), "utf8")).toBe("precious");
});

test("a hard link to what it is made from loses only its own name", () => {
  linkSync(at("in.csv"), at("hard"));
  expect(write(at("hard"), true)).toBeUndefined();
  expect(readFileSync(at("in.csv"), "utf8")).toBe("precious");
});

test("a directory and a path without one are refused, with nothing left behind", () => {
  mkdirSync(at("folder"));
  expect(write(at("folder"), true)).toBeInstanceOf(OutputError);
  expect(write(at("no/out.html"))).toBeInstanceOf(OutputError);
  expect(readdirSync(folder).sort()).toEqual(["folder", "in.csv"]);
});
