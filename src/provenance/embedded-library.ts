// The native library inside the executable. The only module that imports it: its bytes, never its path, leave here,
// because a path inside the executable is no file that the system's loader could open.
import libraryPath from "../../native/libpineforge_hpo_bench.so" with { type: "file" };

/** How a result names the library that came out of the executable: "embedded:" and its path in the source tree. */
export const EMBEDDED_LIBRARY = "embedded:native/libpineforge_hpo_bench.so";

/** Unverified: src/engines/library-file.ts holds them against the manifest. */
export function readEmbeddedLibrary(): Promise<Uint8Array> {
  return Bun.file(libraryPath).bytes();
}
