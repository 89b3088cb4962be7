import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { makeSnapshot, snapshotAggregate } from "../../../src/results/source-snapshot.ts";

const FILES = [
  { path: "src/\u{1f600}.cpp", sha256: "c".repeat(64), size_bytes: 3 },
  { path: "src/\uff01.cpp", sha256: "b".repeat(64), size_bytes: 2 },
  { path: "CMakeLists.txt", sha256: "a".repeat(64), size_bytes: 0 },
];

test("a snapshot sorts its files as Python sorts and hashes path, NUL, digest, NUL, size, LF of each", async () => {
  const [last, middle, first] = FILES;
  const manifest = `CMakeLists.txt\0${"a".repeat(64)}\x000\nsrc/\uff01.cpp\0${"b".repeat(64)}\x002\nsrc/\u{1f600}.cpp\0${"c".repeat(64)}\x003\n`;
  expect(await makeSnapshot(FILES)).toEqual({
    algorithm: String.raw`sha256(relative_path\0sha256\0size_bytes\n)`,
    aggregate_sha256: createHash("sha256").update(manifest).digest("hex"),
    files: [first, middle, last] as typeof FILES,
  });
});

test("the aggregate depends on the order of the files", async () => {
  expect(await snapshotAggregate(FILES)).not.toBe(await snapshotAggregate(FILES.toReversed()));
});
