// The bytes of a CSV -> its lines, whatever the bytes are.
import { isUtf8 } from "node:buffer";

export type LineEnd = "\n" | "\r\n";

export type CsvFaultKind =
  | "encoding"
  | "bom"
  | "cut-short"
  | "line-end"
  | "nul"
  | "line-length"
  | "row-count"
  | "quote"
  | "header"
  | "cell-count"
  | "cell";

export interface CsvFault {
  readonly kind: CsvFaultKind;
  /** Counts from 1, the header. */
  readonly line: number;
  /** The column's name, where one is at fault. */
  readonly column?: string;
  readonly expected: string;
  readonly found: string;
}

export interface CsvLine {
  readonly line: number;
  readonly text: string;
}

const LF = 0x0a;
const CR = 0x0d;
const BOM = [0xef, 0xbb, 0xbf];

/** Longer than any row can be. UTF-16 units. */
const MAX_LINE_LENGTH = 4096;
/** Decoded at a time, so that the text never lies in memory as a whole. Bytes. */
const REGION_BYTES = 128 * 1024;
/** More rows than fit into the largest file that is read. */
const MAX_ROWS = 200_000;
/** Bytes after which garbage is collected at once: on a busy machine the collector comes too late to keep memory low. */
const COLLECT_BYTES = 2 * 1024 * 1024;

/** @returns the end of the first line, which all others must have. */
export function findLineEnd(bytes: Uint8Array): LineEnd {
  return bytes[bytes.indexOf(LF) - 1] === CR ? "\r\n" : "\n";
}

/** Every terminated line but those that cannot be one. */
export function* readLines(bytes: Uint8Array, eol: LineEnd, onFault: (fault: CsvFault) => void): Generator<CsvLine> {
  let line = 1;
  let begin = startsWithBom(bytes) ? BOM.length : 0;
  if (begin > 0) onFault({ kind: "bom", line, expected: "no byte order mark", found: "a byte order mark" });
  for (let end = findRegion(bytes, begin); end > begin; begin = end, end = findRegion(bytes, begin)) {
    if (Math.floor(end / COLLECT_BYTES) > Math.floor(begin / COLLECT_BYTES)) Bun.gc(true);
    for (const ended of decodeLines(bytes.subarray(begin, end), line, onFault)) {
      const text = ended.replace(/\r$/, "");
      const faults = checkLine(text, `${ended.slice(text.length)}\n`, eol);
      for (const fault of faults) onFault({ ...fault, line });
      if (line > MAX_ROWS + 1)
        return onFault({ kind: "row-count", line, expected: `${MAX_ROWS} rows at most`, found: "more" });
      if (faults.every(({ kind }) => kind === "line-end")) yield { line, text };
      line += 1;
    }
  }
  if (bytes.length > COLLECT_BYTES) Bun.gc(true);
  if (begin < bytes.length || begin === 0)
    onFault({
      kind: "cut-short",
      line,
      expected: "a line end after the last line",
      found: "none: the file is cut short",
    });
}

/** @returns the end of whole lines of about REGION_BYTES, one line at least; `begin` where no line ends any more. */
function findRegion(bytes: Uint8Array, begin: number): number {
  const last = bytes.subarray(begin, begin + REGION_BYTES).lastIndexOf(LF);
  return last >= 0 ? begin + last + 1 : Math.max(begin, bytes.indexOf(LF, begin) + 1);
}

/** @returns the lines of a region without their LF. A line that is longer than a region, or not UTF-8, comes cut or patched. */
function decodeLines(region: Uint8Array, firstLine: number, onFault: (fault: CsvFault) => void): string[] {
  const content = region.subarray(0, region.length <= REGION_BYTES ? region.length - 1 : REGION_BYTES);
  const lines = new TextDecoder("utf-8", { ignoreBOM: true }).decode(content).split("\n");
  const broken = isUtf8(content) ? -1 : lines.findIndex((line) => line.includes("\ufffd"));
  if (broken >= 0) onFault({ kind: "encoding", line: firstLine + broken, expected: "UTF-8", found: "other bytes" });
  return lines;
}

function startsWithBom(bytes: Uint8Array): boolean {
  return BOM.every((byte, at) => bytes[at] === byte);
}

function checkLine(content: string, end: string, eol: LineEnd): Omit<CsvFault, "line">[] {
  const faults: Omit<CsvFault, "line">[] = [];
  if (content.length > MAX_LINE_LENGTH)
    faults.push({ kind: "line-length", expected: `${MAX_LINE_LENGTH} characters at most`, found: `${content.length}` });
  if (content.includes("\0")) faults.push({ kind: "nul", expected: "no NUL", found: "a NUL" });
  if (end !== eol || content.includes("\r"))
    faults.push({
      kind: "line-end",
      expected: `${JSON.stringify(eol)}, as on the first line`,
      found: "another line end",
    });
  return faults;
}
