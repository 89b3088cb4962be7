// bun driver-process.ts ENGINE HANDLER FILE LIBRARY: a driver with one engine that is at work on a job, or idle, for ever.
// Prints "working" when it is. HANDLER, "wait" or "sync", is how it ends its children at SIGTERM; FILE is written by what
// it undoes then; LIBRARY is what the engine "native, hanging" loads.
import { writeFileSync } from "node:fs";
import { killAllChildren, killAllChildrenSync, undoOnKill } from "../../../src/engines/child.ts";
import type { Engine, Job } from "../../../src/engines/engine.ts";
import { createNativeEngine } from "../../../src/engines/native.ts";
import { createOptunaEngine } from "../../../src/engines/optuna.ts";
import { findPython } from "../../../src/engines/python-env.ts";
import { fakeEngine, JOB } from "./fake.ts";

const [, , kind = "", handler = "", undone = "", library = ""] = process.argv;

/** More than any test waits for. */
const ENDLESS: Job = { ...JOB, problem: "rotated_rastrigin6", trials: 10_000_000 };

const ENGINES: Readonly<Record<string, () => Promise<Engine>>> = {
  "fake, idle": async () => fakeEngine("good"),
  "fake, deaf": async () => fakeEngine("hang, deaf to signals"),
  native: async () => createNativeEngine({ library: null, timeoutSeconds: 60 }),
  "native, hanging": async () => createNativeEngine({ library, timeoutSeconds: 60 }),
  optuna: async () => createOptunaEngine({ python: await findPython(null), timeoutSeconds: 60 }),
};

process.on("SIGTERM", async () => {
  if (handler === "sync") killAllChildrenSync();
  else await killAllChildren();
  const later = await fakeEngine("good")
    .start(["branin2"])
    .catch((error: Error) => error.message);
  console.log(`later: ${typeof later === "string" ? later : "a child was started"}`);
  process.exit(143);
});
undoOnKill(() => writeFileSync(undone, "undone"));
undoOnKill(() => writeFileSync(undone, "undone although it was taken back"))();

const engine = await ENGINES[kind]?.();
await engine?.start(["branin2"]);
if (kind === "fake, idle") {
  await engine?.run(JOB);
  console.log("working");
} else {
  engine?.run(ENDLESS, () => console.log("working")).catch((error: Error) => console.log(error.message));
  if (kind === "native, hanging") setTimeout(() => console.log("working"), 200);
}
setInterval(() => {}, 60_000);
