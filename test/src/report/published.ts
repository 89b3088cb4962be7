// The published rows, read without the code under test.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Row } from "../../../src/results/schema.ts";

const FILE = join(import.meta.dir, "../../fixtures/published/2026-07-18-full.csv");

export function readPublishedRows(): Row[] {
  const [head = "", ...lines] = readFileSync(FILE, "utf8").trimEnd().split("\r\n");
  const names = head.split(",");
  return lines.map((line) => {
    const cells = line.split(",").map((cell, index) => [names[index], index < 2 ? cell : Number(cell)]);
    return Object.fromEntries(cells) as Row;
  });
}
