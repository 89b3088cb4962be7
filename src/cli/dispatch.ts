// argv -> the command that it names: its arguments strictly checked, then run; or its help.
import { stripVTControlCharacters } from "node:util";
import { type ArgsDef, renderUsage, runCommand, type SubCommandsDef } from "citty";
import { asksForHelp, checkArgs, didYouMean, quote } from "./args.ts";
import { EXIT, type ExitCode, UsageError } from "./exit.ts";
import { mayColour, writeStderr } from "./stderr.ts";
import { requireOpenStdout, writeStdout } from "./stdout.ts";

/** A command of whatever flags. */
type Command = Awaited<ReturnType<typeof load>>;

/**
 * @param root the command that runs where no other is named.
 * @returns the exit code. @throws ExitError, or whatever the command throws.
 */
export async function dispatch(root: Command, commands: SubCommandsDef, argv: readonly string[]): Promise<ExitCode> {
  const [name, ...rest] = argv[0] === "help" ? [...argv.slice(1), "--help"] : argv;
  if (name === undefined) {
    writeStderr(await formatUsage(root, null, process.stderr));
    return EXIT.usage;
  }
  if (name.startsWith("-")) return runStrictly(root, null, [name, ...rest]);
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (entry === undefined) {
    throw new UsageError(`unknown command ${quote(name)}${didYouMean(name, Object.keys(commands)) || ": see --help"}`);
  }
  return runStrictly(await load(entry), root, rest);
}

async function load(entry: SubCommandsDef[string]) {
  return typeof entry === "function" ? entry() : entry;
}

async function runStrictly(command: Command, parent: Command | null, argv: string[]): Promise<ExitCode> {
  const definitions: ArgsDef = command.args ?? {};
  if (asksForHelp(argv, definitions)) {
    await writeStdout(`${await formatUsage(command, parent, process.stdout)}\n`);
  } else {
    checkArgs(argv, definitions);
    requireOpenStdout();
    await runCommand(command, { rawArgs: argv });
  }
  return EXIT.good;
}

async function formatUsage(command: Command, parent: Command | null, stream: { isTTY?: boolean }): Promise<string> {
  const usage = await renderUsage(command, parent ?? undefined);
  return mayColour(stream) ? usage : stripVTControlCharacters(usage).replace(/ +$/gm, "");
}
