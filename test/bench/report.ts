// npm run bench:report -- time and peak memory of report and compare on 10, 1,000 and 100,000 rows, on the compiled executable.
// Prints a table on stdout; measures, never judges.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import Table from "cli-table3";
import { median } from "simple-statistics";

const EXECUTABLE = process.env.PINEFORGE_BENCH ?? resolve(import.meta.dir, "../../dist/pineforge-bench");
const ROWS = [10, 1000, 100_000];
const RUNS = 3;

const folder = mkdtempSync(join(tmpdir(), "pineforge-report-"));

const COMMANDS: Readonly<Record<string, (csv: string) => string[]>> = {
  "report --format text": (csv) => ["report", csv],
  "report --format markdown": (csv) => ["report", csv, "--format", "markdown"],
  "report --format json": (csv) => ["report", csv, "--format", "json"],
  "report --format html": (csv) => ["report", csv, "--format", "html"],
  compare: (csv) => ["compare", csv, csv],
};

interface Run {
  readonly seconds: number;
  readonly mebibytes: number;
  readonly bytes: number;
}

function measure(args: readonly string[]): Run {
  const output = join(folder, "out");
  rmSync(output, { force: true }); // it is written over, not cut
  const begin = performance.now();
  const { exitCode, stderr, resourceUsage } = Bun.spawnSync([EXECUTABLE, ...args], { stdout: Bun.file(output) });
  if (exitCode !== 0) throw new Error(`${args.join(" ")}: ${stderr}`);
  const seconds = (performance.now() - begin) / 1000;
  return { seconds, mebibytes: resourceUsage.maxRSS / 2 ** 20, bytes: statSync(output).size };
}

try {
  // In a process of its own: a child's peak includes what its parent held when it was started.
  Bun.spawnSync([process.execPath, join(import.meta.dir, "large-result.ts"), folder, ...ROWS.map(String)]);
  const table = new Table({ head: ["command", "rows", "seconds", "peak MiB", "output KiB"] });
  for (const rows of ROWS) {
    for (const [name, args] of Object.entries(COMMANDS)) {
      const runs = Array.from({ length: RUNS }, () => measure(args(join(folder, `${rows}.csv`))));
      const middle = (key: keyof Run) => median(runs.map((run) => run[key]));
      const [kib, mib] = [middle("bytes") / 1024, middle("mebibytes")];
      table.push([name, rows, middle("seconds").toFixed(2), mib.toFixed(0), kib.toFixed(0)]);
    }
  }
  console.log(table.toString());
} finally {
  rmSync(folder, { recursive: true });
}
