// Facts about the machine that explain a timing or a result: null where this host does not say.
import { readdirSync, readFileSync } from "node:fs";
import { cpus, loadavg, release, type } from "node:os";
import { join } from "node:path";
import { Float } from "../results/python-json.ts";
import type { HostFacts } from "../results/schema.ts";

/**
 * Reads the host's facts as they are now; the load averages are over 1, 5 and 15 minutes.
 * @param numpySimdFeatures from the Optuna engine's hello.
 * @param root where /proc and /sys are looked for.
 */
export function readHost(numpySimdFeatures: readonly string[], root = "/"): HostFacts {
  return {
    cpu_model: cpuInfo(root, "model name") ?? cpus()[0]?.model ?? null,
    logical_cpus: cpus().length,
    governor: readGovernor(root),
    load_average: loadavg().map((load) => new Float(load)),
    virtualisation: readVirtualisation(root),
    kernel: `${type()} ${release()}`,
    clock_source: readFact(root, "sys/devices/system/clocksource/clocksource0/current_clocksource"),
    numpy_simd_features: numpySimdFeatures,
  };
}

/** The governors of all CPUs: one name, or several with commas where CPUs differ. */
function readGovernor(root: string): string | null {
  const folder = "sys/devices/system/cpu";
  const found = listNames(root, folder)
    .filter((name) => /^cpu\d+$/.test(name))
    .map((cpu) => readFact(root, `${folder}/${cpu}/cpufreq/scaling_governor`))
    .filter((governor) => governor !== null);
  return found.length === 0 ? null : [...new Set(found)].sort().join(",");
}

/**
 * "none" where the CPU shows no hypervisor, otherwise the machine's name as its maker gives it (DMI), the hypervisor's
 * type, or "unnamed hypervisor". Only x86 CPUs show the flag.
 */
function readVirtualisation(root: string): string | null {
  const flags = cpuInfo(root, "flags");
  if (flags === null) return readFact(root, "sys/hypervisor/type");
  if (!flags.split(" ").includes("hypervisor")) return "none";
  const machine = ["sys_vendor", "product_name"].map((name) => readFact(root, `sys/class/dmi/id/${name}`));
  const name = machine.filter((part) => part !== null).join(" ");
  return name || (readFact(root, "sys/hypervisor/type") ?? "unnamed hypervisor");
}

/** The first CPU's entry of /proc/cpuinfo. */
function cpuInfo(root: string, key: string): string | null {
  const lines = (readFact(root, "proc/cpuinfo") ?? "").split("\n");
  const line = lines.find((candidate) => candidate.split(":", 1)[0]?.trim() === key);
  return line?.slice(line.indexOf(":") + 1).trim() ?? null;
}

/** @returns the file's trimmed text; null where it is empty or cannot be read. */
function readFact(root: string, path: string): string | null {
  try {
    return readFileSync(join(root, path), "utf8").trim() || null;
  } catch {
    return null;
  }
}

function listNames(root: string, path: string): string[] {
  try {
    return readdirSync(join(root, path));
  } catch {
    return [];
  }
}
