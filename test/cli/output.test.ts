import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expectRefusal, MAY_MOUNT, PUBLISHED, Sandbox, SHORT_RUN, TIMEOUT_MS } from "./harness.ts";

setDefaultTimeout(TIMEOUT_MS);

/** Runs "$@" without root's right to pass over permission bits; of any other user nothing is dropped. */
const AS_ANY_USER =
  'test $(id -u) != 0 || exec setpriv --bounding-set=-dac_override,-dac_read_search --inh-caps=-all "$@"; exec "$@"';
const MAY_DROP = spawnSync("bash", ["-c", AS_ANY_USER, "bash", "true"]).status === 0;

const TO_R = [...SHORT_RUN, "--output", "r.csv"];
const RESULT = ["cwd/r.csv", "cwd/r.csv.metadata.json"];

describe("an output that cannot be written is refused before anything runs", () => {
  const cases: [string, string[], RegExp, (folder: string) => void][] = [
    [
      "in a missing directory",
      ["--output", "no/r.csv"],
      /cannot write no\/r.csv: its directory does not exist/,
      () => {},
    ],
    ["that is a directory", ["--output", "sub"], /--output sub is a directory/, (cwd) => mkdirSync(join(cwd, "sub"))],
    ["below a file", ["--output", "f/r.csv"], /f\/r.csv/, (cwd) => writeFileSync(join(cwd, "f"), "")],
    ["that is a device", ["--output", "/dev/full"], /--output \/dev\/full is not a regular file/, () => {}],
    ["that is a link to nowhere", ["--output", "l"], /cannot write l: /, (cwd) => symlinkSync("gone", join(cwd, "l"))],
    [
      "that exists",
      ["--output", "r.csv"],
      /r.csv exists already: pass --force/,
      (cwd) => writeFileSync(join(cwd, "r.csv"), "x"),
    ],
    [
      "whose sidecar exists",
      ["--output", "r.csv"],
      /r.csv.metadata.json exists already: pass --force/,
      (cwd) => writeFileSync(join(cwd, "r.csv.metadata.json"), "x"),
    ],
    [
      "whose sidecar has no directory",
      ["--output", "r.csv", "--metadata-output", "no/m.json"],
      /cannot write no\/m.json/,
      () => {},
    ],
    [
      "whose journal is some other file",
      ["--output", "r.csv"],
      /r.csv.journal is in the way/,
      (cwd) => writeFileSync(join(cwd, "r.csv.journal"), "mine"),
    ],
  ];
  test.each(cases)("%s", (_what, flags, message, prepare) => {
    using sandbox = new Sandbox();
    prepare(sandbox.cwd);
    const before = sandbox.files();
    const outcome = sandbox.bench([...SHORT_RUN, ...flags], { PINEFORGE_PYTHON: "/nonexistent" });
    expectRefusal(outcome, 7, message);
    expect(sandbox.files()).toEqual(before);
    for (const file of before.filter((name) => /r\.csv/.test(name)))
      expect(["x", "mine"]).toContain(readFileSync(join(sandbox.root, file), "utf8"));
  });

  test("in a working directory whose name is not UTF-8", () => {
    using sandbox = new Sandbox();
    const outcome = sandbox.shell(
      'mkdir $(printf "\\377") && cd $(printf "\\377") && "$@"; code=$?; ls -A; exit $code',
      TO_R,
    );
    expectRefusal(outcome, 7, /cannot write r\.csv: the name of its directory is not UTF-8: give another path/);
  });

  test("in a working directory that was removed", () => {
    using sandbox = new Sandbox();
    const outcome = sandbox.shell('mkdir gone && cd gone && rmdir ../gone && exec "$@"', TO_R);
    expectRefusal(outcome, 3, /--output r.csv: the working directory was removed/);
  });

  test.skipIf(!MAY_MOUNT)("on a read-only file system", () => {
    using sandbox = new Sandbox();
    mkdirSync(join(sandbox.cwd, "ro"));
    const line = 'mount -t tmpfs -o ro tmpfs ro && exec "$@"';
    const outcome = sandbox.shellWithMounts(line, [...SHORT_RUN, "--output", "ro/r.csv"]);
    expectRefusal(outcome, 7, /cannot write ro\/r.csv: the file system is read-only/);
  });

  test.skipIf(!MAY_MOUNT)("on a full disk", () => {
    using sandbox = new Sandbox();
    mkdirSync(join(sandbox.cwd, "full"));
    const fill = "mount -t tmpfs -o size=4k tmpfs full && head -c 4096 /dev/zero > full/fill";
    const outcome = sandbox.shellWithMounts(`${fill} && "$@"; code=$?; ls -A full > left; exit $code`, [
      ...SHORT_RUN,
      "--output",
      "full/r.csv",
    ]);
    expectRefusal(outcome, 7, /the disk is full/);
    expect(sandbox.read("left")).toBe("fill\n");
  });
});

test.skipIf(!MAY_MOUNT)("a disk that fills up when the result is written leaves nothing on it", () => {
  using sandbox = new Sandbox();
  mkdirSync(join(sandbox.cwd, "full"));
  // Three pages: one for the journal, one for the CSV, and too few for the sidecar.
  const line = 'mount -t tmpfs -o size=12k tmpfs full && "$@"; code=$?; ls -A full > left; exit $code';
  const outcome = sandbox.shellWithMounts(line, [...SHORT_RUN, "--quiet", "--output", "full/r.csv"]);
  expectRefusal(outcome, 7, /cannot write full\/r.csv.*: the disk is full/);
  expect(sandbox.read("left")).toBe("");
});

test.skipIf(!MAY_DROP)("a directory that takes files but cannot be listed takes a result and a report", () => {
  using sandbox = new Sandbox();
  mkdirSync(join(sandbox.cwd, "blind"), 0o300);
  const result = sandbox.shell(AS_ANY_USER, [...SHORT_RUN, "--output", "blind/r.csv", "--quiet"]);
  expect(result).toMatchObject({ code: 0, stdout: "blind/r.csv\nblind/r.csv.metadata.json\n", stderr: "" });
  const report = sandbox.shell(AS_ANY_USER, ["report", PUBLISHED, "--output", "blind/r.txt"]);
  chmodSync(join(sandbox.cwd, "blind"), 0o700);
  expect(report).toMatchObject({ code: 0, stdout: "blind/r.txt\n", stderr: "" });
});

test("--force replaces both files of a result", () => {
  using sandbox = new Sandbox();
  for (const file of RESULT) writeFileSync(join(sandbox.root, file), "old");
  const outcome = sandbox.bench([...TO_R, "--force"]);
  expect(outcome).toMatchObject({ code: 0, stdout: "r.csv\nr.csv.metadata.json\n" });
  expect(sandbox.files()).toEqual(RESULT);
  expect(sandbox.read("r.csv")).toMatch(/^implementation,/);
  expect(JSON.parse(sandbox.read("r.csv.metadata.json")).artifacts.csv.rows).toBe(2);
});

test("--metadata-output puts the sidecar where it says", () => {
  using sandbox = new Sandbox();
  const outcome = sandbox.bench([...TO_R, "--metadata-output", "m.json", "--quiet"]);
  expect(outcome).toMatchObject({ code: 0, stdout: "r.csv\nm.json\n", stderr: "" });
  expect(sandbox.files()).toEqual(["cwd/m.json", "cwd/r.csv"]);
});

test("a result that cannot be announced on stdout is still whole", () => {
  using sandbox = new Sandbox();
  expectRefusal(sandbox.shell('"$@" > /dev/full', [...TO_R, "--quiet"]), 7, /stdout cannot be written/);
  expect(sandbox.files()).toEqual(RESULT);
});

test("a closed stdout is refused before anything runs", () => {
  using sandbox = new Sandbox();
  expectRefusal(sandbox.shell('"$@" >&-', TO_R), 7, /stdout is closed/);
  expect(sandbox.files()).toEqual([]);
});

test("of two runs at once into one output, one succeeds and the other is refused", () => {
  using sandbox = new Sandbox();
  const line = '"$@" 2> err1 & first=$!; "$@" 2> err2; second=$?; wait $first; echo "$? $second"';
  const outcome = sandbox.shell(line, [...TO_R, "--quiet"]);
  const codes = outcome.stdout.trim().split("\n").at(-1);
  expect(["0 7", "7 0"]).toContain(codes as string);
  expect(sandbox.read("err1") + sandbox.read("err2")).toMatch(
    /^pineforge-bench: error: process \d+ is writing the same output[^\n]+\n$/,
  );
  expect(sandbox.files()).toEqual([...RESULT, "cwd/err1", "cwd/err2"].sort());
});
