// The Optuna engine: the embedded runner on a real interpreter, isolated from PYTHON* variables, the user's site packages
// and the working directory, and read from memory, so that no file has to be trusted.
import { EngineError, EnvironmentError, type ExitError } from "../cli/exit.ts";
import { ChildEngine, type Launch } from "./child-engine.ts";
import { childEnvironment } from "./child-environment.ts";
import type { Recorder } from "./engine.ts";
import { createPrivateFile } from "./private-file.ts";
import type { ErrorMessage, OptunaHello, PinDifference } from "./protocol.ts";
import { describeChoice, mend, type PythonChoice, readPins } from "./python-choice.ts";
import { HUNG, isOlder, OLDEST_PYTHON, probePython } from "./python-probe.ts";

export interface OptunaOptions {
  readonly python: PythonChoice;
  readonly timeoutSeconds: number;
  /** The user has no flag that sets it. */
  readonly timeoutIsFixed?: boolean;
}

const RUNNER = "python/runner.py";
const REQUIREMENTS = "python/requirements.txt";

export function createOptunaEngine({ python, timeoutSeconds, timeoutIsFixed }: OptunaOptions): Recorder<OptunaHello> {
  return new ChildEngine<OptunaHello>({
    name: "optuna",
    timeoutSeconds,
    timeoutIsFixed,
    pins: async () => readPins(await readEmbedded(REQUIREMENTS)),
    launch: () => launchRunner(python.path),
    explain: (message) => unfit(python, describeFault(message)),
    diagnose: (error) => diagnose({ python, timeoutSeconds }, error),
  });
}

/** -I: isolated; -B: writes no bytecode; its descriptor 3 is the runner's text. */
async function launchRunner(python: string): Promise<Launch> {
  const runner = createPrivateFile("runner.py", new TextEncoder().encode(await readEmbedded(RUNNER)));
  const script = runner.descriptor === null ? runner.path : "/proc/self/fd/3";
  return {
    command: [python, "-I", "-B", "-X", "utf8", script, "--engine"],
    environment: childEnvironment(),
    descriptor: runner.descriptor,
    release: () => runner.release(),
  };
}

async function readEmbedded(path: string): Promise<string> {
  const { embeddedText } = await import("../provenance/embedded.ts");
  return await embeddedText(path);
}

function describeFault({ message, differences = [] }: ErrorMessage): string {
  return differences.length === 0 ? message : differences.map(describeDifference).join("; ");
}

function describeDifference({ package: name, wanted, found }: PinDifference): string {
  return `${name} ${wanted} is wanted, ${found ?? "none"} was found`;
}

/** A child that failed before its hello may not be a Python that the runner can be read by. One that hangs may be one. */
async function diagnose({ python, timeoutSeconds }: OptunaOptions, error: Error): Promise<ExitError | null> {
  const facts = await probePython(python.path, timeoutSeconds);
  if (facts === HUNG) return new EngineError(`${describeChoice(python)}: ${error.message}`);
  if (typeof facts === "string") return unfit(python, `it is no working Python 3: ${facts}`);
  if (!isOlder(facts.version, OLDEST_PYTHON)) return null;
  return unfit(python, `it is Python ${facts.version}, and ${OLDEST_PYTHON.join(".")} or newer is needed`);
}

function unfit(python: PythonChoice, fault: string): EnvironmentError {
  return new EnvironmentError(`${describeChoice(python)}: ${fault}; ${mend(python)}`);
}
