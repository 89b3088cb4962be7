// The CSV of a result: UTF-8, no BOM, comma, the columns of schema.ts, a final line end. We write LF; we read LF or CRLF.
// The one file that knows csv-parse and csv-stringify.
import { CsvError, parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { RejectedError } from "../cli/exit.ts";
import { formatFloat } from "./python-json.ts";
import { COLUMNS, type Column, INTEGER_RANGES, type Row } from "./schema.ts";

export type LineEnd = "\n" | "\r\n";

/** The cells of a CSV as text. Record i stands on line i + 2, below the header, since no cell may hold a line end. */
export interface CsvText {
  readonly eol: LineEnd;
  readonly records: readonly (readonly string[])[];
}

const HEADER: readonly string[] = COLUMNS.map((column) => column.name);

/**
 * @returns the file's text: integers plain, the objective columns as Python prints floats.
 * @throws RangeError on a value that its column cannot hold.
 */
export function formatCsv(rows: readonly Row[]): string {
  const records = rows.map((row) => COLUMNS.map((column) => formatCell(column, row[column.name])));
  return formatRecords({ eol: "\n", records });
}

/** @returns the text that parseCsv read, byte for byte unless it quoted a cell that needs no quotes. */
export function formatRecords({ eol, records }: CsvText): string {
  return stringify([HEADER, ...records], { record_delimiter: eol });
}

/** @throws RejectedError that names the line. */
export function parseCsv(text: string): CsvText {
  const eol = findLineEnd(text);
  const [header, ...records] = splitRecords(text, eol);
  if (header === undefined || header.join() !== HEADER.join()) {
    throw new RejectedError(`line 1: the header is not that of CSV schema version 1: ${HEADER.join()}`);
  }
  records.forEach((cells, index) => {
    if (cells.length !== HEADER.length) {
      throw new RejectedError(`line ${index + 2}: ${cells.length} cells instead of ${HEADER.length}`);
    }
  });
  return { eol, records };
}

/** @throws RejectedError that names the line and the column. */
export function rowsFromRecords(records: CsvText["records"]): Row[] {
  return records.map((cells, index) => {
    const entries = COLUMNS.map((column, at) => {
      const cell = cells[at] ?? "";
      const value = readCell(column, cell);
      if (value !== undefined) return [column.name, value];
      const shown = JSON.stringify(cell.slice(0, 40));
      throw new RejectedError(`line ${index + 2}, column ${column.name}: ${shown} is not ${describeType(column)}`);
    });
    return Object.fromEntries(entries) as Row;
  });
}

const IDENTIFIER = /^[A-Za-z0-9_.]+$/;
const INTEGER = /^(?:0|-?[1-9]\d*)$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/;

/** @returns the cell's value, or undefined where the text is not of the column's type. */
export function readCell({ type }: Column, text: string): string | number | undefined {
  if (type === "string") return IDENTIFIER.test(text) ? text : undefined;
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
  const isFloat = column.type.endsWith("number");
  const text = isFloat && typeof value === "number" ? formatFloat(value) : String(value);
  if (readCell(column, text) === undefined)
    throw new RangeError(`${column.name}: ${text} is not ${describeType(column)}`);
  return text;
}

/** @throws RejectedError where line ends differ, the last one is missing, or a byte has no place in a CSV. */
function findLineEnd(text: string): LineEnd {
  if (text.startsWith("\ufeff")) throw new RejectedError("line 1: the file begins with a byte order mark");
  const eol = text.slice(0, text.indexOf("\n") + 1).endsWith("\r\n") ? "\r\n" : "\n";
  if (!text.endsWith(eol)) throw new RejectedError("the last line has no line end: the file is cut short");
  const odd = (eol === "\n" ? /[\0\r]/ : /\0|\r(?!\n)|(?<!\r)\n/).exec(text);
  if (odd === null) return eol;
  const line = text.slice(0, odd.index).split("\n").length;
  throw new RejectedError(`line ${line}: ${odd[0] === "\0" ? "a NUL byte" : "a line end unlike the first one"}`);
}

function splitRecords(text: string, eol: LineEnd): string[][] {
  const records = parseRecords(text, eol);
  if (records.length !== text.split(eol).length - 1) throw new RejectedError("a cell holds a line end");
  return records;
}

function parseRecords(text: string, eol: LineEnd): string[][] {
  try {
    return parse(text, { record_delimiter: eol, relax_column_count: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new RejectedError(`line ${error.lines}: a quote stands where CSV allows none, or is not closed`);
  }
}
