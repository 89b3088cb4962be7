// argv -> command -> exit code. The only place that ends the process, and that catches everything.
import { readFileSync } from "node:fs";
import { dispatch } from "./cli/dispatch.ts";
import { BrokenPipeError, EnvironmentError, EXIT, type ExitCode, ExitError } from "./cli/exit.ts";
import { flushStderr, oneLine, PROGRAM, writeStderr } from "./cli/stderr.ts";
import root, { COMMANDS } from "./commands/root.ts";

const SIGNALS = { SIGHUP: EXIT.sighup, SIGINT: EXIT.sigint, SIGTERM: EXIT.sigterm } as const;

/** The bit of each in the kernel's mask of ignored signals: what nohup and the like ignore stays ignored. */
const MASKS = { SIGHUP: 1n << 0n, SIGINT: 1n << 1n, SIGTERM: 1n << 14n } as const;

/** How long a command may take to clean up after a signal. ms */
const UNWIND_MS = 1000;

/** The signal that ends this process, once one has come. */
let received: keyof typeof SIGNALS | null = null;

for (const event of ["uncaughtException", "unhandledRejection"]) {
  process.on(event, (error) => end(report(error)));
}
await end(await main(process.argv.slice(2)));

/** Ends the process when stderr has taken what was said; a signal that comes meanwhile does not wait for that. */
async function end(code: ExitCode): Promise<never> {
  await flushStderr();
  process.exit(received === null ? code : SIGNALS[received]);
}

async function main(argv: readonly string[]): Promise<ExitCode> {
  try {
    refuseRuntimeHooks(process.env);
    // The worker is ended by its driver, and code that runs inside its library would keep a handler from running.
    if (argv[0] !== "worker") handleSignals();
    return await dispatch(root, COMMANDS, argv);
  } catch (error) {
    return report(error);
  }
}

/** Bun reads these before this program starts; what they load or open would be part of what is measured. */
function refuseRuntimeHooks(environment: NodeJS.ProcessEnv): void {
  const hook = Object.keys(environment).find((name) => name === "BUN_OPTIONS" || name.startsWith("BUN_INSPECT"));
  if (hook !== undefined) throw new EnvironmentError(`${hook} is set and changes how this program runs: unset it`);
}

function handleSignals(): void {
  const ignored = readIgnoredSignals();
  for (const signal of Object.keys(SIGNALS) as (keyof typeof SIGNALS)[])
    if ((ignored & MASKS[signal]) === 0n) process.on(signal, interrupt);
}

/** @returns the mask that the parent left, bit n - 1 for signal n (proc(5)); none where there is no /proc. */
function readIgnoredSignals(): bigint {
  try {
    const mask = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
    return BigInt(`0x${mask ?? "0"}`);
  } catch {
    return 0n;
  }
}

/** Kills the engines; the command that waits for them fails, cleans up, and main returns. */
async function interrupt(signal: keyof typeof SIGNALS): Promise<void> {
  if (received !== null) return;
  received = signal;
  setTimeout(() => process.exit(SIGNALS[signal]), UNWIND_MS);
  const { killAllChildren } = await import("./engines/child.ts");
  await killAllChildren();
}

/** One line on stderr, and the exit code. */
function report(error: unknown): ExitCode {
  if (received !== null) {
    writeStderr(`${PROGRAM}: ended by ${received}`);
    return SIGNALS[received];
  }
  if (error instanceof BrokenPipeError) return error.code;
  if (error instanceof ExitError) {
    writeStderr(`${PROGRAM}: error: ${oneLine(error.message)}`);
    return error.code;
  }
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  writeStderr(`${PROGRAM}: error: internal error, please report it: ${oneLine(message)}`);
  if (process.env.PINEFORGE_DEBUG === "1") writeStderr(stack ?? "");
  return EXIT.internal;
}
