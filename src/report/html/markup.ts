// HTML from a template whose values are text unless they are markup already.

import { printable } from "../table.ts";

/** Markup that needs no escaping. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Markup | readonly Markup[];

/** A tagged template: strings and numbers are escaped, markup is taken as it is. */
export function html(literals: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(String.raw({ raw: literals }, ...values.map(render)));
}

function render(value: Value): string {
  if (value instanceof Markup) return value.text;
  return typeof value === "object" ? value.map((item) => item.text).join("") : escapeHtml(String(value));
}

/** Safe as text and within a quoted attribute. */
export function escapeHtml(text: string): string {
  return printable(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
