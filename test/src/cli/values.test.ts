import { describe, expect, test } from "bun:test";
import { UsageError } from "../../../src/cli/exit.ts";
import { readChoice, readCount, readNames, readPath, readSeconds, readWholeNumbers } from "../../../src/cli/values.ts";

const MAX = 4_294_967_295;

describe("a list of whole numbers", () => {
  test("keeps the order given, bounds included", () => {
    expect(readWholeNumbers("--seeds", "4294967295,0,17", MAX)).toEqual([4294967295, 0, 17]);
  });
  test.each([
    ["", "--seeds is empty: give whole numbers from 0 to 4294967295, separated by commas"],
    ["-1", '--seeds: "-1" is not a whole number from 0 to 4294967295'],
    ["4294967296", '--seeds: "4294967296" is not a whole number from 0 to 4294967295'],
    ["18446744073709551615", '--seeds: "18446744073709551615" is not a whole number from 0 to 4294967295'],
    ["1.5", '--seeds: "1.5" is not a whole number from 0 to 4294967295'],
    ["abc", '--seeds: "abc" is not a whole number from 0 to 4294967295'],
    ["1e3", '--seeds: "1e3" is not a whole number from 0 to 4294967295'],
    ["0x10", '--seeds: "0x10" is not a whole number from 0 to 4294967295'],
    ["+1", '--seeds: "+1" is not a whole number from 0 to 4294967295'],
    ["007", '--seeds: "007" is not a whole number from 0 to 4294967295'],
    ["1, 2", '--seeds: " 2" is not a whole number from 0 to 4294967295'],
    ["1,,2", '--seeds: "" is not a whole number from 0 to 4294967295'],
    ["1,", '--seeds: "" is not a whole number from 0 to 4294967295'],
    ["1\n", '--seeds: "1\\n" is not a whole number from 0 to 4294967295'],
    ["٣", '--seeds: "٣" is not a whole number from 0 to 4294967295'],
    ["1,2,1", "--seeds: 1 is given twice"],
  ])("refuses %j", (text, message) => {
    expect(() => readWholeNumbers("--seeds", text, MAX)).toThrow(new UsageError(message));
  });
});

describe("a list of names", () => {
  const known = ["branin2", "mixed_log"];
  test("keeps the order given", () => {
    expect(readNames("--problems", "mixed_log,branin2", known)).toEqual(["mixed_log", "branin2"]);
  });
  test.each([
    ["", "--problems is empty: give names out of branin2, mixed_log, separated by commas"],
    ["branin", '--problems: "branin" is unknown (did you mean branin2?)'],
    ["ackley", '--problems: "ackley" is unknown; known are branin2, mixed_log'],
    ["branin2,branin2", "--problems: branin2 is given twice"],
    ["branin2,", '--problems: "" is unknown; known are branin2, mixed_log'],
  ])("refuses %j", (text, message) => {
    expect(() => readNames("--problems", text, known)).toThrow(new UsageError(message));
  });
});

test("a count is a whole number from 1 to its bound", () => {
  expect(readCount("--trials", "1", 9)).toBe(1);
  expect(readCount("--trials", "9", 9)).toBe(9);
  for (const text of ["0", "10", "-1", "1.0", "1e1", "", " 1", "NaN", "Infinity"])
    expect(() => readCount("--trials", text, 9)).toThrow(`--trials: ${JSON.stringify(text)} is not a whole number`);
});

test("a time-out is a positive decimal number of seconds", () => {
  expect(readSeconds("--timeout", "0.25")).toBe(0.25);
  expect(readSeconds("--timeout", "60")).toBe(60);
  for (const text of ["0", "0.0", "-1", "1e400", "2000001", ".5", "1.", "", "abc", "Infinity"])
    expect(() => readSeconds("--timeout", text)).toThrow(
      `--timeout: ${JSON.stringify(text)} is not a number of seconds`,
    );
});

test("a path is taken as it is, but not empty", () => {
  expect(readPath("--output", "a/b.csv")).toBe("a/b.csv");
  expect(() => readPath("--output", "")).toThrow(new UsageError("--output is empty: give a path"));
  expect(() => readPath("--output", "\ufffd.csv")).toThrow("is not UTF-8");
});

describe("one of some words", () => {
  test("is taken as it is", () => {
    expect(readChoice("--ties", "stock", ["stable", "stock"])).toBe("stock");
  });
  test.each(["", "Stock", "stable,stock", "toString"])("refuses %j", (text) => {
    expect(() => readChoice("--ties", text, ["stable", "stock"])).toThrow(
      new UsageError(`--ties: ${JSON.stringify(text)} is not one of stable, stock`),
    );
  });
});
