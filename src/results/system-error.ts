// What an error of the system means: of a file, or of a limit that any file and any process would have met.
import { EnvironmentError } from "../cli/exit.ts";

/** What is reached, and what to do. */
const LIMITS: Readonly<Record<string, string>> = {
  EAGAIN: "the limit of processes is reached: raise it (ulimit -u), or end some",
  EFBIG: "the limit of a file's size is reached: raise it (ulimit -f)",
  EMFILE: "the limit of open files is reached: raise it (ulimit -n)",
  ENFILE: "the whole system's limit of open files is reached: end other programs, or raise it (sysctl fs.file-max)",
  ENOMEM: "there is no memory left: end other programs, or raise the limit (ulimit -v)",
};

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** @returns which limit the error is about, and what to do; undefined for any other error. */
export function describeLimit(error: unknown): string | undefined {
  const code = errorCode(error);
  return code === undefined ? undefined : LIMITS[code];
}

/** @throws EnvironmentError that tells what could not be done, where the error is about a limit. */
export function refuseLimit(what: string, error: unknown): void {
  const limit = describeLimit(error);
  if (limit !== undefined) throw new EnvironmentError(`${what}: ${limit}`);
}
