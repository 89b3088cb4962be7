// Asks the real CPython, whose bytes are the standard.

/** Runs a Python 3 program with `input` on stdin. @returns its stdout. */
export function runPython(program: string, input: string): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(["python3", "-I", "-c", program], { stdin: Buffer.from(input) });
  if (exitCode !== 0) throw new Error(`python3 failed: ${stderr}`);
  return stdout.toString();
}
