import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { sha256File, sha256Hex } from "../../../src/results/fingerprint.ts";

const MEBIBYTE = 1024 * 1024;

// FIPS 180-4 examples, as NIST publishes them with its test vectors.
test.each([
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  [
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  ],
  ["a".repeat(1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"],
])("the NIST vector %.20s... hashes as published", async (text, hash) => {
  expect(await sha256Hex(text)).toBe(hash);
});

test("bytes and strings hash as node:crypto hashes them", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.string({ unit: "grapheme" }), async (bytes, text) => {
      expect(await sha256Hex(bytes)).toBe(nodeHash(bytes));
      expect(await sha256Hex(text)).toBe(nodeHash(text));
    }),
  );
});

test("bytes and files on either side of a chunk's end hash as node:crypto hashes them, all at the same time", async () => {
  const folder = await mkdtemp(join(tmpdir(), "fingerprint-"));
  try {
    const contents = [0, 1, MEBIBYTE - 1, MEBIBYTE, MEBIBYTE + 1, 3 * MEBIBYTE + 12345].map(makeBytes);
    const paths = contents.map((_, index) => join(folder, String(index)));
    await Promise.all(contents.map((bytes, index) => writeFile(paths[index] as string, bytes)));
    const hashes = await Promise.all([...paths.map(sha256File), ...contents.map(sha256Hex)]);
    const expected = contents.map(nodeHash);
    expect(hashes).toEqual([...expected, ...expected]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("a file that cannot be read fails, and the next one still hashes right", async () => {
  const failing = sha256File("/nonexistent/file");
  const following = sha256Hex("abc");
  expect(failing).rejects.toThrow("ENOENT");
  expect(await following).toBe(nodeHash("abc"));
});

function nodeHash(content: Uint8Array | string): string {
  return createHash("sha256").update(content).digest("hex");
}

function makeBytes(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => (index * 2654435761) >>> 24);
}
