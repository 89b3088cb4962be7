// What an error of the system means, and what to do: about a file that is written, or about a limit that any file and any
// process would have met.
import { EnvironmentError, OutputError } from "../cli/exit.ts";

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

/** What is wrong with a file that is written, and what to do. */
const REMEDIES: Readonly<Record<string, string>> = {
  EACCES: "permission is denied: give another path, or mend the directory's permissions",
  EDQUOT: "the disk quota is used up: free some space, or give another path",
  EFBIG: "the limit of a file's size is reached: raise it (ulimit -f), or give another path",
  EIO: "the device fails (EIO): give a path on another one",
  ENAMETOOLONG: "its name is too long: give a shorter one",
  ENOENT: "its directory does not exist: create it, or give another path",
  ENOSPC: "the disk is full: free some space, or give another path",
  ENOTDIR: "a part of it is not a directory: give another path",
  EEXIST: "something else is there: give another path",
  EBUSY: "something is mounted on it: give another path",
  EPERM: "the system does not permit it: give another path",
  EROFS: "the file system is read-only: give another path",
};

/** @returns an OutputError that names the file and what to do for a system's error; any other error as it is. */
export function explain(path: string, error: unknown): unknown {
  const code = errorCode(error);
  if (code === undefined) return error;
  const remedy = REMEDIES[code] ?? describeLimit(error) ?? `the system says ${code}: give another path`;
  return new OutputError(`cannot write ${path}: ${remedy}`);
}

/** @throws what `work` throws, as `explain` puts it. */
export function explained<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw explain(path, error);
  }
}
