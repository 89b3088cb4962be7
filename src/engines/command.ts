// Runs a command to its end, as a child like any other: in a group of its own, registered, bounded in what is kept.
import { Child, type ChildEnd } from "./child.ts";

export interface CommandOptions {
  readonly command: readonly [string, ...string[]];
  readonly environment: Readonly<Record<string, string>>;
  /** Told every line of stdout and stderr as it comes. */
  readonly onLine?: ((line: string) => void) | undefined;
  /** Killed after so long; undefined: never. */
  readonly timeoutSeconds?: number | undefined;
}

export interface CommandResult extends ChildEnd {
  /** It was killed because its time was up. */
  readonly timedOut: boolean;
  /** The last lines of stdout and stderr, in the order in which they came. */
  readonly lines: readonly string[];
}

const KEPT_LINES = 400;
const KEPT_CHARACTERS = 64 * 1024;

/** @throws the system's error where the command cannot be started; any end of it is an answer. */
export async function runCommand(options: CommandOptions): Promise<CommandResult> {
  const lines: string[] = [];
  const keep = (line: string) => {
    lines.push(line);
    if (lines.length > KEPT_LINES) lines.shift();
    options.onLine?.(line);
  };
  const [output, errors] = [splitLines(keep), splitLines(keep)];
  const child = new Child({ ...options, onOutput: output.push, onErrorOutput: errors.push });
  const { timeoutSeconds } = options;
  let timedOut = false;
  const expire = () => {
    timedOut = true;
    child.kill();
  };
  const timer = timeoutSeconds === undefined ? undefined : setTimeout(expire, timeoutSeconds * 1000);
  child.endInput();
  const end = await child.ended;
  clearTimeout(timer);
  output.end();
  errors.end();
  return { ...end, timedOut, lines };
}

/** Text for people: bytes that are not UTF-8 are replaced, and of an endless line the last part is kept. */
function splitLines(take: (line: string) => void) {
  const decoder = new TextDecoder();
  let rest = "";
  return {
    push(chunk: Uint8Array): void {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = (lines.pop() ?? "").slice(-KEPT_CHARACTERS);
      for (const line of lines) take(line.trimEnd());
    },
    end(): void {
      if (rest !== "") take(rest);
    },
  };
}
