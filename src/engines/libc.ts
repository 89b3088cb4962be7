// The few calls of the C library that neither Bun nor Node offers, by FFI. Linux with glibc; elsewhere, and where a call is
// refused, each gives its "not available" answer and the caller does without.
import { dlopen, type Pointer, read } from "bun:ffi";

const LIBC = "libc.so.6";
const MFD_CLOEXEC = 1;
const PR_SET_PDEATHSIG = 1;
const LOCK_EX_NB = 2 | 4;
const EWOULDBLOCK = 11;
const SIGINT = 2;
const SIGKILL = 9;
/** SIGILL, SIGABRT, SIGBUS, SIGFPE, SIGSEGV. */
const CRASHES = [4, 6, 7, 8, 11];
const SIG_DFL = 0;
const SIG_IGN = 1;

function open() {
  return dlopen(LIBC, {
    memfd_create: { args: ["ptr", "u32"], returns: "i32" },
    prctl: { args: ["i32", "u64", "u64", "u64", "u64"], returns: "i32" },
    flock: { args: ["i32", "i32"], returns: "i32" },
    dup: { args: ["i32"], returns: "i32" },
    dup2: { args: ["i32", "i32"], returns: "i32" },
    signal: { args: ["i32", "u64"], returns: "u64" },
    __errno_location: { args: [], returns: "ptr" },
  }).symbols;
}

let opened: ReturnType<typeof open> | null | undefined;

function libc(): ReturnType<typeof open> | null {
  try {
    opened ??= open();
  } catch {
    opened = null; // another C library, or none that can be loaded
  }
  return opened;
}

/** @returns the descriptor of a new anonymous file in memory, closed on exec; null where there are none. */
export function createMemoryFile(name: string): number | null {
  const descriptor = libc()?.memfd_create(Buffer.from(`${name}\0`), MFD_CLOEXEC) ?? -1;
  return descriptor < 0 ? null : descriptor;
}

/** Asks the kernel to kill this process when the thread that started it ends. */
export function dieWithParent(): void {
  libc()?.prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
}

/** SIGINT has no effect on this process any more. */
export function ignoreInterrupt(): void {
  libc()?.signal(SIGINT, SIG_IGN);
}

/** A crash ends this process at once by its signal, without the runtime's own report, which would blame the runtime. */
export function crashPlainly(): void {
  for (const signal of CRASHES) libc()?.signal(signal, SIG_DFL);
}

/**
 * Moves what is written to `from` to where `to` goes, as in `from>&to`.
 * @returns a descriptor of where `from` went; `from` itself where this system has no such call.
 */
export function redirect(from: number, to: number): number {
  const kept = libc()?.dup(from) ?? -1;
  if (kept < 0) return from;
  libc()?.dup2(to, from);
  return kept;
}

/** Tries to lock an open file; the lock ends with the descriptor. null: this system or file system has no locks. */
export function tryLock(descriptor: number): "locked" | "busy" | null {
  const c = libc();
  if (c === null) return null;
  if (c.flock(descriptor, LOCK_EX_NB) === 0) return "locked";
  return read.i32(c.__errno_location() as Pointer, 0) === EWOULDBLOCK ? "busy" : null;
}
