// The native engine's child: the hidden command `worker` of the same executable. It loads the library, answers the
// driver's lines one after another, and ends when its stdin ends or its driver dies. A crash of native code ends only it.
import { closeSync, readSync, writeSync } from "node:fs";
import { EngineError, EnvironmentError } from "../cli/exit.ts";
import { DISCRETE_PROBLEM } from "../problems.ts";
import { ABI_VERSION, NativeLibrary, type NativeStudy } from "./ffi.ts";
import { crashPlainly, dieWithParent, ignoreInterrupt, redirect } from "./libc.ts";
import { LineReader, ProtocolViolation } from "./line-reader.ts";
import {
  type DriverMessage,
  type EngineMessage,
  type ErrorMessage,
  type JobMessage,
  MAX_LINE_BYTES,
  type NativeHello,
  PROTOCOL_VERSION,
  type PrepareMessage,
  type RecordedJobMessage,
  type ResultMessage,
} from "./protocol.ts";

const STDIN = 0;
const STDOUT = 1;
const STDERR = 2;

/** Wanted between two messages of progress, and so of a slice of trials. ms */
const SLICE_MS = 100;
const FIRST_SLICE = 8;
/** A slice is at most so many times the one before it, whose time may have been too short to judge by. */
const GROWTH = 8;

/** Keeps every message far below MAX_LINE_BYTES. */
const ROWS_PER_MESSAGE = 1000;

type Send = (message: EngineMessage) => void;

/** Serves until stdin ends. @param library absolute path of another build of the library; null for the embedded one. */
export async function serveNative(library: string | null): Promise<void> {
  const driver = process.ppid;
  dieWithParent();
  if (process.ppid !== driver) return; // it died before the kernel was asked
  ignoreInterrupt();
  crashPlainly();
  const answers = redirect(STDOUT, STDERR); // whatever else prints goes to stderr
  try {
    await answerAll((message) => writeLine(answers, JSON.stringify(message)), library);
  } catch (error) {
    if (error instanceof ProtocolViolation) throw new EngineError(`the driver ${error.message}`);
    if ((error as NodeJS.ErrnoException).code !== "EPIPE") throw error; // without a driver there is nothing to do
  } finally {
    if (answers !== STDOUT) closeSync(answers);
  }
}

async function answerAll(send: Send, path: string | null): Promise<void> {
  let library: NativeLibrary | null = null;
  for (const line of readLines(STDIN)) {
    let message: DriverMessage | null = null;
    try {
      message = JSON.parse(line) as DriverMessage;
      if (message.type === "prepare") {
        library ??= await NativeLibrary.load(path);
        send(prepare(library, message));
      } else send(runJob(library, message, send));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EPIPE") throw error;
      send(describeError(error, message?.type === "job" ? message.id : null));
    }
  }
}

function prepare(library: NativeLibrary, { protocol, problems }: PrepareMessage): NativeHello {
  if (protocol !== PROTOCOL_VERSION)
    throw new EngineError(`the driver speaks protocol ${protocol}, this worker ${PROTOCOL_VERSION}`);
  return {
    type: "hello",
    engine: "native",
    protocol: PROTOCOL_VERSION,
    optima: problems.map((problem) => library.checkOptimum(problem)),
    enumeration: problems.includes(DISCRETE_PROBLEM) ? library.enumerate(DISCRETE_PROBLEM) : null,
    abi_version: ABI_VERSION,
    library_sha256: library.sha256,
    build: library.build,
  };
}

function runJob(library: NativeLibrary | null, message: DriverMessage, send: Send): ResultMessage {
  if (library === null || message.type !== "job") throw new EngineError("neither prepare nor a job after it");
  const { id, problem, seed, trials, startup_trials } = message;
  const recording = readRecording(message);
  const study = library.createStudy(problem, { seed, trials, startup_trials, sampler: recording?.sampler });
  try {
    runSlices(study, trials, (trials_done) => send({ type: "progress", id, trials_done }));
    const { trials_done, ...measured } = study.readResult();
    if (trials_done !== trials) throw new EngineError(`${trials_done} of ${trials} trials were run`);
    if (recording !== null) sendTrials(study, message, library.countParameters(problem) + 1, send);
    return { type: "result", id, problem, seed, trials, startup_trials, ...measured };
  } finally {
    study.destroy();
  }
}

/** @returns the job where its trials are wanted; null for one of a benchmark. */
function readRecording(job: JobMessage | RecordedJobMessage): RecordedJobMessage | null {
  if ("stable_order" in job) throw new EngineError("stable_order is the optuna engine's to choose");
  if ("record" in job) return job;
  if ("sampler" in job)
    throw new EngineError("sampler is for recorded jobs: a benchmark runs the library's own choice");
  return null;
}

function sendTrials(study: NativeStudy, { id, trials }: JobMessage, width: number, send: Send): void {
  const cells = study.readTrials(trials, width);
  for (let first = 0; first < trials; first += ROWS_PER_MESSAGE) {
    const length = Math.min(ROWS_PER_MESSAGE, trials - first);
    const row = (at: number) => [...cells.subarray((first + at) * width, (first + at + 1) * width)];
    send({ type: "trials", id, first, rows: Array.from({ length }, (_, at) => row(at)) });
  }
}

/** Runs all trials; `report` gets the number done, some ten times a second, while no clock of the study runs. */
function runSlices(study: NativeStudy, trials: number, report: (trialsDone: number) => void): void {
  let slice = FIRST_SLICE;
  let reported = performance.now();
  for (let done = 0; done < trials; ) {
    const size = Math.min(slice, trials - done);
    const start = performance.now();
    study.run(size);
    const end = performance.now();
    done += size;
    slice = nextSlice(size, end - start);
    if (done < trials && end - reported >= SLICE_MS) {
      report(done);
      reported = performance.now();
    }
  }
}

/** @returns how many trials would take SLICE_MS at the rate of the slice before. */
function nextSlice(size: number, milliseconds: number): number {
  const fitting = Math.round((size * SLICE_MS) / Math.max(milliseconds, 0.001));
  return Math.max(1, Math.min(fitting, size * GROWTH));
}

function describeError(error: unknown, id: number | null): ErrorMessage {
  const message = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, " ");
  return { type: "error", id, kind: error instanceof EnvironmentError ? "environment" : "engine", message };
}

function* readLines(descriptor: number): Generator<string> {
  const lines = new LineReader(MAX_LINE_BYTES);
  const chunk = new Uint8Array(64 * 1024);
  for (;;) {
    const length = readSync(descriptor, chunk);
    if (length === 0) return;
    yield* lines.push(chunk.subarray(0, length));
  }
}

function writeLine(descriptor: number, line: string): void {
  const bytes = Buffer.from(`${line}\n`);
  for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
}
