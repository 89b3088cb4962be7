import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  compareCodePoints,
  dumpsCompact,
  dumpsIndented,
  Float,
  formatFloat,
  type JsonValue,
  parseJson,
} from "../../../src/results/python-json.ts";
import { runPython } from "./cpython.ts";

describe("floats", () => {
  test.each([
    [0, "0.0"],
    [-0, "-0.0"],
    [8841, "8841.0"],
    [1e-5, "1e-05"],
    [0.0001, "0.0001"],
    [1.5e-7, "1.5e-07"],
    [9999999999999998, "9999999999999998.0"],
    [1e16, "1e+16"],
    [1e100, "1e+100"],
    [123456789012345680, "1.2345678901234568e+17"],
    [0.39788735772973816, "0.39788735772973816"],
    [5e-324, "5e-324"],
    [1.7976931348623157e308, "1.7976931348623157e+308"],
  ])("%p prints as %s", (value, text) => {
    expect(formatFloat(value)).toBe(text);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    "%p has no form and is refused",
    (value) => {
      expect(() => formatFloat(value)).toThrow(RangeError);
      expect(() => dumpsCompact(new Float(value))).toThrow(RangeError);
      expect(() => dumpsCompact([value])).toThrow(RangeError);
    },
  );

  test("almost half a million doubles print as CPython's repr and json.dumps print them", () => {
    const doubles = listDoubles();
    expect(doubles.length).toBeGreaterThan(490_000);
    const program = `
import json, struct, sys
for word in sys.stdin.read().split():
    value, = struct.unpack(">d", bytes.fromhex(word))
    assert repr(value) == json.dumps(value)
    print(repr(value))`;
    const expected = runPython(program, doubles.map(toHex).join("\n")).trimEnd().split("\n");
    const ours = doubles.map((value) => dumpsCompact(new Float(value)));
    expect(ours.length).toBe(expected.length);
    expect(ours.filter((text, index) => text !== expected[index])).toEqual([]);
  }, 60_000);
});

describe("ints", () => {
  test.each([
    [1, "1"],
    [-0, "0"],
    [9007199254740991, "9007199254740991"],
    [9007199254740993n, "9007199254740993"],
    [-(10n ** 40n), `-1${"0".repeat(40)}`],
  ])("%p prints as %s", (value, text) => {
    expect(dumpsCompact(value)).toBe(text);
  });

  test("a plain number that no longer counts by ones is refused", () => {
    expect(() => dumpsCompact(2 ** 53)).toThrow("must be a bigint or a Float");
  });
});

describe("strings", () => {
  test("every UTF-16 unit alone, between letters and beside surrogates prints as in CPython", () => {
    const units = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit));
    const astral = [0x10000, 0x1f600, 0x10ffff, 0xe000, 0xffff].map((point) => String.fromCodePoint(point));
    const strings = [
      ...units,
      ...units.map((unit) => `a${unit}\ud800z`),
      ...units.map((unit) => `\udc00${unit}`),
      ...astral,
    ];
    expect(dumpsCompact(strings)).toBe(redump("separators=(',', ':'), sort_keys=True", JSON.stringify(strings)));
  });

  test("keys sort by code point, where JavaScript puts astral characters before U+E000", () => {
    const keys = [
      "\u{1f600}",
      "\ue000",
      "\uffff",
      "b",
      "",
      "a\u{10000}",
      "a\ufb01",
      "\ud800",
      "\ud800a",
      "\udfff",
      "B",
    ];
    const document = Object.fromEntries(keys.map((key, index) => [key, index]));
    expect(dumpsCompact(document)).toBe(redump("separators=(',', ':'), sort_keys=True", JSON.stringify(document)));
    expect(keys.toSorted(compareCodePoints)).not.toEqual(keys.toSorted());
  });
});

describe("documents", () => {
  test.each<[JsonValue, string]>([
    [{}, "{}"],
    [[], "[]"],
    [{ b: [], a: {} }, '{\n  "a": {},\n  "b": []\n}'],
    [[1, [new Float(2)]], "[\n  1,\n  [\n    2.0\n  ]\n]"],
  ])("indented: %j", (value, text) => {
    expect(dumpsIndented(value)).toBe(text);
  });

  test("two thousand random documents print as in CPython, compact and indented", () => {
    const documents = fc.sample(anyJson(), { numRuns: 2000, seed: 20260718 });
    const text = dumpsCompact(documents);
    expect(redump("separators=(',', ':'), sort_keys=True", text)).toBe(text);
    expect(redump("indent=2, sort_keys=True", text)).toBe(dumpsIndented(documents));
  });

  test("reading what was printed and printing it again gives the same bytes", () => {
    fc.assert(
      fc.property(anyJson(), (value) => {
        expect(dumpsCompact(parseJson(dumpsIndented(value)))).toBe(dumpsCompact(value));
        expect(dumpsIndented(parseJson(dumpsCompact(value)))).toBe(dumpsIndented(value));
      }),
    );
  });
});

describe("reading", () => {
  test("keeps 1.0 apart from 1, and ints beyond 2^53 exact", () => {
    const read = parseJson("[1, 1.0, 1e2, -0, -0.0, 9007199254740993]");
    expect(read).toEqual([1, new Float(1), new Float(100), 0, new Float(-0), 9007199254740993n]);
  });

  test("takes __proto__ and constructor as the plain keys they are", () => {
    const read = parseJson('{"__proto__": {"polluted": 1}, "constructor": 2}') as Record<string, JsonValue>;
    expect(Object.keys(read)).toEqual(["__proto__", "constructor"]);
    expect(read.polluted).toBeUndefined();
    expect("toString" in read).toBe(false);
    expect(dumpsCompact(read)).toBe('{"__proto__":{"polluted":1},"constructor":2}');
  });

  test.each([
    ["a doubled key", '{"a": 1, "b": 2, "a": 3}', "occurs twice"],
    ["a doubled key spelled otherwise", '{"a": 1, "\\u0061" : 3}', "occurs twice"],
    ["a float out of range", "[1e400]", "out of a double's range"],
    ["65 levels", `${"[".repeat(65)}${"]".repeat(65)}`, "levels deep"],
    ["a million levels", "[".repeat(1_000_000), "levels deep"],
    ["an int of ten million digits", "1".repeat(10_000_000), "too long"],
    ["NaN", "[NaN]", "JSON"],
    ["Infinity", "-Infinity", "JSON"],
    ["a byte order mark", "\ufeff{}", "JSON"],
    ["a comma too many", "[1,]", "JSON"],
    ["a leading zero", "[01]", "JSON"],
    ["a bare control character", '"\n"', "JSON"],
    ["an endless string of escapes", `"${'\\"'.repeat(1_000_000)}`, "JSON"],
    ["nothing", "", "JSON"],
    ["two documents", "1 2", "JSON"],
  ])("refuses %s", (_name, text, message) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
    expect(() => parseJson(text)).toThrow(message);
  });

  test("the same key in sibling and nested objects is no doubled key", () => {
    expect(dumpsCompact(parseJson('{"a": {"a": [{"a": 1}, {"a": 2}]}, "b": {"a": "a"}}'))).toBe(
      '{"a":{"a":[{"a":1},{"a":2}]},"b":{"a":"a"}}',
    );
  });
});

/** What CPython's json.dumps prints, with these arguments, for the document it reads from `text`. */
function redump(dumpsArguments: string, text: string): string {
  return runPython(`import json, sys; sys.stdout.write(json.dumps(json.load(sys.stdin), ${dumpsArguments}))`, text);
}

function anyJson(): fc.Arbitrary<JsonValue> {
  const leaf = fc.oneof(
    fc.constantFrom<JsonValue>(null, true, false),
    fc.maxSafeInteger(),
    fc.bigInt({ min: 2n ** 53n, max: 2n ** 200n }),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => new Float(value)),
    fc.string({ unit: "binary" }),
  );
  const { tree } = fc.letrec<{ tree: JsonValue }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      leaf,
      fc.array(tie("tree"), { maxLength: 5 }),
      fc.dictionary(fc.string({ unit: "binary", maxLength: 4 }), tie("tree"), { maxKeys: 5 }),
    ),
  }));
  return tree;
}

/** Random bit patterns, random decimals, powers of two and ten, and the neighbours of every boundary of the format. */
function listDoubles(): number[] {
  const next = makeGenerator(0x9e3779b97f4a7c15n);
  const random = Array.from({ length: 200_000 }, () => fromBits(next()));
  const decimals = Array.from({ length: 40_000 }, () => Number(next() % 100_000n) / 10 ** Number(next() % 12n));
  const twos = Array.from({ length: 2098 }, (_, index) => 2 ** (index - 1074));
  const tens = Array.from({ length: 632 }, (_, index) => Number(`1e${index - 323}`));
  const edges = [
    1e-4,
    1e16,
    1e21,
    1e-7,
    2 ** 53,
    Number.MAX_VALUE,
    Number.MIN_VALUE,
    2.2250738585072014e-308,
    0,
    ...twos,
    ...tens,
  ];
  const near = edges.flatMap((edge) => [-1n, 0n, 1n].map((step) => fromBits(toBits(edge) + step)));
  return [...random, ...decimals, ...near].flatMap((value) => [value, -value]).filter(Number.isFinite);
}

/** Xorshift64: the same bit patterns in every run. */
function makeGenerator(seed: bigint): () => bigint {
  let state = seed;
  return () => {
    state ^= BigInt.asUintN(64, state << 13n);
    state ^= state >> 7n;
    state ^= BigInt.asUintN(64, state << 17n);
    return state;
  };
}

const view = new DataView(new ArrayBuffer(8));

function fromBits(bits: bigint): number {
  view.setBigUint64(0, BigInt.asUintN(64, bits));
  return view.getFloat64(0);
}

function toBits(value: number): bigint {
  view.setFloat64(0, value);
  return view.getBigUint64(0);
}

function toHex(value: number): string {
  return toBits(value).toString(16).padStart(16, "0");
}
