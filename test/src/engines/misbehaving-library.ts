// Compiles misbehaving-library.c with the behaviour that a test wants.
import { join } from "node:path";

const SOURCE = join(import.meta.dir, "misbehaving-library.c");

/** @param defines e.g. "ABI=2"; see the source. @returns `library`. */
export function compileLibrary(library: string, defines: readonly string[]): string {
  const flags = defines.map((define) => `-D${define}`);
  const { exitCode, stderr } = Bun.spawnSync(["cc", "-shared", "-fPIC", ...flags, SOURCE, "-o", library]);
  if (exitCode !== 0) throw new Error(stderr.toString());
  return library;
}
