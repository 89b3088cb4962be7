import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readHost } from "../../../src/provenance/host.ts";
import { Float } from "../../../src/results/python-json.ts";

const CPU_INFO = "processor\t: 0\nmodel name\t: Some CPU: 3 GHz\nflags\t\t: fpu hypervisor sse\n\nprocessor\t: 1\n";
const GOVERNOR = (cpu: number) => `sys/devices/system/cpu/cpu${cpu}/cpufreq/scaling_governor`;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "pineforge-host-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function hostWith(files: Readonly<Record<string, string>>) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return readHost(["AVX2"], root);
}

test("a host that shows nothing gives null, and what the system says by itself", () => {
  expect(hostWith({})).toMatchObject({
    cpu_model: cpus()[0]?.model ?? null,
    logical_cpus: cpus().length,
    governor: null,
    virtualisation: null,
    clock_source: null,
    numpy_simd_features: ["AVX2"],
  });
});

test("the three load averages are floats, which print as such where they are integral", () => {
  const { load_average } = hostWith({});
  expect(load_average).toHaveLength(3);
  expect(load_average.every((load) => load instanceof Float && load.value >= 0)).toBe(true);
});

test("the CPU's model is the first one, whole", () => {
  expect(hostWith({ "proc/cpuinfo": CPU_INFO }).cpu_model).toBe("Some CPU: 3 GHz");
});

test("the clock source is the current one", () => {
  const path = "sys/devices/system/clocksource/clocksource0/current_clocksource";
  expect(hostWith({ [path]: "tsc\n" }).clock_source).toBe("tsc");
});

describe("the governor", () => {
  test.each([
    ["the one all CPUs have", { [GOVERNOR(0)]: "performance\n", [GOVERNOR(10)]: "performance\n" }, "performance"],
    [
      "all of them where CPUs differ",
      { [GOVERNOR(0)]: "schedutil\n", [GOVERNOR(1)]: "performance\n" },
      "performance,schedutil",
    ],
    ["null where the file is empty", { [GOVERNOR(0)]: "\n" }, null],
  ])("is %s", (_, files: Record<string, string>, governor) => {
    expect(hostWith(files).governor).toBe(governor);
  });
});

describe("virtualisation", () => {
  const vm = { "proc/cpuinfo": CPU_INFO };
  test.each([
    ["none without the hypervisor flag", { "proc/cpuinfo": "flags\t: fpu nohypervisor\n" }, "none"],
    ["unnamed without a name", vm, "unnamed hypervisor"],
    [
      "the machine's name",
      { ...vm, "sys/class/dmi/id/sys_vendor": "QEMU\n", "sys/class/dmi/id/product_name": "Q35\n" },
      "QEMU Q35",
    ],
    ["the hypervisor's type without a machine's name", { ...vm, "sys/hypervisor/type": "xen\n" }, "xen"],
    ["the hypervisor's type on a CPU without flags", { "sys/hypervisor/type": "xen\n" }, "xen"],
  ])("is %s", (_, files: Record<string, string>, virtualisation) => {
    expect(hostWith(files).virtualisation).toBe(virtualisation);
  });
});

test("this very host is read without an error", () => {
  expect(readHost([]).kernel).toMatch(/^\w+ \S+$/);
});
