import { expect, test } from "bun:test";
import { LastWords } from "../../../src/engines/last-words.ts";

function lastOf(...chunks: readonly string[]): string {
  const words = new LastWords();
  for (const chunk of chunks) words.push(Buffer.from(chunk));
  return words.toString();
}

test.each([
  ["nothing", [], ""],
  ["one line", ["a\n"], "a"],
  ["a line in pieces", ["hel", "lo\n"], "hello"],
  ["the last three of many lines, empty ones left out", ["a\nb\n\nc\r\nd\n"], "b / c / d"],
  ["no colours, no control characters", ["\x1b[31mred\x1b[0m\tand\x07bell\n"], "red and bell"],
  ["the end of a long line", [`${"x".repeat(2000)}end\n`], `${"x".repeat(497)}end`],
  ["the end of an endless stream", [...Array(1000).fill("x".repeat(1000)), "\nlast\n"], `${"x".repeat(493)} / last`],
] as const)("the last words of a child that wrote %s", (_, chunks, expected) => {
  expect(lastOf(...chunks)).toBe(expected);
});
