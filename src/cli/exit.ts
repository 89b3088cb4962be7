// Exit codes and the errors that carry them. Every error a user can cause is one of these; anything else is a bug.

export const EXIT = {
  good: 0,
  internal: 1,
  usage: 2,
  environment: 3,
  rejected: 4,
  regression: 5,
  engine: 6,
  output: 7,
  sighup: 129,
  sigint: 130,
  brokenPipe: 141,
  sigterm: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An error with a documented exit code and one line for the user: what is at fault, then what to do. */
export abstract class ExitError extends Error {
  abstract readonly code: ExitCode;
}

/** A flag or an argument is wrong. */
export class UsageError extends ExitError {
  readonly code = EXIT.usage;
}

/** This host lacks something that a run needs. */
export class EnvironmentError extends ExitError {
  readonly code = EXIT.environment;
}

/** A result is not acceptable. */
export class RejectedError extends ExitError {
  readonly code = EXIT.rejected;
}

/** A result is worse than the one it is compared with, or samplers that must agree do not. */
export class RegressionError extends ExitError {
  readonly code = EXIT.regression;
}

/** An engine crashed, hung or answered nonsense. */
export class EngineError extends ExitError {
  readonly code = EXIT.engine;
}

/** A file or stdout could not be written. */
export class OutputError extends ExitError {
  readonly code = EXIT.output;
}

/** The reader of stdout has gone; ends quietly. */
export class BrokenPipeError extends ExitError {
  readonly code = EXIT.brokenPipe;
}
