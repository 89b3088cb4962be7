// Reads JSON text token by token before it is parsed: in one pass, without recursion, keeping nothing but the open objects'
// keys. Refuses what JSON.parse lets pass (a doubled key) or cannot survive (depth, endless numbers), and says where.

/** Objects and arrays in one another; a sidecar needs 7. */
const MAX_DEPTH = 64;
/** CPython refuses to read an int of more digits (sys.get_int_max_str_digits). */
const MAX_NUMBER_LENGTH = 4300;
/** Values in one document; the sidecar of a pool with 50,000 seeds has about 100,000. */
const MAX_VALUES = 150_000;

export type JsonFault = "bom" | "syntax" | "depth" | "duplicate-key" | "number" | "text" | "size";

/** One line that says what is wrong and where; lines and columns count from 1. */
export class JsonError extends SyntaxError {
  readonly fault: JsonFault;
  readonly line: number;
  constructor(fault: JsonFault, text: string, at: number, message: string) {
    const line = countLines(text, at);
    super(`${message} (line ${line}, column ${at - text.lastIndexOf("\n", at - 1)})`);
    this.fault = fault;
    this.line = line;
  }
}

export interface ScanOptions {
  /** Also refuse what no honest writer puts there: a key __proto__, NUL, half a surrogate pair, very many values. */
  readonly untrusted: boolean;
}

/** What may come next. */
type Expected = "value" | "value or ]" | "key" | "key or }" | "colon" | "comma or end";

/** @throws JsonError; a text that passes is JSON. */
export function scanJson(text: string, options: ScanOptions): void {
  if (text.startsWith("\ufeff")) throw new JsonError("bom", text, 0, "JSON must not begin with a byte order mark");
  const scan = new Scan(text, options);
  while (scan.step());
}

const SPACE = /[ \t\r\n]*/y;
const LITERAL = /true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;

class Scan {
  readonly #text: string;
  readonly #untrusted: boolean;
  /** The keys of each object that is open; null for an array. */
  readonly #open: (Set<string> | null)[] = [];
  #at = 0;
  #values = 0;
  #expected: Expected = "value";

  constructor(text: string, { untrusted }: ScanOptions) {
    this.#text = text;
    this.#untrusted = untrusted;
  }

  /** Reads one token. @returns false at the end of the document. */
  step(): boolean {
    this.#skip(SPACE);
    const symbol = this.#text[this.#at];
    if (symbol === undefined) {
      if (this.#expected !== "comma or end" || this.#open.length > 0) throw this.#misplaced("the end");
      return false;
    }
    if (symbol === '"') this.#readString();
    else if (symbol === "{" || symbol === "[") this.#openContainer(symbol);
    else if (symbol === "}" || symbol === "]") this.#closeContainer(symbol);
    else if (symbol === ":" || symbol === ",") this.#readSeparator(symbol);
    else this.#readLiteral();
    return true;
  }

  #skip(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [found = ""] = pattern.exec(this.#text) ?? [];
    this.#at += found.length;
    return found;
  }

  #openContainer(symbol: "{" | "["): void {
    this.#beginValue(symbol);
    this.#open.push(symbol === "{" ? new Set() : null);
    if (this.#open.length > MAX_DEPTH) throw this.#fault("depth", `more than ${MAX_DEPTH} levels deep`);
    this.#expected = symbol === "{" ? "key or }" : "value or ]";
    this.#at += 1;
  }

  #closeContainer(symbol: "}" | "]"): void {
    const keys = this.#open.at(-1);
    const matches = keys !== undefined && (symbol === "}") === (keys !== null);
    const empty = this.#expected === (symbol === "}" ? "key or }" : "value or ]");
    if (!matches || (!empty && this.#expected !== "comma or end")) throw this.#misplaced(symbol);
    this.#open.pop();
    this.#expected = "comma or end";
    this.#at += 1;
  }

  #readSeparator(symbol: ":" | ","): void {
    const keys = this.#open.at(-1);
    const fits = symbol === ":" ? this.#expected === "colon" : this.#expected === "comma or end" && keys !== undefined;
    if (!fits) throw this.#misplaced(symbol);
    this.#expected = symbol === "," && keys !== null ? "key" : "value";
    this.#at += 1;
  }

  #readLiteral(): void {
    const begin = this.#at;
    const literal = this.#skip(LITERAL);
    this.#at = begin;
    if (literal === "") throw this.#misplaced(JSON.stringify(this.#text[begin]));
    this.#beginValue(literal.length > 20 ? "a literal" : literal);
    if (literal.length > MAX_NUMBER_LENGTH) throw this.#fault("number", "a number is too long");
    if (/[.eE]\d|[eE][+-]/.test(literal) && !Number.isFinite(Number(literal)))
      throw this.#fault("number", `the number ${clip(literal)} is out of a double's range`);
    this.#expected = "comma or end";
    this.#at += literal.length;
  }

  #readString(): void {
    const isKey = this.#expected === "key" || this.#expected === "key or }";
    if (!isKey) this.#beginValue("a string");
    const quoted = this.#text.slice(this.#at, this.#findClosingQuote() + 1);
    const content = this.#decode(quoted);
    if (isKey) this.#addKey(content);
    this.#expected = isKey ? "colon" : "comma or end";
    this.#at += quoted.length;
  }

  #beginValue(what: string): void {
    if (this.#expected !== "value" && this.#expected !== "value or ]") throw this.#misplaced(what);
    this.#values += 1;
    if (this.#untrusted && this.#values > MAX_VALUES) throw this.#fault("size", `more than ${MAX_VALUES} values`);
  }

  #findClosingQuote(): number {
    for (let at = this.#text.indexOf('"', this.#at + 1); at >= 0; at = this.#text.indexOf('"', at + 1)) {
      let slash = at;
      while (this.#text[slash - 1] === "\\") slash -= 1;
      if ((at - slash) % 2 === 0) return at;
    }
    throw this.#fault("syntax", "not JSON: a string is not closed");
  }

  #decode(quoted: string): string {
    let content: string;
    try {
      content = JSON.parse(quoted);
    } catch {
      throw this.#fault("syntax", "not JSON: a string holds a bad escape or a control character");
    }
    if (this.#untrusted && content.includes("\0")) throw this.#fault("text", "a string holds a NUL");
    if (this.#untrusted && !content.isWellFormed()) throw this.#fault("text", "a string holds half a surrogate pair");
    return content;
  }

  #addKey(key: string): void {
    const keys = this.#open.at(-1) as Set<string>;
    if (this.#untrusted && key === "__proto__") throw this.#fault("text", "the key __proto__ has no place here");
    if (keys.has(key))
      throw this.#fault("duplicate-key", `the key ${JSON.stringify(clip(key))} occurs twice in one object`);
    keys.add(key);
  }

  #misplaced(what: string): JsonError {
    const expected = this.#expected === "comma or end" && this.#open.length === 0 ? "the end" : this.#expected;
    return this.#fault("syntax", `not JSON: ${expected} is expected, not ${what}`);
  }

  #fault(fault: JsonFault, message: string): JsonError {
    return new JsonError(fault, this.#text, this.#at, message);
  }
}

function clip(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}

/** @returns the line on which `end` stands. */
function countLines(text: string, end: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}
