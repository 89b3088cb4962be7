// npm run build: native library -> embedded sources -> one executable -> smoke-check of that executable.
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import packageJson from "./package.json";
import { EnvironmentError, EXIT, ExitError } from "./src/cli/exit.ts";
import { type NativeHello, PROTOCOL_VERSION } from "./src/engines/protocol.ts";
import { type Revision, readRevision } from "./src/provenance/revision.ts";
import { type EmbeddedManifest, type EmbeddedSource, readSources } from "./src/provenance/sources.ts";
import { sha256Hex } from "./src/results/fingerprint.ts";

const ROOT = import.meta.dir;
const LIBRARY = join(ROOT, "native/libpineforge_hpo_bench.so");
const EXECUTABLE = join(ROOT, "dist/pineforge-bench");
/** Same base name, which is part of the bytes; the source maps stay here, as they are inside the executable too. */
const STAGED = join(ROOT, "build/executable/pineforge-bench");

try {
  await build();
} catch (error) {
  console.error(`build: ${error instanceof Error ? error.message : error}`);
  process.exitCode = error instanceof ExitError ? error.code : EXIT.internal;
}

async function build(): Promise<void> {
  requirePinnedBun();
  const revision = readRevision(ROOT);
  report(describeRevision(revision));
  const sources = await readSources(ROOT);
  buildNativeLibrary();
  await requireUnchanged(sources);
  const manifest = await writeManifest(revision, sources);
  await compileExecutable();
  smokeCheck(manifest);
  mkdirSync(dirname(EXECUTABLE), { recursive: true });
  renameSync(STAGED, EXECUTABLE);
  report(`${EXECUTABLE} is ready`);
}

function report(line: string): void {
  console.log(`build: ${line}`);
}

/** The compiled executable contains this very Bun, so another version would be another product. */
function requirePinnedBun(): void {
  const pinned = packageJson.devDependencies.bun;
  if (Bun.version !== pinned)
    throw new EnvironmentError(`Bun ${Bun.version} runs this build, ${pinned} is pinned; use: npm run build`);
}

function describeRevision({ revision, dirty, changes }: Revision): string {
  if (revision === null) return "no committed checkout: the revision is recorded as null";
  if (!dirty) return `revision ${revision}, clean`;
  const shown = changes.slice(0, 5).map((change) => `\n  ${change}`);
  const rest = changes.length > 5 ? `\n  and ${changes.length - 5} more` : "";
  return `revision ${revision}, dirty:${shown.join("")}${rest}`;
}

function buildNativeLibrary(): void {
  const source = join(ROOT, "native");
  const folder = join(ROOT, "build/native");
  configureNative(source, folder);
  const jobs = String(availableParallelism());
  const built = spawnSync("cmake", ["--build", folder, "--target", "pineforge_hpo_bench", "--parallel", jobs], {
    stdio: ["ignore", 2, "inherit"],
  });
  if (built.status !== 0) throw new Error("the native library does not compile; its compiler's words are above");
  cpSync(findLibrary(folder), LIBRARY);
}

/** A folder that was configured elsewhere or by other tools would be refused, or silently reuse them: start it anew. */
function configureNative(source: string, folder: string): void {
  const generator = Bun.which("ninja") ? ["-G", "Ninja"] : [];
  const { CXX, CXXFLAGS, LDFLAGS } = process.env;
  const compiler = spawnSync(CXX ?? "c++", ["--version"], { encoding: "utf8" }).stdout;
  const stamp = JSON.stringify({ source, generator, compiler, CXX, CXXFLAGS, LDFLAGS });
  const stampFile = join(folder, "configured-with.json");
  if (!existsSync(stampFile) || readFileSync(stampFile, "utf8") !== stamp)
    rmSync(folder, { recursive: true, force: true });
  const options = ["-DCMAKE_BUILD_TYPE=Release", "-DPINEFORGE_BUILD_TESTS=OFF"];
  const { error, status, stderr } = spawnSync("cmake", ["-S", source, "-B", folder, ...generator, ...options], {
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
  });
  if (error !== undefined) throw new EnvironmentError("cmake was not found; install CMake 3.20 or newer");
  if (status !== 0) throw configurationError(stderr);
  writeFileSync(stampFile, stamp);
}

function configurationError(stderr: string): EnvironmentError {
  if (stderr.includes("unable to find a build program"))
    return new EnvironmentError("cmake found no build program; install ninja or make");
  if (/No CMAKE_CXX_COMPILER could be found|CMAKE_CXX_COMPILER not set|Could not find compiler/.test(stderr))
    return new EnvironmentError("no C++ compiler was found; install g++ or clang++ with C++20, or name one in CXX");
  console.error(stderr);
  return new EnvironmentError("cmake cannot configure native/; its words are above");
}

function findLibrary(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const library = files.find((file) => /(^|\/)libpineforge_hpo_bench\.(so|dylib)$/.test(file));
  if (library === undefined) throw new Error(`the native build left no libpineforge_hpo_bench below ${folder}`);
  return join(folder, library);
}

/** The snapshot claims to be what was compiled: an edit between reading and compiling must not slip through. */
async function requireUnchanged(sources: readonly EmbeddedSource[]): Promise<void> {
  if (!Bun.deepEquals(await readSources(ROOT), sources))
    throw new Error("the sources changed while they were built; build again");
}

async function writeManifest(revision: Revision, sources: readonly EmbeddedSource[]): Promise<EmbeddedManifest> {
  const library = readFileSync(LIBRARY);
  const manifest: EmbeddedManifest = {
    version: packageJson.version,
    revision: revision.revision,
    dirty: revision.dirty,
    sources,
    native_library: { sha256: await sha256Hex(library), size_bytes: library.length },
  };
  writeFileSync(join(ROOT, "build/embedded.json"), `${JSON.stringify(manifest, null, 1)}\n`);
  return manifest;
}

/**
 * bytecode, splitting and minify: a start in about 10 ms. autoload*: false and execArgv: files in the working directory
 * (bunfig.toml, .env) neither run nor apply, and no text becomes code.
 */
async function compileExecutable(): Promise<void> {
  rmSync(dirname(STAGED), { recursive: true, force: true });
  const { success, logs } = await Bun.build({
    throw: false,
    entrypoints: [join(ROOT, "src/main.ts")],
    format: "esm",
    minify: true,
    bytecode: true,
    splitting: true,
    sourcemap: "linked",
    define: { "process.env.NODE_ENV": '"production"' },
    compile: {
      outfile: STAGED,
      autoloadDotenv: false,
      autoloadBunfig: false,
      autoloadTsconfig: false,
      autoloadPackageJson: false,
      execArgv: ["--disallow-code-generation-from-strings=strict"],
    },
  });
  if (!success) throw new Error(`the driver cannot be bundled:\n${logs.join("\n")}`);
}

/** Runs what was built, as a stranger would: from another directory, with nothing left in TMPDIR afterwards. */
function smokeCheck(manifest: EmbeddedManifest): void {
  const scratch = mkdtempSync(join(tmpdir(), "pineforge-build-"));
  try {
    const version = runExecutable(scratch, ["--version"]);
    if (!version.includes(manifest.version)) throw new Error(`--version prints ${JSON.stringify(version)}`);
    if (!runExecutable(scratch, ["--help"]).includes("run")) throw new Error("--help does not name its commands");
    checkNativeHello(scratch, manifest);
    const left = readdirSync(scratch);
    if (left.length > 0) throw new Error(`the executable left ${left.join(", ")} in TMPDIR`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function checkNativeHello(scratch: string, manifest: EmbeddedManifest): void {
  const prepare = { type: "prepare", protocol: PROTOCOL_VERSION, problems: ["branin2"], pins: {} };
  const answer = runExecutable(scratch, ["worker"], `${JSON.stringify(prepare)}\n`);
  const hello = JSON.parse(answer.split("\n", 1)[0] ?? "") as NativeHello;
  if (hello.type !== "hello" || hello.library_sha256 !== manifest.native_library.sha256)
    throw new Error(`the native worker answers ${answer}`);
}

function runExecutable(scratch: string, args: readonly string[], input = ""): string {
  const env = { PATH: process.env.PATH, HOME: scratch, TMPDIR: scratch };
  const options = { cwd: scratch, env, input, timeout: 20_000, encoding: "utf8" } as const;
  const { error, status, signal, stdout, stderr } = spawnSync(STAGED, args, options);
  if (error !== undefined || status !== 0) {
    const reason = error?.message ?? `status ${status ?? signal}: ${stderr.trim()}`;
    throw new Error(`the built executable fails at "${args.join(" ")}": ${reason}`);
  }
  return stdout;
}
