// Runs a program and tells what it took.
import { readFileSync } from "node:fs";

export interface MeasuredRun {
  /** null where a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly milliseconds: number;
  /** Processor time, user and system. ms */
  readonly cpuMilliseconds: number;
  /** Highest resident set of the process itself, its children not counted. bytes */
  readonly peakBytes: number;
}

const POLL_MS = 2;

export async function runMeasured(
  command: readonly string[],
  cwd: string,
  env: Record<string, string | undefined> = process.env,
): Promise<MeasuredRun> {
  const begin = performance.now();
  const child = Bun.spawn([...command], {
    cwd,
    env,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    timeout: 120_000,
  });
  let peakBytes = 0;
  const poll = setInterval(() => {
    peakBytes = Math.max(peakBytes, peakResidentBytes(child.pid));
  }, POLL_MS);
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  const code = await child.exited;
  clearInterval(poll);
  const cpu = child.resourceUsage()?.cpuTime.total ?? 0;
  const milliseconds = performance.now() - begin;
  return {
    code: child.signalCode === null ? code : null,
    stdout,
    stderr,
    milliseconds,
    cpuMilliseconds: Number(cpu) / 1000,
    peakBytes,
  };
}

/** The kernel's own mark of a live process; 0 once it is gone. What the parent held when it forked is not in it. */
function peakResidentBytes(pid: number): number {
  try {
    return 1024 * Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
