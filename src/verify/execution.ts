// What the command says of the run, and the wall time of its parts.
import { FULL_PROFILE, findProblem, SMOKE_PROFILE } from "../problems.ts";
import { formatFloat } from "../results/python-json.ts";
import type { Configuration, Execution, SourceFile } from "../results/schema.ts";
import { type Findings, type Place, show } from "./findings.ts";

/** Its options are known; those of another runner are not. */
const OUR_RUNNER = "python/runner.py";

/** The home directories of Linux, macOS and Windows, at the beginning of an argument or of its value. */
const HOME = /(?:^|[=:,])(?:\/home\/[^/]+|\/Users\/[^/]+|\/root|[A-Za-z]:\\Users\\[^\\]+)(?:[/\\]|$)/;

export function checkCommand(
  { command }: Execution,
  sources: readonly SourceFile[] | undefined,
  configuration: Configuration | undefined,
  findings: Findings,
): void {
  const [interpreter = "", runner = "", ...options] = command;
  if (interpreter !== "python") {
    findings.add("execution.command", at(0), { expected: '"python"', found: show(interpreter) });
  }
  if (sources !== undefined && !sources.some(({ path }) => path === runner)) {
    findings.add("execution.command", at(1), { expected: "a path of the source snapshot", found: show(runner) });
  }
  command.forEach((argument, index) => {
    if (HOME.test(argument))
      findings.add("execution.home", at(index), { expected: "~ for a home", found: show(argument) });
  });
  if (configuration !== undefined && runner === OUR_RUNNER) checkOptions(options, configuration, findings);
}

/** @param spans what ran one after another within the driver, in seconds, by name */
export function checkWall(
  { driver_wall_seconds }: Execution,
  spans: ReadonlyMap<string, number>,
  findings: Findings,
): void {
  for (const [name, seconds] of spans) {
    if (seconds <= driver_wall_seconds.value) continue;
    const expected = `at least ${formatFloat(seconds)}, ${name}`;
    const place: Place = { file: "sidecar", key: "execution.driver_wall_seconds" };
    findings.add("execution.wall", place, { expected, found: formatFloat(driver_wall_seconds.value) });
  }
}

/** The command asks for exactly the configuration that was run. */
function checkOptions(options: readonly string[], configuration: Configuration, findings: Findings): void {
  const { profile, seeds, problems, tpe } = configuration;
  const smoke = options.includes("--smoke");
  const base = smoke ? SMOKE_PROFILE : FULL_PROFILE;
  const names = problems.map(({ name }) => name);
  const declared = names.map((name) => findProblem(name)?.trials);
  const trials = findValue(options, "--trials") ?? base.trials?.toString();
  const claims: [option: string, asked: string, ran: string][] = [
    ["--seeds", findValue(options, "--seeds") ?? base.seeds.join(), seeds.join()],
    ["--problems", findValue(options, "--problems") ?? base.problems.join(), names.join()],
    ["--trials", names.map((_, at) => trials ?? declared[at]).join(), problems.map((problem) => problem.trials).join()],
    [
      "--startup-trials",
      findValue(options, "--startup-trials") ?? String(base.startupTrials),
      String(tpe.startup_trials),
    ],
    ["the profile", smoke ? "smoke" : profileOf(options), profile],
  ];
  for (const [option, asked, ran] of claims) {
    if (asked === ran) continue;
    const place: Place = { file: "sidecar", key: "execution.command" };
    findings.add("execution.options", place, { expected: `${option} ${show(ran)}`, found: show(asked) });
  }
}

function profileOf(options: readonly string[]): string {
  const overrides = ["--seeds", "--problems", "--trials", "--startup-trials"];
  return overrides.some((option) => findValue(options, option) !== undefined) ? "custom" : "full";
}

/** `--name value` or `--name=value`. */
function findValue(options: readonly string[], name: string): string | undefined {
  const index = options.indexOf(name);
  if (index >= 0) return options[index + 1] ?? "";
  return options.find((option) => option.startsWith(`${name}=`))?.slice(name.length + 1);
}

function at(index: number): Place {
  return { file: "sidecar", key: `execution.command[${index}]` };
}
