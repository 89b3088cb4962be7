// The published schemas say what the code says.
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { formatSchemaJson, formatSchemaText, SCHEMAS } from "../../../src/report/schema.ts";
import { readCsv } from "../../../src/results/csv.ts";
import type { JsonSchema } from "../../../src/results/json-schema.ts";
import { COLUMNS } from "../../../src/results/schema.ts";
import { checkSchema } from "../../../src/verify/schema-check.ts";

const VECTORS = join(import.meta.dir, "../../fixtures/vectors");
const good = readdirSync(VECTORS).filter((name) => name.startsWith("good"));

/** As another program reads it. */
const parsed = (schema: JsonSchema): JsonSchema => JSON.parse(formatSchemaJson(schema));

describe("the JSON Schemas", () => {
  test.each(good.filter((name) => name.endsWith(".json")))("take the sidecar %s", async (name) => {
    const document = JSON.parse(readFileSync(join(VECTORS, name), "utf8"));
    expect(await checkSchema(document, parsed(SCHEMAS.sidecar))).toEqual([]);
  });

  test.each(["schema", "missing-key", "unknown-key", "type", "value"])(
    "refuse the sidecar with a bad %s",
    async (kind) => {
      const name = `bad-sidecar-${kind}.csv.metadata.json`;
      const document = JSON.parse(readFileSync(join(VECTORS, name), "utf8"));
      expect(await checkSchema(document, parsed(SCHEMAS.sidecar))).not.toEqual([]);
    },
  );

  test("take every row of the good vectors, and refuse a row with a value out of its range", async () => {
    for (const name of good.filter((file) => file.endsWith(".csv"))) {
      const { rows } = readCsv(readFileSync(join(VECTORS, name)), () => {});
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect(await checkSchema(row, parsed(SCHEMAS.csv))).toEqual([]);
      const bad = { ...rows[0], seed: -1, trials: 0, best_regret: -1, problem: "x" };
      const faults = await checkSchema(bad, parsed(SCHEMAS.csv));
      expect(faults.map(({ path }) => path).sort()).toEqual(["best_regret", "problem", "seed", "trials"]);
    }
  });

  test("name the columns in the file's order, with unit and meaning", () => {
    expect(SCHEMAS.csv.columns).toEqual(COLUMNS.map(({ name }) => name));
    expect(SCHEMAS.csv.properties.wall_ns).toEqual({
      description: "Complete optimization-loop time",
      unit: "nanoseconds",
      type: "integer",
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
    });
  });
});

test("the tables have a line for every column and for every key of a good sidecar", () => {
  const text = formatSchemaText();
  for (const { name } of COLUMNS) expect(text).toMatch(new RegExp(`^\\| \`${name}\` \\|`, "m"));
  for (const { meaning } of COLUMNS) expect(text).toContain(meaning);
  const document = JSON.parse(readFileSync(join(VECTORS, "good-pool.csv.metadata.json"), "utf8"));
  for (const path of listPaths(document, "")) expect(text).toContain(`| \`${path}\` |`);
  expect(text.split("\n").every((line) => line === "" || line.startsWith("| ") || line.startsWith("## "))).toBe(true);
});

/** Free-form maps end at their own key. */
function listPaths(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => listPaths(item, `${path}[]`));
  if (typeof value !== "object" || value === null || /(dependencies|native_build)$/.test(path)) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const inner = path === "" ? key : `${path}.${key}`;
    return [inner, ...listPaths(item, inner)];
  });
}
