import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { JsonError, type JsonFault, scanJson } from "../../../src/results/json-scan.ts";

function scan(text: string, untrusted = false): JsonError | null {
  try {
    scanJson(text, { untrusted });
    return null;
  } catch (error) {
    if (error instanceof JsonError) return error;
    throw error;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test("what it takes is what JSON.parse takes, on thousands of spoiled documents", () => {
  const symbols = fc.constantFrom(..."{}[],:\"\\ \n\t0123456789-+.eEtruefalsn/u'\u0000\u2028\u00a0");
  const document = fc.json({ maxDepth: 4 });
  const edits = fc.array(fc.tuple(fc.nat(), symbols, fc.constantFrom("insert", "replace", "remove")), { maxLength: 3 });
  fc.assert(
    fc.property(document, edits, (text, changes) => {
      const spoiled = changes.reduce((before, [where, symbol, how]) => {
        const at = where % (before.length + 1);
        return before.slice(0, at) + (how === "remove" ? "" : symbol) + before.slice(how === "insert" ? at : at + 1);
      }, text);
      const fault = scan(spoiled)?.fault;
      if (fault !== "duplicate-key" && fault !== "number") expect(fault === undefined).toBe(isJson(spoiled));
    }),
    { numRuns: 20_000 },
  );
});

test("a document of random symbols is never taken where JSON.parse refuses it", () => {
  const text = fc.string({ unit: fc.constantFrom(...'{}[],:"1 a\\-'), maxLength: 12 });
  fc.assert(
    fc.property(text, (symbols) => {
      if (scan(symbols) === null) expect(isJson(symbols)).toBe(true);
    }),
    { numRuns: 20_000 },
  );
});

describe("says what and where", () => {
  test.each<[string, string, JsonFault, string]>([
    ["a comma too many", '{"a": 1,\n}', "syntax", "not JSON: key is expected, not } (line 2, column 1)"],
    ["a comma missing", "[1\n 2]", "syntax", "not JSON: comma or end is expected, not 2 (line 2, column 2)"],
    ["the end missing", "[1", "syntax", "not JSON: comma or end is expected, not the end (line 1, column 3)"],
    ["a string not closed", '{"a\\"', "syntax", "not JSON: a string is not closed (line 1, column 2)"],
    [
      "a doubled key",
      '{"a": 1,\n "\\u0061": 2}',
      "duplicate-key",
      'the key "a" occurs twice in one object (line 2, column 2)',
    ],
    ["a number out of range", "[-1e400]", "number", "the number -1e400 is out of a double's range (line 1, column 2)"],
    ["a byte order mark", "\ufeff1", "bom", "JSON must not begin with a byte order mark (line 1, column 1)"],
  ])("%s", (_name, text, fault, message) => {
    expect(scan(text)).toMatchObject({ fault, message });
  });
});

describe("in untrusted text also refuses", () => {
  test.each<[string, string, JsonFault]>([
    ["__proto__ as a key", '{"__proto__": 1}', "text"],
    ["__proto__ in escapes", '{"\\u005f_proto__": 1}', "text"],
    ["NUL in a value", '["\\u0000"]', "text"],
    ["NUL in a key", '{"a\\u0000": 1}', "text"],
    ["a lone high surrogate", '["\\ud800"]', "text"],
    ["a lone low surrogate in a key", '{"\\udc00": 1}', "text"],
    ["150,001 values", `[${"0,".repeat(150_000)}0]`, "size"],
  ])("%s", (_name, text, fault) => {
    expect(scan(text)).toBeNull();
    expect(scan(text, true)?.fault).toBe(fault);
  });

  test("but takes a whole surrogate pair and __proto__ as a value", () => {
    expect(scan('["\\ud83d\\ude00", "__proto__"]', true)).toBeNull();
  });
});

test.each([
  ["a million levels", "[".repeat(1_000_000)],
  ["a million objects in one another", '{"a":'.repeat(1_000_000)],
  ["ten million digits", "1".repeat(10_000_000)],
  ["four million spaces", " ".repeat(4_000_000)],
  ["four million line ends", "\n".repeat(4_000_000)],
  ["two million escapes, not closed", `"${"\\n".repeat(2_000_000)}`],
  ["four million backslashes and a quote", `"${"\\".repeat(4_000_001)}"`],
  ["four million quotes", '"'.repeat(4_000_000)],
])("%s are refused in linear time", (_name, text) => {
  const begin = performance.now();
  expect(scan(text, true)).not.toBeNull();
  expect(performance.now() - begin).toBeLessThan(3000);
});
