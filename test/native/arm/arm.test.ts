// The same bits everywhere: the proposals of this processor, with each instruction set that it offers, and those of the
// library compiled for 64-bit ARM and run under emulation.
import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dir, "../../..");
const HERE = import.meta.dir;
const HOST = join(ROOT, "build/proposals-host");
const ARM = join(ROOT, "build/proposals-aarch64");
/** Where Debian keeps the cross compiler's C library. */
const ARM_LIBRARIES = "/usr/aarch64-linux-gnu";

const BUILD_MS = 900_000;
setDefaultTimeout(300_000);

const qemu = Bun.which("qemu-aarch64") ?? Bun.which("qemu-aarch64-static");
const missing = [
  ...(Bun.which("aarch64-linux-gnu-g++") === null ? ["aarch64-linux-gnu-g++ (Debian: g++-aarch64-linux-gnu)"] : []),
  ...(qemu === null ? ["qemu-aarch64 (Debian: qemu-user)"] : []),
];
if (missing.length > 0) console.warn(`skipped on 64-bit ARM: ${missing.join(" and ")} not found`);

/** @returns its stdout. @throws Error with its last words where it fails. */
function run(...command: string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd: ROOT });
  const words = () => `${stdout}${stderr}`.trim().split("\n").slice(-20).join("\n");
  if (exitCode !== 0) throw new Error(`${command.slice(0, 4).join(" ")} ended with ${exitCode}:\n${words()}`);
  return stdout.toString();
}

/** Compiles proposals and the shared library, as they ship, into a folder. */
function build(folder: string, ...options: readonly string[]): void {
  const generator = Bun.which("ninja") ? ["-G", "Ninja"] : [];
  run("cmake", "-S", HERE, "-B", folder, ...generator, "-DCMAKE_BUILD_TYPE=Release", ...options);
  const jobs = String(availableParallelism());
  run("cmake", "--build", folder, "--parallel", jobs, "--target", "proposals", "pineforge_hpo_bench");
}

/** @returns one line a trial. */
function propose(instructionSet: string): string[] {
  return run(join(HOST, "proposals"), instructionSet).trimEnd().split("\n");
}

/** @returns the first lines that differ, with their positions: short where something is wrong, empty where nothing is. */
function differences(lines: readonly string[], others: readonly string[]): string[] {
  const longest = lines.length < others.length ? others : lines;
  const differing = [...longest.keys()].filter((at) => lines[at] !== others[at]);
  return differing.slice(0, 3).map((at) => `${at}: ${lines[at]} | ${others[at]}`);
}

describe("the fast sampler's proposals", () => {
  let instructionSets: string[] = [];
  let least: string[] = [];

  beforeAll(() => {
    build(HOST);
    instructionSets = run(join(HOST, "proposals"), "--list").trimEnd().split("\n");
    least = propose("baseline");
  }, BUILD_MS);

  test("are those of the six problems at full budget and of a space with every kind of parameter", () => {
    expect(least.length).toBe(128 + 192 + 512 + 640 + 384 + 1000 + 1500);
    expect(new Set(least.map((line) => line.split(" ", 1)[0])).size).toBe(7);
  });

  test("are the same to the bit with every instruction set of this processor", () => {
    expect(instructionSets[0]).toBe("baseline");
    for (const set of instructionSets) expect([set, differences(propose(set), least)]).toEqual([set, []]);
  });

  test.skipIf(missing.length > 0)(
    "are the same to the bit on 64-bit ARM",
    () => {
      build(ARM, `-DCMAKE_TOOLCHAIN_FILE=${join(HERE, "aarch64-linux-gnu.cmake")}`);
      const emulated = run(qemu as string, "-L", ARM_LIBRARIES, join(ARM, "proposals"), "automatic");
      expect(differences(emulated.trimEnd().split("\n"), least)).toEqual([]);
    },
    BUILD_MS,
  );

  test.skipIf(missing.length > 0)("come on ARM too from a library that loads on glibc 2.28", () => {
    const header = join(ROOT, "native/benchmark/pineforge_bench.h");
    const library = join(ARM, "native/benchmark/libpineforge_hpo_bench.so");
    const definitions = { LIBRARY: library, HEADER: header, OBJDUMP: "aarch64-linux-gnu-objdump", FORBIDDEN: ROOT };
    const flags = Object.entries(definitions).map(([name, value]) => `-D${name}=${value}`);
    run("cmake", ...flags, "-P", join(ROOT, "test/native/check_library.cmake"));
  });
});
