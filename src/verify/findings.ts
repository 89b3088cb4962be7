// What verify finds: collected, never thrown, so that one look tells everything.
import { dumpsCompact } from "../results/python-json.ts";
import { CODES, type Code } from "./codes.ts";

/** Findings beyond these are counted, not kept: a hostile file can have millions. */
const MAX_KEPT = 1000;
/** Of what was found, as much is shown. UTF-16 units. */
const MAX_SHOWN = 60;

export type Severity = "error" | "note";

/** Where: the file, and in it a line (from 1), a column by name, a key by its path. */
export interface Place {
  readonly file: "csv" | "sidecar";
  readonly line?: number;
  readonly column?: string;
  readonly key?: string;
}

export interface Finding extends Place {
  readonly code: Code;
  readonly severity: Severity;
  readonly expected: string;
  readonly found: string;
  /** What explains it, or what to do, where that is known. */
  readonly hint?: string;
}

interface Detail {
  readonly expected: string;
  readonly found: string;
  readonly hint?: string | undefined;
}

export class Findings {
  readonly #kept: Finding[] = [];
  #errors = 0;

  /**
   * @param detail `found` as words of ours; a text out of the files goes through `show` first. A function is called only
   * where the finding is kept.
   */
  add(code: Code, place: Place, detail: Detail | (() => Detail)): void {
    const severity = code.startsWith("note.") ? "note" : "error";
    if (severity === "error") this.#errors += 1;
    if (this.#kept.length >= MAX_KEPT) return;
    const { expected, found, hint } = typeof detail === "function" ? detail() : detail;
    this.#kept.push({ code, severity, ...place, expected, found, ...(hint === undefined ? {} : { hint }) });
  }

  /** Errors found, kept or not. */
  get errors(): number {
    return this.#errors;
  }

  /** Errors that were found and not kept. */
  get omitted(): number {
    return this.#errors - this.#kept.filter(({ severity }) => severity === "error").length;
  }

  get kept(): readonly Finding[] {
    return this.#kept;
  }
}

/** @returns a text out of a file for a message: quoted, ASCII, on one line, cut. */
export function show(text: string): string {
  return dumpsCompact(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}...` : text);
}

/** @returns where and what, on one line. */
export function describe(finding: Finding): string {
  const { code, line, column, key, expected, found, hint } = finding;
  const places = [line === undefined ? "" : `line ${line}`, column === undefined ? "" : `column ${column}`, key ?? ""];
  const place = places.filter((part) => part !== "").join(", ");
  const explained = hint === undefined ? "" : ` (${hint})`;
  // A fault of the text is a sentence of its own.
  const contrast = code.startsWith("json.") ? found : `expected ${expected}, found ${found}`;
  return `${place === "" ? "" : `${place}: `}${CODES[code]}: ${contrast}${explained}`;
}
