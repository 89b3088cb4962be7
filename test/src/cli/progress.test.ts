import { expect, test } from "bun:test";
import { createProgress } from "../../../src/cli/progress.ts";

const STEPS = [
  { label: "native branin2 seed 17", weight: 1 },
  { label: "optuna branin2 seed 17", weight: 15 },
];

async function progressOf(quiet: boolean): Promise<string[]> {
  const lines: string[] = [];
  const log = { quiet, info: (message: string) => void lines.push(message), warn: () => {} };
  const progress = await createProgress(STEPS, log, false);
  progress.advance(0, 0.5);
  progress.finish(0, "done");
  progress.advance(1, 0.5);
  progress.finish(1, "done");
  progress.stop();
  progress.stop();
  return lines;
}

test("without a terminal each step is one line when it ends", async () => {
  expect(await progressOf(false)).toEqual(["[1/2] native branin2 seed 17: done", "[2/2] optuna branin2 seed 17: done"]);
});

test("a quiet log gets no progress", async () => {
  expect(await progressOf(true)).toEqual([]);
});
