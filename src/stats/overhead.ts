// What a sampler costs per trial.

/** Time in the proposal/feedback API per trial, in microseconds. Validation is no part of it. */
export function microsecondsPerTrial(row: { readonly sampler_ns: number; readonly trials: number }): number {
  return row.sampler_ns / row.trials / 1000;
}
