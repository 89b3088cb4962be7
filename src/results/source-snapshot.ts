// The identity of the source inputs: each file's path, size and hash, and one hash over that ordered manifest.
import { sha256Hex } from "./fingerprint.ts";
import { compareCodePoints } from "./python-json.ts";
import { SNAPSHOT_ALGORITHM, type SourceFile, type SourceSnapshot } from "./schema.ts";

/** @returns the SHA-256 over path, NUL, hex digest, NUL, decimal size, LF of each file in the order given. */
export function snapshotAggregate(files: readonly SourceFile[]): Promise<string> {
  return sha256Hex(files.map(({ path, sha256, size_bytes }) => `${path}\0${sha256}\0${size_bytes}\n`).join(""));
}

/** @returns the snapshot of these files, sorted by path as Python sorts. */
export async function makeSnapshot(files: readonly SourceFile[]): Promise<SourceSnapshot> {
  const sorted = files
    .map(({ path, sha256, size_bytes }) => ({ path, sha256, size_bytes }))
    .sort((a, b) => compareCodePoints(a.path, b.path));
  return { algorithm: SNAPSHOT_ALGORITHM, aggregate_sha256: await snapshotAggregate(sorted), files: sorted };
}
