import { defineCommand } from "citty";
import type { Comparison, ParityObserver, ParityStep } from "../benchmark/parity.ts";
import { RegressionError } from "../cli/exit.ts";
import { createLog } from "../cli/log.ts";
import { createProgress, type Progress } from "../cli/progress.ts";
import { writeStdout } from "../cli/stdout.ts";
import { readChoice } from "../cli/values.ts";
import { ENGINE_TIMEOUT, HELP, JSON_OUTPUT, NATIVE, PYTHON, QUIET } from "./flags.ts";
import { readEngines, readOptions, STUDY_FLAGS } from "./run-flags.ts";

/** Costs of one trial relative to a fast one; only the time left is reckoned by them. */
const WEIGHTS = { fast: 1, reference: 50, optuna_stable: 500, optuna_stock: 500 } as const;

/** Runs the studies and prints where the samplers part; exit 5 where they must not. */
export default defineCommand({
  meta: { name: "parity", description: "Compare the fast sampler, the reference and Optuna, proposal by proposal" },
  args: {
    ...HELP,
    ...STUDY_FLAGS,
    ties: {
      type: "string",
      valueHint: "order",
      default: "stable",
      description:
        "How Optuna orders equal observations: stable (by trial number, as native does), stock, or both in turn",
    },
    ...PYTHON,
    ...NATIVE,
    ...ENGINE_TIMEOUT,
    ...JSON_OUTPUT,
    ...QUIET,
  },
  async run({ args }) {
    const [options, engines] = [readOptions(args), readEngines(args)];
    const { findFaults, planParity, runParity, TIES } = await import("../benchmark/parity.ts");
    const ties = readChoice("--ties", args.ties, TIES);
    const log = await createLog(args.quiet === true);
    const progress = await createProgress(planParity(options, ties).map(describeStep), log);
    const { createEngines } = await import("../benchmark/engines.ts");
    const outcome = await runParity(options, ties, createEngines(engines), observe(progress)).finally(progress.stop);
    const { describeDisagreement, formatParityJson, formatParityText } = await import("../report/parity.ts");
    await writeStdout((args.json ? formatParityJson : formatParityText)(outcome));
    const [fault, ...more] = findFaults(outcome.comparisons);
    if (fault !== undefined)
      throw new RegressionError(`${describeDisagreement(fault)}${more.length > 0 ? `, and ${more.length} more` : ""}`);
  },
});

function describeStep({ contestant, job }: ParityStep) {
  const label = `${contestant.replace("_", " ")} ${job.problem} seed ${job.seed}`;
  return { label, weight: job.trials * WEIGHTS[contestant] };
}

function observe(progress: Progress): ParityObserver {
  return {
    jobAdvanced: (job, trialsDone) => progress.advance(job.id, trialsDone / job.trials),
    jobFinished: (job, comparison) => progress.finish(job.id, describeOutcome(comparison) ?? `${job.trials} trials`),
  };
}

function describeOutcome(comparison: Comparison | null): string | null {
  if (comparison === null) return null;
  const { disagreements, trials } = comparison;
  return disagreements === 0 ? "the same proposals" : `${disagreements} of ${trials} proposals differ`;
}
