// Writes a result: both files complete, or neither. The presence of the sidecar means that the result is complete.
import { OutputError, UsageError } from "../cli/exit.ts";
import { discard, moveInto, removeLeftovers, setAside, syncDirectory, writeBeside } from "./beside.ts";
import { formatCsv } from "./csv.ts";
import { checkLetsGo, checkReplaceable, checkTakesFiles, type Destination, resolveDestination } from "./destination.ts";
import { sha256File } from "./fingerprint.ts";
import { Journal } from "./journal.ts";
import { dumpsIndented } from "./python-json.ts";
import type { CsvArtifact, Row, Sidecar } from "./schema.ts";
import { explain } from "./system-error.ts";

export interface StoreOptions {
  readonly output: string;
  readonly metadataOutput: string;
  /** Existing files may be replaced. */
  readonly force: boolean;
}

/** What the sidecar says of the CSV, but for its path. */
export type CsvFacts = Omit<CsvArtifact, "path">;

/**
 * Checks everything about the two destinations and takes the output's lock, before anything runs.
 * @throws UsageError where both are one file, OutputError for everything else.
 */
export async function openStore({ output, metadataOutput, force }: StoreOptions): Promise<ResultStore> {
  const csv = resolveDestination("--output", output);
  const sidecar = resolveDestination("--metadata-output", metadataOutput);
  const journal = `${csv.realPath}.journal`;
  if (csv.realPath === sidecar.realPath) {
    throw new UsageError(`--output and --metadata-output are both ${csv.realPath}: give two different files`);
  }
  if (journal === sidecar.realPath) {
    throw new UsageError(`--metadata-output ${metadataOutput} is the journal of --output: give another file`);
  }
  for (const destination of [csv, sidecar]) {
    checkReplaceable(destination, force);
    checkTakesFiles(destination);
  }
  const lock = new Journal(journal);
  try {
    for (const destination of [csv, sidecar]) checkLetsGo(destination);
    return new ResultStore(csv, sidecar, force, lock);
  } catch (error) {
    lock.remove();
    throw error;
  }
}

export class ResultStore {
  readonly #csv: Destination;
  readonly #sidecar: Destination;
  readonly #force: boolean;
  readonly #journal: Journal;
  /** Files of this run that are not yet a result, removed where it fails. */
  #unfinished: string[] = [];
  #abandoned = false;

  constructor(csv: Destination, sidecar: Destination, force: boolean, journal: Journal) {
    this.#csv = csv;
    this.#sidecar = sidecar;
    this.#force = force;
    this.#journal = journal;
  }

  /** Finished rows of an interrupted run to the same output, which were discarded with its journal. */
  get discardedRows(): number {
    return this.#journal.discardedRows;
  }

  /** Puts a finished row into the journal. @throws OutputError; then nothing of this run is left. */
  append(row: Row): void {
    try {
      this.#journal.append(row);
    } catch (error) {
      throw this.#giveUp(error);
    }
  }

  /**
   * Writes the CSV and then the sidecar, which is built from the bytes of the CSV that lie on the disk.
   * @returns the sidecar written. @throws OutputError; where the system refused a write, nothing of this run is left.
   */
  async commit(buildSidecar: (csv: CsvFacts) => Promise<Sidecar>, rows: readonly Row[]): Promise<Sidecar> {
    this.#checkStillOurs();
    try {
      const csv = this.#stage(this.#csv, formatCsv(rows));
      const document = await buildSidecar({ rows: rows.length, sha256: await hashBack(this.#csv, csv) });
      const sidecar = this.#stage(this.#sidecar, `${dumpsIndented(document)}\n`);
      this.#publish(csv, sidecar);
      this.#journal.remove();
      for (const realPath of [this.#csv.realPath, this.#sidecar.realPath, this.#journal.path])
        removeLeftovers({ realPath });
      return document;
    } catch (error) {
      throw this.#giveUp(error);
    }
  }

  /**
   * Ends a run that did not finish; may be called at any time, also while commit waits, and after commit does nothing.
   * @returns the journal that is left with the rows that did end, or null where nothing is left.
   */
  abandon(): { readonly journal: string; readonly rows: number } | null {
    this.#abandoned = true;
    this.#removeUnfinished();
    const { path, rows } = this.#journal;
    if (rows === 0 || this.#journal.owner() !== "us") {
      this.#journal.remove();
      return null;
    }
    this.#journal.close();
    return { journal: path, rows };
  }

  /** Another run may have taken the lock, or a file may have appeared, while the jobs ran. */
  #checkStillOurs(): void {
    if (this.#journal.owner() === "other") {
      throw new OutputError(`another run has taken ${this.#csv.path}: give each run an output of its own`);
    }
    for (const destination of [this.#csv, this.#sidecar]) checkReplaceable(destination, this.#force);
  }

  #stage(destination: Destination, text: string): string {
    const temporary = writeBeside(destination, text);
    this.#unfinished.push(temporary);
    return temporary;
  }

  /**
   * Both files are on the disk by now, so a full disk has left an earlier result as it was. The earlier sidecar steps
   * aside first: were it still there after a crash between the two moves, it would vouch for a CSV that is not its own.
   * Until the new sidecar is in place, the output reads as incomplete. Where the CSV cannot be moved, the earlier pair is
   * restored.
   */
  #publish(csv: string, sidecar: string): void {
    if (this.#abandoned) throw new Error("the run was abandoned");
    const earlier = setAside(this.#sidecar);
    try {
      syncDirectory(this.#sidecar);
      this.#place(csv, this.#csv);
    } catch (error) {
      if (earlier !== null) moveInto(this.#sidecar, earlier);
      throw error;
    }
    if (earlier !== null) this.#unfinished.push(earlier);
    this.#place(sidecar, this.#sidecar);
    if (earlier !== null) discard(earlier);
    this.#unfinished = [];
  }

  #place(temporary: string, destination: Destination): void {
    moveInto(destination, temporary);
    this.#unfinished.push(destination.realPath);
    syncDirectory(destination);
  }

  /** Where the system refused a write, the journal goes too. @returns the error, to be thrown. */
  #giveUp(error: unknown): unknown {
    this.#removeUnfinished();
    if (error instanceof OutputError) this.#journal.remove();
    return error;
  }

  #removeUnfinished(): void {
    for (const file of this.#unfinished) discard(file);
    this.#unfinished = [];
  }
}

/** @returns the SHA-256 of what lies on the disk, not of what was meant to be written. */
function hashBack({ path }: Destination, temporary: string): Promise<string> {
  return sha256File(temporary).catch((error) => {
    throw explain(path, error);
  });
}
