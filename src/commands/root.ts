import { defineCommand, type SubCommandsDef } from "citty";
import packageJson from "../../package.json";
import { UsageError } from "../cli/exit.ts";
import { writeStdout } from "../cli/stdout.ts";
import { HELP } from "./flags.ts";

/** How long the native engine may take to say hello. */
const HELLO_SECONDS = 60;

/** Each is imported when it is named, or when help lists it. */
export const COMMANDS: SubCommandsDef = {
  run: () => import("./run.ts").then((module) => module.default),
  parity: () => import("./parity.ts").then((module) => module.default),
  verify: () => import("./verify.ts").then((module) => module.default),
  aggregate: () => import("./aggregate.ts").then((module) => module.default),
  compare: () => import("./compare.ts").then((module) => module.default),
  report: () => import("./report.ts").then((module) => module.default),
  replay: () => import("./replay.ts").then((module) => module.default),
  schema: () => import("./schema.ts").then((module) => module.default),
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
    json: {
      type: "boolean",
      description: "With --version: what this executable was built from and what it runs on, as JSON",
    },
  },
  subCommands: COMMANDS,
  async run({ args }) {
    if (!args.version) throw new UsageError("--json needs --version or a command before it");
    if (!args.json) return writeStdout(`${packageJson.version}\n`);
    await writeStdout(`${JSON.stringify(await describeBuild(), null, 2)}\n`);
  },
});

/** What was built in, and what the library runs on this processor: only its engine loads it, so that is asked. */
async function describeBuild() {
  const { buildIdentity } = await import("../provenance/embedded.ts");
  const { createNativeEngine } = await import("../engines/native.ts");
  const engine = createNativeEngine({ library: null, timeoutSeconds: HELLO_SECONDS, timeoutIsFixed: true });
  try {
    return { ...(await buildIdentity()), native_build: (await engine.start([])).build };
  } finally {
    await engine.close();
  }
}
