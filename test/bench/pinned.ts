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
  const chosen = highestCore();
  const child = Bun.spawn(["taskset", "-c", chosen, process.execPath, ...process.argv.slice(1)], {
    env: { ...process.env, [CORE]: chosen },
    stdio: ["ignore", "inherit", "inherit"],
  });
  process.exitCode = await child.exited;
}

/** Of "Cpus_allowed_list: 0-3,6". */
function highestCore(): string {
  const allowed = /^Cpus_allowed_list:.*?(\d+)$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
  return allowed ?? String(availableParallelism() - 1);
}
