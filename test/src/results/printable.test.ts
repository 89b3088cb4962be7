import { expect, test } from "bun:test";
import { printable } from "../../../src/results/printable.ts";

test.each([
  ["AMD EPYC (Zen 3), 2.4 GHz", "AMD EPYC (Zen 3), 2.4 GHz"],
  ["Prozessor f\u00fcr \u{1f600}", "Prozessor f\u00fcr \u{1f600}"],
  ["\u001b[31mred\u0007", "\\u{1b}[31mred\\u{7}"],
  ["a\nb\r\tc", "a\\u{a}b\\u{d}\\u{9}c"],
  ["\u202eevil\u2028x\ud800", "\\u{202e}evil\\u{2028}x\\u{d800}"],
  ["\u009b2J", "\\u{9b}2J"],
  ["x".repeat(200), `${"x".repeat(120)}...`],
])("%j is shown as %j", (text, shown) => {
  expect(printable(text)).toBe(shown);
});
