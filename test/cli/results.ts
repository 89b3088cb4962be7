// Pairs for the tests of the commands that read results.
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonValue } from "../../src/results/python-json.ts";
import { makeSample, put, repair, toFiles } from "../src/verify/sample-result.ts";
import { PUBLISHED, ROOT, type Sandbox } from "./harness.ts";

export const VECTORS = join(ROOT, "test/fixtures/vectors");

/** Copies the published pair to `name` in the working directory. */
export function copyPublished(sandbox: Sandbox, name = "r.csv"): void {
  copyFileSync(PUBLISHED, join(sandbox.cwd, name));
  copyFileSync(`${PUBLISHED}.metadata.json`, join(sandbox.cwd, `${name}.metadata.json`));
}

/**
 * Writes a small good pair with these seeds.
 * @param changes values at paths of its sidecar, as `environment.host.governor`
 */
export async function writeSample(
  sandbox: Sandbox,
  name: string,
  seeds: readonly number[],
  changes: Readonly<Record<string, JsonValue>> = {},
  options: Parameters<typeof makeSample>[0] = {},
): Promise<void> {
  const sample = await makeSample({ seeds, ...options });
  const sidecar = Object.entries(changes).reduce(
    (document, [path, value]) => put(document, path.split("."), value),
    sample.sidecar,
  );
  const files = toFiles(await repair({ ...sample, sidecar }));
  writeFileSync(join(sandbox.cwd, name), files.csv);
  writeFileSync(join(sandbox.cwd, `${name}.metadata.json`), files.sidecar);
}
