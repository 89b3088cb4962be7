// bun stopped-driver.ts: a driver that is stopped (as by Ctrl-Z) for longer than its time-out while its engine, with
// shorter silences, goes on with a job. Prints the result or the error.
import { JOB, rejection, startFake } from "./fake.ts";

const STOP_AND_GO_ON = `kill -STOP ${process.pid}; sleep 1.7; kill -CONT ${process.pid}`;

const engine = await startFake("good but slow", 1);
setTimeout(() => Bun.spawn(["sh", "-c", STOP_AND_GO_ON]), 300);
const result = engine.run(JOB);
const failure = rejection(result).catch(() => null);
console.log((await failure)?.message ?? (await result).best_value);
await engine.close();
