import { afterAll, expect, test } from "bun:test";
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ReadFault, type ReadFaultKind, readRegularFile } from "../../../src/results/read-file.ts";

const root = await mkdtemp(join(tmpdir(), "read-file-"));
afterAll(() => rm(root, { recursive: true }));

const LIMIT = 1000;
let count = 0;

test("a file of the limit's size is read whole, and so is an empty one", async () => {
  for (const size of [LIMIT, 0]) {
    const path = join(root, `whole-${size}`);
    await writeFile(path, "x".repeat(size));
    expect(Buffer.from(await readRegularFile(path, LIMIT)).toString()).toBe("x".repeat(size));
  }
});

test.each<[string, ReadFaultKind, (path: string) => unknown]>([
  ["nothing", "missing", () => {}],
  ["a path below a file", "missing", (path) => writeFile(path, "").then(() => `${path}/x`)],
  ["a directory", "not-regular", (path) => mkdir(path)],
  ["a FIFO", "not-regular", (path) => Bun.spawnSync(["mkfifo", path])],
  ["a device", "not-regular", () => "/dev/zero"],
  ["a terminal's device", "not-regular", () => "/dev/tty"],
  ["a symbolic link to a regular file", "symbolic-link", (path) => symlink("/etc/passwd", path)],
  ["a symbolic link to a device", "symbolic-link", (path) => symlink("/dev/zero", path)],
  ["a symbolic link to itself", "symbolic-link", (path) => symlink(path, path)],
  ["a path through a link in circles", "symbolic-link", (path) => symlink(path, path).then(() => `${path}/x`)],
  ["one byte more than the limit", "too-large", (path) => writeFile(path, "x".repeat(LIMIT + 1))],
  ["1 GB without content", "too-large", (path) => writeFile(path, "").then(() => truncate(path, 2 ** 30))],
  ["a file of /proc, longer than its size", "unreadable", () => "/proc/self/status"],
  ["memory of a process", "unreadable", () => "/proc/self/mem"],
])("%s is refused", async (_name, kind, make) => {
  count += 1;
  const made = await make(join(root, `case-${count}`));
  const path = typeof made === "string" ? made : join(root, `case-${count}`);
  const begin = performance.now();
  const fault: ReadFault = await readRegularFile(path, LIMIT).catch((error) => error);
  expect(fault).toBeInstanceOf(ReadFault);
  expect(fault.kind).toBe(kind);
  expect(fault.message).not.toContain("\n");
  expect(performance.now() - begin).toBeLessThan(1000);
});
