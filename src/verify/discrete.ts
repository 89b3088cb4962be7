// The rules of a row of million_discrete: its counts, and the distance of its best candidate from the optimum.
import { KNOWN_ENUMERATION } from "../problems.ts";
import { formatFloat } from "../results/python-json.ts";
import type { Row } from "../results/schema.ts";
import type { RowReport } from "./rows.ts";

/** @param isAttainable of findAttainable */
export function checkDiscreteRow(row: Row, isAttainable: (row: Row) => boolean, report: RowReport): void {
  checkCounts(row, report);
  checkHits(row, report);
  if (isAttainable(row)) return;
  const { best_value, best_hamming, best_l1 } = row;
  const expected = "a value and a distance that some candidate has";
  report("row.distance", "best_value", expected, `${formatFloat(best_value)}, hamming ${best_hamming}, l1 ${best_l1}`);
}

function checkCounts({ trials, unique_candidates, duplicate_candidates }: Row, report: RowReport): void {
  if (unique_candidates + duplicate_candidates !== trials) {
    const found = `${unique_candidates} and ${duplicate_candidates}`;
    report("row.candidates", "unique_candidates", `two counts that add up to ${trials}`, found);
  }
  const most = Math.min(trials, KNOWN_ENUMERATION.candidate_count);
  if (unique_candidates < 1 || unique_candidates > most)
    report("row.candidates", "unique_candidates", `from 1 to ${most}`, String(unique_candidates));
  if (duplicate_candidates < 0)
    report("row.candidates", "duplicate_candidates", "at least 0", String(duplicate_candidates));
}

/** The minimiser is unique: its value is the minimum exactly where it was proposed, and all hits but one are duplicates. */
function checkHits({ best_value, exact_optimum_hits, duplicate_candidates }: Row, report: RowReport): void {
  const wasHit = best_value === KNOWN_ENUMERATION.minimum;
  const most = wasHit ? Math.max(0, duplicate_candidates) + 1 : 0;
  const least = wasHit ? 1 : 0;
  if (exact_optimum_hits >= least && exact_optimum_hits <= most) return;
  report(
    "row.hits",
    "exact_optimum_hits",
    least === most ? `${least}` : `from ${least} to ${most}`,
    `${exact_optimum_hits}`,
  );
}
