// JSON in the very bytes of CPython's json module (3.11 to 3.14): what is hashed and what the sidecar holds. JSON.stringify
// differs in floats (1 for 1.0, 0.00001 for 1e-05), in escapes and in the order of keys.

import { type ScanOptions, scanJson } from "./json-scan.ts";

/** A float, which prints with a point or an exponent even where it is integral. */
export class Float {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** A plain number prints as an int where it is integral, else as a float; a bigint prints as an int. */
export type JsonValue = null | boolean | string | number | bigint | Float | readonly JsonValue[] | JsonObject;
export type JsonObject = { readonly [key: string]: JsonValue };

/** @returns json.dumps(value, sort_keys=True, separators=(",", ":")). @throws RangeError on what JSON cannot hold. */
export function dumpsCompact(value: JsonValue): string {
  return dump(value, null, "");
}

/** @returns json.dumps(value, indent=2, sort_keys=True). @throws RangeError on what JSON cannot hold. */
export function dumpsIndented(value: JsonValue): string {
  return dump(value, "  ", "\n");
}

/** @returns repr(value) of a Python float: the shortest digits that read back as the same double. @throws RangeError. */
export function formatFloat(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`${value} has no form in JSON or CSV`);
  if (Object.is(value, -0)) return "-0.0";
  const magnitude = Math.abs(value);
  // CPython's float_repr_style "short": an exponent, of at least two digits, below 1e-4 and from 1e16.
  if (value !== 0 && (magnitude < 1e-4 || magnitude >= 1e16)) {
    return value.toExponential().replace(/(?<=e[+-])(?=\d$)/, "0");
  }
  const text = String(value);
  return text.includes(".") ? text : `${text}.0`;
}

/** The order in which Python sorts str: by code point, where JavaScript compares UTF-16 units. For Array.sort. */
export function compareCodePoints(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length) {
    const left = a.codePointAt(at) as number;
    const right = b.codePointAt(at) as number;
    if (left !== right) return left - right;
    at += left > 0xffff ? 2 : 1;
  }
  return a.length - b.length;
}

/**
 * Reads JSON so that dumping it gives the same numbers: a number with a point or an exponent becomes a Float, another a
 * plain number, or a bigint where a double would round it. Objects have no prototype. What Python takes beyond JSON (NaN,
 * Infinity) is refused, and so are a doubled key, a float out of a double's range and more than 64 levels.
 * @throws JsonError with one line.
 */
export function parseJson(text: string, options: ScanOptions = { untrusted: false }): JsonValue {
  scanJson(text, options);
  return parseWithSource(text, (_key, value, context) => {
    if (typeof value === "number") return readNumber(context.source as string);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Float);
    return isObject ? Object.assign(Object.create(null), value) : value;
  });
}

/** JSON.parse with the third argument of its reviver (ES2026), which TypeScript's library does not know yet. */
const parseWithSource = JSON.parse as (
  text: string,
  reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
) => JsonValue;

function readNumber(source: string): number | bigint | Float {
  const value = Number(source);
  if (/[.eE]/.test(source)) return new Float(value);
  if (!Number.isSafeInteger(value)) return BigInt(source);
  return value === 0 ? 0 : value;
}

/** `indent` null: all on one line without spaces; `newline` is the line end and the indentation of this level. */
function dump(value: JsonValue, indent: string | null, newline: string): string {
  if (typeof value === "string") return quote(value);
  if (typeof value === "number") return formatNumber(value);
  if (value instanceof Float) return formatFloat(value.value);
  if (typeof value !== "object" || value === null) return String(value);
  const inner = indent === null ? "" : newline + indent;
  if (isArray(value))
    return enclose(
      "[",
      value.map((item) => dump(item, indent, inner)),
      "]",
      inner,
      newline,
    );
  const colon = indent === null ? ":" : ": ";
  const keys = Object.keys(value).sort(compareCodePoints);
  const members = keys.map((key) => quote(key) + colon + dump(value[key] as JsonValue, indent, inner));
  return enclose("{", members, "}", inner, newline);
}

function enclose(open: string, items: readonly string[], close: string, inner: string, newline: string): string {
  return items.length === 0 ? open + close : open + inner + items.join(`,${inner}`) + newline + close;
}

function isArray(value: object): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function formatNumber(value: number): string {
  if (!Number.isInteger(value)) return formatFloat(value);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`${value}: an integer beyond 2^53 must be a bigint or a Float`);
  return String(value);
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

/** ensure_ascii: all but printable ASCII is escaped, DEL included, a character beyond U+FFFF as its two surrogates. */
function quote(text: string): string {
  const escaped = text.replace(
    /[^ !#-[\]-~]/g,
    (unit) => SHORT_ESCAPES[unit] ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `"${escaped}"`;
}
