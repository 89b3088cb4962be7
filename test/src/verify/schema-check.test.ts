import { expect, test } from "bun:test";
import { list, nullable, object } from "../../../src/results/json-schema.ts";
import { checkSchema } from "../../../src/verify/schema-check.ts";

const SCHEMA = object({
  count: { type: "integer", minimum: 1, maximum: 9 },
  name: { type: "string", enum: ["a", "b"] },
  items: list(object({ "a/b~c": { type: "number" } }), { minItems: 1, uniqueItems: true }),
  rest: nullable(object({ x: { type: "boolean", const: true } }, { open: true })),
});
const GOOD = { count: 1, name: "a", items: [{ "a/b~c": 1.5 }], rest: null };

test.each<[string, unknown, string[]]>([
  ["nothing in a good document", GOOD, []],
  ["nothing in an open object with more keys", { ...GOOD, rest: { x: true, y: 1 } }, []],
  [
    "each place at fault",
    { ...GOOD, count: 0, name: "c" },
    ["value count: integer from 1 to 9: 0", 'value name: one of a, b: "c"'],
  ],
  ["one fault where several rules are broken", { ...GOOD, count: "x" }, ['type count: integer from 1 to 9: "x"']],
  ["a float that is integral as an integer", { ...GOOD, count: 2.0 }, []],
  ["a key that is missing", { ...GOOD, name: undefined }, ["missing-key name: one of a, b: nothing"]],
  ["a key too many", { ...GOOD, z: 1 }, ["unknown-key z: no keys but count, name, items, rest: this one"]],
  [
    "a place in a list, by a key that JSON Pointer escapes",
    { ...GOOD, items: [{ "a/b~c": "1" }] },
    ['type items[0]["a/b~c"]: number: "1"'],
  ],
  [
    "a list that is too short",
    { ...GOOD, items: [] },
    ["value items: array of at least 1 without doubles: a list of 0"],
  ],
  ["a constant", { ...GOOD, rest: { x: false } }, ["value rest.x: true: false"]],
  ["another type altogether", [], ["type : object: a list of 0"]],
])("finds %s", async (_name, document, expected) => {
  const plain = JSON.parse(JSON.stringify(document));
  const faults = await checkSchema(plain, SCHEMA);
  expect(faults.map(({ kind, path, expected, found }) => `${kind} ${path}: ${expected}: ${found}`)).toEqual(expected);
});

test("refuses a document with a hundred thousand faults in little time, and lists a thousand", async () => {
  const items = Array.from({ length: 100_000 }, () => ({ "a/b~c": "x" }));
  const begin = performance.now();
  const faults = await checkSchema({ ...GOOD, items }, SCHEMA);
  expect(faults.length).toBe(1000);
  expect(performance.now() - begin).toBeLessThan(5000);
});

test("refuses one wrong key behind a hundred thousand", async () => {
  const keys = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, 0]));
  expect((await checkSchema({ ...keys, ...GOOD }, SCHEMA))[0]?.kind).toBe("unknown-key");
  expect(await checkSchema({ ...GOOD, rest: { ...keys, x: false } }, SCHEMA)).toHaveLength(1);
});
