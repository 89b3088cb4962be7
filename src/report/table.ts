// A table as every format takes it: the cells are text already, so that all formats show the same figures.

export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** "figures": the first column is text, the others are numbers. "facts": all columns are text. */
  readonly kind: "figures" | "facts";
  /** Lines below it. */
  readonly notes?: readonly string[];
}

/** Pairs of one problem that a table or a chart shows; a figure derived from the pairs takes all of them. */
export const LISTED_PAIRS = 200;

/** Up to `count` items, evenly spread over the list, the first and the last among them. */
export function spread<T>(items: readonly T[], count: number): readonly T[] {
  if (items.length <= count) return items;
  const step = (items.length - 1) / (count - 1);
  return Array.from({ length: count }, (_, index) => items[Math.round(index * step)] as T);
}

/** Five significant digits, without trailing zeros. */
export function formatFigure(value: number): string {
  return String(Number(value.toPrecision(5)));
}

/** A stranger's text on a terminal: controls and marks that turn the direction of writing are written out. */
export function printable(text: string): string {
  return text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    /[\0-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
