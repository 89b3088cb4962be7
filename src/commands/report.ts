import { defineCommand } from "citty";
import { quote } from "../cli/args.ts";
import { UsageError } from "../cli/exit.ts";
import { writeStdout } from "../cli/stdout.ts";
import { readNames, readPath } from "../cli/values.ts";
import type { Section } from "../report/report.ts";
import { DOWNLOAD_TIMEOUT, HELP, METADATA, RESULTS } from "./flags.ts";
import { loadResults, readResults } from "./result-flags.ts";

const FORMATS = ["text", "markdown", "json", "html"] as const;
type Format = (typeof FORMATS)[number];

/** Verifies results and prints their tables and charts; with --output, the path of what was written. */
export default defineCommand({
  meta: { name: "report", description: "Verify results, and print their tables, or a page with their charts" },
  args: {
    ...RESULTS,
    ...HELP,
    ...METADATA,
    ...DOWNLOAD_TIMEOUT,
    format: { type: "string", valueHint: FORMATS.join("|"), default: "text", description: "What to print" },
    output: { type: "string", valueHint: "file", description: "Write it here instead of to stdout" },
    force: { type: "boolean", description: "Overwrite an existing file" },
  },
  async run({ args }) {
    const flags = readResults(args._, args);
    const format = readFormat(args.format);
    const output = args.output === undefined ? null : readPath("--output", args.output);
    if (output === null && args.force) throw new UsageError("--force needs --output: pass both, or neither");
    const { describeResult } = await import("../report/report.ts");
    const sections = (await loadResults(flags)).map(describeResult);
    const text = await formatSections(sections, format);
    if (output === null) return writeStdout(text);
    const { writeDocument } = await import("../results/document-file.ts");
    const inputs = flags.sources.flatMap(({ csv, sidecar }) => [csv, sidecar]);
    writeDocument(output, text, { force: args.force === true, inputs });
    await writeStdout(`${output}\n`);
  },
});

function readFormat(text: string): Format {
  const [format, ...more] = readNames("--format", text, FORMATS);
  if (more.length > 0) throw new UsageError(`--format: ${quote(text)} is more than one: give one`);
  return format as Format;
}

/** The charts and their packages are loaded for the page alone. */
async function formatSections(sections: readonly Section[], format: Format): Promise<string> {
  if (format === "html") return (await import("../report/html/page.ts")).formatReportHtml(sections);
  if (format === "markdown") return (await import("../report/markdown.ts")).formatReportMarkdown(sections);
  const { formatReportJson, formatReportText } = await import("../report/report-text.ts");
  return format === "json" ? formatReportJson(sections) : formatReportText(sections);
}
