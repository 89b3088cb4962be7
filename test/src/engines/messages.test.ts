import { describe, expect, test } from "bun:test";
import { checkResult } from "../../../src/engines/answers.ts";
import type { Job } from "../../../src/engines/engine.ts";
import { ProtocolViolation } from "../../../src/engines/line-reader.ts";
import { parseMessage } from "../../../src/engines/messages.ts";
import type { ResultMessage } from "../../../src/engines/protocol.ts";

const RESULT: ResultMessage = {
  ...{ type: "result", id: 0, problem: "million_discrete", seed: 17, trials: 100, startup_trials: 10 },
  ...{ best_value: 17, sampler_ns: 1, objective_ns: 2, validation_ns: 0, wall_ns: 3 },
  ...{ unique_candidates: 90, duplicate_candidates: 10, exact_optimum_hits: 0, best_hamming: 1, best_l1: 9 },
};

const HELLO = {
  ...{ type: "hello", engine: "optuna", protocol: 2, optima: [], enumeration: null },
  ...{ python_implementation: "CPython", python_version: "3.11.2", platform: "", machine: "", processor: "" },
  ...{ dependencies: { numpy: "2.4.6" }, numpy_simd_features: ["SSE"] },
};

const ENUMERATION = {
  ...{ candidate_count: 1_000_000, minimum: 0, minimizer: [8, 1, 6, 3, 9, 4], multiplicity: 1 },
  ...{ second_best: 17, wall_seconds: 0.1 },
};

const ERROR = { type: "error", id: null, kind: "environment", message: "no optuna" };

describe("the form of a message", () => {
  test.each([
    RESULT,
    HELLO,
    { ...HELLO, enumeration: ENUMERATION },
    { ...HELLO, optima: [{ problem: "branin2", declared_optimum: 0.4, value: 0.4 }] },
    { type: "progress", id: 0, trials_done: 3 },
    { type: "trials", id: 0, first: 1000, rows: [[1, 2.5, -0.5]] },
    ERROR,
    { ...ERROR, differences: [{ package: "numpy", wanted: "2.4.6", found: null }] },
  ])("is right for %j", (message) => {
    expect(parseMessage(JSON.stringify(message)) as unknown).toEqual(message);
  });

  test.each([
    ["[]", 'sent what is no message: "[]"'],
    ["null", "sent what is no message"],
    ["7", "sent what is no message"],
    ['{"type":"hello","engine":"fake"}', "sent a message of an unknown type"],
    ['{"type":"toString"}', "sent a message of an unknown type"],
    [JSON.stringify({ ...RESULT, seed: -1 }), "seed is not a non-negative integer"],
    [JSON.stringify({ ...RESULT, seed: 2 ** 53 }), "seed is not a non-negative integer"],
    [JSON.stringify({ ...RESULT, trials: 0 }), "trials is not a positive integer"],
    [JSON.stringify({ ...RESULT, best_value: null }), "best_value is not a finite number"],
    [JSON.stringify({ ...RESULT, __proto__x: 1 }), '"__proto__x" is unknown'],
    ['{"type":"progress","id":0,"trials_done":1,"__proto__":{}}', '"__proto__" is unknown'],
    [
      JSON.stringify({ ...HELLO, optima: [{ problem: "branin2" }] }),
      "optima is not a list in which each is a check of an optimum",
    ],
    [JSON.stringify({ ...HELLO, dependencies: { numpy: 2 } }), "dependencies is not an object of strings"],
    [JSON.stringify({ ...HELLO, enumeration: {} }), "enumeration is not an enumeration or null"],
    [JSON.stringify({ ...ERROR, kind: "user" }), "kind is not environment or engine"],
    [
      JSON.stringify({ ...ERROR, differences: [{}] }),
      "differences is not a list in which each is a difference of a pin",
    ],
  ])("is wrong for %s", (line, fault) => {
    expect(() => parseMessage(line)).toThrow(ProtocolViolation);
    expect(() => parseMessage(line)).toThrow(fault);
  });

  test("quotes no more than a little of what was sent", () => {
    expect(() => parseMessage("x".repeat(100_000))).toThrow(/^.{1,150}$/);
  });
});

describe("a result of million_discrete", () => {
  const job: Job = { engine: "optuna", id: 0, problem: "million_discrete", seed: 17, trials: 100, startup_trials: 10 };

  test.each([
    {},
    { unique_candidates: 100, duplicate_candidates: 0 },
    { best_value: 0, exact_optimum_hits: 3, best_hamming: 0, best_l1: 0 },
    { best_hamming: 6, best_l1: 54 },
    { best_hamming: 6, best_l1: 6 },
  ])("is possible with %j", (change) => {
    expect(checkResult({ ...RESULT, ...change }, job)).toMatchObject(change);
  });

  test.each([
    { unique_candidates: 91 },
    { best_value: 17.5 },
    { best_value: 0 },
    { exact_optimum_hits: 3, best_hamming: 0, best_l1: 0 },
    { unique_candidates: 0, duplicate_candidates: 100 },
    { unique_candidates: 101, duplicate_candidates: -1 },
    { exact_optimum_hits: 1 },
    { best_value: 0, exact_optimum_hits: 101, best_hamming: 0, best_l1: 0 },
    { best_hamming: 0, best_l1: 0 },
    { best_hamming: 7, best_l1: 9 },
    { best_hamming: -1, best_l1: -1 },
    { best_hamming: 2, best_l1: 1 },
    { best_hamming: 1, best_l1: 10 },
  ])("is impossible with %j", (change) => {
    expect(() => checkResult({ ...RESULT, ...change }, job)).toThrow("impossible diagnostics");
  });

  test("has no value below the declared optimum", () => {
    const branin2: Job = { ...job, problem: "branin2" };
    const none = {
      unique_candidates: -1,
      duplicate_candidates: -1,
      exact_optimum_hits: 0,
      best_hamming: -1,
      best_l1: -1,
    };
    const result = { ...RESULT, ...none, problem: "branin2" };
    expect(checkResult({ ...result, best_value: 0.39788 }, branin2).best_value).toBe(0.39788);
    expect(() => checkResult({ ...result, best_value: 0.3978 }, branin2)).toThrow("below the optimum");
  });

  test("has no validation time on the Optuna path, and may have it on the native one", () => {
    const result = { ...RESULT, wall_ns: 8, validation_ns: 5 };
    expect(() => checkResult(result, job)).toThrow("5 ns of validation");
    expect(checkResult(result, { ...job, engine: "native" }).validation_ns).toBe(5);
  });
});
