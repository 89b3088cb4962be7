import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { RejectedError } from "../../../src/cli/exit.ts";
import { formatCsv } from "../../../src/results/csv.ts";
import { Float, type JsonValue } from "../../../src/results/python-json.ts";
import {
  loadVerified,
  summarizeRejection,
  type Verification,
  verifyBytes,
  verifyResult,
} from "../../../src/verify/checks.ts";
import { describe as describeFinding } from "../../../src/verify/findings.ts";
import { locateResult } from "../../../src/verify/source.ts";
import { type Files, makeSample, put, type Result, repair, toFiles } from "./sample-result.ts";

const PUBLISHED = join(import.meta.dir, "../../fixtures/published/2026-07-18-full.csv");
const SOURCE = { csv: "r.csv", sidecar: "r.csv.metadata.json" };
const sample = await makeSample();

const verify = (files: Partial<Files>): Promise<Verification> =>
  verifyBytes(SOURCE, { csv: null, sidecar: null, ...files });
const codesOf = ({ findings }: Verification) => findings.map(({ code }) => code);

/** The sample with this value at the path, hashes repaired. */
async function changed(path: readonly (string | number)[], value: JsonValue): Promise<Files> {
  return toFiles(await repair({ ...sample, sidecar: put(sample.sidecar, path, value) }));
}

describe("the published pair", () => {
  test("is accepted, with a note on the form of its numbers", async () => {
    const verification = await verifyResult(locateResult(PUBLISHED));
    expect(codesOf(verification)).toEqual(["note.csv-form"]);
    expect(verification.result?.rows.length).toBe(60);
    expect(verification.result?.csvSha256).toBe("7dcc63346df87367d7fe0c151faef369f103508eb3117b2f50009bcb3f83e629");
  });

  test("is loaded for other commands", async () => {
    const { rows, sidecar } = await loadVerified(locateResult(PUBLISHED));
    expect(rows.length).toBe(60);
    expect(sidecar.configuration.tpe.gamma_fraction).toEqual(new Float(0.1));
  });
});

describe("findings", () => {
  test("of both files are collected in one look", async () => {
    const rows = sample.rows.with(0, { ...(sample.rows[0] as Result["rows"][number]), best_regret: 9, wall_ns: 1 });
    const sidecar = put(put(sample.sidecar, ["suite"], "x"), ["environment", "repository_dirty"], null);
    const verification = await verify(toFiles({ rows, sidecar }));
    expect(codesOf(verification)).toEqual([
      "sidecar.value",
      "artifact.sha256",
      "environment.revision",
      "row.regret",
      "row.phases",
    ]);
    expect(verification.result).toBeNull();
  });

  test("name the line, the column, what is expected and what is found", async () => {
    const files = toFiles(sample);
    const csv = Buffer.from(files.csv.toString().replace(",17,", ",17.0,"));
    const { findings } = await verify({ ...files, csv });
    expect(findings[0]).toEqual({
      code: "csv.cell",
      severity: "error",
      file: "csv",
      line: 2,
      column: "seed",
      expected: "an integer from 0 to 4294967295",
      found: '"17.0"',
    });
  });

  test("name a key by its path", async () => {
    const { findings } = await verify(await changed(["configuration", "problems", 1, "trials"], new Float(1.5)));
    expect(findings[0]).toMatchObject({ code: "sidecar.type", key: "configuration.problems[1].trials", found: "1.5" });
  });

  test("are on one line of ASCII, whatever a file holds", async () => {
    const nasty = "\u001b[31m\u202e<script>\n\u00e9";
    const verification = await verify(await changed(["configuration", "direction"], nasty));
    const line = describeFinding(verification.findings[0] as Verification["findings"][number]);
    expect(line).toMatch(/^[ -~]+$/);
    expect(line).toContain("\\u001b[31m\\u202e<script>\\n\\u00e9");
  });

  test("beyond a thousand are counted", async () => {
    const files = toFiles(sample);
    const csv = Buffer.concat([files.csv, Buffer.from("x\n".repeat(5000))]);
    const verification = await verify({ ...files, csv });
    expect(verification.findings.length).toBe(1000);
    expect(verification.omitted).toBe(5002 - 1000);
  });

  test("tell of an unreadable line once, not again as a missing row", async () => {
    const files = toFiles(sample);
    const csv = Buffer.from(files.csv.toString().replace("branin2,17,", "branin2,"));
    expect(codesOf(await verify({ ...files, csv }))).toEqual(["csv.cell-count", "artifact.sha256"]);
  });

  test("of one file do not need the other", async () => {
    const { csv, sidecar } = toFiles(sample);
    expect(codesOf(await verify({ csv }))).toEqual([]);
    expect((await verify({ csv })).result).toBeNull();
    expect(codesOf(await verify({ csv: Buffer.from("x"), sidecar }))).toEqual([
      "csv.cut-short",
      "artifact.sha256",
      "artifact.rows",
    ]);
  });
});

describe("a hash that differs", () => {
  const { csv, sidecar } = toFiles(sample);
  const text = csv.toString();
  const spoiled: [string, string, RegExp | undefined][] = [
    ["line ends", text.replaceAll("\n", "\r\n"), /only line ends/],
    ["a byte order mark", `\ufeff${text}`, /only line ends, a byte order mark/],
    ["the last line end", text.slice(0, -1), /the last line end/],
    ["a second last line end", `${text}\n`, /all values are the same/],
    ["whole numbers without .0", text.replace(/(?<=,\d+)\.0(?=,)/g, ""), /all values are the same.*spreadsheet/],
    ["quotes and CRLF", text.replaceAll("branin2", '"branin2"').replaceAll("\n", "\r\n"), /all values are the same/],
    ["capital exponents", text.replace(/,14378542,/, ",1.43785E+07,"), /capital E/],
    ["semicolons", text.replaceAll(",", ";"), /semicolons/],
    ["15 digits", text.replaceAll("0.39788735772973816", "0.397887357729738"), /15 digits/],
    ["empty cells at the end", text.replaceAll("\n", ",,,\n"), /empty cells/],
    ["another digit", text.replace("14378542", "14378543"), undefined],
  ];
  test.each(spoiled)("is rejected and explained where it can be: %s", async (_name, damaged, hint) => {
    const { findings, result } = await verify({ csv: Buffer.from(damaged), sidecar });
    expect(result).toBeNull();
    const mismatch = findings.find(({ code }) => code === "artifact.sha256");
    if (hint === undefined) expect(mismatch?.hint).toBeUndefined();
    else expect(mismatch?.hint).toMatch(hint);
  });
});

describe("the sidecar's form is a note, not a fault", () => {
  const document = toFiles(sample).sidecar.toString();
  test.each([
    ["other spaces and unescaped text", JSON.stringify(JSON.parse(document), null, 4)],
    ["no line end", document.trimEnd()],
    ["an int for a float", document.replace('"prior_weight": 1.0', '"prior_weight": 1')],
    ["a float for an int", document.replace('"trials": 32', '"trials": 32.0')],
    ["another float", document.replace("1e-05", "0.00001")],
  ])("%s", async (_name, text) => {
    expect(text).not.toBe(document);
    const verification = await verify({ csv: toFiles(sample).csv, sidecar: Buffer.from(text) });
    expect(codesOf(verification)).toEqual(["note.sidecar-form"]);
    expect(verification.result).not.toBeNull();
  });
});

describe("timestamps", () => {
  test.each([
    ["2026-07-18T15:08:38Z", true],
    ["2024-02-29T00:00:00.5+00:00", true],
    ["2016-12-31T23:59:60Z", true],
    ["2026-02-29T00:00:00Z", false],
    ["2026-07-18T15:08:60Z", false],
    ["2026-07-18 15:08:38Z", false],
    ["2026-07-18T15:08:38", false],
    ["2026-07-18T15:08:38+00:00\n", false],
    ["2026-7-18T15:08:38Z", false],
    ["", false],
  ])("%j: %p", async (timestamp, good) => {
    const { result } = await verify(await changed(["generated_at_utc"], timestamp));
    expect(result !== null).toBe(good);
  });
});

describe("the command", () => {
  const command = ["python", "python/runner.py", "--seeds", "17,41", "--problems", "branin2,million_discrete"];
  const good = [...command, "--trials=32", "--startup-trials=8"];
  test.each<[string, string[], string[]]>([
    ["values after =", good, []],
    ["further flags", [...good, "--timeout", "60", "--native=../x.so", "--force"], []],
    ["~ for the home", [...good, "--output", "~/x.csv"], []],
    ["/homework, which is no home", [...good, "--output", "/homework/x.csv"], []],
    ["a home of Linux", [...good, "--output", "/home/anna/x.csv"], ["execution.home"]],
    ["a home of macOS after =", [...good, "--output=/Users/anna"], ["execution.home"]],
    ["root's home", [...good, "--output", join("/", "root", "x.csv")], ["execution.home"]],
    ["no trials", [...command, "--startup-trials", "8"], ["execution.options"]],
    ["other startup trials", [...command, "--trials", "32", "--startup-trials", "9"], ["execution.options"]],
    ["--smoke", [...good, "--smoke"], ["execution.options"]],
    ["another interpreter", good.with(0, "python3"), ["execution.command"]],
    ["a runner that the snapshot lacks", good.with(1, "runner.py"), ["execution.command"]],
  ])("%s", async (_name, words, codes) => {
    expect(codesOf(await verify(await changed(["execution", "command"], words)))).toEqual(codes as never[]);
  });
});

test("an Optuna row may not have validation time, and a native row may", async () => {
  const rows = sample.rows.map((row) => ({ ...row, validation_ns: 7 }));
  const verification = await verify(toFiles(await repair({ ...sample, rows })));
  expect(verification.findings.map(({ code, line }) => `${code} ${line}`)).toEqual(
    [3, 5, 7, 9].map((line) => `row.validation ${line}`),
  );
});

test("-0.0 is no regret", async () => {
  const row = { ...(sample.rows[7] as Result["rows"][number]), best_regret: -0 };
  const verification = await verify(toFiles(await repair({ ...sample, rows: sample.rows.with(7, row) })));
  expect(formatCsv([row])).toContain(",-0.0,");
  expect(codesOf(verification)).toEqual(["row.regret"]);
});

test("what loads a result throws one line with the first finding, its code and how many there are", async () => {
  const source = locateResult("/nonexistent/r.csv");
  const error = await loadVerified(source).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(RejectedError);
  expect(error.message).toBe(
    "/nonexistent/r.csv is rejected: a file of the pair does not exist: expected a regular file of up to 20971520 bytes, " +
      "found no file [file.missing]; 1 more: see verify",
  );
  expect(error.message).toBe(summarizeRejection(await verifyResult(source)));
});

test("the path in artifacts is a label and never followed", async () => {
  for (const path of ["../../../../etc/passwd", "/etc/shadow", "C:\\x.csv", "http://127.0.0.1/x"])
    expect(codesOf(await verify(await changed(["artifacts", "csv", "path"], path)))).toEqual([]);
});

test("a sidecar with as many keys as the scanner allows is still refused for one that is unknown", async () => {
  const keys = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, 0]));
  const sidecar = Buffer.from(JSON.stringify({ ...JSON.parse(toFiles(sample).sidecar.toString()), ...keys }));
  const verification = await verify({ csv: toFiles(sample).csv, sidecar });
  expect(codesOf(verification)[0]).toBe("sidecar.unknown-key");
}, 30_000);
