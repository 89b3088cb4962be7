import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readSources, verifySources } from "../../../src/provenance/sources.ts";

const TREE: Readonly<Record<string, string>> = {
  "native/CMakeLists.txt": "project(a)\n",
  "native/benchmark/CMakeLists.txt": "add_library(b)\n",
  "native/benchmark/pineforge_bench.h": "/* µ */\r\n",
  "native/include/pineforge/hpo/sampler.hpp": "\ufeff// with a byte order mark\n",
  "native/src/deep/core.cpp": "",
  "python/requirements.txt": "a==1\n",
  "python/runner.py": "print(1)\n",
};

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "pineforge-sources-"));
  for (const [path, text] of Object.entries(TREE)) write(path, text);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

describe("the sources of a build", () => {
  test("are the declared ones, sorted by path, with the size and SHA-256 of their bytes", async () => {
    const expected = Object.entries(TREE).map(([path, text]) => ({
      path,
      sha256: createHash("sha256").update(text).digest("hex"),
      size_bytes: Buffer.byteLength(text),
      text,
    }));
    expect(await readSources(root)).toEqual(expected);
  });

  test("leave out what no compiler reads", async () => {
    for (const path of ["native/src/core.cpp~", "native/.clang-format", "native/src/.core.cpp.swp", "native/a.so"])
      write(path, "x");
    expect((await readSources(root)).map(({ path }) => path)).toEqual(Object.keys(TREE));
  });

  test("must be UTF-8, since their text has to give their bytes back", async () => {
    write("native/src/latin1.cpp", Uint8Array.of(0x2f, 0x2f, 0xe9));
    await expect(readSources(root)).rejects.toThrow(TypeError);
  });

  test("must all be there", async () => {
    rmSync(join(root, "python/runner.py"));
    await expect(readSources(root)).rejects.toThrow("runner.py");
  });
});

describe("embedded sources", () => {
  test("are accepted as they were read", async () => {
    await verifySources(await readSources(root));
  });

  test.each([
    ["text", { text: "print(2)\n" }],
    ["size", { size_bytes: 8 }],
    ["hash", { sha256: "0".repeat(64) }],
  ])("with a changed %s are refused by name", async (_, change) => {
    const sources = await readSources(root);
    const damaged = sources.map((source) => (source.path === "python/runner.py" ? { ...source, ...change } : source));
    await expect(verifySources(damaged)).rejects.toThrow(
      "the embedded python/runner.py is not the file that was built in",
    );
  });
});
