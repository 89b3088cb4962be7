// One directory with one output to write, for the tests of the store. `using` removes it.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sidecar } from "../../../src/results/schema.ts";
import { openStore, type ResultStore, type StoreOptions } from "../../../src/results/store.ts";
import { makeRow, makeSidecar } from "./sample.ts";

export const STORE_PROCESS = join(import.meta.dir, "store-process.ts");

export const ROWS = [makeRow(), makeRow({ implementation: "optuna_4.9.0", validation_ns: 0 })];

export class StoreCase {
  readonly folder = mkdtempSync(join(tmpdir(), "store-"));
  readonly output = join(this.folder, "r.csv");
  readonly metadataOutput = `${this.output}.metadata.json`;
  readonly journal = `${this.output}.journal`;

  open(options: Partial<StoreOptions> = {}): Promise<ResultStore> {
    return openStore({ output: this.output, metadataOutput: this.metadataOutput, force: false, ...options });
  }

  failToOpen(options: Partial<StoreOptions> = {}): Promise<Error> {
    return rejection(this.open(options));
  }

  /** What lies in the directory, sorted. */
  list(folder = this.folder): string[] {
    return readdirSync(folder).sort();
  }

  readPair(): string[] {
    return [this.output, this.metadataOutput].map((path) => readFileSync(path, "utf8"));
  }

  readJournal(): unknown[] {
    const lines = readFileSync(this.journal, "utf8").trimEnd().split("\n");
    return lines.map((line) => JSON.parse(line));
  }

  /** Starts a run of its own process, which has three rows in its journal when this returns, and then waits. */
  async startProcess(): Promise<Bun.Subprocess> {
    const child = Bun.spawn([process.execPath, STORE_PROCESS, this.output, "3", "wait"], { stdout: "pipe" });
    const { value } = await child.stdout.getReader().read();
    if (new TextDecoder().decode(value) !== "ready\n") throw new Error("the process did not open its store");
    return child;
  }

  /** Runs in a process that may write files of so many KB: a full disk too fails in the middle of a write. */
  runLimited(rows: number, kilobytes: number, force = ""): { exitCode: number; lines: string[] } {
    // dash counts in blocks of 512 bytes, bash of 1024; a shell's limit cannot be told in bytes.
    const command = `trap "" XFSZ; ulimit -f ${kilobytes}; exec "$@"`;
    const child = [process.execPath, STORE_PROCESS, this.output, String(rows), "commit", force];
    const { exitCode, stdout } = Bun.spawnSync(["sh", "-c", command, "sh", ...child]);
    return { exitCode, lines: stdout.toString().trimEnd().split("\n") };
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export function commit(store: ResultStore, rows = ROWS): Promise<Sidecar> {
  return store.commit(async (csv) => makeSidecar(csv), rows);
}

/** @returns the error that a promise ends in. */
export function rejection(promise: Promise<unknown>): Promise<Error> {
  return promise.then(
    () => Promise.reject(new Error("nothing was refused")),
    (error) => error,
  );
}
