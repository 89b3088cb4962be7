// What becomes of the engines when their driver ends.
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileLibrary } from "./misbehaving-library.ts";
import { childrenOf, eventually, isAlive } from "./processes.ts";

setDefaultTimeout(30_000);

const root = mkdtempSync(join(tmpdir(), "driver-death-"));
afterAll(() => rmSync(root, { recursive: true }));

const hanging = compileLibrary(join(root, "hanging.so"), ["RUN=for(;;)pause()"]);
const SCRIPT = join(import.meta.dir, "driver-process.ts");

/** Starts a driver and waits until its engine is at work. */
async function startDriver(engine: string, handler: string) {
  const undone = join(mkdtempSync(join(root, "run-")), "undone");
  const driver = Bun.spawn([process.execPath, SCRIPT, engine, handler, undone, hanging], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
  let printed = "";
  const drained = (async () => {
    for await (const chunk of driver.stdout) printed += Buffer.from(chunk);
  })();
  expect(await eventually(() => printed.includes("working"), 20_000)).toBeTrue();
  const [child] = childrenOf(driver.pid);
  if (child === undefined) throw new Error("the driver has no child");
  return { driver, child, undone, output: () => drained.then(() => printed) };
}

describe("a driver that is killed with SIGKILL leaves no orphan", () => {
  test.each(["fake, idle", "native", "native, hanging", "optuna"])("of its engine (%s)", async (engine) => {
    const { driver, child } = await startDriver(engine, "wait");
    driver.kill("SIGKILL");
    await driver.exited;
    expect(await eventually(() => !isAlive(child), 2000)).toBeTrue();
  });
});

describe("a driver that ends its children at a signal", () => {
  test.each(["fake, deaf", "native", "optuna"])("has none left within two seconds (%s)", async (engine) => {
    const { driver, child, undone, output } = await startDriver(engine, "wait");
    const begin = performance.now();
    driver.kill("SIGTERM");
    expect(await driver.exited).toBe(143);
    expect(performance.now() - begin).toBeLessThan(2000);
    expect(isAlive(child)).toBeFalse();
    expect(readFileSync(undone, "utf8")).toBe("undone");
    expect(await output()).toContain("it was stopped");
  });

  test("can do so without waiting", async () => {
    const { driver, child, undone } = await startDriver("fake, deaf", "sync");
    driver.kill("SIGTERM");
    expect(await driver.exited).toBe(143);
    expect(await eventually(() => !isAlive(child), 2000)).toBeTrue();
    expect(existsSync(undone)).toBeFalse();
  });

  test("starts none afterwards", async () => {
    const { driver, output } = await startDriver("fake, deaf", "wait");
    driver.kill("SIGTERM");
    expect(await output()).toMatch(/^later: .*the program is being ended/m);
  });
});
