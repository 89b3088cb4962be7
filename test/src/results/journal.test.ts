// The journal as the lock against two runs with one output, and as what a killed run leaves.
import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OutputError } from "../../../src/cli/exit.ts";
import { eventually } from "../engines/processes.ts";
import { makeRow } from "./sample.ts";
import { commit, rejection, STORE_PROCESS, StoreCase } from "./store-case.ts";

const ABSENT = "absent";
const PAIR = ["r.csv", "r.csv.metadata.json"];

test("a second run with the same output is refused by pid while the first lives, and the first still ends well", async () => {
  using run = new StoreCase();
  const first = await run.open();
  const error = await run.failToOpen({ metadataOutput: join(run.folder, "another.json"), force: true });
  expect(error).toBeInstanceOf(OutputError);
  expect(error.message).toContain(`process ${process.pid} is writing the same output`);
  await commit(first);
  expect(run.list()).toEqual(PAIR);
});

test("a killed run leaves its rows, and does not stand in the way of the next one", async () => {
  using run = new StoreCase();
  const killed = await run.startProcess();
  expect((await run.failToOpen()).message).toContain(`process ${killed.pid} is writing the same output`);
  killed.kill("SIGKILL");
  await killed.exited;
  expect(run.list()).toEqual(["r.csv.journal"]);
  const [holder, ...rows] = run.readJournal();
  expect(holder).toMatchObject({ journal: "pineforge-bench run", pid: killed.pid });
  expect(rows).toEqual([makeRow({ seed: 0 }), makeRow({ seed: 1 }), makeRow({ seed: 2 })]);
  const next = await run.open();
  expect(next.discardedRows).toBe(3);
  await commit(next);
  expect(run.list()).toEqual(PAIR);
});

test("a journal is never there without the line that says whose it is, whenever its run is killed", async () => {
  using run = new StoreCase();
  const child = Bun.spawn([process.execPath, STORE_PROCESS, run.output, "0", "again"], { stdout: "pipe" });
  await child.stdout.getReader().read();
  const seen = new Set<string>();
  for (const end = performance.now() + 1000; performance.now() < end; ) seen.add(readText(run.journal));
  child.kill("SIGKILL");
  await child.exited;
  const holder = { journal: "pineforge-bench run", pid: child.pid, process_start: expect.any(String) };
  seen.delete(ABSENT);
  expect([...seen].map((text) => JSON.parse(text || "null"))).toEqual([holder]);
  await commit(await run.open());
});

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ABSENT;
  }
}

test("of runs that find a stale journal at one moment, one takes it over and the others are told by whom", async () => {
  using run = new StoreCase();
  const [rounds, runs] = [40, 3];
  const stale = { journal: "pineforge-bench run", pid: process.pid, process_start: "1" };
  const at = (round: number, name = "") => join(run.folder, String(round), name);
  for (let round = 0; round < rounds; round += 1) {
    mkdirSync(at(round));
    writeFileSync(at(round, "r.csv.journal"), `${JSON.stringify(stale)}\n`);
  }
  const command = [process.execPath, join(import.meta.dir, "store-race.ts"), run.folder, String(rounds)];
  const racers = Array.from({ length: runs }, () => Bun.spawn(command));
  try {
    for (let round = 0; round < rounds; round += 1) {
      const listSaid = () => readdirSync(at(round)).filter((name) => name.startsWith("said-"));
      writeFileSync(at(round, "begin"), "");
      expect(await eventually(() => listSaid().length === runs, 10_000)).toBe(true);
      const said = listSaid().map((name) =>
        readFileSync(at(round, name), "utf8").replace(/^process \d+ is .*/, "told"),
      );
      expect(said.sort()).toEqual(["opened", "told", "told"]);
      writeFileSync(at(round, "end"), "");
    }
  } finally {
    for (const racer of racers) racer.kill("SIGKILL");
  }
}, 60_000);

test("a journal whose pid belongs to a later process is stale", async () => {
  using run = new StoreCase();
  const holder = { journal: "pineforge-bench run", pid: process.pid, process_start: "1" };
  writeFileSync(run.journal, `${JSON.stringify(holder)}\n`);
  await commit(await run.open());
  expect(run.list()).toEqual(PAIR);
});

test("a run whose journal another run has replaced does not commit, and leaves that one's journal", async () => {
  using run = new StoreCase();
  const first = await run.open();
  first.append(makeRow());
  rmSync(run.journal);
  const second = await run.open();
  const error = await rejection(commit(first));
  expect(error).toBeInstanceOf(OutputError);
  expect(error.message).toContain("another run has taken");
  expect(first.abandon()).toBeNull();
  await commit(second);
  expect(run.list()).toEqual(PAIR);
});

test("a run whose journal was deleted still commits", async () => {
  using run = new StoreCase();
  const store = await run.open();
  rmSync(run.journal);
  await commit(store);
  expect(run.list()).toEqual(PAIR);
});
