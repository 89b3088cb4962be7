// A child process in a session and group of its own: a terminal's Ctrl-C does not reach it, and its own children die with
// it. Both pipes are read all the time, whoever listens, because a pipe that nobody reads blocks the child or, in Bun,
// fills memory. Every living child is registered here, so that a signal handler can end them all.
import { refuseLimit } from "../results/system-error.ts";
import { LastWords } from "./last-words.ts";

/** How a process ended: an exit status, or the signal that killed it. */
export interface ChildEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** It closed its stdout and went on, so it was killed. */
  readonly fellSilent: boolean;
  /** killAllChildren ended it, because the whole program is being ended. */
  readonly stopped: boolean;
}

export interface ChildOptions {
  readonly command: readonly [string, ...string[]];
  readonly environment: Readonly<Record<string, string>>;
  /** Becomes descriptor 3 of the child. The caller closes its own. */
  readonly descriptor?: number | null;
  readonly onOutput: (chunk: Uint8Array) => void;
  readonly onErrorOutput?: (chunk: Uint8Array) => void;
}

/** From the end of the child to the end of its pipes, which a process that left the group may hold open. ms */
const DRAIN_MS = 1000;

/** From the end of the child's stdout, after which it can answer nothing, to its end. ms */
const LINGER_MS = 2000;

/** From the end of the child's stdin to SIGKILL. ms */
const CLOSE_MS = 1000;

const living = new Set<Child>();
let ending = false;
const undoings = new Set<() => void>();

/**
 * For the end of the program: kills every living child with its group, waits for them, and undoes what was registered with
 * `undoOnKill`. No child can be started afterwards.
 */
export async function killAllChildren(): Promise<void> {
  const ended = Promise.all([...living].map((child) => child.ended));
  killAllChildrenSync();
  await within(ended, DRAIN_MS);
  for (const undo of undoings) undo();
}

/** The same without waiting, for a program that must end at once. */
export function killAllChildrenSync(): void {
  ending = true;
  for (const child of living) child.stop();
}

/** Registers what killAllChildren does last, e.g. the removal of half-made files. @returns how to take it back. */
export function undoOnKill(undo: () => void): () => void {
  undoings.add(undo);
  return () => undoings.delete(undo);
}

export class Child {
  /** Settles when the process has ended and its pipes are drained; never rejects. */
  readonly ended: Promise<ChildEnd>;
  readonly #process: Bun.Subprocess<"pipe", "pipe", "pipe">;
  readonly #lastWords = new LastWords();
  #stopped = false;

  /**
   * Starts the process in the root directory, where nothing lies that an interpreter would pick up.
   * @throws the system's error (ENOENT, EACCES, ENOEXEC) where the command cannot be started; EnvironmentError where
   * nothing can.
   */
  constructor({ command, environment, descriptor, onOutput, onErrorOutput }: ChildOptions) {
    if (ending) throw new Error("the program is being ended");
    const extra = descriptor === undefined || descriptor === null ? [] : [descriptor];
    try {
      this.#process = Bun.spawn([...command], {
        cwd: "/",
        env: { ...environment },
        stdio: ["pipe", "pipe", "pipe", ...extra],
        detached: true,
      });
    } catch (error) {
      refuseLimit(`${command[0]} cannot be started`, error);
      throw error;
    }
    living.add(this);
    const output = drain(this.#process.stdout, onOutput);
    const errors = drain(this.#process.stderr, (chunk) => {
      this.#lastWords.push(chunk);
      onErrorOutput?.(chunk);
    });
    this.ended = this.#waitForEnd(output, errors);
  }

  /** What it wrote to stderr last, as one line; "" where it wrote nothing. */
  get lastWords(): string {
    return this.#lastWords.toString();
  }

  /** Writes to its stdin. A child that is gone loses it: its end is reported by `ended`. */
  send(text: string): void {
    try {
      this.#process.stdin.write(text);
      Promise.resolve(this.#process.stdin.flush()).catch(() => {});
    } catch {
      // The pipe is broken.
    }
  }

  /** SIGKILL to the whole group. */
  kill(): void {
    if (!living.has(this)) return; // the number may be another process's by now
    try {
      process.kill(-this.#process.pid, "SIGKILL");
    } catch {
      // The group is empty.
    }
  }

  /** SIGKILL, as part of the end of the program. */
  stop(): void {
    this.#stopped = true;
    this.kill();
  }

  /** Its stdin ends; what was sent before is still read. */
  endInput(): void {
    try {
      Promise.resolve(this.#process.stdin.end()).catch(() => {});
    } catch {
      // The pipe is broken.
    }
  }

  /** Ends it: its stdin first, then, after a moment, by force. Never throws; may be called twice. */
  async close(): Promise<void> {
    this.endInput();
    if (await within(this.ended, CLOSE_MS)) return;
    this.kill();
    await within(this.ended, CLOSE_MS);
  }

  async #waitForEnd(output: Promise<void>, errors: Promise<void>): Promise<ChildEnd> {
    // It rejects where the system reaps children by itself, because SIGCHLD is ignored: the child has ended all the same.
    const exited = this.#process.exited.catch(() => {});
    const inTime = await Promise.race([exited.then(() => true), output.then(() => within(exited, LINGER_MS))]);
    this.kill();
    await exited;
    await within(Promise.all([output, errors]), DRAIN_MS);
    living.delete(this);
    const { exitCode, signalCode } = this.#process;
    return {
      exitCode,
      signal: signalCode === null ? null : String(signalCode),
      fellSilent: !inTime,
      stopped: this.#stopped,
    };
  }
}

/** @returns whether the promise was fulfilled within that time; rejects if it does. */
export async function within(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, milliseconds, false);
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function drain(stream: ReadableStream<Uint8Array>, take: (chunk: Uint8Array) => void): Promise<void> {
  try {
    for await (const chunk of stream) take(chunk);
  } catch {
    // A broken pipe ends like a closed one.
  }
}
