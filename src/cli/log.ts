// What a person reads while a command works: consola's levels, on stderr, the same under CI and NODE_ENV=test.
import { mayColour, oneLine, PROGRAM, writeStderr } from "./stderr.ts";

export interface Log {
  readonly quiet: boolean;
  /** Progress and tables; silent with --quiet. May hold several lines. */
  info(message: string): void;
  /** What the user should know even with --quiet; one line. */
  warn(message: string): void;
}

/** consola is imported here only, so that --version and --help do without it. */
export async function createLog(quiet: boolean): Promise<Log> {
  const { createConsola, LogLevels } = await import("consola/core");
  const yellow = mayColour(process.stderr) ? (text: string) => `\u001b[33m${text}\u001b[39m` : (text: string) => text;
  const consola = createConsola({
    level: quiet ? LogLevels.warn : LogLevels.info,
    throttle: 0,
    reporters: [
      {
        log({ type, args }) {
          const text = args.join(" ");
          writeStderr(type === "warn" ? `${PROGRAM}: ${yellow("warning")}: ${oneLine(text)}` : text);
        },
      },
    ],
  });
  return { quiet, info: (message) => consola.info(message), warn: (message) => consola.warn(message) };
}
