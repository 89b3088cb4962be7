// What the environment implies of itself, and of the rows' implementations.
import { compareCodePoints } from "../results/python-json.ts";
import { type Environment, IMPLEMENTATIONS, type SourceFile } from "../results/schema.ts";
import { snapshotAggregate } from "../results/source-snapshot.ts";
import { type Findings, type Place, show } from "./findings.ts";

const OPTUNA_VERSION = IMPLEMENTATIONS.optuna.replace(/^optuna_/, "");

export async function checkEnvironment(environment: Environment, findings: Findings): Promise<void> {
  const { dependencies, source_snapshot } = environment;
  checkRevision(environment, findings);
  if (dependencies.optuna !== OPTUNA_VERSION) {
    const found = dependencies.optuna === undefined ? "nothing" : show(dependencies.optuna);
    findings.add("environment.optuna", at("dependencies.optuna"), { expected: `"${OPTUNA_VERSION}"`, found });
  }
  checkPaths(source_snapshot.files, findings);
  const expected = await snapshotAggregate(source_snapshot.files);
  const found = source_snapshot.aggregate_sha256;
  if (found !== expected)
    findings.add("environment.snapshot", at("source_snapshot.aggregate_sha256"), { expected, found });
}

function checkRevision({ repository_revision, repository_dirty }: Environment, findings: Findings): void {
  if ((repository_revision === null) === (repository_dirty === null)) return;
  const expected = repository_revision === null ? "null, as the revision is" : "true or false beside a revision";
  findings.add("environment.revision", at("repository_dirty"), { expected, found: String(repository_dirty) });
}

/** Sorted as Python sorts, so that no path occurs twice either. */
function checkPaths(files: readonly SourceFile[], findings: Findings): void {
  files.forEach(({ path }, index) => {
    const before = files[index - 1]?.path;
    const inOrder = before === undefined || compareCodePoints(before, path) < 0;
    if (inOrder && isPlainPath(path)) return;
    const expected = inOrder
      ? "a relative path without . or .. in it"
      : `a path that sorts after ${show(before ?? "")}`;
    const place = at(`source_snapshot.files[${index}].path`);
    findings.add("environment.snapshot-path", place, { expected, found: show(path) });
  });
}

function isPlainPath(path: string): boolean {
  return !/^[A-Za-z]:|\\/.test(path) && path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}

function at(key: string): Place {
  return { file: "sidecar", key: `environment.${key}` };
}
