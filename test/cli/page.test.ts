// The page of a report as a browser shows it, made by the executable from the published pair.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { readPublishedRows } from "../src/report/published.ts";
import { inspect, type Look, startBrowser, visit } from "./browser.ts";
import { PUBLISHED, Sandbox, TIMEOUT_MS } from "./harness.ts";

setDefaultTimeout(TIMEOUT_MS);

const PROBLEMS = ["branin2", "hartmann3", "rosenbrock6", "rotated_rastrigin6", "mixed_log", "million_discrete"];

let sandbox: Sandbox;
let browser: Browser;
let file: string;

beforeAll(async () => {
  sandbox = new Sandbox();
  const outcome = sandbox.bench(["report", PUBLISHED, "--format", "html", "--output", "report.html"]);
  expect(outcome).toMatchObject({ code: 0, stdout: "report.html\n", stderr: "" });
  file = join(sandbox.cwd, "report.html");
  browser = await startBrowser();
});

afterAll(async () => {
  await browser?.close();
  sandbox[Symbol.dispose]();
});

const LOOKS: [string, Look][] = [
  ["a desk, light", { width: 1280, scheme: "light" }],
  ["a desk, dark", { width: 1280, scheme: "dark" }],
  ["a phone, light", { width: 375, scheme: "light" }],
  ["a phone, dark", { width: 375, scheme: "dark" }],
  ["A4 paper", { width: 688, scheme: "light", media: "print" }],
  ["A4 paper, asked for by a dark screen", { width: 688, scheme: "dark", media: "print" }],
];

describe.each(LOOKS)("on %s, the page", (_name, look) => {
  test("asks for nothing, complains of nothing, and shows every chart with legible text", async () => {
    const { page, requests, complaints } = await visit(browser, file, look);
    const facts = await inspect(page);
    await page.close();
    expect({ requests, complaints }).toEqual({ requests: [], complaints: [] });
    expect(facts.charts).toEqual([
      "Sampler time per trial",
      "Ratio of the sampler times",
      ...PROBLEMS.map((problem) => `Best regret by seed, ${problem}`),
      ...PROBLEMS.map((problem) => `Distribution of the best regrets, ${problem}`),
      "Unique and duplicate candidates by seed",
    ]);
    expect({ cut: facts.cut, covered: facts.covered, overflowing: facts.overflowing }).toEqual({
      cut: [],
      covered: [],
      overflowing: [],
    });
    expect(facts.smallestText).toBeGreaterThan(look.media === "print" ? 9 : 11);
    expect(facts.lowestContrast).toBeGreaterThanOrEqual(4.5);
    const dark = look.scheme === "dark" && look.media !== "print";
    expect(facts.background).toBe(dark ? "rgb(20, 24, 29)" : "rgb(255, 255, 255)");
  });
});

// Recomputed from the CSV by plain arithmetic: five seeds, so a median is the third of five.
const rows = readPublishedRows();
const select = (problem: string, implementation: string) =>
  rows.filter((row) => row.problem === problem && row.implementation === implementation);
const third = (values: number[]) => values.toSorted((a, b) => a - b)[2] as number;
const shown = (value: number) => String(Number(value.toPrecision(5)));
const FLOORS = [0.01, 0.01, 1, 1, 0.02, 1];

const EXPECTED = PROBLEMS.map((problem, index) => {
  const native = select(problem, "pineforge_native");
  const optuna = select(problem, "optuna_4.9.0");
  const cost = (of: typeof rows) => third(of.map((row) => row.sampler_ns / row.trials / 1000));
  const floor = FLOORS[index] as number;
  const ratios = native.map((row, seed) => {
    const ratio = (row.best_regret + floor) / ((optuna[seed]?.best_regret as number) + floor);
    return Math.min(100, Math.max(0.01, ratio));
  });
  return { problem, native, optuna, floor, ratios, costs: [cost(native), cost(optuna)] as [number, number] };
});
const geometricMean = (values: number[]) =>
  values.reduce((product, value) => product * value, 1) ** (1 / values.length);

test("every figure of the tables and the charts is the one recomputed from the CSV", async () => {
  const { page } = await visit(browser, file, { width: 1280, scheme: "light" });
  const { tables, texts, titles } = (await page.evaluate(`(() => {
      const all = (selector, root = document) => [...root.querySelectorAll(selector)];
      const texts = (selector) => (root) => all(selector, root).map((element) => element.textContent);
      return {
        tables: all("table.figures").map((table) => all("tbody tr", table).map(texts("td"))),
        texts: all("svg").map(texts("text")),
        titles: all("svg").map((svg) => [...new Set(texts("title")(svg))]),
      };
    })()`)) as { tables: string[][][]; texts: string[][]; titles: string[][] };
  await page.close();

  expect(tables[0]).toEqual(
    EXPECTED.flatMap(({ problem, native, optuna }) =>
      native.map((row, seed) => {
        const other = optuna[seed]?.best_regret as number;
        const winner = row.best_regret < other ? "native" : "optuna";
        return [problem, String(row.seed), shown(row.best_regret), shown(other), winner];
      }),
    ),
  );
  expect(tables[1]).toEqual(
    EXPECTED.map(({ problem, native, optuna, costs: [ours, theirs] }) => [
      problem,
      String(native[0]?.trials),
      ...[native, optuna].map((of) => shown(third(of.map((row) => row.best_regret)))),
      ours.toFixed(1),
      theirs.toFixed(1),
      (theirs / ours).toFixed(2),
    ]),
  );
  const all = EXPECTED.flatMap(({ ratios }) => ratios);
  expect(tables[2]).toEqual([
    ...EXPECTED.map(({ problem, floor, ratios }) => [problem, "5", shown(floor), shown(geometricMean(ratios))]),
    ["all", "30", "as above", shown(geometricMean(all))],
  ]);
  const discrete = rows.filter((row) => row.problem === "million_discrete");
  expect(tables[3]).toEqual(
    discrete.map((row) =>
      [
        row.implementation,
        row.seed,
        row.unique_candidates,
        row.duplicate_candidates,
        row.exact_optimum_hits,
        row.best_hamming,
        row.best_l1,
      ].map(String),
    ),
  );

  for (const { costs } of EXPECTED) {
    const [ours, theirs] = costs;
    expect(texts[0]).toContain(`${ours.toFixed(1)} | ${theirs.toFixed(1)} µs`);
    expect(texts[1]).toContain(`${(theirs / ours).toFixed(2)} ×`);
  }
  EXPECTED.forEach(({ problem, native, optuna }, index) => {
    for (const row of native) {
      const cost = shown(row.sampler_ns / row.trials / 1000);
      expect(titles[0]).toContain(`${problem}, seed ${row.seed}: native ${cost} µs/trial`);
    }
    expect(titles[2 + index]).toEqual(
      native.map((row, seed) => {
        const other = optuna[seed]?.best_regret as number;
        const winner = row.best_regret < other ? "native" : "optuna";
        return `seed ${row.seed}: native ${shown(row.best_regret)}, Optuna ${shown(other)}, winner ${winner}`;
      }),
    );
  });
  for (const row of discrete)
    expect(texts.at(-1)).toContain(`${row.unique_candidates}, ${row.exact_optimum_hits} hits`);
});

test("each mark stands where its figure is on the axis", async () => {
  const { page } = await visit(browser, file, { width: 1280, scheme: "light" });
  const centres = (await page.evaluate(`[...document.querySelectorAll("svg")].map((svg) => {
      const place = (element) => element.transform.baseVal.consolidate().matrix.e;
      const ticks = [...svg.querySelectorAll("[aria-label='x-axis tick label'] text")]
        .filter((text) => text.textContent !== "")
        .map((text) => [Number(text.textContent), place(text)]);
      const dots = [...svg.querySelectorAll("[aria-label=dot]")].map((group) => [...group.children].map((mark) =>
        mark.tagName === "circle" ? Number(mark.getAttribute("cx")) : place(mark)));
      return { ticks, dots };
    })`)) as { ticks: [number, number][]; dots: number[][] }[];
  await page.close();

  const [overhead] = centres;
  const [[first, at0], [last, at1]] = [overhead?.ticks[0], overhead?.ticks.at(-1)] as [
    [number, number],
    [number, number],
  ];
  const place = (value: number) => at0 + ((at1 - at0) * Math.log(value / first)) / Math.log(last / first);
  const natives = EXPECTED.flatMap(({ native }) => native.map((row) => place(row.sampler_ns / row.trials / 1000)));
  expect(overhead?.dots[0]?.length).toBe(30);
  for (const [index, x] of natives.entries()) expect(overhead?.dots[0]?.[index]).toBeCloseTo(x, 1);

  EXPECTED.forEach(({ native, optuna, floor }, index) => {
    const chart = centres[2 + index];
    const [[, zero], [tick, end]] = [chart?.ticks[0], chart?.ticks.at(-1)] as [[number, number], [number, number]];
    const stand = (value: number) => zero + ((end - zero) * Math.log1p(value / floor)) / Math.log1p(tick / floor);
    [optuna, native].forEach((of, engine) => {
      of.forEach((row, seed) => {
        expect(chart?.dots[engine]?.[seed]).toBeCloseTo(stand(row.best_regret), 1);
      });
    });
  });
});

test("a stranger's markup in the sidecar stays text", async () => {
  const markup = `</title><script>document.title="owned"</script><img src="https://example.org/x.png" onerror="alert(1)">`;
  const sidecar = JSON.parse(await Bun.file(`${PUBLISHED}.metadata.json`).text());
  sidecar.environment.platform = markup;
  writeFileSync(join(sandbox.cwd, "m.csv"), await Bun.file(PUBLISHED).bytes());
  writeFileSync(join(sandbox.cwd, "m.csv.metadata.json"), JSON.stringify(sidecar));
  expect(sandbox.bench(["report", "m.csv", "--format", "html", "--output", "m.html"])).toMatchObject({ code: 0 });
  const visited = await visit(browser, join(sandbox.cwd, "m.html"), { width: 1280, scheme: "light" });
  const { page, requests, complaints } = visited;
  expect(await page.title()).toBe("Native TPE against Optuna 4.9.0");
  expect(await page.getByText(markup, { exact: true }).count()).toBe(1);
  expect(await page.evaluate("document.querySelectorAll('script, img').length")).toBe(0);
  await page.close();
  expect({ requests, complaints }).toEqual({ requests: [], complaints: [] });
});

test.each(LOOKS)(
  "of a run with the largest seeds and few trials, on %s, no text is cut or covered, and the build is named",
  async (_name, look) => {
    const args = ["run", "--smoke", "--seeds", "4294967295,4294967294,0", "--output", "s.csv", "--quiet"];
    if (!sandbox.has("s.html")) {
      expect(sandbox.bench(args)).toMatchObject({ code: 0 });
      expect(sandbox.bench(["report", "s.csv", "--format", "html", "--output", "s.html"])).toMatchObject({ code: 0 });
    }
    const { page, requests, complaints } = await visit(browser, join(sandbox.cwd, "s.html"), look);
    const { cut, covered, overflowing, smallestText } = await inspect(page);
    const build = await page
      .getByRole("row")
      .filter({ hasText: /^(compiler version|CMake version)/ })
      .allInnerTexts();
    await page.close();
    expect({ requests, complaints, cut, covered, overflowing }).toEqual({
      requests: [],
      complaints: [],
      cut: [],
      covered: [],
      overflowing: [],
    });
    expect(smallestText).toBeGreaterThan(look.media === "print" ? 9 : 11);
    expect(build).toEqual([
      expect.stringMatching(/^compiler version\s+\d+\.\d/),
      expect.stringMatching(/^CMake version\s+\d+\.\d/),
    ]);
  },
);
