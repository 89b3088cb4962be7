import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Counts, countJunit } from "../junit.ts";

function countsIn(xml: string): Counts {
  const folder = mkdtempSync(join(tmpdir(), "pineforge-junit-"));
  try {
    writeFileSync(join(folder, "a.xml"), xml);
    return countJunit(join(folder, "a.xml"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.each([
  [
    "of bun test: nested suites",
    '<testsuites><testsuite><testsuite><testcase/><testcase><failure type="A"/></testcase></testsuite></testsuite><testsuite><testcase/><testcase><skipped/></testcase></testsuite></testsuites>',
    { passed: 2, failed: 1, skipped: 1 },
  ],
  [
    "of pytest: errors of fixtures count as failures, and output may hold anything",
    '<?xml version="1.0"?><testsuites><testsuite tests="9"><testcase><error message="a &lt; b"/></testcase><testcase><system-out><![CDATA[<testcase>]]></system-out></testcase></testsuite></testsuites>',
    { passed: 1, failed: 1, skipped: 0 },
  ],
  [
    "of ctest: a disabled test is skipped",
    '<testsuite><properties/><testcase status="run"><system-out>x</system-out></testcase><testcase status="disabled"><skipped message="Disabled"/></testcase></testsuite>',
    { passed: 1, failed: 0, skipped: 1 },
  ],
  ["without a test", "<testsuites/>", { passed: 0, failed: 0, skipped: 0 }],
])("the counts of a JUnit file %s", (_, xml, counts) => {
  expect(countsIn(xml)).toEqual(counts);
});

test("half a file is an error", () => {
  expect(() => countsIn("<testsuites><testsuite><testcase/>")).toThrow();
});
