import { afterAll, beforeEach, expect, test } from "bun:test";
import { copyFile, mkdir, mkdtemp, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RejectedError } from "../../../src/cli/exit.ts";
import { loadResult } from "../../../src/results/load.ts";

const PUBLISHED = join(import.meta.dir, "../../fixtures/published/2026-07-18-full.csv");
const root = await mkdtemp(join(tmpdir(), "load-"));
let csv = "";
let sidecar = "";

beforeEach(async () => {
  const folder = await mkdtemp(join(root, "case-"));
  csv = join(folder, "r.csv");
  sidecar = `${csv}.metadata.json`;
  await copyFile(PUBLISHED, csv);
  await copyFile(`${PUBLISHED}.metadata.json`, sidecar);
});

afterAll(() => rm(root, { recursive: true }));

test("a sidecar elsewhere and symbolic links to regular files are read", async () => {
  const elsewhere = join(root, "elsewhere.json");
  const link = join(root, "link.csv");
  await copyFile(sidecar, elsewhere);
  await rm(sidecar);
  await symlink(csv, link);
  const result = await loadResult(link, elsewhere);
  expect(result).toMatchObject({ csvPath: link, sidecarPath: elsewhere });
  expect(result.rows.length).toBe(60);
});

test.each<[string, () => unknown, () => string]>([
  ["no CSV", () => rm(csv), () => `${csv}: there is no such file`],
  ["no sidecar", () => rm(sidecar), () => `${sidecar}: there is no such file`],
  ["a directory", () => replace(csv, (path) => mkdir(path)), () => `${csv}: not a regular file`],
  ["a FIFO", () => replace(csv, (path) => Bun.spawnSync(["mkfifo", path])), () => `${csv}: not a regular file`],
  ["a device", () => replace(sidecar, (path) => symlink("/dev/zero", path)), () => `${sidecar}: not a regular file`],
  [
    "an endless file of /proc",
    () => replace(csv, (path) => symlink("/proc/self/mem", path)),
    () => `${csv}: cannot be read`,
  ],
  ["a path below a file", () => replace(csv, () => {}).then(() => (csv = `${sidecar}/x.csv`)), () => `${sidecar}`],
  ["a CSV of 1 GB", () => truncate(csv, 2 ** 30), () => `${csv}: larger than 33554432 bytes`],
  ["a sidecar of 1 GB", () => truncate(sidecar, 2 ** 30), () => `${sidecar}: larger than 4194304 bytes`],
  ["a CSV that is not UTF-8", () => writeFile(csv, Buffer.from([0xff, 0x0a])), () => `${csv}: not UTF-8`],
  [
    "a sidecar that is not UTF-8",
    () => writeFile(sidecar, Buffer.from([0x22, 0xc3, 0x22])),
    () => `${sidecar}: not UTF-8`,
  ],
  ["a sidecar with a byte order mark", () => writeFile(sidecar, "\ufeff{}"), () => `${sidecar}: not acceptable JSON`],
  ["a sidecar cut short", () => truncate(sidecar, 5000), () => `${sidecar}: not acceptable JSON`],
  ["a sidecar that is a list", () => writeFile(sidecar, "[]"), () => `${sidecar}: the sidecar is not a JSON object`],
  ["a sidecar that is a number", () => writeFile(sidecar, "1.0"), () => `${sidecar}: the sidecar is not a JSON object`],
  ["no schema", () => writeFile(sidecar, "{}"), () => `${sidecar}: the schema is not pineforge-hpo.optuna-benchmark`],
  ["schema v2", () => edit(sidecar, "metadata.v1", "metadata.v2"), () => `${sidecar}: the schema is not`],
  [
    "CSV version 2",
    () => edit(sidecar, 'version": 1', 'version": 2'),
    () => `${sidecar}: the csv_schema_version is not 1`,
  ],
  ["CSV version 1.0", () => edit(sidecar, 'version": 1', 'version": 1.0'), () => `${sidecar}: the csv_schema_version`],
  ["a CSV cut short", () => truncate(csv, 5000), () => `${csv}: the last line has no line end`],
  ["a float in an integer column", () => edit(csv, ",17,", ",17.0,"), () => `${csv}: line 2, column seed: "17.0"`],
])("%s is rejected with one line that names the file", async (_name, damage, message) => {
  await damage();
  const error = await loadResult(csv, sidecar).catch((error) => error);
  expect(error).toBeInstanceOf(RejectedError);
  expect(error.message).toStartWith(message());
  expect(error.message).not.toContain("\n");
});

async function replace(path: string, make: (path: string) => unknown): Promise<void> {
  await rm(path);
  await make(path);
}

async function edit(path: string, from: string, to: string): Promise<void> {
  const text = await Bun.file(path).text();
  await writeFile(path, text.replace(from, to));
}
