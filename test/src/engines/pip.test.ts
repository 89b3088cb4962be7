import { describe, expect, test } from "bun:test";
import { EnvironmentError, OutputError } from "../../../src/cli/exit.ts";
import { explainPip, installEnvironment } from "../../../src/engines/pip.ts";

const BASE = {
  ...{ implementation: "CPython", version: "3.11.2", base: "/usr/bin/python3.11", machine: "x86_64" },
  makes_environments: true,
};
const INDEX = { base: BASE, folder: "/data/env", wheelhouse: null };
const WHEELHOUSE = { ...INDEX, wheelhouse: "/wheels" };

const MISSING = [
  "Looking in links: /wheels",
  "ERROR: Could not find a version that satisfies the requirement numpy==2.4.6 (from versions: none)",
  "ERROR: No matching distribution found for numpy==2.4.6",
];

const UNREACHABLE = [
  "WARNING: Retrying (Retry(total=0, connect=None)) after connection broken by 'NewConnectionError(...)': /simple/numpy/",
  ...MISSING,
];

const ALTERED = [
  "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE. If you have updated the package versions, " +
    "please update the hashes. Otherwise, examine the package contents carefully; someone may have tampered with them.",
  "    optuna==4.9.0 from file:///wheels/optuna-4.9.0-py3-none-any.whl:",
  "        Expected sha256 b322",
  "             Got        0000",
];

describe("what pip says becomes one line", () => {
  test.each([
    [MISSING, WHEELHOUSE, "--wheelhouse /wheels: no wheel of numpy==2.4.6 for CPython 3.11.2 on x86_64 is there; "],
    [MISSING, INDEX, "the index that pip is configured for: no wheel of numpy==2.4.6 for CPython 3.11.2 on x86_64 is "],
    [UNREACHABLE, INDEX, "the index that pip is configured for cannot be reached; without a network, use --wheelhouse"],
    [ALTERED, WHEELHOUSE, "--wheelhouse /wheels: optuna==4.9.0 is not a pinned file (its SHA-256 differs); replace it"],
    [
      ["ERROR: no such option: --x", ""],
      INDEX,
      "pip could not install from the index that pip is configured for: ERROR: no such",
    ],
    [[], WHEELHOUSE, "pip could not install from --wheelhouse /wheels: it said nothing"],
  ])("%#: %j", (lines, installation, expected) => {
    const error = explainPip(lines, installation);
    expect(error).toBeInstanceOf(EnvironmentError);
    expect(error.message).toStartWith(expected);
    expect(error.message).not.toContain("\n");
  });

  test("and a full disk is an output error that names the folder", () => {
    const error = explainPip(
      ["ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device"],
      INDEX,
    );
    expect(error).toBeInstanceOf(OutputError);
    expect(error.message).toBe("/data/env could not be written: No space left on device");
  });
});

test("a Python without ensurepip is refused with the package that brings it", async () => {
  const installation = { ...INDEX, base: { ...BASE, makes_environments: false }, requirements: "", onLine: () => {} };
  await expect(installEnvironment(installation)).rejects.toThrow(
    "/usr/bin/python3.11 lacks the module ensurepip; install python3.11-venv (Debian, Ubuntu) or its like",
  );
});
