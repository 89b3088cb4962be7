import { expect, test } from "bun:test";
import { mayColour, oneLine } from "../../../src/cli/stderr.ts";

test("a message of several coloured lines becomes one plain line", () => {
  expect(oneLine("\u001b[31mTraceback\u001b[0m\r\n  File x\n\nValueError: y\n")).toBe("Traceback File x ValueError: y");
});

test("colours need a terminal that may have them", () => {
  const terminal = { isTTY: true };
  expect(mayColour(terminal, {})).toBe(true);
  expect(mayColour({}, {})).toBe(false);
  expect(mayColour(terminal, { NO_COLOR: "1" })).toBe(false);
  expect(mayColour(terminal, { TERM: "dumb" })).toBe(false);
});
