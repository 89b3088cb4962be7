// What both engines share: a child process, started once, that says hello and then serves one job after another.
import { EngineError, EnvironmentError, type ExitError } from "../cli/exit.ts";
import { checkHello, checkProgress, checkResult, checkTrials } from "./answers.ts";
import { Conversation } from "./conversation.ts";
import type { Job, JobResult, RecordedJob, Recorder, Recording } from "./engine.ts";
import { ProtocolViolation } from "./line-reader.ts";
import type { EngineMessage, EngineName, ErrorMessage, HelloMessage, TrialRow } from "./protocol.ts";
import { PROTOCOL_VERSION } from "./protocol.ts";

/** How one engine's child is started. */
export interface Launch {
  readonly command: readonly [string, ...string[]];
  readonly environment: Readonly<Record<string, string>>;
  /** Becomes descriptor 3 of the child. */
  readonly descriptor?: number | null;
  /** Called when the child has said hello or failed: what the launch made may go. */
  readonly release?: () => void;
}

export interface ChildEngineOptions<Hello extends HelloMessage> {
  readonly name: Hello["engine"] & EngineName;
  readonly timeoutSeconds: number;
  /** The user has no flag that sets it. */
  readonly timeoutIsFixed?: boolean | undefined;
  readonly launch: () => Promise<Launch>;
  /** Distribution name -> version that must be installed. */
  readonly pins?: () => Promise<Readonly<Record<string, string>>>;
  /** Makes the user's error of a host that lacks something. */
  readonly explain?: (message: ErrorMessage) => EnvironmentError;
  /** What is wrong with the command, where its child failed before the hello; null where nothing is known. */
  readonly diagnose?: (error: Error) => Promise<ExitError | null>;
}

export class ChildEngine<Hello extends HelloMessage> implements Recorder<Hello> {
  readonly name: EngineName;
  readonly #options: ChildEngineOptions<Hello>;
  #conversation: Conversation | null = null;

  constructor(options: ChildEngineOptions<Hello>) {
    this.name = options.name;
    this.#options = options;
  }

  async start(problems: readonly string[]): Promise<Hello> {
    try {
      return await this.#prepare(problems);
    } catch (error) {
      await this.close();
      if (error instanceof EnvironmentError) throw error;
      throw (await this.#options.diagnose?.(error as Error)) ?? error;
    }
  }

  run(job: Job, onProgress?: (trialsDone: number) => void): Promise<JobResult> {
    return this.#serve(job, null, onProgress);
  }

  async record(job: RecordedJob, onProgress?: (trialsDone: number) => void): Promise<Recording> {
    const trials: TrialRow[] = [];
    return { result: await this.#serve(job, trials, onProgress), trials };
  }

  async close(): Promise<void> {
    await this.#conversation?.close();
  }

  async #prepare(problems: readonly string[]): Promise<Hello> {
    const pins = (await this.#options.pins?.()) ?? {};
    const launch = await this.#options.launch();
    try {
      this.#conversation = this.#converse(launch);
      const message = { type: "prepare", protocol: PROTOCOL_VERSION, problems, pins } as const;
      return await this.#conversation.ask(message, "start", (answer) => this.#acceptHello(answer, problems));
    } finally {
      launch.release?.();
    }
  }

  /** @param trials filled with those of a recorded job; null where none are wanted. */
  async #serve(
    job: Job | RecordedJob,
    trials: TrialRow[] | null,
    onProgress?: (trialsDone: number) => void,
  ): Promise<JobResult> {
    if (this.#conversation === null) throw new Error(`the ${this.name} engine was not started`);
    const { engine: _, ...asked } = job;
    const about = `${job.problem} seed ${job.seed}`;
    let trialsDone = 0;
    return await this.#conversation.ask({ type: "job", ...asked }, about, (message) => {
      if (message.type === "error") throw this.#reported(message, about, job.id);
      if (message.type === "result") {
        if (trials !== null && trials.length !== job.trials)
          throw new ProtocolViolation(`sent ${trials.length} of ${job.trials} trials`);
        return checkResult(message, job);
      }
      if (message.type === "trials" && trials !== null) {
        checkTrials(message, job, trials.length);
        trials.push(...message.rows);
      } else if (message.type === "progress") {
        checkProgress(message, job, trialsDone);
        trialsDone = message.trials_done;
        onProgress?.(trialsDone);
      } else throw new ProtocolViolation(`sent a ${message.type} message during a job`);
      return undefined;
    });
  }

  #converse({ command, environment, descriptor }: Launch): Conversation {
    const { name, timeoutSeconds, timeoutIsFixed } = this.#options;
    const child = { command, environment, descriptor: descriptor ?? null };
    try {
      return new Conversation({ name, timeoutSeconds, timeoutIsFixed, ...child });
    } catch (error) {
      if (error instanceof EnvironmentError) throw error;
      throw new EngineError(`${name} engine, start: ${command[0]} cannot be run (${(error as Error).message})`);
    }
  }

  #acceptHello(message: EngineMessage, problems: readonly string[]): Hello {
    if (message.type === "error") throw this.#reported(message, "start", null);
    if (message.type !== "hello") throw new ProtocolViolation(`sent a ${message.type} message instead of its hello`);
    if (message.engine !== this.name) throw new ProtocolViolation(`is the ${message.engine} engine`);
    checkHello(message, problems);
    return message as Hello;
  }

  /** An error that the child reported itself; one that names another job is a broken protocol. */
  #reported(message: ErrorMessage, about: string, id: number | null): Error {
    if (message.id !== id && message.id !== null)
      return new ProtocolViolation(`reported an error of job ${message.id} during ${about}`);
    if (message.kind === "environment")
      return this.#options.explain?.(message) ?? new EnvironmentError(`${this.name} engine: ${message.message}`);
    return new EngineError(`${this.name} engine, ${about}: ${message.message}`);
  }
}
