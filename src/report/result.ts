// A result as the reports take it: read and verified by whoever hands it over.
import type { Row, Sidecar } from "../results/schema.ts";

export interface ReportedResult {
  /** Where the two files lie, as the user named them. */
  readonly source: { readonly csv: string; readonly sidecar: string };
  /** Over the CSV's bytes. */
  readonly csvSha256: string;
  readonly rows: readonly Row[];
  readonly sidecar: Sidecar;
}
