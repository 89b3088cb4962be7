// Rows of runs that never ran: what two results of the same code look like, or of code that is worse by a known factor.

import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { PROBLEMS } from "../../../src/problems.ts";
import { IMPLEMENTATIONS, type Row } from "../../../src/results/schema.ts";

export interface Effects {
  /** How many times as much regret the native rows have. */
  readonly quality?: number;
  /** How many times as long the native rows take. */
  readonly overhead?: number;
  /** How many times as long all rows take: a slower machine. */
  readonly machine?: number;
}

/** Standard deviations of the logarithms. */
const NOISE = { regret: 1, time: 0.3 };

/** Draws that go on where the last run ended. */
export class Simulator {
  readonly #random;

  constructor(seed: number) {
    this.#random = xoroshiro128plus(seed);
  }

  /** The rows of a run of every problem with so many seeds. */
  run(seeds: number, { quality = 1, overhead = 1, machine = 1 }: Effects = {}): Row[] {
    return PROBLEMS.flatMap(({ name, trials }) =>
      Array.from({ length: seeds }, (_, seed) => [
        this.#row("native", name, seed, trials, quality, overhead * machine),
        this.#row("optuna", name, seed, trials, 1, 4 * machine),
      ]).flat(),
    );
  }

  #row(
    engine: keyof typeof IMPLEMENTATIONS,
    problem: string,
    seed: number,
    trials: number,
    quality: number,
    slowness: number,
  ): Row {
    const best_regret = quality * Math.exp(NOISE.regret * this.#normal()) * 100;
    const sampler_ns = Math.round(slowness * Math.exp(NOISE.time * this.#normal()) * trials * 1e6);
    return {
      implementation: IMPLEMENTATIONS[engine],
      problem,
      seed,
      trials,
      startup_trials: 10,
      best_value: best_regret,
      optimum: 0,
      best_regret,
      sampler_ns,
      objective_ns: 0,
      validation_ns: 0,
      wall_ns: sampler_ns,
      unique_candidates: -1,
      duplicate_candidates: -1,
      exact_optimum_hits: 0,
      best_hamming: -1,
      best_l1: -1,
    };
  }

  /** Box and Muller (1958). */
  #normal(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - uniformFloat64(this.#random)));
    return radius * Math.cos(2 * Math.PI * uniformFloat64(this.#random));
  }
}
