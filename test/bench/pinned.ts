// Measures on one core: the script starts itself again there, and its children inherit the core.
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

const CORE = "PINEFORGE_PINNED_CORE";

/**
 * Runs `main` with this process on the highest core that it may use. Where taskset (util-linux) is missing, `main` runs
 * unpinned and gets null.
 */
export async function runPinned(main: (core: string | null) => Promise<void>): Promise<void> {
  const core = process.env[CORE] ?? null;
  if (core !== null || Bun.which("taskset") === null) return await main(core);
  const chosen = highestCore(readFileSync("/proc/self/status", "utf8")) ?? String(availableParallelism() - 1);
  const child = Bun.spawn(["taskset", "-c", chosen, process.execPath, ...process.argv.slice(1)], {
    env: { ...process.env, [CORE]: chosen },
    stdio: ["ignore", "inherit", "inherit"],
  });
  process.exitCode = await child.exited;
}

/** @returns the last of "Cpus_allowed_list: 0-3,6" in a process's status (proc(5)); null where there is no such line. */
export function highestCore(status: string): string | null {
  return /^Cpus_allowed_list:.*?(\d+)$/m.exec(status)?.[1] ?? null;
}
