import { expect, test } from "bun:test";
import { childEnvironment, pipEnvironment } from "../../../src/engines/child-environment.ts";

const PARENT = {
  PATH: "/bin",
  HOME: "/home/a",
  LC_ALL: "C.UTF-8",
  TZ: "UTC",
  TMPDIR: "/tmp",
  OPENBLAS_CORETYPE: "Haswell",
  NPY_DISABLE_CPU_FEATURES: "AVX512F",
  BUN_OPTIONS: "--preload /evil.js",
  BUN_BE_BUN: "1",
  PYTHONPATH: "/evil",
  PYTHONSTARTUP: "/evil.py",
  PYTHONHOME: "/evil",
  VIRTUAL_ENV: "/evil",
  LD_PRELOAD: "/evil.so",
  LD_AUDIT: "/evil.so",
  NODE_OPTIONS: "--require /evil.js",
  PIP_INDEX_URL: "https://index.example/simple",
  HTTPS_PROXY: "http://proxy.example",
  SECRET_TOKEN: "x",
  EMPTY: undefined,
};

const KEPT = ["HOME", "LC_ALL", "NPY_DISABLE_CPU_FEATURES", "OPENBLAS_CORETYPE", "PATH", "TMPDIR", "TZ"];

test("a child sees only what is named", () => {
  expect(Object.keys(childEnvironment(PARENT)).sort()).toEqual(KEPT);
});

test("pip sees its own configuration, proxies and certificates besides", () => {
  expect(Object.keys(pipEnvironment(PARENT)).sort()).toEqual([...KEPT, "PIP_INDEX_URL", "HTTPS_PROXY"].sort());
});

test("values are passed on as they are", () => {
  expect(childEnvironment({ HOME: "", LANG: "de_DE.UTF-8" })).toEqual({ HOME: "", LANG: "de_DE.UTF-8" });
});
