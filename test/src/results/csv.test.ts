import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { formatCsv, readCsv } from "../../../src/results/csv.ts";
import type { CsvFault } from "../../../src/results/csv-lines.ts";
import { COLUMNS } from "../../../src/results/schema.ts";
import { makeRow } from "./sample.ts";

const HEADER = COLUMNS.map((column) => column.name).join();
const GOOD = formatCsv([makeRow(), makeRow({ implementation: "optuna_4.9.0", validation_ns: 0 })]);

describe("writing", () => {
  test("gives the header, LF, plain ints and Python's floats", () => {
    const row = makeRow({ best_value: 8841, optimum: 0, best_regret: 1e-5, wall_ns: 2 ** 52 });
    expect(formatCsv([row])).toBe(
      `${HEADER}\npineforge_native,branin2,17,32,8,8841.0,0.0,1e-05,14378542,19915,15121,4503599627370496,-1,-1,0,-1,-1\n`,
    );
  });

  test("gives the header alone for no rows", () => {
    expect(formatCsv([])).toBe(`${HEADER}\n`);
  });

  test.each([
    ["best_value", Number.NaN],
    ["best_regret", -1e-9],
    ["seed", -1],
    ["trials", 0],
    ["wall_ns", 1.5],
    ["sampler_ns", 2 ** 60],
    ["problem", "a,b"],
  ])("refuses a row whose %s is %p", (name, value) => {
    expect(() => formatCsv([makeRow({ [name]: value })])).toThrow(RangeError);
  });

  test("what it writes reads back as the same rows", () => {
    const float = fc.double({ noNaN: true, noDefaultInfinity: true });
    const count = fc.nat({ max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(float, float, count, fc.integer({ min: 0, max: 2 ** 32 - 1 }), (value, regret, ns, seed) => {
        const row = makeRow({ best_value: value, best_regret: Math.abs(regret), wall_ns: ns, seed, best_l1: ns });
        expect(read(formatCsv([row]))).toMatchObject({ rows: [row], faults: [], unusualForms: 0 });
      }),
    );
  });
});

describe("reading", () => {
  test("takes CRLF as it takes LF", () => {
    const text = GOOD.replaceAll("\n", "\r\n");
    expect(read(text)).toEqual({ ...read(GOOD), eol: "\r\n" });
    expect(read(GOOD)).toMatchObject({ eol: "\n", faults: [], complete: true, lines: [2, 3] });
  });

  test("takes a cell in quotes, and says so", () => {
    expect(read(GOOD.replace("branin2", '"branin2"'))).toEqual({ ...read(GOOD), unusualForms: 1 });
  });

  test("takes thousands of lines, across the regions that are decoded at a time", () => {
    const rows = Array.from({ length: 5000 }, (_, seed) => makeRow({ seed }));
    const { lines, ...result } = read(formatCsv(rows));
    expect(result).toEqual({ eol: "\n", rows, faults: [], complete: true, unreadable: 0, unusualForms: 0 });
    expect(lines).toEqual(rows.map((_, index) => index + 2));
  });

  test.each<[string, string, Partial<CsvFault>]>([
    ["an empty file", "", { kind: "cut-short", line: 1 }],
    ["no final line end", GOOD.slice(0, -1), { kind: "cut-short", line: 3 }],
    ["a cut CRLF", GOOD.replaceAll("\n", "\r\n").slice(0, -1), { kind: "cut-short", line: 3 }],
    ["a byte order mark", `\ufeff${GOOD}`, { kind: "bom", line: 1 }],
    ["a NUL", GOOD.replace("branin2", "bra\0in2"), { kind: "nul", line: 2 }],
    ["CRLF after LF", `${GOOD}${lines(GOOD)[1]}\r\n`, { kind: "line-end", line: 4 }],
    ["a lone CR", GOOD.replace("branin2", "bra\rin2"), { kind: "line-end", line: 2 }],
    ["another column's name", GOOD.replace("seed", "sead"), { kind: "header", line: 1 }],
    ["two columns swapped", GOOD.replace("seed,trials", "trials,seed"), { kind: "header", line: 1 }],
    ["a column too many", GOOD.replaceAll("\n", ",x\n"), { kind: "header", line: 1 }],
    ["a cell too few", GOOD.replace("branin2,17,", "branin2,"), { kind: "cell-count", line: 2, found: "16" }],
    ["a cell too many", GOOD.replace("branin2,17,", "branin2,17,17,"), { kind: "cell-count", line: 2, found: "18" }],
    ["an empty line", `${GOOD}\n`, { kind: "cell-count", line: 4, found: "1" }],
    ["a quote inside a cell", GOOD.replace("branin2", 'bra"nin2'), { kind: "quote", line: 2 }],
    ["text after a quoted cell", GOOD.replace("branin2", '"bra"nin2'), { kind: "quote", line: 2 }],
    ["a quote left open", GOOD.replace("branin2", '"branin2'), { kind: "quote", line: 2 }],
    ["a space after a quoted cell", GOOD.replace("branin2", '"branin2" '), { kind: "quote", line: 2 }],
    ["an empty line beside quotes", `${GOOD.replace("branin2", '"branin2"')}\n`, { kind: "cell-count", line: 4 }],
    ["a line end inside quotes", GOOD.replace("branin2", '"bra\nnin2"'), { kind: "quote", line: 2 }],
    ["a line of 5,000 characters", `${GOOD}${"x".repeat(5000)}\n`, { kind: "line-length", line: 4 }],
    ["a line longer than a region", `${GOOD}${"x".repeat(300_000)}\n`, { kind: "line-length", line: 4 }],
    ["more rows than are read", GOOD + `${lines(GOOD)[1]}\n`.repeat(200_000), { kind: "row-count", line: 200_002 }],
  ])("reports %s", (_name, text, fault) => {
    expect(read(text).faults[0]).toMatchObject(fault);
  });

  test("reports what is not UTF-8, with its line", () => {
    const bytes = Buffer.from(GOOD.replace("optuna", "opt\u00fcna"), "latin1");
    expect(read(bytes).faults[0]).toMatchObject({ kind: "encoding", line: 3 });
  });

  test("reports all faults, and reads the rows that have none", () => {
    const text = `${GOOD}${lines(GOOD)[1]},\n${lines(GOOD)[2]?.replace(",17,", ",x,")}\n${lines(GOOD)[2]}\n`;
    const { faults, lines: read_ } = read(text);
    expect(faults.map(({ kind, line }) => `${kind} ${line}`)).toEqual(["cell-count 4", "cell 5"]);
    expect(read_).toEqual([2, 3, 6]);
  });

  test.each([
    ["implementation", ["", "=cmd", "a b", "+1", "@x", "\u00e9"]],
    ["problem", ["", "-branin2", "<b>"]],
    ["seed", ["", "1.0", "1.5", "-1", "4294967296", "01", "+1", "1e3", "0x10", " 1", "1_0", "\u0663", "NaN"]],
    ["trials", ["0", "-1", "32.0", "9007199254740992"]],
    ["wall_ns", ["-1", "1.0", "1e9", "9007199254740993", "1".repeat(400)]],
    ["best_hamming", ["-2", "-1.0", "-0", "1.5"]],
    ["best_value", ["", "nan", "inf", "-inf", "1e400", "1.", ".5", "01.5", "0x1p3", "+1.0", "1e", " 1.0", "1_0.0"]],
    ["best_regret", ["-0.1", "-1e-300", "NaN"]],
  ])("reports what column %s cannot hold, naming line and column", (name, cells) => {
    for (const cell of cells)
      expect(read(withCell(name, cell)).faults).toMatchObject([{ kind: "cell", line: 2, column: name, found: cell }]);
  });

  test.each([
    ["seed", "4294967295", 4294967295],
    ["best_value", "8841", 8841],
    ["best_value", "-1.5e-07", -1.5e-7],
    ["best_value", "1e+16", 1e16],
    ["best_regret", "-0.0", -0],
    ["unique_candidates", "-1", -1],
  ])("takes %s %s", (name, cell, value) => {
    expect(read(withCell(name, cell)).rows[0]).toEqual(makeRow({ [name]: value }));
  });
});

function read(content: string | Uint8Array) {
  const faults: CsvFault[] = [];
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  return { ...readCsv(bytes, (fault) => faults.push(fault)), faults };
}

/** GOOD with another cell in its first row. */
function withCell(name: string, cell: string): string {
  const [header = "", first = "", ...others] = lines(GOOD);
  const at = COLUMNS.findIndex((column) => column.name === name);
  return [header, first.split(",").with(at, cell).join(), ...others].join("\n");
}

function lines(text: string): string[] {
  return text.split("\n");
}
