// Headless Chromium, as the distribution ships it; PINEFORGE_CHROMIUM names another one.
import { type Browser, chromium, type Page } from "playwright-core";

export type { Page };

const EXECUTABLE = process.env.PINEFORGE_CHROMIUM ?? "/usr/bin/chromium";

/** Root may not use the sandbox, and containers have little shared memory. */
const ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage"];

export interface Visit {
  readonly page: Page;
  /** Addresses that were asked for, the page's own left out. */
  readonly requests: readonly string[];
  /** Messages on the console, and errors of the page. */
  readonly complaints: readonly string[];
}

export interface Look {
  readonly width: number;
  readonly scheme: "light" | "dark";
  readonly media?: "screen" | "print";
}

export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: EXECUTABLE, args: ARGUMENTS });
}

/** Opens a file and waits until it is drawn. */
export async function visit(browser: Browser, file: string, { width, scheme, media = "screen" }: Look): Promise<Visit> {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: scheme });
  const address = `file://${file}`;
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => void (request.url() !== address && requests.push(request.url())));
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.emulateMedia({ media });
  await page.goto(address, { waitUntil: "load" });
  return { page, requests, complaints };
}

/** Runs within the page. */
export interface PageFacts {
  /** The labels of the charts, in order. */
  readonly charts: readonly string[];
  /** Text of a chart that leaves the chart, or that covers other text of it. */
  readonly cut: readonly string[];
  readonly covered: readonly string[];
  /** Elements whose content is wider than they are, and that cannot be scrolled. */
  readonly overflowing: readonly string[];
  /** Of any text of the charts, in px. */
  readonly smallestText: number;
  /** Contrast of the least legible text with the page (WCAG 2.2). */
  readonly lowestContrast: number;
  readonly background: string;
}

/** What a look at the page shows. An expression, since the compiled names of this file are not there. */
export function inspect(page: Page): Promise<PageFacts> {
  return page.evaluate(INSPECT) as Promise<PageFacts>;
}

const INSPECT = `(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const box = (element) => element.getBoundingClientRect();
  const visible = (element) => element.textContent.trim() !== "";
  const charts = all("svg[role=img]");
  const cut = [], covered = [];
  let smallestText = Infinity;
  for (const chart of charts) {
    const frame = box(chart);
    const scale = frame.width / chart.viewBox.baseVal.width;
    const texts = all("text", chart).filter(visible);
    for (const text of texts) {
      const { left, right, top, bottom } = box(text);
      smallestText = Math.min(smallestText, parseFloat(getComputedStyle(text).fontSize) * scale);
      if (left < frame.left - 1 || right > frame.right + 1 || top < frame.top - 1 || bottom > frame.bottom + 1)
        cut.push(chart.ariaLabel + ": " + text.textContent);
    }
    texts.forEach((one, index) => texts.slice(index + 1).forEach((other) => {
      const a = box(one), b = box(other);
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 1 && high > 3) covered.push(chart.ariaLabel + ": " + one.textContent + " / " + other.textContent);
    }));
  }
  const overflowing = all("body, body *:not(svg *)")
    .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
    .filter((element) => getComputedStyle(element).overflowX !== "auto")
    .map((element) => element.tagName + ": " + element.textContent.slice(0, 40));
  const luminance = (colour) => {
    const [r, g, b] = colour.match(/[0-9.]+/g).map((byte) => {
      const part = byte / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const background = getComputedStyle(document.body).backgroundColor;
  const contrast = (colour) => {
    const [low, high] = [luminance(colour), luminance(background)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const colours = [
    ...all("h1, h2, h3, p, span, th, td, figcaption").map((element) => getComputedStyle(element).color),
    ...all("svg text").filter(visible).map((element) => getComputedStyle(element).fill),
  ];
  return {
    charts: charts.map((chart) => chart.ariaLabel), cut, covered, overflowing, smallestText, background,
    lowestContrast: Math.min(...new Set(colours.map(contrast))),
  };
})()`;
