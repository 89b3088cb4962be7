import { defineCommand, type SubCommandsDef } from "citty";
import packageJson from "../../package.json";
import { UsageError } from "../cli/exit.ts";
import { writeStdout } from "../cli/stdout.ts";
import { HELP } from "./flags.ts";

/** Each is imported when it is named, or when help lists it. */
export const COMMANDS: SubCommandsDef = {
  run: () => import("./run.ts").then((module) => module.default),
  setup: () => import("./setup.ts").then((module) => module.default),
  worker: () => import("./worker.ts").then((module) => module.default),
};

export default defineCommand({
  meta: {
    name: "pineforge-bench",
    description: "Runs paired TPE studies through a native C++ sampler and stock Optuna 4.9.0",
  },
  args: {
    ...HELP,
    version: { type: "boolean", description: "Print the version" },
    json: { type: "boolean", description: "With --version: what this executable was built from, as JSON" },
  },
  subCommands: COMMANDS,
  async run({ args }) {
    if (!args.version) throw new UsageError("--json needs --version or a command before it");
    if (!args.json) return writeStdout(`${packageJson.version}\n`);
    const { buildIdentity } = await import("../provenance/embedded.ts");
    await writeStdout(`${JSON.stringify(await buildIdentity(), null, 2)}\n`);
  },
});
