import { describe, expect, test } from "bun:test";
import type { ArgsDef } from "citty";
import { asksForHelp, checkArgs, didYouMean } from "../../../src/cli/args.ts";
import { UsageError } from "../../../src/cli/exit.ts";

const DEFINITIONS: ArgsDef = {
  help: { type: "boolean", alias: "h" },
  seeds: { type: "string", valueHint: "n,n" },
  "startup-trials": { type: "string", valueHint: "n" },
  smoke: { type: "boolean" },
};

describe("the strict layer refuses what citty lets pass", () => {
  const cases: [string, string[], RegExp][] = [
    ["an unknown flag", ["--sedes", "1"], /^unknown flag "--sedes" \(did you mean --seeds\?\)$/],
    ["an unknown flag with a value", ["--sedes=1"], /^unknown flag "--sedes" \(did you mean --seeds\?\)$/],
    ["an unknown flag far from any", ["--frobnicate"], /^unknown flag "--frobnicate": see --help$/],
    ["a camel-case spelling", ["--startupTrials", "4"], /did you mean --startup-trials\?/],
    ["a single dash before a long name", ["-seeds", "3"], /^unknown flag "-seeds" \(did you mean --seeds\?\)$/],
    ["an unknown short flag", ["-x"], /^unknown flag "-x"/],
    ["a short flag that hides in a group", ["-hq"], /^unknown flag "-hq"/],
    ["a repeated flag", ["--seeds", "1", "--seeds", "1"], /^--seeds is given twice/],
    ["a repeated switch", ["--smoke", "--smoke"], /^--smoke is given twice/],
    ["a flag without its value at the end", ["--seeds"], /^--seeds needs a value: write --seeds=<n,n>$/],
    ["a flag without its value before another", ["--seeds", "--smoke"], /^--seeds needs a value/],
    ["a flag without its value before --help", ["--seeds", "--help"], /^--seeds needs a value/],
    ["a switch with a value", ["--smoke=true"], /^--smoke takes no value/],
    ["a switch with an empty value", ["--smoke="], /^--smoke takes no value/],
    ["a word after a switch", ["--smoke", "false"], /^unexpected argument "false"$/],
    ["a negated switch", ["--no-smoke"], /^unknown flag "--no-smoke": to switch --smoke off, leave it out$/],
    ["a negated value", ["--no-seeds"], /^unknown flag "--no-seeds"/],
    ["a word", ["full"], /^unexpected argument "full"$/],
    ["a word after the terminator", ["--", "--smoke"], /^unexpected argument "--smoke"$/],
    ["a lone dash", ["-"], /^unexpected argument "-"$/],
    ["a name of Object's prototype", ["--__proto__=1"], /^unknown flag "--__proto__"/],
    ["a name that every object has", ["--constructor"], /^unknown flag "--constructor"/],
    ["a line end within a flag", ["--a\nb"], /^unknown flag "--a\\nb"/],
  ];
  test.each(cases)("%s", (_name, argv, message) => {
    expect(() => checkArgs(argv, DEFINITIONS)).toThrow(UsageError);
    expect(() => checkArgs(argv, DEFINITIONS)).toThrow(message);
  });
});

describe("the strict layer takes", () => {
  test.each([
    ["no arguments", []],
    ["a value as its own word", ["--seeds", "1,2", "--smoke"]],
    ["a value after =", ["--seeds=1,2"]],
    ["an empty value, for its grammar to refuse", ["--seeds="]],
    ["a negative number, for its grammar to refuse", ["--seeds", "-1"]],
    ["a value that looks like a flag after =", ["--seeds=--smoke"]],
  ])("%s", (_name, argv) => {
    expect(() => checkArgs(argv, DEFINITIONS)).not.toThrow();
  });
});

test("help is asked for by --help or -h anywhere among the flags, and not after --", () => {
  expect(asksForHelp(["--smoke", "--help"], DEFINITIONS)).toBe(true);
  expect(asksForHelp(["-h"], DEFINITIONS)).toBe(true);
  expect(asksForHelp(["--", "--help"], DEFINITIONS)).toBe(false);
  expect(asksForHelp(["--smoke"], DEFINITIONS)).toBe(false);
});

test("a hint is given for a near word only", () => {
  expect(didYouMean("rnu", ["run", "setup"])).toBe(" (did you mean run?)");
  expect(didYouMean("RUN", ["run", "setup"])).toBe(" (did you mean run?)");
  expect(didYouMean("frobnicate", ["run", "setup"])).toBe("");
});

describe("words", () => {
  const one: ArgsDef = {
    base: { type: "positional" },
    next: { type: "positional", required: false },
    json: { type: "boolean" },
  };
  const many = { files: { type: "positional", rest: true }, json: { type: "boolean" } } as ArgsDef;
  test.each<[string, string[], ArgsDef]>([
    ["all of them", ["a", "b"], one],
    ["without one that may be missing", ["a", "--json"], one],
    ["any number where the last takes the rest", ["a", "--json", "b", "c"], many],
    ["that look like flags, after the terminator", ["--", "--json", "-x"], many],
  ])("are taken: %s", (_name, argv, definitions) => {
    expect(() => checkArgs(argv, definitions)).not.toThrow();
  });

  test.each<[string, string[], ArgsDef, RegExp]>([
    ["one too many", ["a", "b", "c"], one, /^unexpected argument "c"$/],
    ["the first missing", ["--json"], one, /^BASE is missing: see --help$/],
    ["none where one at least is needed", [], many, /^FILES is missing: see --help$/],
    ["given as a flag", ["--files", "a"], many, /^unknown flag "--files": see --help$/],
  ])("are refused: %s", (_name, argv, definitions, message) => {
    expect(() => checkArgs(argv, definitions)).toThrow(UsageError);
    expect(() => checkArgs(argv, definitions)).toThrow(message);
  });
});
