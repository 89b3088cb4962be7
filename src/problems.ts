// The six problems, their budgets, the standard seeds and the profiles, as data.

/** One benchmark problem. Objectives themselves live in native/benchmark/problems.cpp and python/runner.py. */
export interface Problem {
  readonly name: string;
  /** Names, in declared order. */
  readonly parameters: readonly string[];
  /** Declared trial budget. */
  readonly trials: number;
  /** Declared global minimum, in the objective's own unit. */
  readonly declaredOptimum: number;
  /** Added to both regrets before their ratio is taken, in the objective's own unit. */
  readonly ratioFloor: number;
}

export const PROBLEMS: readonly Problem[] = [
  { name: "branin2", parameters: numbered(2), trials: 128, declaredOptimum: 0.39788735772973816, ratioFloor: 0.01 },
  { name: "hartmann3", parameters: numbered(3), trials: 192, declaredOptimum: -3.8627797869493365, ratioFloor: 0.01 },
  { name: "rosenbrock6", parameters: numbered(6), trials: 512, declaredOptimum: 0, ratioFloor: 1 },
  { name: "rotated_rastrigin6", parameters: numbered(6), trials: 640, declaredOptimum: 0, ratioFloor: 1 },
  {
    name: "mixed_log",
    parameters: ["mode", "enabled", "depth", "period", "rate", "leverage"],
    trials: 384,
    declaredOptimum: 0,
    ratioFloor: 0.02,
  },
  { name: "million_discrete", parameters: numbered(6), trials: 1000, declaredOptimum: 0, ratioFloor: 1 },
];

/** The problem whose whole space is enumerated before timing and whose rows carry the discrete diagnostics. */
export const DISCRETE_PROBLEM = "million_discrete";

/** What an enumeration of all candidates of `million_discrete` must find. */
export const KNOWN_ENUMERATION = {
  candidate_count: 1_000_000,
  minimum: 0,
  minimizer: [8, 1, 6, 3, 9, 4],
  multiplicity: 1,
  second_best: 17,
} as const;

/** The controls of both samplers that no option changes: Optuna 4.9.0's defaults. */
export const TPE_CONTROLS = {
  ei_candidates: 24,
  gamma_fraction: 0.1,
  gamma_cap: 25,
  prior_weight: 1,
  independent_marginals: true,
  constant_liar: false,
} as const;

/** |objective(known optimum) - declared optimum| allowed by the check that both engines make. */
export const OPTIMUM_TOLERANCE = 2e-5;

/** Paired regret ratios are clipped to this interval before a geometric mean. */
export const RATIO_CLIP = { low: 0.01, high: 100 } as const;

/** NumPy's RandomState takes seeds 0..2^32-1. */
export const MAX_SEED = 4_294_967_295;

export type ProfileName = "full" | "smoke" | "custom";

/** What a profile runs where no flag says otherwise. */
export interface Profile {
  readonly seeds: readonly number[];
  readonly problems: readonly string[];
  /** null: each problem's declared budget. */
  readonly trials: number | null;
  readonly startupTrials: number;
}

export const FULL_PROFILE: Profile = {
  seeds: [17, 41, 73, 109, 149],
  problems: PROBLEMS.map((problem) => problem.name),
  trials: null,
  startupTrials: 10,
};

export const SMOKE_PROFILE: Profile = {
  seeds: [17],
  problems: ["branin2", "mixed_log", "million_discrete"],
  trials: 32,
  startupTrials: 8,
};

/** x1, x2, ... */
function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `x${index + 1}`);
}

/** @returns the problem of that name, or undefined. */
export function findProblem(name: string): Problem | undefined {
  return PROBLEMS.find((problem) => problem.name === name);
}
