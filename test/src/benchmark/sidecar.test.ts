import { expect, test } from "bun:test";
import { homedir } from "node:os";
import { replayCommand } from "../../../src/benchmark/command.ts";
import { formatTimestamp } from "../../../src/benchmark/sidecar.ts";

test.each([
  [0, "1970-01-01T00:00:00.000000+00:00"],
  [1_784_386_118_852_850, "2026-07-18T14:48:38.852850+00:00"],
  [1_784_386_118_000_007, "2026-07-18T14:48:38.000007+00:00"],
  [1_784_386_118_999_999.5, "2026-07-18T14:48:38.999999+00:00"],
])("%d microseconds are written as %s", (microseconds, text) => {
  expect(formatTimestamp(microseconds)).toBe(text);
});

test.each([
  [
    ["--smoke", "--output", "a.csv"],
    ["--smoke", "--output", "a.csv"],
  ],
  [["--python", "/usr/bin/python3", "--smoke"], ["--smoke"]],
  [["--smoke", "--python=/usr/bin/python3"], ["--smoke"]],
  [
    ["--output", `${homedir()}/a.csv`],
    ["--output", "~/a.csv"],
  ],
  [[`--output=${homedir()}/a.csv`], ["--output=~/a.csv"]],
  [[], []],
])("the options %j are recorded as %j", (options, recorded) => {
  expect(replayCommand(options)).toEqual(["python", "python/runner.py", ...recorded]);
});
