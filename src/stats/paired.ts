// Figures of a pair: the native and the Optuna row of one problem and seed.
import { RATIO_CLIP } from "../problems.ts";

export type Winner = "native" | "optuna" | "tie";

/** A win needs a difference above this times max(1, |a|, |b|). */
export const TIE_TOLERANCE = 1e-12;

/** The lower regret wins; both in the objective's unit. */
export function findWinner(native: number, optuna: number): Winner {
  const tolerance = TIE_TOLERANCE * Math.max(1, Math.abs(native), Math.abs(optuna));
  if (Math.abs(native - optuna) <= tolerance) return "tie";
  return native < optuna ? "native" : "optuna";
}

/** (native + floor) / (optuna + floor), clipped to RATIO_CLIP; below 1 the native regret is the lower. */
export function clippedRegretRatio(native: number, optuna: number, floor: number): number {
  const ratio = (native + floor) / (optuna + floor);
  return Math.min(RATIO_CLIP.high, Math.max(RATIO_CLIP.low, ratio));
}
