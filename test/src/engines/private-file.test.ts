import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { EnvironmentError } from "../../../src/cli/exit.ts";
import { createInDirectory, createPrivateFile } from "../../../src/engines/private-file.ts";

const root = mkdtempSync(join(tmpdir(), "private-file-"));
afterAll(() => rmSync(root, { recursive: true }));

const BYTES = crypto.getRandomValues(new Uint8Array(60_000));

describe("a private file", () => {
  test("in memory holds the bytes, leaves nothing on disk, and is gone when released", () => {
    const file = createPrivateFile("x.so", BYTES);
    expect(file.descriptor).toBeNumber();
    expect(new Uint8Array(readFileSync(file.path))).toEqual(BYTES);
    file.release();
    expect(existsSync(file.path)).toBeFalse();
  });

  test("in a directory is this user's alone, and is removed with it when released", () => {
    const file = createInDirectory("x.so", BYTES, [root]);
    expect(file.descriptor).toBeNull();
    expect(new Uint8Array(readFileSync(file.path))).toEqual(BYTES);
    expect(statSync(dirname(file.path)).mode & 0o777).toBe(0o700);
    file.release();
    expect(readdirSync(root)).toEqual([]);
  });

  test("in a directory never has a name that can be foreseen", () => {
    const files = [1, 2].map(() => createInDirectory("x.so", BYTES, [root]));
    expect(new Set(files.map(({ path }) => path)).size).toBe(2);
    for (const file of files) file.release();
  });

  test("goes to the first directory that takes it", () => {
    const file = createInDirectory("x.so", BYTES, [join(root, "missing"), "/proc", root]);
    expect(dirname(dirname(file.path))).toBe(root);
    file.release();
  });

  test("without any such directory is an environment error that names TMPDIR", () => {
    const create = () => createInDirectory("x.so", BYTES, [join(root, "missing")]);
    expect(create).toThrow(EnvironmentError);
    expect(create).toThrow("set TMPDIR");
  });

  test("that cannot be written whole leaves nothing behind", () => {
    expect(() => createInDirectory("missing/x.so", BYTES, [root])).toThrow(EnvironmentError);
    expect(readdirSync(root)).toEqual([]);
  });
});
