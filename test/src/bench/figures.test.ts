// What the bench scripts make of their measurements. The measurements themselves are nobody's to judge here.
import { describe, expect, test } from "bun:test";
import { PROBLEMS } from "../../../src/problems.ts";
import { fitExponent } from "../../bench/exponent.ts";
import { highestCore } from "../../bench/pinned.ts";
import { formatCosts, LONG } from "../../bench/sampler-table.ts";
import { drawScaling } from "../../bench/scaling-chart.ts";
import { formatSpread, significant } from "../../bench/spread.ts";
import type { Sampler, Space, Stretch } from "../../bench/stretch.ts";

describe("a spread", () => {
  test.each([
    [[3], "3 (3 to 3)"],
    [[10, 1, 2], "2 (1 to 10)"],
    [[4, 1], "2.5 (1 to 4)"],
    [[0.0012344, 1234.4, 12344.4], "1234 (0.00123 to 12340)"],
  ])("of %j is %s, and the figures keep their order", (figures, expected) => {
    const before = [...figures];
    expect(formatSpread(figures, significant)).toBe(expected);
    expect(figures).toEqual(before);
  });
});

describe("the table of the sampler", () => {
  const costs = { fast: 2, reference: 60, optuna: 3000 };

  test("has the ratios of each seed, not those of the medians", () => {
    const table = formatCosts(
      new Map([
        [
          "branin2",
          [
            { fast: 1, reference: 10, optuna: 100 },
            { fast: 2, reference: 10, optuna: 600 },
            { fast: 10, reference: 10, optuna: 200 },
          ],
        ],
      ]),
    );
    const [title = "", head = "", row = ""] = table.split("\n");
    expect(title).toEndWith("over 3 seeds");
    expect(head.trim().split(/ {2,}/)).toEqual([
      "problem",
      "fast",
      "reference",
      "Optuna",
      "Optuna/fast",
      "must",
      "aim",
      "reference/fast",
    ]);
    expect(row.trim().split(/ {2,}/)).toEqual([
      ...["branin2", "2 (1 to 10)", "10 (10 to 10)", "200 (100 to 600)"],
      ...["100 (20 to 300)", "600", "1500", "5 (1 to 10)"],
    ]);
  });

  test("has bars for every problem and for the long study", () => {
    const names = [...PROBLEMS.map(({ name }) => name), LONG.name];
    const table = formatCosts(new Map(names.map((name) => [name, [costs]])));
    for (const name of names) expect(table).toContain(name);
    expect(table).not.toContain("NaN");
  });
});

describe("the exponent", () => {
  const line = (ns: readonly number[], cost: (n: number) => number) =>
    ns.map((n) => ({ n, cpu_us_per_trial: cost(n) }));

  test.each([0, 0.5, 1, 2])("of a cost that grows as n^%d is found", (exponent) => {
    const points = line([10_000, 30_000, 100_000, 1_000_000], (n) => 7 * n ** exponent);
    expect(fitExponent(points)).toBeCloseTo(exponent, 10);
  });

  test("is taken from 10,000 trials on", () => {
    const points = line([100, 1000, 10_000, 100_000], (n) => (n < 10_000 ? 1e6 : n));
    expect(fitExponent(points)).toBeCloseTo(1, 10);
  });

  test.each([[[]], [[100, 1000]], [[1000, 10_000]]])("of %j is unknown: too few points", (ns) => {
    expect(fitExponent(line(ns, () => 1))).toBeNull();
  });
});

describe("the chart", () => {
  const stretch = (space: Space, sampler: Sampler, n: number): Stretch => ({
    ...{ space, sampler, n, us_per_trial: 5, cpu_us_per_trial: sampler === "fast" ? 5 : n },
    ...{ model_bytes: 0, history_bytes: 0 },
  });
  const spaces = ["real", "int", "mixed"] as const;
  const samplers = ["fast", "reference", "optuna"] as const;
  const rows = spaces.flatMap((space) =>
    samplers.flatMap((sampler) => [100, 1000, 10_000].map((n) => stretch(space, sampler, n))),
  );

  test("is one SVG document with a line for each sampler in each panel, a dot for each measurement, and names", () => {
    const svg = drawScaling(rows);
    expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(svg).toEndWith("</svg>\n");
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    expect(svg.match(/<circle/g)?.length).toBe(rows.length);
    const [, lines = ""] = /<g aria-label="line"[^>]*>(.*?)<\/g><g aria-label="dot"/s.exec(svg) ?? [];
    expect(lines.match(/<path/g)?.length).toBe(spaces.length * samplers.length);
    for (const space of spaces) expect(svg).toContain(`16 ${space} parameters`);
    for (const sampler of samplers) expect(svg.match(new RegExp(`>${sampler}</text>`, "g"))?.length).toBe(3);
  });

  test("of one measurement is drawn too", () => {
    expect(drawScaling([stretch("real", "fast", 100)])).not.toMatch(/NaN|Infinity|undefined/);
  });
});

describe("the core to measure on", () => {
  test.each([
    ["Cpus_allowed_list:\t0-3\n", "3"],
    ["Name:\tx\nCpus_allowed_list:\t0-3,6\nMems_allowed:\t1\n", "6"],
    ["Cpus_allowed_list:\t0\n", "0"],
    ["Cpus_allowed_list:\t2,10-15\n", "15"],
    ["Cpus_allowed:\tff\n", null],
  ])("of %j is %j", (status, core) => {
    expect(highestCore(status)).toBe(core);
  });
});
