// bun fake-engine.ts BEHAVIOUR: an engine whose hello is right and whose answers to a job go wrong as BEHAVIOUR says.
import { writeSync } from "node:fs";
import { type JobMessage, PROTOCOL_VERSION, type ResultMessage } from "../../../src/engines/protocol.ts";

type Behave = (job: JobMessage) => void | Promise<void>;

const MIB = 1024 * 1024;
const behaviour = process.argv[2] ?? "";

function write(text: string | Uint8Array, descriptor = 1): void {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
}

function send(message: object): void {
  write(`${JSON.stringify(message)}\n`);
}

function say(line: string): void {
  write(`${line}\n`, 2);
}

function resultOf({ id, problem, seed, trials, startup_trials }: JobMessage): ResultMessage {
  const times = { sampler_ns: 70, objective_ns: 20, validation_ns: 5, wall_ns: 100 };
  const diagnostics = { unique_candidates: -1, duplicate_candidates: -1, best_hamming: -1, best_l1: -1 };
  const echo = { id, problem, seed, trials, startup_trials };
  return { type: "result", ...echo, best_value: 0.5, ...times, exact_optimum_hits: 0, ...diagnostics };
}

function progress({ id }: JobMessage, trials_done: number): void {
  send({ type: "progress", id, trials_done });
}

/** Sends a right result, changed. */
function altered(change: Partial<Record<keyof ResultMessage, unknown>>): Behave {
  return (job) => send({ ...resultOf(job), ...change });
}

function forEver(): Promise<void> {
  return new Promise(() => {
    setInterval(() => {}, 60_000);
  });
}

/** Sends trials of a recorded job, each of `width` numbers, and its result. */
function record(job: JobMessage, counts: readonly number[], width = 3, id = job.id): void {
  let first = 0;
  for (const count of counts) {
    const rows = Array.from({ length: count }, (_, at) => Array.from({ length: width }, () => first + at));
    send({ type: "trials", id, first, rows });
    first += count;
  }
  send(resultOf(job));
}

const JOBS: Readonly<Record<string, Behave>> = {
  "record all": (job) => record(job, [1, 40, 23]),
  "record too few": (job) => record(job, [63]),
  "record none": (job) => record(job, []),
  "record too many": (job) => record(job, [64, 1]),
  "record nothing in a message": (job) => record(job, [0, 64]),
  "record too narrow": (job) => record(job, [64], 2),
  "record for another job": (job) => record(job, [64], 3, job.id + 1),
  "record with a gap": ({ id }) => send({ type: "trials", id, first: 1, rows: [[1, 2, 3]] }),
  "record with a hole": ({ id }) => send({ type: "trials", id, first: 0, rows: [[1, null, 3]] }),
  good: (job) => {
    progress(job, 1);
    progress(job, job.trials);
    send(resultOf(job));
  },
  "good but loud": (job) => {
    const noise = Buffer.alloc(MIB, "noise on stderr\n");
    for (let mebibytes = 0; mebibytes < 300; mebibytes += 1) write(noise, 2);
    send(resultOf(job));
  },
  "good but byte by byte": async (job) => {
    for (const byte of Buffer.from(`${JSON.stringify(resultOf(job))}\n`)) {
      write(Uint8Array.of(byte));
      await Bun.sleep(1);
    }
  },
  "good but slow": async (job) => {
    for (let done = 1; done <= 6; done += 1) {
      await Bun.sleep(400);
      progress(job, done);
    }
    send(resultOf(job));
  },
  "good with a grandchild that holds the pipes": (job) => {
    Bun.spawn(["sleep", "600"], { stdio: ["ignore", "inherit", "inherit"] });
    send(resultOf(job));
  },
  "crash with a grandchild that holds the pipes": () => {
    Bun.spawn(["sleep", "600"], { stdio: ["ignore", "inherit", "inherit"] });
    process.kill(process.pid, "SIGSEGV");
  },
  crash: () => {
    say("about to follow a null pointer");
    process.kill(process.pid, "SIGSEGV");
  },
  "ended from outside": () => {
    process.kill(process.pid, "SIGTERM");
  },
  "killed from outside": () => {
    process.kill(process.pid, "SIGKILL");
  },
  "exit 0": () => process.exit(0),
  "exit 3": () => {
    say("Traceback (most recent call last):");
    say("\x1b[31mMemoryError: no memory\x1b[0m");
    process.exit(3);
  },
  "exit after many words": () => {
    write(Buffer.alloc(2_000_000, "word\n"), 2);
    say("the last word");
    process.exit(4);
  },
  hang: (job) => {
    say("thinking");
    progress(job, 1);
    return forEver();
  },
  "hang, deaf to signals": (job) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
    progress(job, 1);
    return forEver();
  },
  "close stdout": async () => {
    (await import("node:fs")).closeSync(1);
    await forEver();
  },
  garbage: () => write("Segmentation fault (core dumped)\n"),
  "empty line": () => write("\n"),
  "not UTF-8": () => write(Uint8Array.of(0x7b, 0xff, 0x7d, 0x0a)),
  "half a line": (job) => {
    write(JSON.stringify(resultOf(job)).slice(0, 40));
    process.exit(0);
  },
  "no type": () => send({ id: 0 }),
  "hello again": () => hello(),
  "another id": (job) => altered({ id: job.id + 1 })(job),
  "another problem": altered({ problem: "hartmann3" }),
  "another seed": altered({ seed: 18 }),
  "another budget": altered({ trials: 63 }),
  "another startup": altered({ startup_trials: 9 }),
  "infinite value": (job) => write(`${JSON.stringify(resultOf(job)).replace("0.5", "1e999")}\n`),
  "negative time": altered({ objective_ns: -1 }),
  "fraction of a nanosecond": altered({ objective_ns: 0.5 }),
  "phases longer than the loop": altered({ sampler_ns: 76 }),
  "text for a number": altered({ best_value: "0.5" }),
  "unknown key": (job) => send({ ...resultOf(job), extra: 1 }),
  "missing key": (job) => {
    const { wall_ns: _, ...rest } = resultOf(job);
    send(rest);
  },
  "diagnostics where there are none": altered({ unique_candidates: 64, duplicate_candidates: 0 }),
  "two results": (job) => {
    send(resultOf(job));
    send(resultOf(job));
  },
  "progress backwards": (job) => {
    progress(job, 5);
    progress(job, 4);
  },
  "progress standing still": (job) => {
    for (;;) progress(job, 5);
  },
  "progress beyond the budget": (job) => progress(job, job.trials + 1),
  "progress of another job": ({ id }) => send({ type: "progress", id: id + 1, trials_done: 1 }),
  "endless line": () => {
    const noise = Buffer.alloc(MIB, "x");
    for (;;) write(noise);
  },
  "endless lines": () => {
    const noise = Buffer.alloc(MIB, "all work and no play\n");
    for (;;) write(noise);
  },
  "own error": ({ id }) => send({ type: "error", id, kind: "engine", message: "the objective is nan" }),
  "own error of another job": ({ id }) => send({ type: "error", id: id + 1, kind: "engine", message: "no" }),
  "host error": ({ id }) => send({ type: "error", id, kind: "environment", message: "no memory left" }),
};

/** What goes wrong before the hello. */
const HELLOS: Readonly<Record<string, () => void>> = {
  "hello of another protocol": () => hello({ protocol: PROTOCOL_VERSION + 1 }),
  "hello of another engine": () => send(OPTUNA_HELLO),
  "hello of other problems": () => hello({ optima: [] }),
  "hello without a hash": () => hello({ library_sha256: "none" }),
  "no hello": () => process.exit(0),
  "result before hello": () =>
    send({ ...resultOf({} as JobMessage), id: 0, problem: "", seed: 0, trials: 1, startup_trials: 1 }),
  "host error before hello": () => send({ type: "error", id: null, kind: "environment", message: "no library" }),
};

const BUILD = {
  ...{ compiler: "c", compiler_version: "1", cmake_version: "3", flags: "", sampler: "fake" },
  ...{ instruction_sets: "x", instruction_set: "x" },
};

const OPTUNA_HELLO = {
  ...{ type: "hello", engine: "optuna", protocol: PROTOCOL_VERSION, optima: [], enumeration: null, dependencies: {} },
  ...{ python_implementation: "CPython", python_version: "3.11.2", platform: "", machine: "", processor: "" },
  numpy_simd_features: [],
};

function hello(change: object = {}): void {
  const optima = [{ problem: "branin2", declared_optimum: 0.39788735772973816, value: 0.39788735772973816 }];
  const base = { type: "hello", engine: "native", protocol: PROTOCOL_VERSION, optima, enumeration: null };
  send({ ...base, abi_version: 1, library_sha256: "0".repeat(64), build: BUILD, ...change });
}

for await (const line of console) {
  const message = JSON.parse(line);
  if (message.type === "prepare") (HELLOS[behaviour] ?? hello)();
  else await JOBS[behaviour]?.(message);
}
