// Run by tests of the store as a process of its own: opens a store, appends rows, then commits, or waits to be killed, or
// abandons it and opens the next, for ever. Arguments: output, number of rows, "commit" | "wait" | "again", and "force" where files may be replaced.
import { OutputError } from "../../../src/cli/exit.ts";
import { openStore } from "../../../src/results/store.ts";
import { makeRow, makeSidecar } from "./sample.ts";

const [output = "", count = "", end, force] = process.argv.slice(2);
const open = () => openStore({ output, metadataOutput: `${output}.metadata.json`, force: force === "force" });
try {
  const store = await open();
  const rows = Array.from({ length: Number(count) }, (_, seed) => makeRow({ seed }));
  for (const row of rows.slice(0, 10)) store.append(row);
  console.log("ready");
  if (end === "wait") await new Promise((resolve) => setTimeout(resolve, 60_000));
  for (let last = store; end === "again"; last = await open()) last.abandon();
  await store.commit(async (csv) => makeSidecar(csv), rows);
} catch (error) {
  if (!(error instanceof OutputError)) throw error;
  console.log(error.message);
  process.exitCode = error.code;
}
