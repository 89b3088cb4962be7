// The linters and formatters, each with what it checks and how it mends that: `npm run format` mends.
import { readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { testPython } from "./python-environment.ts";

const ROOT = resolve(import.meta.dir, "..");

export type Command = readonly string[];

/** @returns the commands that only look, or those that write, to be run from the repository's root. */
export function lintCommands(write: boolean): Command[] {
  const biome = join(ROOT, "node_modules/.bin/biome");
  const tools = dirname(testPython());
  const ruff = join(tools, "ruff");
  const python = ["--config", "python/ruff.toml", "python", "test/bench", "test/golden", "test/python"];
  const cpp = ["native", "test/native"].flatMap((folder) => listCpp(folder));
  return [
    [biome, "check", "--error-on-warnings", ...(write ? ["--write"] : []), "."],
    [ruff, "check", ...(write ? ["--fix"] : []), ...python],
    [ruff, "format", ...(write ? [] : ["--check"]), ...python],
    [
      join(tools, "clang-format"),
      "--style=file:native/.clang-format",
      ...(write ? ["-i"] : ["--dry-run", "--Werror"]),
      ...cpp,
    ],
  ];
}

function listCpp(folder: string): string[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
  return names.filter((name) => /\.(c|cpp|h|hpp)$/.test(name)).map((name) => join(folder, name));
}

if (import.meta.main) {
  for (const command of lintCommands(true)) {
    const { success } = Bun.spawnSync([...command], { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"] });
    if (!success) process.exitCode = 1;
  }
}
