// Processes as /proc shows them.
import { readdirSync, readFileSync } from "node:fs";

interface Facts {
  readonly state: string;
  readonly parent: number;
  readonly session: number;
}

/** Fields 3, 4 and 6 of /proc/<pid>/stat (proc(5)); the name before them may hold anything. null: there is no such process. */
function readStat(pid: number): Facts | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    const [state = "", parent, , session] = fields;
    return { state, parent: Number(parent), session: Number(session) };
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
  return allProcesses().filter((other) => readStat(other)?.parent === pid && isAlive(other));
}

/** @returns the living processes of the session that `pid` leads or led: itself and what it started. */
export function sessionOf(pid: number): number[] {
  return allProcesses().filter((other) => readStat(other)?.session === pid && isAlive(other));
}

function allProcesses(): number[] {
  return readdirSync("/proc").map(Number).filter(Number.isInteger);
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
