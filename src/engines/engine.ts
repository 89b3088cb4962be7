// The interface that both engines (and the tests' fake one) implement.
import type { EngineName, HelloMessage, JobMessage, RecordedJobMessage, ResultMessage, TrialRow } from "./protocol.ts";

/** One engine, problem and seed, with its budgets; `id` counts from 0 in the order of a run. */
export type Job = Omit<JobMessage, "type"> & { readonly engine: EngineName };

export type RecordedJob = Omit<RecordedJobMessage, "type"> & { readonly engine: EngineName };

export type JobResult = Omit<ResultMessage, "type">;

/** A running child process that serves jobs one after another. */
export interface Engine<Hello extends HelloMessage = HelloMessage> {
  readonly name: EngineName;
  /**
   * Starts the child, sends the pins and problems, and returns its checked hello.
   * @throws EnvironmentError (exit 3) where the host lacks something, EngineError (exit 6) otherwise.
   */
  start(problems: readonly string[]): Promise<Hello>;
  /**
   * Runs one job; `onProgress` gets the number of trials done.
   * @throws EngineError (exit 6) with what the child said last.
   */
  run(job: Job, onProgress?: (trialsDone: number) => void): Promise<JobResult>;
  /** Ends the child (stdin closed, then killed); never throws; may be called twice. */
  close(): Promise<void>;
}

/** What a recorded job measured, and its trials in order. */
export interface Recording {
  readonly result: JobResult;
  readonly trials: readonly TrialRow[];
}

/** An engine that can also hand over every trial of a job. A benchmark takes engines, not recorders. */
export interface Recorder<Hello extends HelloMessage = HelloMessage> extends Engine<Hello> {
  /**
   * Runs one job and returns all of its trials.
   * @throws EngineError (exit 6) with what the child said last.
   */
  record(job: RecordedJob, onProgress?: (trialsDone: number) => void): Promise<Recording>;
}
