// The rules of the source tree that no compiler checks: who may import whom, and what has to stay in one place.
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import bunLock from "../../bun.lock";
import packageJson from "../../package.json";
import npmLock from "../../package-lock.json";
import { readSources } from "../../src/provenance/sources.ts";

const ROOT = resolve(import.meta.dir, "../..");

/** What each part of src/ may import beyond itself and src/cli/exit.ts: folders, and single files. */
const LOWER = ["src/engines", "src/provenance", "src/stats", "src/results", "src/problems.ts"];
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  "src/main.ts": ["src/commands", "src/cli", "src/engines/child.ts"],
  "src/commands": ["package.json", "src/benchmark", "src/verify", "src/report", "src/cli", ...LOWER],
  "src/benchmark": LOWER,
  "src/verify": LOWER,
  "src/report": LOWER,
  "src/engines": ["src/provenance", "src/results", "src/problems.ts"],
  "src/provenance": ["src/engines/protocol.ts", "src/results", "build", "native"],
  "src/stats": ["src/results", "src/problems.ts"],
  "src/results": ["src/problems.ts"],
  "src/problems.ts": [],
  "src/cli": ["src/problems.ts"],
};

/** They neither spawn nor log. */
const QUIET = /^src\/(results|verify|stats|report)\//;
/** Too slow to load before it is known that they are needed. */
const HEAVY =
  /^(consola|hash-wasm|cli-table3|cli-progress|csv-|simple-statistics|typebox|ofetch|@observablehq|@mixmark-io|markdown-table|pure-rand)/;

function listFiles(folder: string): string[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8", withFileTypes: true });
  return names
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1));
}

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const sources = listFiles("src").filter((path) => /(?<!\.d)\.ts$/.test(path));
const native = ["native/include", "native/src", "native/benchmark"].flatMap(listFiles);

/** Relative imports as paths from the root; types and dynamic ones included. */
function importsOf(path: string): string[] {
  const found = read(path).matchAll(/\b(?:from|import\(?)\s*"(\.[^"]+)"/g);
  return [...found].map(([, target = ""]) => join(dirname(path), target));
}

function isAllowed(from: string, target: string): boolean {
  const part = from.split("/").slice(0, 2).join("/");
  const allowed = [part, "src/cli/exit.ts", ...(ALLOWED[part] ?? [])];
  return allowed.some((prefix) => target === prefix || target.startsWith(`${prefix}/`));
}

/** Modules loaded as soon as this one is: its value imports, not the dynamic ones. */
function loadedWith(path: string): string[] {
  const scanned = new Bun.Transpiler({ loader: "ts" }).scanImports(read(path));
  return scanned.filter(({ kind }) => kind === "import-statement").map(({ path: target }) => target);
}

describe("in src", () => {
  test("imports point down", () => {
    const arrows = sources.flatMap((from) => importsOf(from).map((target) => ({ from, target })));
    expect(arrows.length).toBeGreaterThan(sources.length);
    expect(arrows.filter(({ from, target }) => !isAllowed(from, target))).toEqual([]);
  });

  test("every part has its arrows", () => {
    const parts = sources.map((path) => path.split("/").slice(0, 2).join("/"));
    expect([...new Set(parts)].filter((part) => ALLOWED[part] === undefined)).toEqual([]);
  });

  test("what main.ts loads at once is light", () => {
    const reached = new Set(["src/main.ts"]);
    for (const path of reached) {
      for (const target of loadedWith(path).filter((name) => name.endsWith(".ts")))
        reached.add(join(dirname(path), target));
    }
    expect(reached.size).toBeGreaterThan(1);
    const heavy = [...reached].flatMap((path) =>
      loadedWith(path)
        .filter((name) => HEAVY.test(name))
        .map((name) => [path, name]),
    );
    expect(heavy).toEqual([]);
  });

  test("only main.ts ends the process", () => {
    const ending = sources.filter((path) => /\bprocess\.(exit|abort|reallyExit)\b/.test(read(path)));
    expect(ending.filter((path) => path !== "src/main.ts")).toEqual([]);
  });

  test("results, verify, stats and report neither spawn nor log", () => {
    const loud = sources.filter(
      (path) => QUIET.test(path) && /child_process|Bun\.spawn|consola|\bconsole\./.test(read(path)),
    );
    expect(loud).toEqual([]);
  });

  test("only one module imports the native library", () => {
    expect(sources.filter((path) => /from "[^"]+\.so"/.test(read(path)))).toEqual([
      "src/provenance/embedded-library.ts",
    ]);
  });
});

describe("in native", () => {
  const includesOf = (path: string) =>
    [...read(path).matchAll(/^\s*#\s*include\s*["<]([^">]+)[">]/gm)].map(([, name = ""]) => name);

  test("the core includes nothing of the benchmark", () => {
    const core = native.filter((path) => !path.startsWith("native/benchmark/"));
    const own = (path: string, name: string) =>
      [dirname(path), "native/src", "native/include"].some((folder) => existsSync(join(ROOT, folder, name)));
    const quoted = core.flatMap((path) =>
      [...read(path).matchAll(/^\s*#\s*include\s*"([^"]+)"/gm)].map(([, name = ""]) => ({ path, name })),
    );
    expect(quoted.length).toBeGreaterThan(0);
    expect(quoted.filter(({ path, name }) => !own(path, name) || /benchmark|\.\.\//.test(name))).toEqual([]);
  });

  test("only c_api.cpp includes pineforge_bench.h", () => {
    const users = native.filter((path) => includesOf(path).some((name) => name.endsWith("pineforge_bench.h")));
    expect(users).toEqual(["native/benchmark/c_api.cpp"]);
  });

  test("every file that is built in is in the source snapshot", async () => {
    const visible = native.filter((path) => !/\/\.[^/]*$/.test(path));
    const declared = (await readSources(ROOT)).map(({ path }) => path);
    expect(declared).toEqual([...new Set([...visible, ...declared])].sort());
  });
});

describe("the two locks", () => {
  /** [{path in node_modules}, {name@version}] of either lock; an entry nested in another package keeps its path. */
  const npmVersions = Object.entries(npmLock.packages)
    .filter(([path]) => path !== "")
    .map(([path, { version }]) => [path.replaceAll("node_modules/", ""), version]);
  const bunVersions = Object.entries(bunLock.packages).map(([path, [resolved]]) => [
    path,
    String(resolved).replace(/^.*@/, ""),
  ]);

  test("name the same packages in the same versions", () => {
    expect(bunVersions.length).toBeGreaterThan(20);
    expect(Object.fromEntries(npmVersions)).toEqual(Object.fromEntries(bunVersions));
  });

  test("name no registry", () => {
    const registries = [
      ...Object.values(bunLock.packages).map(([, registry]) => registry),
      ...read("package-lock.json").matchAll(/"resolved".*/g),
    ];
    expect(registries.filter((registry) => registry !== "")).toEqual([]);
  });

  test("belong to a package.json that pins every version exactly", () => {
    const versions = Object.values({ ...packageJson.dependencies, ...packageJson.devDependencies });
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });
});
