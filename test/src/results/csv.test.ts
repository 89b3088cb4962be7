import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { RejectedError } from "../../../src/cli/exit.ts";
import { formatCsv, formatRecords, parseCsv, rowsFromRecords } from "../../../src/results/csv.ts";
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
        expect(rowsFromRecords(parseCsv(formatCsv([row])).records)).toEqual([row]);
      }),
    );
  });
});

describe("reading", () => {
  test("takes CRLF, and gives it back", () => {
    const text = GOOD.replaceAll("\n", "\r\n");
    expect(parseCsv(text).eol).toBe("\r\n");
    expect(parseCsv(text).records).toEqual(parseCsv(GOOD).records);
    expect(formatRecords(parseCsv(text))).toBe(text);
  });

  test("takes a cell in quotes", () => {
    expect(parseCsv(GOOD.replace("branin2", '"branin2"')).records).toEqual(parseCsv(GOOD).records);
  });

  test.each([
    ["an empty file", "", "cut short"],
    ["no final line end", GOOD.slice(0, -1), "cut short"],
    ["a cut CRLF", GOOD.replaceAll("\n", "\r\n").slice(0, -1), "cut short"],
    ["a byte order mark", `\ufeff${GOOD}`, "byte order mark"],
    ["a NUL", GOOD.replace("branin2", "bra\0in2"), "line 2: a NUL"],
    ["CRLF after LF", `${GOOD}${lines(GOOD)[1]}\r\n`, "line 4: a line end unlike"],
    ["LF after CRLF", `${GOOD.replaceAll("\n", "\r\n").replace("branin2", "bra\nin2")}`, "line 2: a line end unlike"],
    ["a lone CR", GOOD.replace("branin2", "bra\rin2"), "line 2: a line end unlike"],
    ["another column's name", GOOD.replace("seed", "sead"), "line 1: the header"],
    ["two columns swapped", GOOD.replace("seed,trials", "trials,seed"), "line 1: the header"],
    ["a column too many", GOOD.replaceAll("\n", ",x\n"), "line 1: the header"],
    ["a cell too few", GOOD.replace("branin2,17,", "branin2,"), "line 2: 16 cells instead of 17"],
    ["a cell too many", GOOD.replace("branin2,17,", "branin2,17,17,"), "line 2: 18 cells instead of 17"],
    ["an empty line", `${GOOD}\n`, "line 4: 1 cells instead of 17"],
    ["a quote inside a cell", GOOD.replace("branin2", 'bra"nin2'), "line 2: a quote"],
    ["text after a quoted cell", GOOD.replace("branin2", '"bra"nin2'), "line 2: a quote"],
    ["a quote left open", GOOD.replace("branin2", '"branin2'), "a quote"],
    ["a line end inside quotes", GOOD.replace("branin2", '"bra\nnin2"'), "a cell holds a line end"],
    ["a space after a quoted cell", GOOD.replace("branin2", '"branin2" '), "line 2: a quote"],
  ])("rejects %s", (_name, text, message) => {
    expect(() => parseCsv(text)).toThrow(RejectedError);
    expect(() => parseCsv(text)).toThrow(message);
  });

  test.each([
    ["implementation", ["", "=cmd", "a b", "+1", "@x", "é"]],
    ["problem", ["", "-branin2", "<b>"]],
    ["seed", ["", "1.0", "1.5", "-1", "4294967296", "01", "+1", "1e3", "0x10", " 1", "1_0", "٣", "NaN"]],
    ["trials", ["0", "-1", "32.0", "9007199254740992"]],
    ["wall_ns", ["-1", "1.0", "1e9", "9007199254740993", "1".repeat(400)]],
    ["best_hamming", ["-2", "-1.0", "-0", "1.5"]],
    [
      "best_value",
      ["", "nan", "inf", "-inf", "1e400", "1,5", "1.", ".5", "01.5", "0x1p3", "+1.0", "1e", " 1.0", "1_0.0"],
    ],
    ["best_regret", ["-0.1", "-1e-300", "NaN"]],
  ])("rejects what column %s cannot hold, naming line and column", (name, cells) => {
    for (const cell of cells) {
      const records = parseCsv(GOOD).records.map((record) => [...record]);
      (records[1] as string[])[COLUMNS.findIndex((column) => column.name === name)] = cell;
      expect(() => rowsFromRecords(records)).toThrow(RejectedError);
      expect(() => rowsFromRecords(records)).toThrow(
        `line 3, column ${name}: ${JSON.stringify(cell.slice(0, 40))} is not`,
      );
    }
  });

  test.each([
    ["seed", "4294967295", 4294967295],
    ["best_value", "8841", 8841],
    ["best_value", "-1.5e-07", -1.5e-7],
    ["best_value", "1e+16", 1e16],
    ["best_regret", "-0.0", -0],
    ["unique_candidates", "-1", -1],
  ])("takes %s %s", (name, cell, value) => {
    const [record = []] = parseCsv(GOOD).records;
    const at = COLUMNS.findIndex((column) => column.name === name);
    const [row] = rowsFromRecords([record.with(at, cell)]);
    expect(row).toEqual(makeRow({ [name]: value }));
  });
});

function lines(text: string): string[] {
  return text.split("\n");
}
