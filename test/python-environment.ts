// The Python of the tests: one virtual environment with the pinned packages and the test tools, and a folder of wheels
// for `setup --wheelhouse`. Made once below build/, and made anew when a requirements file or the interpreter changes.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dir, "..");
const PINS = join(ROOT, "python/requirements.txt");
const TOOLS = join(ROOT, "test/python/requirements.txt");
const PIP = ["-m", "pip", "--quiet", "--disable-pip-version-check"];
const HASHED = ["--require-hashes", "--only-binary", ":all:"];

/** @returns the interpreter of build/test-python, which holds python/requirements.txt and test/python/requirements.txt. */
export function testPython(): string {
  const folder = join(ROOT, "build/test-python");
  const python = join(folder, "bin/python");
  makeOnce(folder, [PINS, TOOLS], () => {
    runPython("python3", ["-m", "venv", folder]);
    runPython(python, [...PIP, "install", ...HASHED, "-r", PINS, "-r", TOOLS]);
  });
  return python;
}

/** @returns build/wheelhouse, which holds a wheel of every pinned distribution for this interpreter. */
export function wheelhouse(): string {
  const folder = join(ROOT, "build/wheelhouse");
  const python = testPython();
  makeOnce(folder, [PINS], () => {
    runPython(python, [...PIP, "download", ...HASHED, "-r", PINS, "-d", folder]);
  });
  return folder;
}

/** The stamp beside the folder, written last, says what it was made from: a folder that was left half made has none. */
function makeOnce(folder: string, inputs: readonly string[], make: () => void): void {
  const stamp = `${folder}.made-from`;
  const hash = createHash("sha256").update(runPython("python3", ["-c", "import sys; print(sys.version, sys.prefix)"]));
  for (const input of inputs) hash.update(readFileSync(input));
  const wanted = hash.digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.log(`making ${folder}`);
  for (const old of [stamp, folder]) rmSync(old, { recursive: true, force: true });
  make();
  writeFileSync(stamp, wanted);
}

function runPython(python: string, args: readonly string[]): string {
  const { success, stdout } = Bun.spawnSync([python, ...args], { stdin: "ignore", stderr: "inherit" });
  if (!success) throw new Error(`${python} ${args.join(" ")} failed`);
  return stdout.toString();
}

// bun test/python-environment.ts SCRIPT [ARGUMENT ...]: runs a script in the environment.
if (import.meta.main) {
  const stdio = ["ignore", "inherit", "inherit"] as const;
  process.exitCode = Bun.spawnSync([testPython(), ...process.argv.slice(2)], { stdio: [...stdio] }).exitCode;
}
