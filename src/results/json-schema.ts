// JSON Schema (draft 2020-12) as data, and the TypeScript type of what such a schema describes, so that one literal serves the
// compiler, the checker and the published document. Only the keywords that the sidecar needs.
import { Float, type JsonValue } from "./python-json.ts";

export const DIALECT = "https://json-schema.org/draft/2020-12/schema";

type TypeName = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

export interface JsonSchema {
  readonly description?: string;
  readonly type: TypeName | readonly TypeName[];
  /** What alone is allowed here; for a nullable value beside null. */
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
}

/** The parsed form: an integer is a plain number, any other number a Float, null beside what may be null. */
export type TypeOf<S> = S extends { readonly type: infer T }
  ? T extends readonly (infer Name)[]
    ? TypeOfNamed<S, Name>
    : TypeOfNamed<S, T>
  : never;

type TypeOfNamed<S, Name> = Name extends "object"
  ? TypeOfObject<S>
  : Name extends "array"
    ? S extends { readonly items: infer Item }
      ? readonly TypeOf<Item>[]
      : never
    : Name extends "string"
      ? TypeOfString<S>
      : Name extends keyof Plain
        ? Plain[Name]
        : never;

interface Plain {
  null: null;
  boolean: boolean;
  integer: number;
  number: Float;
}

type TypeOfString<S> = S extends { readonly const: infer Only extends string }
  ? Only
  : S extends { readonly enum: readonly (infer Member extends string)[] }
    ? Member
    : string;

type TypeOfObject<S> = S extends { readonly properties: infer P; readonly required: readonly (infer R)[] }
  ? Flatten<
      { readonly [K in Extract<keyof P, R>]: TypeOf<P[K]> } & { readonly [K in Exclude<keyof P, R>]?: TypeOf<P[K]> }
    >
  : S extends { readonly additionalProperties: infer Value }
    ? { readonly [key: string]: TypeOf<Value> }
    : never;

type Flatten<T> = { [K in keyof T]: T[K] };

interface ObjectOptions<Optional> {
  readonly description?: string;
  /** Keys that may be missing. */
  readonly optional?: readonly Optional[];
  /** Keys that the schema does not name are allowed. */
  readonly open?: boolean;
}

/** @returns the schema of an object with these keys, all required but the optional ones. */
export function object<const P extends Readonly<Record<string, JsonSchema>>, O extends keyof P = never>(
  properties: P,
  options: ObjectOptions<O> = {},
) {
  const { description, optional = [], open = false } = options;
  const required = Object.keys(properties).filter((key) => !optional.includes(key as O)) as Exclude<
    keyof P & string,
    O
  >[];
  return {
    type: "object" as const,
    ...(description === undefined ? {} : { description }),
    properties,
    required,
    additionalProperties: open,
  };
}

/** @returns the schema of the same or null. */
export function nullable<const S extends JsonSchema & { readonly type: TypeName }>(schema: S) {
  return { ...schema, type: [schema.type, "null"] as readonly (S["type"] | "null")[] };
}

/** @returns the schema of a list of such items. */
export function list<const S extends JsonSchema>(items: S, rules: Pick<JsonSchema, "minItems" | "uniqueItems"> = {}) {
  return { type: "array" as const, ...rules, items };
}

/** @returns the value with its numbers typed as the schema says (1 becomes 1.0, 1.0 becomes 1) wherever they can be. */
export function castNumbers(value: JsonValue, schema: JsonSchema | undefined): JsonValue {
  if (schema === undefined) return value;
  if (typeof value === "number" || typeof value === "bigint" || value instanceof Float)
    return castNumber(value, [schema.type].flat());
  if (typeof value !== "object" || value === null) return value;
  if (isArray(value)) return value.map((item) => castNumbers(item, schema.items));
  const members = Object.entries(value).map(([key, item]) => [key, castNumbers(item, memberSchema(schema, key))]);
  return Object.assign(Object.create(null), Object.fromEntries(members));
}

/** @returns the schema of an object's member, where the schema says anything of it. */
export function memberSchema({ properties, additionalProperties }: JsonSchema, key: string): JsonSchema | undefined {
  if (properties !== undefined && Object.hasOwn(properties, key)) return properties[key];
  return typeof additionalProperties === "object" ? additionalProperties : undefined;
}

/** @returns the value as JSON.parse would give it: every number a double. */
export function toPlain(value: JsonValue): unknown {
  if (value instanceof Float) return value.value;
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "object" || value === null) return value;
  if (isArray(value)) return value.map(toPlain);
  const members = Object.entries(value).map(([key, item]) => [key, toPlain(item)]);
  return Object.assign(Object.create(null), Object.fromEntries(members));
}

function castNumber(value: number | bigint | Float, types: readonly string[]): number | bigint | Float {
  if (types.includes("number")) return value instanceof Float ? value : new Float(Number(value));
  const integral = value instanceof Float && types.includes("integer") && Number.isSafeInteger(value.value);
  return integral ? value.value + 0 : value;
}

function isArray(value: object): value is readonly JsonValue[] {
  return Array.isArray(value);
}
