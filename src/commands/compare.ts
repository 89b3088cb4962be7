import { defineCommand } from "citty";
import { RegressionError } from "../cli/exit.ts";
import { writeStdout } from "../cli/stdout.ts";
import { readLimit } from "../cli/values.ts";
import type { VerifiedResult } from "../verify/checks.ts";
import { DOWNLOAD_TIMEOUT, HELP, JSON_OUTPUT } from "./flags.ts";
import { loadResults, readResults } from "./result-flags.ts";

/** Verifies two results and prints how the second differs; exit 5 where the gate finds a regression. */
export default defineCommand({
  meta: { name: "compare", description: "Verify two results, and compare them pair by pair: quality and overhead" },
  args: {
    base: { type: "positional", description: "The CSV of the result to compare with: a path or an http(s) address" },
    new: { type: "positional", description: "The CSV of the new result" },
    ...HELP,
    "fail-above": {
      type: "string",
      valueHint: "ratio",
      description: "Exit 5 where the native median ratio, new to base, is above this with all of its interval",
    },
    ...DOWNLOAD_TIMEOUT,
    ...JSON_OUTPUT,
  },
  async run({ args }) {
    const flags = readResults(args._, { timeout: args.timeout });
    const failAbove = args["fail-above"] === undefined ? null : readLimit("--fail-above", args["fail-above"]);
    const [base, next] = (await loadResults(flags)) as [VerifiedResult, VerifiedResult];
    const { compareRows } = await import("../report/comparison.ts");
    const comparison = compareRows(base.rows, next.rows, { failAbove });
    const { formatComparisonJson, formatComparisonText } = await import("../report/comparison-tables.ts");
    const format = args.json ? formatComparisonJson : formatComparisonText;
    await writeStdout(format({ base, next, comparison }));
    if (comparison.gate?.verdict === "regression")
      throw new RegressionError(`${next.source.csv} is worse than ${base.source.csv} by more than ${failAbove} times`);
  },
});
