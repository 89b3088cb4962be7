// The two files of a result, wherever they lie: each is read once, and what is hashed is what is parsed.
import { MAX_CSV_BYTES, MAX_SIDECAR_BYTES, ReadFault, readRegularFile } from "../results/read-file.ts";
import { defaultSidecarPath } from "../results/schema.ts";
import { fetchBytes, isAddress } from "./address.ts";
import type { Code } from "./codes.ts";
import type { Findings, Place } from "./findings.ts";

/** Paths or http(s) addresses. */
export interface ResultSource {
  readonly csv: string;
  readonly sidecar: string;
}

export interface ReadOptions {
  /** For each file that is fetched. */
  readonly timeoutSeconds?: number;
}

/** null where a file could not be read. */
export interface ResultBytes {
  readonly csv: Uint8Array | null;
  readonly sidecar: Uint8Array | null;
}

/** @param sidecar undefined: beside the CSV, as `<csv>.metadata.json`; of an address its query is kept. */
export function locateResult(csv: string, sidecar?: string): ResultSource {
  return { csv, sidecar: sidecar ?? (isAddress(csv) ? besideAddress(csv) : defaultSidecarPath(csv)) };
}

export async function readResult(
  source: ResultSource,
  findings: Findings,
  options: ReadOptions = {},
): Promise<ResultBytes> {
  const csv = await read(source.csv, MAX_CSV_BYTES, { file: "csv" }, findings, options);
  const sidecar = await read(source.sidecar, MAX_SIDECAR_BYTES, { file: "sidecar" }, findings, options);
  return { csv, sidecar };
}

function besideAddress(csv: string): string {
  const address = new URL(csv);
  address.pathname = defaultSidecarPath(address.pathname);
  return address.href;
}

async function read(
  location: string,
  maxBytes: number,
  place: Place,
  findings: Findings,
  { timeoutSeconds }: ReadOptions,
): Promise<Uint8Array | null> {
  const fetched = isAddress(location);
  try {
    return fetched ? await fetchBytes(location, maxBytes, timeoutSeconds) : await readRegularFile(location, maxBytes);
  } catch (error) {
    if (!(error instanceof ReadFault)) throw error;
    const code: Code = fetched && error.kind !== "too-large" ? "address.failed" : `file.${error.kind}`;
    findings.add(code, place, { expected: `a regular file of up to ${maxBytes} bytes`, found: error.message });
    return null;
  }
}
