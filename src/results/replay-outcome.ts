// What came of running a result's configuration again: made by src/benchmark/replay.ts, printed by src/report/replay.ts.
import type { Row } from "./schema.ts";

/** One value that a replay did not reproduce. */
export interface ReplayDifference {
  readonly implementation: string;
  readonly problem: string;
  readonly seed: number;
  readonly column: string;
  readonly recorded: Row[keyof Row];
  readonly replayed: Row[keyof Row];
}

export interface ReplayOutcome {
  readonly rows: readonly Row[];
  /** In columns that are no times; empty where the result was reproduced. */
  readonly differences: readonly ReplayDifference[];
  /** What of this host may explain a difference: "fact: recorded, here". */
  readonly explanations: readonly string[];
}
