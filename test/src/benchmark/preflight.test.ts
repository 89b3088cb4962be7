import { describe, expect, test } from "bun:test";
import { compareHellos } from "../../../src/benchmark/preflight.ts";
import { EngineError } from "../../../src/cli/exit.ts";
import type { HelloMessage } from "../../../src/engines/protocol.ts";
import { Float } from "../../../src/results/python-json.ts";
import { ENUMERATION, nativeHello, optunaHello } from "./fakes.ts";

const PROBLEMS = ["hartmann3", "million_discrete"];

function withValue(hello: HelloMessage, value: number): HelloMessage {
  return { ...hello, optima: hello.optima.map((check) => ({ ...check, value })) };
}

test("two engines that agree give the validation record, with the time of both enumerations", () => {
  expect(compareHellos(nativeHello(PROBLEMS), optunaHello(PROBLEMS), PROBLEMS)).toEqual({
    declared_optima_checked_in_both_implementations: true,
    million_discrete_full_enumeration: {
      candidate_count: 1_000_000,
      minimum: new Float(0),
      minimizer: [8, 1, 6, 3, 9, 4],
      multiplicity: 1,
      second_best: new Float(17),
      wall_seconds: new Float(0.5),
    },
  });
});

test("without million_discrete there is no enumeration to record", () => {
  const problems = ["hartmann3"];
  const validation = compareHellos(nativeHello(problems), optunaHello(problems), problems);
  expect(validation.million_discrete_full_enumeration).toBeNull();
});

test("the last bits of an optimum may differ", () => {
  const optuna = withValue(optunaHello(["hartmann3"]), -3.8627797869493365 + 4e-16);
  expect(() => compareHellos(nativeHello(["hartmann3"]), optuna, ["hartmann3"])).not.toThrow();
});

describe("the run is refused where both engines agree on", () => {
  test.each<[string, (hello: HelloMessage) => HelloMessage, string]>([
    [
      "a value far from the declared optimum",
      (hello) => withValue(hello, -3.85),
      "as the optimum of hartmann3 and found -3.85",
    ],
    [
      "another declared optimum",
      (hello) => ({ ...hello, optima: hello.optima.map((check) => ({ ...check, declared_optimum: -3.8627 })) }),
      "declares -3.8627 as the optimum of hartmann3",
    ],
    [
      "an enumeration other than the known one",
      (hello) => ({ ...hello, enumeration: { ...ENUMERATION, second_best: 18 } }),
      "the enumeration of million_discrete found",
    ],
  ])("%s", (_what, change, message) => {
    const compare = () => compareHellos(change(nativeHello(PROBLEMS)), change(optunaHello(PROBLEMS)), PROBLEMS);
    expect(compare).toThrow(EngineError);
    expect(compare).toThrow(message);
  });
});

describe("the run is refused where the engines disagree about", () => {
  const wrong = (change: object) => ({ ...optunaHello(PROBLEMS), enumeration: { ...ENUMERATION, ...change } });
  test.each<[string, HelloMessage, string]>([
    ["an optimum", withValue(optunaHello(PROBLEMS), -3.86277), "the optimum of hartmann3"],
    ["an optimum that one lacks", { ...optunaHello(PROBLEMS), optima: [] }, "the optimum of hartmann3"],
    ["an optimum that is no number", withValue(optunaHello(PROBLEMS), Number.NaN), "the optimum of hartmann3"],
    ["the number of candidates", wrong({ candidate_count: 999_999 }), "the enumeration of million_discrete"],
    ["the minimizer", wrong({ minimizer: [8, 1, 6, 3, 9, 5] }), "the enumeration of million_discrete"],
    ["the second best", wrong({ second_best: 18 }), "the enumeration of million_discrete"],
    ["an enumeration that one lacks", { ...optunaHello(PROBLEMS), enumeration: null }, "the enumeration"],
  ])("%s", (_what, optuna, message) => {
    expect(() => compareHellos(nativeHello(PROBLEMS), optuna, PROBLEMS)).toThrow(EngineError);
    expect(() => compareHellos(nativeHello(PROBLEMS), optuna, PROBLEMS)).toThrow(message);
  });
});
