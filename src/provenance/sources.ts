// The sources that go into a build: read once, embedded in the executable, and checked again there.
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { sha256Hex } from "../results/fingerprint.ts";

/** One source as build/embedded.json and the executable carry it. */
export interface EmbeddedSource {
  /** Relative to the repository, with forward slashes. */
  readonly path: string;
  /** Over the file's bytes, lower-case hex. */
  readonly sha256: string;
  readonly size_bytes: number;
  readonly text: string;
}

/** What build.ts writes to build/embedded.json. */
export interface EmbeddedManifest {
  readonly version: string;
  readonly revision: string | null;
  readonly dirty: boolean | null;
  /** Sorted by path. */
  readonly sources: readonly EmbeddedSource[];
  readonly native_library: { readonly sha256: string; readonly size_bytes: number };
}

/** The benchmark runner, the pinned requirements and the two CMake inputs. */
const SOURCE_FILES = [
  "native/CMakeLists.txt",
  "native/benchmark/CMakeLists.txt",
  "python/requirements.txt",
  "python/runner.py",
];

/** Public headers, native core and native benchmark: every file here that a compiler or linker reads. */
const SOURCE_FOLDERS = ["native/include", "native/src", "native/benchmark"];
const SOURCE_EXTENSIONS = new Set([".c", ".cc", ".cpp", ".h", ".hpp", ".inc", ".map"]);

/** @returns the declared sources below `root`, sorted by path, each read once. */
export async function readSources(root: string): Promise<EmbeddedSource[]> {
  const paths = [...SOURCE_FILES, ...SOURCE_FOLDERS.flatMap((folder) => listSources(root, folder))].sort();
  const sources: EmbeddedSource[] = [];
  for (const path of paths) sources.push(await describeSource(path, readFileSync(join(root, path))));
  return sources;
}

/** @throws Error naming the first source whose text is not the one its size and SHA-256 were taken of. */
export async function verifySources(sources: readonly EmbeddedSource[]): Promise<void> {
  for (const { path, sha256, size_bytes, text } of sources) {
    const bytes = new TextEncoder().encode(text);
    if (bytes.length !== size_bytes || (await sha256Hex(bytes)) !== sha256)
      throw new Error(`the embedded ${path} is not the file that was built in`);
  }
}

function listSources(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => SOURCE_EXTENSIONS.has(extname(path)))
    .map((path) => `${folder}/${path.replaceAll("\\", "/")}`);
}

/** @throws TypeError where the file is not UTF-8, because its text would not give its bytes back. */
async function describeSource(path: string, bytes: Uint8Array): Promise<EmbeddedSource> {
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  return { path, sha256: await sha256Hex(bytes), size_bytes: bytes.length, text };
}
