// Why a CSV may be another file than its sidecar describes. An explanation never makes it acceptable.
import { PROBLEMS } from "../problems.ts";
import { type CsvRows, formatCsv } from "../results/csv.ts";
import { sha256Hex } from "../results/fingerprint.ts";
import { COLUMNS, IMPLEMENTATIONS, type Row } from "../results/schema.ts";

/** Above this only the bytes as they are are hashed: each explanation needs copies and hashes of its own. Bytes. */
const MAX_BYTES = 4 * 1024 * 1024;
/** As much of the file shows how it was saved. Bytes. */
const SAMPLE_BYTES = 64 * 1024;

/** @returns what explains that the bytes have another hash than `sha256`, and the remedy; undefined where nothing does. */
export async function explainMismatch(bytes: Uint8Array, csv: CsvRows, sha256: string): Promise<string | undefined> {
  if (bytes.length > MAX_BYTES) return undefined;
  for (const [variants, explanation] of [
    [lineEndVariants(bytes), LINE_ENDS],
    [formVariants(csv.rows), FORMS],
  ] as const) {
    for (const variant of variants) if ((await sha256Hex(variant)) === sha256) return explanation;
  }
  const sign = findSpreadsheetSign(Buffer.from(bytes.subarray(0, SAMPLE_BYTES)).toString("latin1"));
  return sign === undefined ? undefined : `it looks as a spreadsheet saves it, ${sign}: ${ORIGINAL}`;
}

const ORIGINAL = "get the original file again, and open a copy only";
const LINE_ENDS = `only line ends, a byte order mark or the last line end differ, as after a checkout with autocrlf or an editor: ${ORIGINAL}`;
const FORMS = `all values are the same, only the form of numbers, quotes or line ends differs, as after a spreadsheet's save: ${ORIGINAL}`;

/** The same lines with LF and with CRLF, without a byte order mark, with one last line end. */
function lineEndVariants(bytes: Uint8Array): Buffer[] {
  const text = Buffer.from(bytes)
    .toString("latin1")
    .replace(/^\xef\xbb\xbf/, "")
    .replaceAll("\r\n", "\n");
  const ended = text.endsWith("\n") ? text : `${text}\n`;
  return withBothLineEnds(ended);
}

/** The same values as we print them, and as upstream's native rows print whole numbers. */
function formVariants(rows: readonly Row[]): Buffer[] {
  if (rows.length === 0) return [];
  const ours = formatCsv(rows);
  const theirs = ours.replace(NATIVE_LINE, (line) => line.replace(/\.0(?=,)/g, ""));
  return [...withBothLineEnds(ours), ...withBothLineEnds(theirs)];
}

const NATIVE_LINE = new RegExp(`^${IMPLEMENTATIONS.native},.*$`, "gm");

function withBothLineEnds(text: string): Buffer[] {
  return [text, text.replaceAll("\n", "\r\n")].map((variant) => Buffer.from(variant, "latin1"));
}

/** What spreadsheets do to a CSV and neither writer of results does. */
function findSpreadsheetSign(sample: string): string | undefined {
  const [header = "", ...lines] = sample.split(/\r?\n/);
  const names = COLUMNS.map((column) => column.name);
  if ([";", "\t"].some((separator) => header.includes(names.join(separator))))
    return "the cells are separated by semicolons or tabs";
  if (/[\d.]E[+-]?\d/.test(sample)) return "numbers have a capital E";
  if (lines.some((line) => /,{3,}\s*$/.test(line))) return "lines end in empty cells";
  return lines.some(isRounded) ? "numbers are rounded to 15 digits" : undefined;
}

/** A declared optimum of which 15 digits are left. */
function isRounded(line: string): boolean {
  return ROUNDED_OPTIMA.some((optimum) => line.includes(`,${optimum},`));
}

const ROUNDED_OPTIMA: readonly string[] = PROBLEMS.map(({ declaredOptimum }) => [
  declaredOptimum,
  Number(declaredOptimum.toPrecision(15)),
])
  .filter(([exact, rounded]) => exact !== rounded)
  .map(([, rounded]) => String(rounded));
