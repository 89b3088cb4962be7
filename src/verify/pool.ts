// Verified results of one kind -> the configuration and the rows of their pool.
import { RejectedError } from "../cli/exit.ts";
import { findProblem, PROBLEMS } from "../problems.ts";
import { compareCodePoints } from "../results/python-json.ts";
import { type Configuration, IMPLEMENTATIONS, type Row } from "../results/schema.ts";
import type { VerifiedResult } from "./checks.ts";

export interface Pool {
  /** By the CSV's hash, so that a pool does not depend on the order in which its results were given. */
  readonly results: readonly VerifiedResult[];
  readonly configuration: Configuration;
  readonly rows: readonly Row[];
  /** What `run` would be asked for, to run the pool as one. */
  readonly options: readonly string[];
}

/**
 * @param results that choosePoolable has kept, one at least.
 * @throws RejectedError where they are no single configuration: a pair is missing, or no one command asks for the budgets.
 */
export function makePool(results: readonly VerifiedResult[]): Pool {
  const sorted = results.toSorted((a, b) => compareCodePoints(a.csvSha256, b.csvSha256));
  const configuration = mergeConfigurations(sorted.map(({ sidecar }) => sidecar.configuration));
  const rows = orderRows(sorted, configuration);
  return { results: sorted, configuration, rows, options: listOptions(configuration) };
}

/** Problems in their declared order, seeds ascending. */
function mergeConfigurations(configurations: readonly Configuration[]): Configuration {
  const [first] = configurations;
  if (first === undefined) throw new Error("a pool needs a result");
  const problems = new Map(configurations.flatMap((each) => each.problems.map((problem) => [problem.name, problem])));
  return {
    ...first,
    profile: "custom",
    seeds: [...new Set(configurations.flatMap(({ seeds }) => seeds))].sort((a, b) => a - b),
    problems: PROBLEMS.flatMap(({ name }) => problems.get(name) ?? []),
  };
}

/** @throws RejectedError naming a pair that no result has. */
function orderRows(results: readonly VerifiedResult[], { problems, seeds }: Configuration): Row[] {
  const rows = new Map(results.flatMap((result) => result.rows.map((row) => [keyOf(row), row])));
  const engines = Object.values(IMPLEMENTATIONS);
  return problems.flatMap(({ name: problem }) =>
    seeds.flatMap((seed) =>
      engines.map((implementation) => {
        const row = rows.get(keyOf({ implementation, problem, seed }));
        if (row !== undefined) return row;
        throw new RejectedError(
          `the results are no single configuration, ${problem} with seed ${seed} is missing: pool what shares its problems or its seeds`,
        );
      }),
    ),
  );
}

function keyOf({ implementation, problem, seed }: Pick<Row, "implementation" | "problem" | "seed">): string {
  return `${problem} ${seed} ${implementation}`;
}

/** @throws RejectedError where the budgets are neither the declared ones nor one number. */
function listOptions({ seeds, problems, tpe }: Configuration): string[] {
  const names = problems.map(({ name }) => name);
  const [{ trials } = { trials: 0 }] = problems;
  const declared = problems.every((problem) => problem.trials === findProblem(problem.name)?.trials);
  const uniform = problems.every((problem) => problem.trials === trials);
  if (!declared && !uniform) {
    const budgets = problems.map((problem) => `${problem.name} ${problem.trials}`).join(", ");
    throw new RejectedError(`no single run has the budgets ${budgets}: pool results of the same budgets`);
  }
  const budget = declared ? [] : ["--trials", String(trials)];
  return [
    ...["--seeds", seeds.join(), "--problems", names.join()],
    ...budget,
    ...["--startup-trials", String(tpe.startup_trials)],
  ];
}
