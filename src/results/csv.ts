// The CSV of a result: UTF-8, no BOM, comma, the columns of schema.ts, a final line end. We write LF; we read LF or CRLF.
// The one file that knows csv-parse and csv-stringify.
import { CsvError, parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { PROBLEMS } from "../problems.ts";
import { type CsvFault, type CsvFaultKind, type CsvLine, findLineEnd, type LineEnd, readLines } from "./csv-lines.ts";
import { formatFloat } from "./python-json.ts";
import { COLUMNS, type Column, IMPLEMENTATIONS, INTEGER_RANGES, type Row } from "./schema.ts";

/** What could be read of a CSV; all of it where there was no fault. */
export interface CsvRows {
  readonly eol: LineEnd;
  readonly rows: readonly Row[];
  /** Row i stands on line lines[i]. */
  readonly lines: readonly number[];
  /** false where the header is another, or the file could not be split into cells to its end. */
  readonly complete: boolean;
  /** Lines that gave no row. */
  readonly unreadable: number;
  /** Cells in quotes, or numbers in another form than Python's: the same data, but not the bytes that we would write. */
  readonly unusualForms: number;
}

const HEADER: readonly string[] = COLUMNS.map((column) => column.name);

/** Lines given to the library at a time: a call costs as much as 50 lines, and all at once would take much memory. */
const BATCH_LINES = 512;

/**
 * @returns the file's text: integers plain, the objective columns as Python prints floats.
 * @throws RangeError on a value that its column cannot hold.
 */
export function formatCsv(rows: readonly Row[]): string {
  let text = stringify([HEADER], { record_delimiter: "\n" });
  for (let begin = 0; begin < rows.length; begin += BATCH_LINES) {
    const batch = rows.slice(begin, begin + BATCH_LINES);
    const records = batch.map((row) => COLUMNS.map((column) => formatCell(column, row[column.name])));
    text += stringify(records, { record_delimiter: "\n" });
  }
  return text;
}

/** Reads rows until the end, or until the file cannot be split into cells any more; tells `onFault` of every fault. */
export function readCsv(bytes: Uint8Array, onFault: (fault: CsvFault) => void): CsvRows {
  const eol = findLineEnd(bytes);
  const rows: Row[] = [];
  const lines: number[] = [];
  let unusualForms = 0;
  const unreadable = new Set<number>();
  let complete = false;
  const note = (fault: CsvFault) => {
    complete &&= !FATAL.has(fault.kind);
    if (fault.kind !== "line-end") unreadable.add(fault.line);
    onFault(fault);
  };
  for (const { line, cells, quoted } of readRecords(bytes, eol, note)) {
    if (line === 1) {
      complete = cells.join() === HEADER.join();
      if (complete) continue;
      note({ kind: "header", line, expected: HEADER.join(), found: cells.join() });
      break;
    }
    const row = readRow(cells, line, note);
    if (row === null) continue;
    rows.push(row);
    lines.push(line);
    unusualForms += quoted ? 1 : countUnusualNumbers(row, cells);
  }
  return { eol, rows, lines, complete, unreadable: unreadable.size, unusualForms };
}

/** After these nothing more is read. */
const FATAL: ReadonlySet<CsvFaultKind> = new Set(["header", "quote", "row-count"]);

/** One string for each known name: a cell's own would keep the text that it is cut from in memory. */
const KNOWN_NAMES: ReadonlyMap<string, string> = new Map(
  [...Object.values(IMPLEMENTATIONS), ...PROBLEMS.map((problem) => problem.name)].map((name) => [name, name]),
);
const IDENTIFIER = /^[A-Za-z0-9_.]+$/;
const INTEGER = /^(?:0|-?[1-9]\d*)$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/;

/** @returns the cell's value, or undefined where the text is not of the column's type. */
export function readCell({ type }: Column, text: string): string | number | undefined {
  if (type === "string") return KNOWN_NAMES.get(text) ?? (IDENTIFIER.test(text) ? text : undefined);
  const value = Number(text);
  if (type === "finite number" || type === "non-negative number") {
    const good = NUMBER.test(text) && Number.isFinite(value) && (type === "finite number" || value >= 0);
    return good ? value : undefined;
  }
  const { min, max } = INTEGER_RANGES[type];
  return INTEGER.test(text) && value >= min && value <= max ? value : undefined;
}

/** @returns the type in words, with its range, to follow "is not". */
export function describeType({ type }: Column): string {
  if (type === "string") return "an identifier";
  if (type === "finite number") return "a finite number";
  if (type === "non-negative number") return "a finite number of at least 0";
  return `an integer from ${INTEGER_RANGES[type].min} to ${INTEGER_RANGES[type].max}`;
}

function formatCell(column: Column, value: string | number): string {
  const text = isFloat(column) && typeof value === "number" ? formatFloat(value) : String(value);
  if (readCell(column, text) === undefined)
    throw new RangeError(`${column.name}: ${text} is not ${describeType(column)}`);
  return text;
}

function isFloat({ type }: Column): boolean {
  return type.endsWith("number");
}

function readRow(cells: readonly string[], line: number, onFault: (fault: CsvFault) => void): Row | null {
  if (cells.length !== HEADER.length) {
    onFault({ kind: "cell-count", line, expected: `${HEADER.length} cells`, found: `${cells.length}` });
    return null;
  }
  const row: Partial<Record<string, string | number>> = {};
  let good = true;
  COLUMNS.forEach((column, at) => {
    const cell = cells[at] as string;
    const value = readCell(column, cell);
    row[column.name] = value;
    if (value !== undefined) return;
    good = false;
    onFault({ kind: "cell", line, column: column.name, expected: describeType(column), found: cell });
  });
  return good ? (row as Row) : null;
}

function countUnusualNumbers(row: Row, cells: readonly string[]): number {
  return COLUMNS.filter((column, at) => isFloat(column) && formatFloat(row[column.name] as number) !== cells[at])
    .length;
}

interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
  readonly quoted: boolean;
}

/** One record a line, since no cell may hold a line end. */
function* readRecords(bytes: Uint8Array, eol: LineEnd, onFault: (fault: CsvFault) => void): Generator<CsvRecord> {
  let batch: CsvLine[] = [];
  for (const line of readLines(bytes, eol, onFault)) {
    if (batch.push(line) < BATCH_LINES) continue;
    const complete = yield* splitLines(batch, onFault);
    if (!complete) return;
    batch = [];
  }
  yield* splitLines(batch, onFault);
}

/** @returns whether all of them could be split. */
function* splitLines(lines: readonly CsvLine[], onFault: (fault: CsvFault) => void): Generator<CsvRecord, boolean> {
  if (!lines.some(({ text }) => text.includes('"'))) {
    for (const { line, text } of lines) yield { line, cells: text.split(","), quoted: false };
    return true;
  }
  const records = parseQuoted(lines.map(({ text }) => text));
  if (records === null) {
    const faulty = lines.find(({ text }) => parseQuoted([text]) === null) ?? (lines[0] as CsvLine);
    onFault({ kind: "quote", line: faulty.line, expected: "quotes around whole cells only", found: faulty.text });
    return false;
  }
  for (const [index, { line, text }] of lines.entries())
    yield { line, cells: records[index] as string[], quoted: text.includes('"') };
  return true;
}

/** @returns one record for each line, or null where a quote stands where CSV allows none, or is not closed. */
function parseQuoted(lines: readonly string[]): string[][] | null {
  try {
    const records = parse(`${lines.join("\n")}\n`, { record_delimiter: "\n", relax_column_count: true });
    return records.length === lines.length ? records : null;
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}
