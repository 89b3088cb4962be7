// The progress of a list of steps on stderr: a bar with the time left on a terminal, one plain line a step otherwise.
import type { Log } from "./log.ts";
import { drawOnStderr } from "./stderr.ts";

export interface Step {
  readonly label: string;
  /** Expected cost relative to the other steps; the time left is reckoned by it. */
  readonly weight: number;
}

export interface Progress {
  /** `fraction` of this step is done, 0 to 1. */
  advance(step: number, fraction: number): void;
  /** This step has ended; `outcome` says how, in a few words. */
  finish(step: number, outcome: string): void;
  /** Takes the bar off the terminal; may be called twice. */
  stop(): void;
}

/** @param interactive whether stderr is a terminal, which can redraw a line */
export async function createProgress(
  steps: readonly Step[],
  log: Log,
  interactive = process.stderr.isTTY === true && process.env.TERM !== "dumb",
): Promise<Progress> {
  if (log.quiet) return { advance() {}, finish() {}, stop() {} };
  return interactive ? createBar(steps) : createLines(steps, log);
}

function createLines(steps: readonly Step[], log: Log): Progress {
  const width = String(steps.length).length;
  return {
    advance() {},
    finish(step, outcome) {
      const position = String(step + 1).padStart(width);
      log.info(`[${position}/${steps.length}] ${steps[step]?.label}: ${outcome}`);
    },
    stop() {},
  };
}

async function createBar(steps: readonly Step[]): Promise<Progress> {
  const { SingleBar } = (await import("cli-progress")).default;
  const bar = new SingleBar({
    format: "[{bar}] {percentage}% | {eta_formatted} left | {label}",
    barsize: 30,
    etaBuffer: 50,
    clearOnComplete: true,
    formatTime: formatSeconds,
    linewrap: true,
    stream: terminal(),
  });
  const starts = cumulate(steps.map((step) => step.weight));
  const labelOf = (step: number) => ({ label: `${step + 1}/${steps.length} ${steps[step]?.label ?? ""}` });
  bar.start(starts[steps.length] ?? 0, 0, labelOf(0));
  return {
    advance(step, fraction) {
      bar.update((starts[step] ?? 0) + fraction * (steps[step]?.weight ?? 0), labelOf(step));
    },
    finish(step) {
      bar.update(starts[step + 1] ?? 0, labelOf(step));
    },
    stop() {
      bar.stop();
    },
  };
}

/** Stderr and its width, drawn on in order with the lines: a terminal that is stopped or gone is no reason to wait. */
function terminal(): NodeJS.WriteStream {
  return Object.create(process.stderr, { write: { value: (text: string) => void drawOnStderr(text) } });
}

/** cli-progress gives "NULL" or "INF" until it can reckon. */
function formatSeconds(seconds: number | string): string {
  if (typeof seconds !== "number") return "?";
  return seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}

/** [a, b] -> [0, a, a + b]. */
function cumulate(weights: readonly number[]): number[] {
  let sum = 0;
  return [0, ...weights.map((weight) => (sum += weight))];
}
