// Reads a result. Each file is read once: what is hashed is what is parsed. This is loading, not verification: that the two
// files agree is for the caller to check.
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { RejectedError } from "../cli/exit.ts";
import { type CsvText, parseCsv, rowsFromRecords } from "./csv.ts";
import { errorCode } from "./destination.ts";
import { sha256Hex } from "./fingerprint.ts";
import { type JsonObject, type JsonValue, parseJson } from "./python-json.ts";
import { CSV_SCHEMA_VERSION, defaultSidecarPath, type Row, SIDECAR_SCHEMA } from "./schema.ts";

/** 100,000 rows take 20 MB. */
const MAX_CSV_BYTES = 32 * 1024 * 1024;
/** The published sidecar has 7 KB. */
const MAX_SIDECAR_BYTES = 4 * 1024 * 1024;

export interface LoadedResult {
  readonly csvPath: string;
  /** Over the CSV's bytes as they lie on disk, lower-case hex. */
  readonly csvSha256: string;
  readonly csv: CsvText;
  /** Row i is record i of `csv`. */
  readonly rows: readonly Row[];
  readonly sidecarPath: string;
  /** An object of a known schema and CSV version; nothing else of it is checked. */
  readonly sidecar: JsonObject;
}

/**
 * @param sidecarPath where it is not beside the CSV as `<csv>.metadata.json`.
 * @throws RejectedError that names the file, and the line and column, where one cannot be read as what it should be.
 */
export async function loadResult(csvPath: string, sidecarPath = defaultSidecarPath(csvPath)): Promise<LoadedResult> {
  const sidecarBytes = await readRegularFile(sidecarPath, MAX_SIDECAR_BYTES);
  const sidecar = naming(sidecarPath, () => parseSidecar(decodeUtf8(sidecarBytes)));
  const csvBytes = await readRegularFile(csvPath, MAX_CSV_BYTES);
  const csv = naming(csvPath, () => parseCsv(decodeUtf8(csvBytes)));
  const rows = naming(csvPath, () => rowsFromRecords(csv.records));
  return { csvPath, csvSha256: await sha256Hex(csvBytes), csv, rows, sidecarPath, sidecar };
}

function parseSidecar(text: string): JsonObject {
  const document = parseJson(text);
  if (!isObject(document)) throw new RejectedError("the sidecar is not a JSON object");
  const { schema, csv_schema_version } = document;
  if (schema !== SIDECAR_SCHEMA) throw new RejectedError(`the schema is not ${SIDECAR_SCHEMA}`);
  if (csv_schema_version !== CSV_SCHEMA_VERSION) {
    throw new RejectedError(`the csv_schema_version is not ${CSV_SCHEMA_VERSION}`);
  }
  return document;
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === null;
}

async function readRegularFile(path: string, maxBytes: number): Promise<Uint8Array> {
  try {
    // Without O_NONBLOCK, opening a FIFO waits for its writer.
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    if (!(await file.stat()).isFile()) throw new RejectedError(`${path}: not a regular file`);
    return await readUpTo(file, path, maxBytes);
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    throw new RejectedError(`${path}: ${code === "ENOENT" ? "there is no such file" : `cannot be read (${code})`}`);
  }
}

/** Counts what is read, since a file's size may be wrong (/proc) or change. */
async function readUpTo(file: FileHandle, path: string, maxBytes: number): Promise<Uint8Array> {
  const { size } = await file.stat();
  const chunks: Uint8Array[] = [];
  for (let total = 0; ; ) {
    if (size > maxBytes || total > maxBytes) throw new RejectedError(`${path}: larger than ${maxBytes} bytes`);
    const chunk = new Uint8Array(1024 * 1024);
    const { bytesRead } = await file.read(chunk);
    if (bytesRead === 0) return Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, bytesRead));
    total += bytesRead;
  }
}

/** A byte order mark stays in the text, for the parsers to refuse. */
function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new RejectedError("not UTF-8");
  }
}

/** Puts the file's path before the message of whatever makes it unacceptable. */
function naming<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RejectedError) throw new RejectedError(`${path}: ${error.message}`);
    if (error instanceof SyntaxError) throw new RejectedError(`${path}: not acceptable JSON: ${error.message}`);
    throw error;
  }
}
