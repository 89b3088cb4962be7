import { expect, test } from "bun:test";
import { summarize } from "../../../src/report/summary.ts";
import { formatSummary } from "../../../src/report/text.ts";
import { readPublishedRows } from "./published.ts";

const text = formatSummary(summarize(readPublishedRows()));

test.each([
  ["the regrets of a pair and who won", "  branin2               17    0.045054   0.051801  native"],
  [
    "both costs and their ratio",
    "  branin2                128   0.011129   0.051801            112.7            703.4           6.24",
  ],
  ["wins and ties", "Wins: native 19, optuna 11, ties 0"],
  ["the clip", "Paired regret ratio (native + floor) / (optuna + floor), clipped to [0.01, 100], geometric mean"],
  ["the floor beside its ratio", "  mixed_log               5      0.02  0.24397"],
  ["the overall ratio", "  all                    30  as above  0.82548"],
  ["the discrete diagnostics", "  optuna_4.9.0        17     338        662         144             0        0"],
])("the tables of the published rows show %s", (_what, line) => {
  expect(text.split("\n")).toContain(line);
});

test("the tables are plain text without colours, trailing blanks or borders", () => {
  expect(text).toMatch(/^[\x20-\x7e\n]+$/);
  expect(text).not.toMatch(/[ ]$/m);
  expect(text).not.toContain("|");
});

test("a run without million_discrete has no discrete table", () => {
  const rows = readPublishedRows().filter((row) => row.problem !== "million_discrete");
  expect(formatSummary(summarize(rows))).not.toContain("million_discrete");
});
