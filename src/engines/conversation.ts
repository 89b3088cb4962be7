// One exchange after another with an engine's child: what is asked, what may answer, how long it may be silent. A child
// that breaks the protocol, falls silent or dies fails what is awaited with the reason, and all that is asked later.
import { EngineError } from "../cli/exit.ts";
import { Child, type ChildEnd, type ChildOptions } from "./child.ts";
import { LineReader, ProtocolViolation } from "./line-reader.ts";
import { parseMessage } from "./messages.ts";
import { type DriverMessage, type EngineMessage, type EngineName, MAX_LINE_BYTES } from "./protocol.ts";

/** The longest delay that a timer takes. ms */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** What a process raises by its own fault. */
const CRASHES = new Set(["SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL", "SIGABRT", "SIGTRAP", "SIGSYS"]);

/** Given when the silence has lasted its time: to read what came while this program itself stood still (Ctrl-Z). ms */
const GRACE_MS = 100;

/**
 * Takes a message that came in answer. Returns the value to answer with, or undefined to go on waiting.
 * Throws a ProtocolViolation to give the child up; any other error fails the question alone.
 */
type Accept<T> = (message: EngineMessage) => T | undefined;

interface Question {
  /** The job as a message names it. */
  readonly about: string;
  readonly accept: (message: EngineMessage) => void;
  readonly reject: (error: Error) => void;
}

export interface ConversationOptions extends Omit<ChildOptions, "onOutput"> {
  readonly name: EngineName;
  /** The longest silence while something is awaited. */
  readonly timeoutSeconds: number;
  /** The user has no flag that sets it. */
  readonly timeoutIsFixed?: boolean | undefined;
}

export class Conversation {
  readonly #options: ConversationOptions;
  readonly #child: Child;
  readonly #lines = new LineReader(MAX_LINE_BYTES);
  #question: Question | null = null;
  #silence: ReturnType<typeof setTimeout> | undefined;
  /** Why the child cannot be asked any more: completes "native engine, branin2 seed 17: ...". */
  #lost: string | null = null;

  /** Starts the child. @throws the system's error where it cannot be started. */
  constructor(options: ConversationOptions) {
    this.#options = options;
    this.#child = new Child({ ...options, onOutput: (chunk) => this.#read(chunk) });
    void this.#child.ended.then((end) => this.#onEnd(end));
  }

  /**
   * Sends one message and waits for its answer. One question at a time.
   * @param about names the job in errors, e.g. "branin2 seed 17".
   * @throws EngineError where the child cannot answer, and what `accept` throws.
   */
  ask<T>(message: DriverMessage, about: string, accept: Accept<T>): Promise<T> {
    if (this.#lost !== null) return Promise.reject(this.#failure(about, this.#lost));
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#question = {
      about,
      reject,
      accept: (answer) => {
        const value = accept(answer);
        if (value === undefined) return this.#watch();
        this.#settle();
        resolve(value);
      },
    };
    this.#watch();
    this.#child.send(`${JSON.stringify(message)}\n`);
    return promise;
  }

  /** Ends the child; never throws. */
  close(): Promise<void> {
    return this.#child.close();
  }

  #read(chunk: Uint8Array): void {
    if (this.#lost !== null) return;
    try {
      for (const line of this.#lines.push(chunk)) this.#take(line);
    } catch (error) {
      this.#giveUp((error as ProtocolViolation).message);
    }
  }

  #take(line: string): void {
    const message = parseMessage(line);
    if (this.#question === null) throw new ProtocolViolation(`sent a ${message.type} message that nothing asked for`);
    try {
      this.#question.accept(message);
    } catch (error) {
      if (error instanceof ProtocolViolation) throw error;
      this.#settle()?.reject(error as Error);
    }
  }

  /** Starts the time of silence anew. */
  #watch(): void {
    clearTimeout(this.#silence);
    const { timeoutSeconds, timeoutIsFixed } = this.#options;
    const remedy = timeoutIsFixed ? "" : "; raise --timeout if it is only slow";
    const expire = () => this.#giveUp(`was silent for ${timeoutSeconds} s${remedy}`);
    const allow = () => {
      this.#silence = setTimeout(expire, GRACE_MS);
    };
    this.#silence = setTimeout(allow, Math.min(timeoutSeconds * 1000, MAX_TIMER_MS));
  }

  /** Kills the child; what is awaited fails when its last words are in. */
  #giveUp(reason: string): void {
    this.#lost ??= reason;
    this.#child.kill();
  }

  #onEnd(end: ChildEnd): void {
    this.#lost = end.stopped ? "was stopped" : (this.#lost ?? describeEnd(end, this.#lines.heldBytes));
    const question = this.#settle();
    question?.reject(this.#failure(question.about, this.#lost));
  }

  /** Nothing is awaited any more. @returns what was. */
  #settle(): Question | null {
    clearTimeout(this.#silence);
    const question = this.#question;
    this.#question = null;
    return question;
  }

  #failure(about: string, reason: string): EngineError {
    const { lastWords } = this.#child;
    const said = lastWords === "" ? "" : `; it said last: ${lastWords}`;
    return new EngineError(`${this.#options.name} engine, ${about}: it ${reason}${said}`);
  }
}

function describeEnd({ exitCode, signal, fellSilent }: ChildEnd, heldBytes: number): string {
  const where = heldBytes > 0 ? "in the middle of a message" : "without an answer";
  if (fellSilent) return `closed its output ${where}`;
  if (signal === "SIGKILL") return `was killed (SIGKILL) ${where}, perhaps for want of memory`;
  if (signal === null) return `ended with status ${exitCode} ${where}`;
  return `${CRASHES.has(signal) ? "crashed" : "was ended"} (${signal}) ${where}`;
}
