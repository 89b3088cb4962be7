// Makes a virtual environment with exactly the pinned wheels in it, and says in one line why it could not.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EnvironmentError, type ExitError, OutputError } from "../cli/exit.ts";
import { childEnvironment, pipEnvironment } from "./child-environment.ts";
import { runCommand } from "./command.ts";
import type { PythonFacts } from "./python-probe.ts";

export interface Installation {
  /** The interpreter that the environment is made of. */
  readonly base: PythonFacts;
  /** Absolute; exists and is empty. */
  readonly folder: string;
  /** Text of a hash-locked requirements file. */
  readonly requirements: string;
  /** Absolute path of a directory of wheels; null for the index that pip is configured for. */
  readonly wheelhouse: string | null;
  readonly onLine: (line: string) => void;
}

/** @throws EnvironmentError or OutputError; the folder may then hold anything. */
export async function installEnvironment(installation: Installation): Promise<void> {
  const { base, folder, onLine } = installation;
  onLine(`Making a virtual environment of Python ${base.version} (${base.base}) in ${folder}`);
  await makeVirtualEnvironment(installation);
  writeFileSync(join(folder, "requirements.txt"), installation.requirements);
  onLine(`Installing the pinned packages from ${installation.wheelhouse ?? "the index that pip is configured for"}`);
  await installRequirements(installation);
  rmSync(temporaryFolder(folder), { recursive: true });
}

/** Where pip and venv put what is for a moment only: it goes with the folder, whatever ends them. */
function temporaryFolder(folder: string): string {
  return join(folder, "tmp");
}

/** In two steps, because venv keeps to itself what ensurepip says. */
async function makeVirtualEnvironment({ base, folder, onLine }: Installation): Promise<void> {
  if (!base.makes_environments) throw noEnsurepip(base);
  mkdirSync(temporaryFolder(folder));
  const venv = [base.base, "-I", "-X", "utf8", "-m", "venv", "--without-pip", folder] as const;
  const ensurepip = [join(folder, "bin/python"), "-I", "-X", "utf8", "-m", "ensurepip", "--default-pip"] as const;
  const environment = { ...childEnvironment(), TMPDIR: temporaryFolder(folder) };
  for (const command of [venv, ensurepip]) {
    const { exitCode, lines } = await runCommand({ command: [...command], environment, onLine });
    if (exitCode !== 0) throw explainVenv(lines, base, folder);
  }
}

function explainVenv(lines: readonly string[], base: PythonFacts, folder: string): ExitError {
  const full = explainFullDisk(lines, folder);
  return full ?? new EnvironmentError(`${base.base} cannot make a virtual environment: ${lastLine(lines)}`);
}

async function installRequirements(installation: Installation): Promise<void> {
  const { folder, wheelhouse, onLine } = installation;
  const configured = wheelhouse === null ? pipEnvironment() : { ...childEnvironment(), PIP_CONFIG_FILE: "/dev/null" };
  const environment = { ...configured, TMPDIR: temporaryFolder(folder) };
  const end = await runCommand({ command: pipCommand(folder, wheelhouse), environment, onLine });
  if (end.exitCode !== 0) throw explainPip(end.lines, installation);
}

/** Wheels only, each with a hash of the lock; with a wheelhouse nothing of pip's own configuration counts. */
function pipCommand(folder: string, wheelhouse: string | null): [string, ...string[]] {
  const python = join(folder, "bin/python");
  const isolated = wheelhouse === null ? [] : ["--isolated"];
  const source = wheelhouse === null ? [] : ["--no-index", "--find-links", wheelhouse];
  const locked = ["--only-binary", ":all:", "--require-hashes", "-r", join(folder, "requirements.txt")];
  const pip = ["-m", "pip", ...isolated, "--no-input", "--disable-pip-version-check", "install"];
  return [python, "-I", "-X", "utf8", ...pip, ...source, ...locked];
}

/** @returns the one line for what pip said. */
export function explainPip(
  lines: readonly string[],
  installation: Omit<Installation, "requirements" | "onLine">,
): ExitError {
  const { base, folder, wheelhouse } = installation;
  const words = lines.join("\n");
  const where = wheelhouse === null ? "the index that pip is configured for" : `--wheelhouse ${wheelhouse}`;
  const missing = /No matching distribution found for (\S+)/.exec(words)?.[1];
  const altered = /DO NOT MATCH THE HASHES[\s\S]*?^\s+(\S+==\S+)/m.exec(words)?.[1];
  const full = explainFullDisk(lines, folder);
  if (full !== null) return full;
  if (altered !== undefined)
    return new EnvironmentError(`${where}: ${altered} is not a pinned file (its SHA-256 differs); replace it`);
  if (missing === undefined) return new EnvironmentError(`pip could not install from ${where}: ${lastLine(lines)}`);
  if (wheelhouse === null && /Retrying|NewConnectionError|Max retries/.test(words))
    return new EnvironmentError(
      `${where} cannot be reached; without a network, use --wheelhouse with a directory of wheels`,
    );
  const wheel = `${missing} for CPython ${base.version} on ${base.machine}`;
  const mend = wheelhouse === null ? "without a network use --wheelhouse; or take" : "add it, or take";
  return new EnvironmentError(`${where}: no wheel of ${wheel} is there; ${mend} another Python with --python`);
}

function noEnsurepip({ base, version }: PythonFacts): EnvironmentError {
  const debian = `python${version.split(".").slice(0, 2).join(".")}-venv`;
  return new EnvironmentError(`${base} lacks the module ensurepip; install ${debian} (Debian, Ubuntu) or its like`);
}

function explainFullDisk(lines: readonly string[], folder: string): OutputError | null {
  const reason = /No space left on device|Disk quota exceeded|File too large/.exec(lines.join("\n"))?.[0];
  return reason === undefined ? null : new OutputError(`${folder} could not be written: ${reason}`);
}

/** The last line that pip or venv calls an error, or the last at all. */
function lastLine(lines: readonly string[]): string {
  const said = lines.filter((line) => line.trim() !== "");
  return said.findLast((line) => /error/i.test(line)) ?? said.at(-1) ?? "it said nothing";
}
