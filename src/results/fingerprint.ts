// SHA-256, the one fingerprint of this project, through hash-wasm.
import { open } from "node:fs/promises";
import type { IHasher } from "hash-wasm";

/** Read and hashed at a time. Bytes. */
const CHUNK_BYTES = 1024 * 1024;

/** @returns the SHA-256 of bytes, or of a string's UTF-8, in lower-case hex. */
export function sha256Hex(content: Uint8Array | string): Promise<string> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return withHasher(async (hasher) => {
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) hasher.update(bytes.subarray(at, at + CHUNK_BYTES));
  });
}

/** @returns the SHA-256 of a file's bytes in lower-case hex. @throws the system's error where it cannot be read. */
export async function sha256File(path: string): Promise<string> {
  await using file = await open(path);
  const chunk = new Uint8Array(CHUNK_BYTES);
  return await withHasher(async (hasher) => {
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES);
      if (bytesRead === 0) return;
      hasher.update(chunk.subarray(0, bytesRead));
    }
  });
}

let shared: Promise<IHasher> | undefined;
let lastTurn: Promise<unknown> = Promise.resolve();

/** One hasher serves all, since each holds a WebAssembly memory that is never given back; so one user at a time. */
function withHasher(feed: (hasher: IHasher) => Promise<void>): Promise<string> {
  const turn = lastTurn.then(async () => {
    shared ??= import("hash-wasm").then(({ createSHA256 }) => createSHA256());
    const hasher = await shared;
    hasher.init();
    await feed(hasher);
    return hasher.digest("hex");
  });
  lastTurn = turn.catch(() => {});
  return turn;
}
