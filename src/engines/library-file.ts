// The bytes of the native library: the embedded ones, or those of a file that --native names, read once and recognised as
// a whole shared object before the loader sees them.
import { readFileSync, statSync } from "node:fs";
import { EnvironmentError } from "../cli/exit.ts";
import { sha256Hex } from "../results/fingerprint.ts";
import { refuseLimit } from "../results/system-error.ts";

/** Layout of the header of a 64-bit little-endian ELF file (elf(5)). */
const ELF_MAGIC = [0x7f, 0x45, 0x4c, 0x46, 2, 1];
const ELF_HEADER_BYTES = 64;
const TYPE_AT = 16;
const SHARED_OBJECT = 3;
const MACHINE_AT = 18;
const MACHINES: Readonly<Record<string, number>> = { x64: 62, arm64: 183 };
const SECTIONS_AT = 40;
const SECTION_BYTES_AT = 58;
const SECTION_COUNT_AT = 60;

/** @param path absolute; null for the library inside this executable. @throws EnvironmentError naming the file. */
export async function readLibrary(path: string | null): Promise<Uint8Array> {
  if (path !== null) return readLibraryFile(path);
  const { readEmbeddedLibrary } = await import("../provenance/embedded-library.ts");
  const { buildIdentity } = await import("../provenance/embedded.ts");
  const bytes = await readEmbeddedLibrary();
  if ((await sha256Hex(bytes)) !== (await buildIdentity()).native_library.sha256)
    throw new EnvironmentError(
      "the native library inside this executable is damaged: get or build the executable anew",
    );
  return bytes;
}

function readLibraryFile(path: string): Uint8Array {
  const bytes = readWhole(path);
  const fault = findFault(bytes);
  if (fault !== null) throw unusable(path, fault);
  return bytes;
}

function readWhole(path: string): Uint8Array {
  try {
    if (statSync(path).isFile()) return readFileSync(path);
  } catch (error) {
    refuseLimit(`--native ${path} cannot be read`, error);
    const { code, message } = error as NodeJS.ErrnoException;
    throw unusable(path, code === "ENOENT" ? "no such file" : `it cannot be read (${code ?? message})`);
  }
  throw unusable(path, "not a regular file");
}

/** @returns what keeps the loader from taking it: a truncated file, for one, would be mapped and crash on first use. */
function findFault(bytes: Uint8Array): string | null {
  if (!ELF_MAGIC.every((byte, at) => bytes[at] === byte) || bytes.length < ELF_HEADER_BYTES)
    return "not a 64-bit ELF shared library";
  const header = new DataView(bytes.buffer, bytes.byteOffset, ELF_HEADER_BYTES);
  if (header.getUint16(TYPE_AT, true) !== SHARED_OBJECT) return "an ELF file, but not a shared library";
  if (header.getUint16(MACHINE_AT, true) !== MACHINES[process.arch])
    return `built for another CPU than ${process.arch}`;
  const sections = header.getUint16(SECTION_BYTES_AT, true) * header.getUint16(SECTION_COUNT_AT, true);
  const end = Number(header.getBigUint64(SECTIONS_AT, true)) + sections;
  return end > bytes.length ? `truncated: ${bytes.length} of at least ${end} bytes` : null;
}

/** @returns the error for a library that a run cannot use. */
export function unusable(path: string | null, fault: string): EnvironmentError {
  if (path === null) return new EnvironmentError(`the embedded native library cannot be used: ${fault}`);
  return new EnvironmentError(`--native ${path}: ${fault}; give a library built from native/, or leave --native out`);
}
