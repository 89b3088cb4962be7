// Run by journal.test.ts, several at once: in each round, opens the same output as soon as the round begins, writes down
// what came of it, and lets go when the round ends. Arguments: folder of the rounds, their number.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStore, type ResultStore } from "../../../src/results/store.ts";

const [folder = "", rounds = ""] = process.argv.slice(2);
for (let round = 0; round < Number(rounds); round += 1) {
  const here = join(folder, String(round));
  const output = join(here, "r.csv");
  const files = { output, metadataOutput: `${output}.metadata.json`, force: false };
  while (!existsSync(join(here, "begin"))); // not a moment later than the others
  let store: ResultStore | null = null;
  let said = "opened";
  try {
    store = await openStore(files);
  } catch (error) {
    said = (error as Error).message;
  }
  writeFileSync(join(here, `said-${process.pid}`), said);
  while (!existsSync(join(here, "end"))) Bun.sleepSync(1);
  store?.abandon();
}
