// `setup` for real: a virtual environment, the pinned wheels from a wheelhouse, the check of every pin. No network.
import { afterAll, describe, expect, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { wheelhouse } from "../../python-environment.ts";
import { eventually } from "./processes.ts";

const SCRIPT = join(import.meta.dir, "setup-process.ts");
const SLOW_MS = 180_000;
const root = mkdtempSync(join(tmpdir(), "setup-"));
afterAll(() => rmSync(root, { recursive: true }), SLOW_MS);

const evil = join(root, "evil");
mkdirSync(evil);
for (const name of ["pip", "venv", "ensurepip", "json", "optuna", "sitecustomize"])
  writeFileSync(join(evil, `${name}.py`), "raise SystemExit('shadowed')\n");

/** What pip must not listen to where it has a wheelhouse. */
const HOSTILE_PIP = { PIP_INDEX_URL: "http://127.0.0.1:9/simple", PIP_CONSTRAINT: join(evil, "none.txt") };

/** Starts a set-up below its own data directory, in a hostile place: what it prints comes with `ended`. */
function startSetUp(data: string, wheels: string | null, pip: Readonly<Record<string, string>> = HOSTILE_PIP) {
  const { PINEFORGE_PYTHON: _, ...rest } = process.env;
  const env = { ...rest, ...pip, XDG_DATA_HOME: data, PYTHONPATH: evil };
  const command = [process.execPath, SCRIPT, ...(wheels === null ? [] : [wheels])];
  const child = Bun.spawn(command, { cwd: evil, env, stdout: "pipe", stderr: "inherit" });
  const lines = new Response(child.stdout).text().then((text) => text.trimEnd().split("\n"));
  return { child, ended: Promise.all([child.exited, lines]).then(([code, printed]) => ({ code, printed })) };
}

function environmentsIn(data: string): string[] {
  const folder = join(data, "pineforge-bench");
  return existsSync(folder) ? readdirSync(folder).filter((name) => name !== "setup.lock") : [];
}

describe("setup", () => {
  test(
    "makes one environment from what pip is configured for, after one that was killed half-way and while another one is started",
    async () => {
      const data = join(root, "data");
      const killed = startSetUp(data, wheelhouse());
      expect(await eventually(() => environmentsIn(data).length === 1, 30_000)).toBeTrue();
      await Bun.sleep(1500);
      killed.child.kill("SIGKILL");
      await killed.ended;
      expect(environmentsIn(data).length).toBe(1);

      const configured = { PIP_NO_INDEX: "1", PIP_FIND_LINKS: wheelhouse() };
      const both = await Promise.all([1, 2].map(() => startSetUp(data, null, configured).ended));
      const [first, second] = both.map(({ code, printed }) => ({ code, python: printed.at(-1) }));
      expect(first?.code).toBe(0);
      expect(second).toEqual(first as NonNullable<typeof first>);
      const steps = both.map(({ printed }) => printed.join("\n"));
      expect(steps.filter((text) => text.includes("Successfully installed")).length).toBe(1);
      expect(steps.filter((text) => text.includes("Waiting for another setup")).length).toBe(1);
      expect(environmentsIn(data).length).toBe(2); // the link and the folder that it leads to

      const again = await startSetUp(data, join(root, "evil")).ended;
      expect(again.printed[0]).toEndWith("is complete: nothing to do");
      expect(again.printed.at(-1)).toBe(first?.python as string);
    },
    SLOW_MS,
  );

  test(
    "from a wheelhouse that lacks a wheel fails with its name and leaves nothing",
    async () => {
      const data = join(root, "lacking");
      const lacking = join(root, "wheels");
      cpSync(wheelhouse(), lacking, { recursive: true, filter: (path) => !/numpy-[^/]*$/.test(path) });
      const { code, printed } = await startSetUp(data, lacking).ended;
      expect(code).toBe(3);
      expect(printed.at(-1)).toMatch(
        /^--wheelhouse \S+wheels: no wheel of numpy==2\.4\.6 for CPython 3\.1\d\.\d+ on \S+ is/,
      );
      expect(environmentsIn(data)).toEqual([]);
    },
    SLOW_MS,
  );

  test("from a directory that is not there fails before anything is made", async () => {
    const { code, printed } = await startSetUp(join(root, "none"), join(root, "missing")).ended;
    expect(code).toBe(3);
    expect(printed).toEqual([`--wheelhouse ${root}/missing: no such directory; give one that holds the pinned wheels`]);
  });

  test("below a place that cannot be written fails as an output error", async () => {
    const { printed } = await startSetUp("/dev/null", wheelhouse()).ended;
    expect(printed.at(-1)).toMatch(/^\/dev\/null\/pineforge-bench cannot be written \(ENOTDIR\); set XDG_DATA_HOME/);
  });
});
