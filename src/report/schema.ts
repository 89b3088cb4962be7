// What the two files hold, as documents: made from the definitions that write and check them.
import { PROBLEMS } from "../problems.ts";
import { DIALECT, type JsonSchema } from "../results/json-schema.ts";
import { COLUMNS, type Column, CSV_SCHEMA_VERSION, IMPLEMENTATIONS, INTEGER_RANGES } from "../results/schema.ts";
import { SIDECAR_DOCUMENT } from "../results/sidecar-schema.ts";

const PROBLEM_NAMES = PROBLEMS.map(({ name }) => name);

/** `columns` is the order in the file, which JSON Schema cannot tell; `unit` stands beside each property's type. */
const CSV_ROW = {
  $schema: DIALECT,
  title: `Row of a benchmark result's CSV, schema version ${CSV_SCHEMA_VERSION}`,
  columns: COLUMNS.map(({ name }) => name),
  type: "object",
  properties: Object.fromEntries(COLUMNS.map((column) => [column.name, describeColumn(column)])),
  required: COLUMNS.map(({ name }) => name),
  additionalProperties: false,
} as const;

export const SCHEMAS = { csv: CSV_ROW, sidecar: SIDECAR_DOCUMENT } as const;

/** @returns one JSON document with a line end. */
export function formatSchemaJson(schema: JsonSchema): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/** @returns the columns of the CSV and the keys of the sidecar as two Markdown tables, with a line end. */
export function formatSchemaText(): string {
  const columns = COLUMNS.map(({ name, type, unit, meaning }) => [`\`${name}\``, type, unit, meaning]);
  const sections = [
    `## CSV, schema version ${CSV_SCHEMA_VERSION}, in this order`,
    formatMarkdown(["Field", "Type", "Unit", "Meaning"], columns),
    "## Sidecar",
    formatMarkdown(["Key", "Type", "Must be there", "Meaning"], listKeys(SIDECAR_DOCUMENT, "", true)),
  ];
  return `${sections.join("\n\n")}\n`;
}

function describeColumn({ name, type, unit, meaning }: Column) {
  const description = meaning.replaceAll("`", "");
  return { description, ...(unit === "-" ? {} : { unit }), ...describeCell(name, type) };
}

function describeCell(name: string, type: Column["type"]): JsonSchema {
  if (type === "string") return { type, enum: name === "problem" ? PROBLEM_NAMES : Object.values(IMPLEMENTATIONS) };
  if (type === "finite number") return { type: "number" };
  if (type === "non-negative number") return { type: "number", minimum: 0 };
  const { min, max } = INTEGER_RANGES[type];
  return { type: "integer", minimum: min, maximum: max };
}

function listKeys(schema: JsonSchema, prefix: string, required: boolean): string[][] {
  const rows = Object.entries(schema.properties ?? {}).flatMap(([key, member]) => {
    const path = prefix === "" ? key : `${prefix}.${key}`;
    const isRequired = required && (schema.required ?? []).includes(key);
    const row = [`\`${path}\``, describeType(member), isRequired ? "yes" : "no", describeMeaning(member)];
    return [row, ...listKeys(member, path, isRequired)];
  });
  return schema.items === undefined ? rows : [...rows, ...listKeys(schema.items, `${prefix}[]`, required)];
}

function describeType({ type, items }: JsonSchema): string {
  const named = [type].flat().join(" or ");
  return items === undefined || items.type === "object" ? named : `${named} of ${[items.type].flat().join(" or ")}`;
}

function describeMeaning({ description, const: only, enum: members }: JsonSchema): string {
  const value =
    only === undefined ? members?.map((member) => `\`${member}\``).join(", ") : `\`${JSON.stringify(only)}\``;
  return [description, value].filter((part) => part !== undefined).join(": ");
}

function formatMarkdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
