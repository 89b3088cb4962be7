// Counts of a test runner, from the JUnit file it wrote.
import { readFileSync } from "node:fs";
import { parseXml, type XmlDocument, XmlElement } from "@rgrove/parse-xml";

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/**
 * Each `testcase`, however deep, is one test: failed with a `failure` or `error` in it, skipped with `skipped`.
 * @throws where the file is missing or no XML.
 */
export function countJunit(path: string): Counts {
  const outcomes = findTestCases(parseXml(readFileSync(path, "utf8"))).map(outcomeOf);
  const count = (outcome: keyof Counts) => outcomes.filter((candidate) => candidate === outcome).length;
  return { passed: count("passed"), failed: count("failed"), skipped: count("skipped") };
}

function findTestCases(node: XmlDocument | XmlElement): XmlElement[] {
  const elements = node.children.filter((child) => child instanceof XmlElement);
  return elements.flatMap((element) => (element.name === "testcase" ? [element] : findTestCases(element)));
}

function outcomeOf(testCase: XmlElement): keyof Counts {
  const names = testCase.children.map((child) => (child instanceof XmlElement ? child.name : ""));
  if (names.includes("failure") || names.includes("error")) return "failed";
  return names.includes("skipped") ? "skipped" : "passed";
}
