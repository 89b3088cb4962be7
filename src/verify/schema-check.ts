// Checks a document against its JSON Schema; the one file that knows typebox.
import { type JsonSchema, memberSchema } from "../results/json-schema.ts";
import { show } from "./findings.ts";

export interface SchemaFault {
  /** `configuration.problems[2].name`; "" for the document itself. */
  readonly path: string;
  readonly kind: "missing-key" | "unknown-key" | "type" | "value";
  readonly expected: string;
  readonly found: string;
}

/** As many faults as verify lists. */
const MAX_FAULTS = 1000;

/** @param document plain JSON, as JSON.parse would give it. @returns one fault for each place at fault; none: it is good. */
export async function checkSchema(document: unknown, schema: JsonSchema): Promise<SchemaFault[]> {
  const [{ Errors }, { Settings }] = await Promise.all([import("typebox/schema"), import("typebox/system")]);
  Settings.Set({ maxErrors: MAX_FAULTS });
  const [good, errors] = Errors(withoutUniqueness(schema), document);
  const faults = new Map<string, SchemaFault>();
  for (const error of errors) {
    for (const fault of readError(error, document, schema)) if (!faults.has(fault.path)) faults.set(fault.path, fault);
  }
  if (!good && faults.size === 0) throw new Error("the document was refused without a reason");
  return [...faults.values()];
}

/** typebox lists doubles in quadratic time; that nothing occurs twice is left to other checks. */
function withoutUniqueness<T extends object>(schema: T): T {
  const entries = Object.entries(schema).filter(([key]) => key !== "uniqueItems");
  const inner = entries.map(([key, value]) => [key, isPlainObject(value) ? withoutUniqueness(value) : value]);
  return Object.fromEntries(inner);
}

function isPlainObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: object;
}

function readError({ keyword, instancePath, params }: SchemaError, document: unknown, root: JsonSchema): SchemaFault[] {
  const steps = instancePath.split("/").slice(1).map(unescapeStep);
  const path = joinPath(steps);
  if (keyword === "additionalProperties") return []; // each such property has an error of its own
  if (keyword === "boolean") return [unknown(path, schemaAt(steps.slice(0, -1), root))];
  const schema = schemaAt(steps, root);
  if (keyword === "required") {
    const { requiredProperties } = params as { requiredProperties: string[] };
    return requiredProperties.map((key) => missing(joinPath([...steps, key]), schemaAt([key], schema)));
  }
  const found = showValue(steps.reduce<unknown>(step, document));
  return [{ path, kind: keyword === "type" ? "type" : "value", expected: describeSchema(schema), found }];
}

function missing(path: string, schema: JsonSchema): SchemaFault {
  return { path, kind: "missing-key", expected: describeSchema(schema), found: "nothing" };
}

function unknown(path: string, parent: JsonSchema): SchemaFault {
  const known = Object.keys(parent.properties ?? {}).join(", ");
  return { path, kind: "unknown-key", expected: `no keys but ${known}`, found: "this one" };
}

/** typebox finds fault only where the schema says something. */
function schemaAt(steps: readonly string[], root: JsonSchema): JsonSchema {
  return steps.reduce((schema, key) => {
    const inner = schema.items ?? memberSchema(schema, key);
    if (inner === undefined) throw new Error(`the schema says nothing of ${key}`);
    return inner;
  }, root);
}

function step(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

/** RFC 6901. */
function unescapeStep(text: string): string {
  return text.replaceAll("~1", "/").replaceAll("~0", "~");
}

function joinPath(steps: readonly string[]): string {
  const parts = steps.map((key) => {
    if (/^\d+$/.test(key)) return `[${key}]`;
    return /^\w+$/.test(key) ? `.${key}` : `[${show(key)}]`;
  });
  return parts.join("").replace(/^\./, "");
}

function describeSchema(schema: JsonSchema): string {
  const { const: only, enum: members, pattern, format, uniqueItems, minItems } = schema;
  if (only !== undefined) return JSON.stringify(only);
  if (members !== undefined) return `one of ${members.join(", ")}`;
  const types = [schema.type].flat().join(" or ");
  const rules = [
    range(schema),
    format === undefined ? "" : `in the form ${format}`,
    pattern === undefined ? "" : `that matches ${pattern}`,
    minItems === undefined ? "" : `of at least ${minItems}`,
    uniqueItems === undefined ? "" : "without doubles",
    schema.minLength === undefined ? "" : "that is not empty",
  ];
  return [types, ...rules.filter((rule) => rule !== "")].join(" ");
}

function range({ minimum, maximum }: JsonSchema): string {
  if (minimum === undefined) return "";
  return maximum === undefined ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`;
}

function showValue(value: unknown): string {
  if (typeof value === "string") return show(value);
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === "object" && value !== null ? "an object" : String(value);
}
