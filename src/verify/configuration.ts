// What the configuration implies of itself.
import { FULL_PROFILE, findProblem, PROBLEMS } from "../problems.ts";
import { sha256Hex } from "../results/fingerprint.ts";
import { dumpsCompact, formatFloat } from "../results/python-json.ts";
import type { Configuration } from "../results/schema.ts";
import type { Findings, Place } from "./findings.ts";

export async function checkConfiguration(configuration: Configuration, sha256: string | undefined, findings: Findings) {
  checkSeeds(configuration, findings);
  checkProblems(configuration, findings);
  checkProfile(configuration, findings);
  if (sha256 !== undefined) await checkHash(configuration, sha256, findings);
}

function checkSeeds({ seeds }: Configuration, findings: Findings): void {
  const seen = new Set<number>();
  seeds.forEach((seed, index) => {
    const place: Place = { file: "sidecar", key: `configuration.seeds[${index}]` };
    if (seen.has(seed))
      findings.add("configuration.seed-twice", place, { expected: "each seed once", found: String(seed) });
    seen.add(seed);
  });
}

function checkProblems({ problems }: Configuration, findings: Findings): void {
  const names = problems.map(({ name }) => name);
  problems.forEach(({ name, declared_optimum }, index) => {
    const place = (key: string): Place => ({ file: "sidecar", key: `configuration.problems[${index}].${key}` });
    if (names.indexOf(name) < index)
      findings.add("configuration.problem-twice", place("name"), { expected: "each problem once", found: name });
    const optimum = findProblem(name)?.declaredOptimum ?? Number.NaN;
    if (Object.is(declared_optimum.value, optimum)) return;
    const found = formatFloat(declared_optimum.value);
    findings.add("configuration.optimum", place("declared_optimum"), { expected: formatFloat(optimum), found });
  });
}

function checkProfile({ profile, seeds, problems, tpe }: Configuration, findings: Findings): void {
  if (profile !== "full") return;
  const declared = PROBLEMS.map(({ name, trials }) => `${name} ${trials}`);
  const isFull =
    seeds.join() === FULL_PROFILE.seeds.join() &&
    problems.map(({ name, trials }) => `${name} ${trials}`).join() === declared.join() &&
    tpe.startup_trials === FULL_PROFILE.startupTrials;
  if (isFull) return;
  const expected = "the full profile's seeds, problems, budgets and startup trials";
  findings.add(
    "configuration.profile",
    { file: "sidecar", key: "configuration.profile" },
    { expected, found: "others" },
  );
}

async function checkHash(configuration: Configuration, found: string, findings: Findings): Promise<void> {
  const expected = await sha256Hex(dumpsCompact(configuration));
  if (found === expected) return;
  findings.add("configuration.sha256", { file: "sidecar", key: "configuration_sha256" }, { expected, found });
}
