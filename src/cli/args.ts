// The strict layer over citty's definitions. citty parses leniently (unknown flags and extra words pass, the last
// duplicate wins, a missing value is ""), so every argument is checked here first, from the same definitions.
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import type { ArgDef, ArgsDef } from "citty";
import leven from "leven";
import { UsageError } from "./exit.ts";

type Token = NonNullable<ReturnType<typeof tokenize>>[number];
type OptionToken = Extract<Token, { kind: "option" }>;

/** Whether `--help` (or `-h`) is among the flags. */
export function asksForHelp(argv: readonly string[], definitions: ArgsDef): boolean {
  return tokenize(argv, definitions).some((token) => token.kind === "option" && token.name === "help");
}

/** A word that a command takes, defined as citty does; with `rest` it takes any number of them, one at least. */
export type WordDef = Extract<ArgDef, { type?: "positional" }> & { readonly rest?: true };

/**
 * Checks the arguments of one command.
 * @throws UsageError for an unknown or repeated flag, a flag without its value, a value where none belongs, a word too many
 * or too few.
 */
export function checkArgs(argv: readonly string[], definitions: ArgsDef): void {
  const seen = new Set<string>();
  const words: string[] = [];
  for (const token of tokenize(argv, definitions)) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    const definition = definitionOf(definitions, token.name);
    if (definition === undefined) throw unknownFlag(argv[token.index] ?? token.rawName, definitions);
    if (seen.has(token.name)) throw new UsageError(`--${token.name} is given twice: give it once`);
    seen.add(token.name);
    checkValue(token, definition);
  }
  checkWords(words, definitions);
}

function checkWords(words: readonly string[], definitions: ArgsDef): void {
  const places = Object.entries(definitions).filter(([, { type }]) => type === "positional") as [string, WordDef][];
  const surplus = words[places.length];
  if (surplus !== undefined && !places.at(-1)?.[1].rest) throw new UsageError(`unexpected argument ${quote(surplus)}`);
  const [missing, definition] = places[words.length] ?? [];
  if (missing !== undefined && definition?.required !== false)
    throw new UsageError(`${missing.toUpperCase()} is missing: see --help`);
}

/** " (did you mean x?)" where a known word is near, "" otherwise. */
export function didYouMean(word: string, known: readonly string[]): string {
  const distances = known.map((candidate) => ({ candidate, distance: leven(word.toLowerCase(), candidate) }));
  const [nearest] = distances.sort((a, b) => a.distance - b.distance);
  if (nearest === undefined || nearest.distance > Math.max(2, Math.floor(word.length / 3))) return "";
  return ` (did you mean ${nearest.candidate}?)`;
}

/** Of a user's text in a message. Characters */
const MAX_QUOTED = 200;

/** A user's text within a message: cut, quoted, control characters escaped, on one line. */
export function quote(text: string): string {
  return JSON.stringify(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}...` : text);
}

function tokenize(argv: readonly string[], definitions: ArgsDef) {
  const options: ParseArgsOptionsConfig = {};
  for (const [name, definition] of Object.entries(definitions)) {
    if (definition.type === "positional") continue;
    const short = "alias" in definition ? [definition.alias ?? []].flat()[0] : undefined;
    options[name] = {
      type: definition.type === "boolean" ? "boolean" : "string",
      ...(short === undefined ? {} : { short }),
    };
  }
  return parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true }).tokens;
}

function definitionOf(definitions: ArgsDef, name: string): ArgDef | undefined {
  const definition = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
  return definition?.type === "positional" ? undefined : definition;
}

function checkValue(token: OptionToken, definition: ArgDef): void {
  const flag = `--${token.name}`;
  if (definition.type === "boolean") {
    if (token.value !== undefined) throw new UsageError(`${flag} takes no value: write ${flag} alone`);
    return;
  }
  if (token.value === undefined || isFlag(token)) {
    throw new UsageError(`${flag} needs a value: write ${flag}=<${definition.valueHint ?? "value"}>`);
  }
}

/** `--seeds --smoke` is a flag without its value; `--seeds -1` is a bad value, for its grammar to refuse. */
function isFlag(token: OptionToken): boolean {
  return token.inlineValue === false && /^-\D/.test(token.value);
}

function unknownFlag(argument: string, definitions: ArgsDef): UsageError {
  const word = argument.replace(/=.*$/s, "");
  const positive = word.replace(/^--no-/, "");
  if (positive !== word && definitionOf(definitions, positive)?.type === "boolean") {
    return new UsageError(`unknown flag ${quote(word)}: to switch --${positive} off, leave it out`);
  }
  const known = Object.keys(definitions)
    .filter((name) => definitionOf(definitions, name) !== undefined)
    .map((name) => `--${name}`);
  return new UsageError(`unknown flag ${quote(word)}${didYouMean(word, known) || ": see --help"}`);
}
