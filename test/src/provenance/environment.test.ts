import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import embedded from "../../../build/embedded.json";
import { type NativeHello, type OptunaHello, PROTOCOL_VERSION } from "../../../src/engines/protocol.ts";
import { buildIdentity, embeddedText, sourceSnapshot } from "../../../src/provenance/embedded.ts";
import { EMBEDDED_LIBRARY, readEmbeddedLibrary } from "../../../src/provenance/embedded-library.ts";
import { describeEnvironment } from "../../../src/provenance/environment.ts";
import { sha256Hex } from "../../../src/results/fingerprint.ts";

const ROOT = resolve(import.meta.dir, "../../..");
const COMMON = { type: "hello", protocol: PROTOCOL_VERSION, optima: [], enumeration: null } as const;
const NATIVE: NativeHello = {
  ...COMMON,
  engine: "native",
  abi_version: 1,
  library_sha256: "ab",
  build: { flags: "-O3" },
};
const OPTUNA: OptunaHello = {
  ...COMMON,
  engine: "optuna",
  python_implementation: "CPython",
  python_version: "3.12.1",
  platform: "Linux-6",
  machine: "x86_64",
  processor: "",
  dependencies: { optuna: "4.9.0" },
  numpy_simd_features: ["AVX2"],
};

describe("what is built in", () => {
  test("has the version of package.json, and a dirty state exactly where it has a revision", async () => {
    const { version, revision, dirty } = await buildIdentity();
    expect(version).toBe(JSON.parse(readFileSync(resolve(ROOT, "package.json"), "utf8")).version);
    expect(dirty === null).toBe(revision === null);
  });

  test("is the library whose hash the build recorded", async () => {
    expect(await sha256Hex(await readEmbeddedLibrary())).toBe((await buildIdentity()).native_library.sha256);
  });

  test.each(["python/runner.py", "python/requirements.txt", "native/benchmark/pineforge_bench.h"])(
    "holds the text of %s",
    async (path) => expect(await embeddedText(path)).toBe(readFileSync(resolve(ROOT, path), "utf8")),
  );

  test("says by name what it does not hold", async () => {
    await expect(embeddedText("python/other.py")).rejects.toThrow("python/other.py is not embedded");
  });

  test("has a snapshot of every embedded source, without the texts", async () => {
    const { files } = await sourceSnapshot();
    expect(files).toEqual(embedded.sources.map(({ path, sha256, size_bytes }) => ({ path, sha256, size_bytes })));
  });
});

describe("the sidecar's environment", () => {
  test("takes each fact from the engine that knows it", async () => {
    const { python_version, dependencies, native_executable_sha256, native_build, host } = await describeEnvironment({
      native: NATIVE,
      optuna: OPTUNA,
      library: null,
    });
    expect({ python_version, dependencies, native_executable_sha256, native_build }).toEqual({
      python_version: "3.12.1",
      dependencies: { optuna: "4.9.0" },
      native_executable_sha256: "ab",
      native_build: { flags: "-O3" },
    });
    expect(host?.numpy_simd_features).toEqual(["AVX2"]);
  });

  test.each([
    [null, EMBEDDED_LIBRARY],
    [resolve(ROOT, "build/native/x.so"), "build/native/x.so"],
    ["/opt/x.so", "/opt/x.so"],
  ])("names the library %s as %s", async (library, name) => {
    expect((await describeEnvironment({ native: NATIVE, optuna: OPTUNA, library })).native_executable).toBe(name);
  });
});
