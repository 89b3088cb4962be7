// What the sidecar records so that anyone can do the run again.
import { hideHome } from "../provenance/checkout.ts";

const RUNNER = "python/runner.py";

/**
 * @param options the options of `run` as they were given.
 * @returns the logical `python`, the runner, and the options without `--python` (the runner's own interpreter takes its
 * place) and without the user's home directory.
 */
export function replayCommand(options: readonly string[]): string[] {
  const kept = options.filter((option, index) => !/^--python(?:=|$)/.test(option) && options[index - 1] !== "--python");
  return ["python", RUNNER, ...kept.map((option) => hideHome(option))];
}
