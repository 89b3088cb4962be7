// Processes as /proc shows them.
import { readdirSync, readFileSync } from "node:fs";

interface Facts {
  readonly state: string;
  readonly parent: number;
}

/** Fields 3 and 4 of /proc/<pid>/stat (proc(5)); the name before them may hold anything. null: there is no such process. */
function readStat(pid: number): Facts | null {
  try {
    const [state = "", parent = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return { state, parent: Number(parent) };
  } catch {
    return null;
  }
}

/** A zombie, which only waits to be reaped, is not alive. */
export function isAlive(pid: number): boolean {
  const facts = readStat(pid);
  return facts !== null && facts.state !== "Z";
}

/** @returns the living processes that `pid` started. */
export function childrenOf(pid: number): number[] {
  const all = readdirSync("/proc").map(Number).filter(Number.isInteger);
  return all.filter((other) => readStat(other)?.parent === pid && isAlive(other));
}

/** @returns whether the condition came true within that time. */
export async function eventually(condition: () => boolean, milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds;
  while (!condition()) {
    if (performance.now() > end) return false;
    await Bun.sleep(10);
  }
  return true;
}
