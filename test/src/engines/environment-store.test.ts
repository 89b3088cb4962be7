import { afterAll, afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  environmentLink,
  lockFolder,
  makeFolder,
  publish,
  removeLeftovers,
} from "../../../src/engines/environment-store.ts";

setDefaultTimeout(30_000);

const root = mkdtempSync(join(tmpdir(), "environment-store-"));
afterAll(() => rmSync(root, { recursive: true }));

const SHA256 = "0123456789abcdef".repeat(4);
const NAME = "python-0123456789ab";

describe("the place of the environment", () => {
  test.each([
    [{ XDG_DATA_HOME: "/data", HOME: "/home/a" }, `/data/pineforge-bench/${NAME}`],
    [{ XDG_DATA_HOME: "data", HOME: "/home/a" }, `/home/a/.local/share/pineforge-bench/${NAME}`],
    [{ XDG_DATA_HOME: "", HOME: "/home/a" }, `/home/a/.local/share/pineforge-bench/${NAME}`],
    [{ HOME: "/home/a" }, `/home/a/.local/share/pineforge-bench/${NAME}`],
  ])("with %j is %s", (env, expected) => {
    expect(environmentLink(SHA256, env as NodeJS.ProcessEnv)).toBe(expected);
  });

  test("without HOME is below the home of the password file", () => {
    expect(environmentLink(SHA256, {} as NodeJS.ProcessEnv)).toEndWith(`/.local/share/pineforge-bench/${NAME}`);
  });
});

describe("an environment", () => {
  const link = join(root, NAME);
  afterEach(() => {
    for (const name of readdirSync(root)) rmSync(join(root, name), { recursive: true });
  });

  function make(content: string): string {
    const folder = makeFolder(link);
    writeFileSync(join(folder, "content"), content);
    return folder;
  }

  test("is not there before it is published, and then is there whole", () => {
    const folder = make("first");
    expect(existsSync(link)).toBeFalse();
    publish(link, folder);
    expect(readFileSync(join(link, "content"), "utf8")).toBe("first");
  });

  test("takes the place of the one before, which is then left over", () => {
    const first = make("first");
    publish(link, first);
    const second = make("second");
    publish(link, second);
    removeLeftovers(link);
    expect(readFileSync(join(link, "content"), "utf8")).toBe("second");
    expect(existsSync(first)).toBeFalse();
    expect(existsSync(second)).toBeTrue();
  });

  test("takes the place of a folder that lies there", () => {
    mkdirSync(join(link, "bin"), { recursive: true });
    publish(link, make("first"));
    expect(readFileSync(join(link, "content"), "utf8")).toBe("first");
  });

  test("that was left half-made is removed, and nothing else", () => {
    const left = [make("half"), `${make("half").slice(0, -1)}x.link`];
    symlinkSync("nowhere", left[1] as string);
    const others = ["python-0123456789ab-notes.txt", "setup.lock", "python-ffffffffffff"];
    mkdirSync(join(root, "python-ffffffffffff-AbC123"));
    symlinkSync("python-ffffffffffff-AbC123", join(root, "python-ffffffffffff"));
    for (const name of others.slice(0, 2)) writeFileSync(join(root, name), "");
    removeLeftovers(link);
    expect(readdirSync(root).sort()).toEqual([...others, "python-ffffffffffff-AbC123"].sort());
  });
});

describe("the lock", () => {
  const folder = join(root, "locked");
  const holder = `
    const { lockFolder } = await import(${JSON.stringify(join(import.meta.dir, "../../../src/engines/environment-store.ts"))});
    await lockFolder(${JSON.stringify(folder)}, () => {});
    console.log("locked");
    setInterval(() => {}, 60_000);`;

  test("is held until it is given back", async () => {
    const unlock = await lockFolder(folder, () => {});
    let waited = 0;
    let second: (() => void) | null = null;
    const waiting = lockFolder(folder, () => {
      waited += 1;
    }).then((give) => {
      second = give;
    });
    await Bun.sleep(500);
    expect({ waited, second }).toEqual({ waited: 1, second: null });
    unlock();
    await waiting;
    (second as unknown as () => void)();
  });

  test("of a process that is killed is free", async () => {
    const process_ = Bun.spawn([process.execPath, "-e", holder], { stdout: "pipe" });
    await process_.stdout.getReader().read();
    let waited = 0;
    const waiting = lockFolder(folder, () => {
      waited += 1;
    });
    await Bun.sleep(300);
    process_.kill("SIGKILL");
    (await waiting)();
    expect(waited).toBe(1);
  });
});
