// What is refused about the two destinations before anything runs, through openStore.
import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { OutputError, UsageError } from "../../../src/cli/exit.ts";
import type { StoreOptions } from "../../../src/results/store.ts";
import { commit, StoreCase } from "./store-case.ts";

test.each<[string, (run: StoreCase) => string]>([
  ["the same path", (run) => run.output],
  ["another spelling of it", (run) => `${run.folder}/./x/../r.csv`],
  ["a relative spelling", (run) => relative(".", run.output)],
  ["a path through a link to its directory", (run) => join(run.folder, "link", "r.csv")],
  ["its journal", (run) => run.journal],
])("a sidecar at %s of the CSV is a usage error", async (_name, spell) => {
  using run = new StoreCase();
  mkdirSync(join(run.folder, "x"));
  symlinkSync(run.folder, join(run.folder, "link"));
  expect(await run.failToOpen({ metadataOutput: spell(run) })).toBeInstanceOf(UsageError);
  expect(run.list()).toEqual(["link", "x"]);
});

test("a sidecar that is a link to the existing CSV is a usage error, even with --force", async () => {
  using run = new StoreCase();
  writeFileSync(run.output, "old");
  symlinkSync(run.output, run.metadataOutput);
  expect(await run.failToOpen({ force: true })).toBeInstanceOf(UsageError);
});

test.each<[string, (run: StoreCase) => unknown, string]>([
  ["an existing CSV", (run) => writeFileSync(run.output, "old"), "exists already: pass --force"],
  ["an existing sidecar", (run) => writeFileSync(run.metadataOutput, "old"), "exists already: pass --force"],
  ["a directory as the CSV", (run) => mkdirSync(run.output), "is a directory"],
  ["a directory as the sidecar", (run) => mkdirSync(run.metadataOutput), "is a directory"],
  ["a FIFO", (run) => Bun.spawnSync(["mkfifo", run.output]), "is not a regular file"],
  ["a FIFO as the sidecar", (run) => Bun.spawnSync(["mkfifo", run.metadataOutput]), "is not a regular file"],
  ["a link to a device", (run) => symlinkSync("/dev/null", run.output), "is not a regular file"],
  ["a link to nothing", (run) => symlinkSync(join(run.folder, "nothing"), run.output), "leads nowhere"],
  ["a link to itself", (run) => symlinkSync(run.output, run.output), "leads nowhere"],
  ["a stranger's file as the journal", (run) => writeFileSync(run.journal, "dear diary\n"), "is no journal of a run"],
  ["an empty file as the journal", (run) => writeFileSync(run.journal, ""), "is no journal of a run"],
  ["a directory as the journal", (run) => mkdirSync(run.journal), "is no journal of a run"],
])("%s is an output error of one line, and nothing is touched", async (_name, prepare, message) => {
  using run = new StoreCase();
  prepare(run);
  await expectRefusal(run, {}, message);
});

test.each<[string, (run: StoreCase) => Partial<StoreOptions>, string]>([
  ["a name that ends in a slash", (run) => ({ output: `${run.output}/` }), "names a directory"],
  ["a missing directory", (run) => ({ output: join(run.folder, "no", "r.csv") }), "its directory does not exist"],
  ["a sidecar's missing directory", (run) => ({ metadataOutput: join(run.folder, "no", "m") }), "does not exist"],
  ["a file as the directory", (run) => ({ output: join(run.folder, "file", "r.csv") }), "is not a directory"],
  ["a device", () => ({ output: "/dev/null" }), "is not a regular file"],
  ["a name too long", (run) => ({ output: join(run.folder, "n".repeat(250)) }), "its name is too long"],
  ["a directory that takes no file", () => ({ output: "/proc/self/r.csv" }), "cannot write /proc/self/r.csv"],
  ["a sidecar's directory that takes no file", () => ({ metadataOutput: "/proc/self/m" }), "cannot write /proc/self/m"],
])("%s is an output error of one line, and nothing is touched, even with --force", async (_name, choose, message) => {
  using run = new StoreCase();
  writeFileSync(join(run.folder, "file"), "");
  await expectRefusal(run, { force: true, ...choose(run) }, message);
});

test(".. behind a link to a directory means that directory's parent, as the system has it", async () => {
  using run = new StoreCase();
  mkdirSync(join(run.folder, "a", "b"), { recursive: true });
  symlinkSync(join(run.folder, "a", "b"), join(run.folder, "link"));
  const output = `${run.folder}/link/../r.csv`;
  await commit(await run.open({ output, metadataOutput: `${output}.metadata.json` }));
  expect(readdirSync(join(run.folder, "a"))).toEqual(["b", "r.csv", "r.csv.metadata.json"]);
});

test("a pipe that has a path is no file", async () => {
  using run = new StoreCase();
  const script = `import { openStore } from "${join(import.meta.dir, "../../../src/results/store.ts")}";
    await openStore({ output: "/dev/stdout", metadataOutput: "m.json", force: true }).catch((error) => console.error(error.message));`;
  const { stderr } = Bun.spawnSync([process.execPath, "-e", script], { cwd: run.folder, stdout: "pipe" });
  expect(stderr.toString()).toContain("--output /dev/stdout is not a regular file");
  expect(run.list()).toEqual([]);
});

test("a file that the system does not let go is refused before anything runs, and stays", async () => {
  using run = new StoreCase();
  writeFileSync(run.output, "old");
  if (Bun.spawnSync(["chattr", "+i", run.output]).exitCode !== 0) return; // no such attribute on this file system
  try {
    await expectRefusal(run, { force: true }, "the system does not permit it");
    expect(readFileSync(run.output, "utf8")).toBe("old");
  } finally {
    Bun.spawnSync(["chattr", "-i", run.output]);
  }
});

test("with --force, only a regular file is replaced", async () => {
  using run = new StoreCase();
  mkdirSync(run.output);
  await expectRefusal(run, { force: true }, "is a directory");
  rmSync(run.output, { recursive: true });
  Bun.spawnSync(["mkfifo", run.metadataOutput]);
  await expectRefusal(run, { force: true }, "is not a regular file");
});

async function expectRefusal(run: StoreCase, options: Partial<StoreOptions>, message: string): Promise<void> {
  const before = run.list();
  const error = await run.failToOpen(options);
  expect(error).toBeInstanceOf(OutputError);
  expect(error.message).toContain(message);
  expect(error.message).not.toContain("\n");
  expect(run.list()).toEqual(before);
}
