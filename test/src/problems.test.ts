import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { PROBLEMS } from "../../src/problems.ts";

test.each([...PROBLEMS])("the parameters of $name are those of Optuna's recorded trials", ({ name, parameters }) => {
  const recorded = readFileSync(resolve(import.meta.dir, `../golden/trials/${name}-2024.csv`), "utf8");
  const head = recorded.split("\n").find((line) => !line.startsWith("#"));
  expect(head).toBe(["trial", ...parameters, "value"].join());
});
