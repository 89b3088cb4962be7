// The sidecar's bytes -> its parts, each as far as it keeps the schema.
import { JsonError } from "../results/json-scan.ts";
import { castNumbers, toPlain } from "../results/json-schema.ts";
import { dumpsIndented, Float, type JsonObject, type JsonValue, parseJson } from "../results/python-json.ts";
import type { Sidecar } from "../results/schema.ts";
import { SIDECAR_DOCUMENT } from "../results/sidecar-schema.ts";
import type { Code } from "./codes.ts";
import type { Findings } from "./findings.ts";
import { checkSchema, type SchemaFault } from "./schema-check.ts";

/** A key is there where nothing below it contradicts the schema. Its numbers have their types, whatever the file's form. */
export type CheckedSidecar = Partial<Sidecar>;

/** @returns null where it cannot be read as a sidecar of this schema at all. */
export async function readSidecar(bytes: Uint8Array, findings: Findings): Promise<CheckedSidecar | null> {
  const text = decode(bytes, findings);
  const document = text === null ? undefined : parse(text, findings);
  if (text === null || document === undefined) return null;
  const faults = await checkSchema(toPlain(document), SIDECAR_DOCUMENT);
  const unknown = faults.filter(({ path }) => VERSION_CODES.has(path));
  for (const fault of unknown.length > 0 ? unknown : faults) report(fault, findings);
  if (unknown.length > 0 || !isObject(document)) return null;
  const typed = castNumbers(document, SIDECAR_DOCUMENT) as JsonObject;
  if (faults.length === 0) noteForm(text, typed, findings);
  const damaged = new Set(faults.map(({ path }) => path.replace(/[.[].*$/s, "")));
  return Object.fromEntries(Object.entries(typed).filter(([key]) => !damaged.has(key)));
}

/** Where these are others, the rest has another shape. */
const VERSION_CODES: ReadonlyMap<string, Code> = new Map([
  ["schema", "sidecar.schema"],
  ["csv_schema_version", "sidecar.csv-version"],
]);

function decode(bytes: Uint8Array, findings: Findings): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    findings.add("json.encoding", { file: "sidecar" }, { expected: "UTF-8", found: "other bytes" });
    return null;
  }
}

function parse(text: string, findings: Findings): JsonValue | undefined {
  try {
    return parseJson(text, { untrusted: true });
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const found = error.message.replace(/^not JSON: /, "");
    findings.add(`json.${error.fault}`, { file: "sidecar", line: error.line }, { expected: "strict JSON", found });
    return undefined;
  }
}

function report({ path, kind, expected, found }: SchemaFault, findings: Findings): void {
  const code = VERSION_CODES.get(path) ?? `sidecar.${kind}`;
  findings.add(code, { file: "sidecar", ...(path === "" ? {} : { key: path }) }, { expected, found });
}

function noteForm(text: string, typed: JsonObject, findings: Findings): void {
  if (text === `${dumpsIndented(typed)}\n`) return;
  const expected = "json.dumps(document, indent=2, sort_keys=True) and a line end";
  findings.add(
    "note.sidecar-form",
    { file: "sidecar" },
    { expected, found: "other spaces, escapes, order or numbers" },
  );
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Float);
}
