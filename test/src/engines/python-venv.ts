// Virtual environments that only look as if they held the pinned packages.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readPins } from "../../../src/engines/python-choice.ts";

const REQUIREMENTS = resolve(import.meta.dir, "../../../python/requirements.txt");

/** @returns the pinned distributions, name -> version, in the order of the lock. */
export async function pinned(): Promise<Record<string, string>> {
  return readPins(await Bun.file(REQUIREMENTS).text());
}

/** Makes an empty virtual environment. @returns its interpreter. */
export function makeVenv(folder: string): string {
  const { exitCode, stderr } = Bun.spawnSync(["python3", "-I", "-m", "venv", "--without-pip", folder]);
  if (exitCode !== 0) throw new Error(stderr.toString());
  return join(folder, "bin/python");
}

/** @returns where its modules and metadata lie. */
export function sitePackages(python: string): string {
  const script = "import sysconfig; print(sysconfig.get_path('purelib'))";
  return Bun.spawnSync([python, "-I", "-c", script]).stdout.toString().trim();
}

/** Puts the metadata of exactly these distributions, and these modules, into the environment. */
export function fill(
  site: string,
  distributions: Readonly<Record<string, string>>,
  modules: Readonly<Record<string, string>> = {},
): void {
  rmSync(site, { recursive: true, force: true });
  mkdirSync(site, { recursive: true });
  for (const [name, version] of Object.entries(distributions)) {
    const folder = join(site, `${name}-${version}.dist-info`);
    mkdirSync(folder);
    writeFileSync(join(folder, "METADATA"), `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n`);
  }
  for (const [name, text] of Object.entries(modules)) writeFileSync(join(site, `${name}.py`), text);
}
