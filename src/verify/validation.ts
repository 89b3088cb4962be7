// What the record of the checks before a run implies. Its values are fixed by the schema.
import { DISCRETE_PROBLEM } from "../problems.ts";
import type { Configuration, Validation } from "../results/schema.ts";
import type { Findings, Place } from "./findings.ts";

/** The enumeration is there exactly where million_discrete is configured. */
export function checkEnumeration(validation: Validation, { problems }: Configuration, findings: Findings): void {
  const isRecorded = validation.million_discrete_full_enumeration !== null;
  const isConfigured = problems.some(({ name }) => name === DISCRETE_PROBLEM);
  if (isRecorded === isConfigured) return;
  const place: Place = { file: "sidecar", key: "validation.million_discrete_full_enumeration" };
  const [expected, found] = isConfigured ? ["the enumeration", "null"] : ["null", "an enumeration"];
  findings.add("validation.enumeration", place, { expected, found });
}
