import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { OutputError } from "../../../src/cli/exit.ts";
import { formatCsv } from "../../../src/results/csv.ts";
import { dumpsIndented } from "../../../src/results/python-json.ts";
import { runPython } from "./cpython.ts";
import { readPair } from "./read-pair.ts";
import { makeRow, makeSidecar } from "./sample.ts";
import { commit, ROWS, rejection, StoreCase } from "./store-case.ts";

const PAIR = ["r.csv", "r.csv.metadata.json"];

describe("a run that ends well", () => {
  test("leaves the pair and nothing else, and the sidecar names the bytes of the CSV", async () => {
    using run = new StoreCase();
    const written = await commit(await run.open());
    expect(run.list()).toEqual(PAIR);
    const bytes = readFileSync(run.output);
    expect(bytes.toString()).toBe(formatCsv(ROWS));
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const { sidecar } = await readPair(run.output);
    expect(sidecar.artifacts).toMatchObject({ csv: { rows: 2, sha256 } });
    expect(dumpsIndented(sidecar)).toBe(dumpsIndented(written));
  });

  test("leaves a sidecar that CPython loads and dumps to the same bytes", async () => {
    using run = new StoreCase();
    await commit(await run.open());
    const text = readFileSync(run.metadataOutput, "utf8");
    const program = "import json, sys; print(json.dumps(json.load(sys.stdin), indent=2, sort_keys=True))";
    expect(runPython(program, text)).toBe(text);
  });

  test("leaves files that others may read as far as the umask lets them", async () => {
    using run = new StoreCase();
    await commit(await run.open());
    for (const path of [run.output, run.metadataOutput]) {
      expect(statSync(path).mode & 0o777).toBe(0o666 & ~process.umask());
    }
  });

  test("writes through a symbolic link and leaves the link", async () => {
    using run = new StoreCase();
    const real = join(run.folder, "real");
    mkdirSync(real);
    writeFileSync(join(real, "target.csv"), "old");
    symlinkSync(join(real, "target.csv"), run.output);
    await commit(await run.open({ force: true }));
    expect(lstatSync(run.output).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(real, "target.csv"), "utf8")).toBe(formatCsv(ROWS));
    expect(run.list(real)).toEqual(["target.csv"]);
  });

  test("may put the sidecar into another directory, and takes relative paths", async () => {
    using run = new StoreCase();
    const other = join(run.folder, "other");
    mkdirSync(other);
    await commit(await run.open({ output: relative(".", run.output), metadataOutput: join(other, "m.json") }));
    expect(run.list()).toEqual(["other", "r.csv"]);
    expect(run.list(other)).toEqual(["m.json"]);
  });
});

describe("a run that does not finish", () => {
  test("leaves nothing where no row had ended", async () => {
    using run = new StoreCase();
    const store = await run.open();
    expect(store.abandon()).toBeNull();
    expect(store.abandon()).toBeNull();
    expect(run.list()).toEqual([]);
  });

  test("leaves the journal where rows had ended, and says so", async () => {
    using run = new StoreCase();
    const store = await run.open();
    const rows = [makeRow(), makeRow({ seed: 41 })];
    for (const row of rows) store.append(row);
    expect(store.abandon()).toEqual({ journal: run.journal, rows: 2 });
    expect(run.list()).toEqual(["r.csv.journal"]);
    expect(run.readJournal().slice(1)).toEqual(rows);
  });

  test("leaves no temporary and no CSV where it is abandoned while commit waits for the sidecar", async () => {
    using run = new StoreCase();
    const store = await run.open();
    store.append(makeRow());
    const committing = store.commit(async (csv) => {
      expect(run.list().map((name) => name.replace(/\d+-[0-9a-f]{12}/, "random"))).toEqual([
        ".r.csv.random.tmp",
        "r.csv.journal",
      ]);
      expect(store.abandon()).toMatchObject({ rows: 1 });
      return makeSidecar(csv);
    }, ROWS);
    expect((await rejection(committing)).message).toBe("the run was abandoned");
    expect(run.list()).toEqual(["r.csv.journal"]);
  });

  test("keeps its rows where the sidecar cannot be built", async () => {
    using run = new StoreCase();
    const store = await run.open();
    store.append(makeRow());
    const committing = store.commit(() => Promise.reject(new Error("no facts")), ROWS);
    expect((await rejection(committing)).message).toBe("no facts");
    expect(store.abandon()).toMatchObject({ rows: 1 });
    expect(run.list()).toEqual(["r.csv.journal"]);
  });

  test("keeps its rows where a file appeared in its place meanwhile, and leaves that file", async () => {
    using run = new StoreCase();
    const store = await run.open();
    store.append(makeRow());
    writeFileSync(run.output, "precious");
    expect((await rejection(commit(store))).message).toContain("exists already");
    expect(readFileSync(run.output, "utf8")).toBe("precious");
    expect(store.abandon()).toMatchObject({ rows: 1 });
  });

  test("says in one line that its directory has gone", async () => {
    using run = new StoreCase();
    const store = await run.open();
    store.append(makeRow());
    const moved = `${run.folder}-moved`;
    renameSync(run.folder, moved);
    const error = await rejection(commit(store));
    rmSync(moved, { recursive: true });
    expect(error).toBeInstanceOf(OutputError);
    expect(error.message).toBe(
      `cannot write ${run.output}: its directory does not exist: create it, or give another path`,
    );
    expect(store.abandon()).toBeNull();
  });

  test("leaves nothing where the disk takes no more of the CSV", () => {
    using run = new StoreCase();
    const { exitCode, lines } = run.runLimited(400, 16);
    expect(lines).toEqual([
      "ready",
      `cannot write ${run.output}: the limit of a file's size is reached: raise it (ulimit -f), or give another path`,
    ]);
    expect(exitCode).toBe(7);
    expect(run.list()).toEqual([]);
  });

  test("leaves nothing where the disk takes no more of the journal", () => {
    using run = new StoreCase();
    const { exitCode, lines } = run.runLimited(10, 1);
    expect(lines).toEqual([
      expect.stringContaining(`cannot write ${run.journal}: the limit of a file's size is reached`),
    ]);
    expect(exitCode).toBe(7);
    expect(run.list()).toEqual([]);
  });
});

test("temporaries that killed runs left are gone with the next complete result, those of a living one are not", async () => {
  using run = new StoreCase();
  const killed = Bun.spawnSync(["sh", "-c", "echo $$"]).stdout.toString().trim();
  const [dead, living] = [`${killed}-0123456789ab.tmp`, `${process.pid}-0123456789ab.tmp`];
  const earlier = `.r.csv.metadata.json.${killed}-0123456789ab.earlier`;
  const kept = [earlier, `.r.csv.${living}`, ".r.csv.tmp", `.x.csv.${dead}`, `r.csv.${dead}`];
  const left = [`.r.csv.${dead}`, `.r.csv.metadata.json.${dead}`, `.r.csv.journal.${dead}`];
  for (const name of [...kept, ...left]) writeFileSync(join(run.folder, name), "");
  const store = await run.open();
  expect(run.list()).toEqual([...kept, ...left, "r.csv.journal"].sort());
  await commit(store);
  expect(run.list()).toEqual([...kept, ...PAIR].sort());
});

describe("an earlier result", () => {
  test("is replaced whole with --force", async () => {
    using run = new StoreCase();
    await commit(await run.open());
    await commit(await run.open({ force: true }), [makeRow({ seed: 5 })]);
    expect(run.list()).toEqual(PAIR);
    const { csvSha256, rows, sidecar } = await readPair(run.output);
    expect(rows).toEqual([makeRow({ seed: 5 })]);
    expect(sidecar.artifacts).toMatchObject({ csv: { rows: 1, sha256: csvSha256 } });
  });

  test("stays as it was where the next run is abandoned or its sidecar cannot be built", async () => {
    using run = new StoreCase();
    await commit(await run.open());
    const before = run.readPair();
    const store = await run.open({ force: true });
    await rejection(store.commit(() => Promise.reject(new Error("no facts")), [makeRow({ seed: 5 })]));
    store.abandon();
    expect(run.readPair()).toEqual(before);
    expect(run.list()).toEqual(PAIR);
  });

  test("stays as it was where the disk takes no more", async () => {
    using run = new StoreCase();
    await commit(await run.open());
    const before = run.readPair();
    expect(run.runLimited(400, 16, "force").exitCode).toBe(7);
    expect(run.readPair()).toEqual(before);
    expect(run.list()).toEqual(PAIR);
  });

  test("keeps its sidecar where its CSV cannot be replaced after all", async () => {
    using run = new StoreCase();
    await commit(await run.open());
    const store = await run.open({ force: true });
    const before = readFileSync(run.metadataOutput, "utf8");
    const committing = store.commit(async (csv) => {
      // A directory at the destination stops the first of the two moves.
      rmSync(run.output);
      mkdirSync(run.output);
      return makeSidecar(csv);
    }, ROWS);
    expect((await rejection(committing)).message).toContain(`cannot write ${run.output}`);
    expect(readFileSync(run.metadataOutput, "utf8")).toBe(before);
    expect(run.list()).toEqual(["r.csv", "r.csv.metadata.json"]);
  });
});
