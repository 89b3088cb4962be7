import { defineCommand } from "citty";
import { HELP, NATIVE } from "./flags.ts";

/** The native engine's child process; speaks the protocol of src/engines/protocol.ts on stdin and stdout. */
export default defineCommand({
  meta: { name: "worker", description: "Serve the native engine (started by run)", hidden: true },
  args: { ...HELP, ...NATIVE },
  async run({ args }) {
    const { serveNative } = await import("../engines/worker.ts");
    await serveNative(args.native ?? null);
  },
});
