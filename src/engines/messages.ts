// The form of an engine's messages: every key present, no other, every value of its type and range. What a message means
// for the job that is awaited is checked in answers.ts.
import { ProtocolViolation } from "./line-reader.ts";
import type { EngineMessage, EngineName } from "./protocol.ts";

/** A test of one value, and its name in "... is not <name>". */
interface Kind {
  readonly name: string;
  readonly holds: (value: unknown) => boolean;
  readonly optional?: true;
}

type Shape = Readonly<Record<string, Kind>>;

const text: Kind = { name: "a string", holds: (value) => typeof value === "string" };
const finite: Kind = { name: "a finite number", holds: Number.isFinite };
const integer: Kind = { name: "an integer", holds: Number.isSafeInteger };
const count: Kind = { name: "a non-negative integer", holds: (value) => integer.holds(value) && Number(value) >= 0 };
const seconds: Kind = { name: "a non-negative number", holds: (value) => finite.holds(value) && Number(value) >= 0 };
const positive: Kind = { name: "a positive integer", holds: (value) => count.holds(value) && value !== 0 };
const sha256: Kind = {
  name: "a SHA-256 in lower-case hex",
  holds: (value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value),
};
const texts: Kind = {
  name: "an object of strings",
  holds: (value) => isObject(value) && Object.values(value).every(text.holds),
};

function exactly(...values: readonly string[]): Kind {
  return { name: values.join(" or "), holds: (value) => values.some((allowed) => allowed === value) };
}

function listOf(element: Kind): Kind {
  return {
    name: `a list in which each is ${element.name}`,
    holds: (value) => Array.isArray(value) && value.every(element.holds),
  };
}

function orNull(kind: Kind): Kind {
  return { name: `${kind.name} or null`, holds: (value) => value === null || kind.holds(value) };
}

function record(name: string, shape: Shape): Kind {
  return { name, holds: (value) => isObject(value) && findFault(value, shape) === null };
}

const OPTIMUM = record("a check of an optimum", { problem: text, declared_optimum: finite, value: finite });

const ENUMERATION = record("an enumeration", {
  candidate_count: count,
  minimum: finite,
  minimizer: listOf(integer),
  multiplicity: count,
  second_best: finite,
  wall_seconds: seconds,
});

const BUILD = record("the facts of a build", {
  compiler: text,
  compiler_version: text,
  cmake_version: text,
  flags: text,
  instruction_sets: text,
  instruction_set: text,
  sampler: text,
});

const DIFFERENCE = record("a difference of a pin", { package: text, wanted: text, found: orNull(text) });

const HELLO: Shape = {
  type: text,
  engine: text,
  protocol: count,
  optima: listOf(OPTIMUM),
  enumeration: orNull(ENUMERATION),
};

const HELLOS: Readonly<Record<EngineName, Shape>> = {
  native: { ...HELLO, abi_version: count, library_sha256: sha256, build: BUILD },
  optuna: {
    ...HELLO,
    python_implementation: text,
    python_version: text,
    platform: text,
    machine: text,
    processor: text,
    dependencies: texts,
    numpy_simd_features: listOf(text),
  },
};

const PROGRESS: Shape = { type: text, id: count, trials_done: count };

const TRIALS: Shape = { type: text, id: count, first: count, rows: listOf(listOf(finite)) };

const RESULT: Shape = {
  type: text,
  id: count,
  problem: text,
  seed: count,
  trials: positive,
  startup_trials: positive,
  best_value: finite,
  sampler_ns: count,
  objective_ns: count,
  validation_ns: count,
  wall_ns: count,
  unique_candidates: integer,
  duplicate_candidates: integer,
  exact_optimum_hits: count,
  best_hamming: integer,
  best_l1: integer,
};

const ERROR: Shape = {
  type: text,
  id: orNull(count),
  kind: exactly("environment", "engine"),
  message: text,
  differences: { ...listOf(DIFFERENCE), optional: true },
};

/**
 * Reads one line of an engine.
 * @throws ProtocolViolation naming the first thing that is wrong.
 */
export function parseMessage(line: string): EngineMessage {
  const value = parseJson(line);
  if (!isObject(value)) throw new ProtocolViolation(`sent what is no message: ${excerpt(line)}`);
  const shape = shapeOf(value);
  if (shape === null) throw new ProtocolViolation(`sent a message of an unknown type: ${excerpt(line)}`);
  const fault = findFault(value, shape);
  if (fault !== null) throw new ProtocolViolation(`sent a ${value.type} message in which ${fault}`);
  return value as unknown as EngineMessage;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new ProtocolViolation(`sent what is no message: ${excerpt(line)}`);
  }
}

function shapeOf({ type, engine }: Readonly<Record<string, unknown>>): Shape | null {
  if (type === "hello") return engine === "native" || engine === "optuna" ? HELLOS[engine] : null;
  if (type === "progress") return PROGRESS;
  if (type === "trials") return TRIALS;
  if (type === "result") return RESULT;
  return type === "error" ? ERROR : null;
}

function findFault(value: Readonly<Record<string, unknown>>, shape: Shape): string | null {
  for (const [key, kind] of Object.entries(shape)) {
    if (!Object.hasOwn(value, key)) {
      if (kind.optional) continue;
      return `${key} is missing`;
    }
    if (!kind.holds(value[key])) return `${key} is not ${kind.name}`;
  }
  const unknown = Object.keys(value).find((key) => !Object.hasOwn(shape, key));
  return unknown === undefined ? null : `${excerpt(unknown)} is unknown`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Short and printable, whatever was sent. */
function excerpt(sent: string): string {
  return JSON.stringify(sent.length > 80 ? `${sent.slice(0, 80)}...` : sent);
}
