import { defineCommand } from "citty";
import { createLog } from "../cli/log.ts";
import { writeStdout } from "../cli/stdout.ts";
import { readPath } from "../cli/values.ts";
import { HELP, PYTHON, QUIET } from "./flags.ts";

/** Makes the pinned Python environment and prints its interpreter. */
export default defineCommand({
  meta: { name: "setup", description: "Make the pinned Python environment that run uses" },
  args: {
    ...HELP,
    ...PYTHON,
    wheelhouse: { type: "string", valueHint: "dir", description: "Install from this directory, without a network" },
    force: { type: "boolean", description: "Make the environment anew even if it is complete" },
    ...QUIET,
  },
  async run({ args }) {
    const { setUpEnvironment } = await import("../engines/python-env.ts");
    const log = await createLog(args.quiet === true);
    const interpreter = await setUpEnvironment({
      python: args.python === undefined ? null : readPath("--python", args.python),
      wheelhouse: args.wheelhouse === undefined ? null : readPath("--wheelhouse", args.wheelhouse),
      force: args.force === true,
      onStep: (step) => log.info(step),
    });
    await writeStdout(`${interpreter}\n`);
  },
});
