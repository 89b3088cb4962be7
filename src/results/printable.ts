// A text of a stranger within a line for a person.

/** UTF-16 units. */
const MAX_LENGTH = 120;

/** @returns the text without what moves a cursor, turns the reading direction or ends the line: escaped, and cut. */
export function printable(text: string): string {
  const cut = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}...` : text;
  return cut.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (symbol) => `\\u{${(symbol.codePointAt(0) as number).toString(16)}}`);
}
