// Results -> their pool on the disk: each verified, those chosen that may be pooled, both files written like a run's.
import { RejectedError, UsageError } from "../cli/exit.ts";
import { hideHome, storedPath } from "../provenance/checkout.ts";
import { areOnePlace } from "../results/destination.ts";
import type { Sidecar } from "../results/schema.ts";
import { defaultSidecarPath } from "../results/schema.ts";
import { openStore, type StoreOptions } from "../results/store.ts";
import { summarizeRejection, type VerifiedResult, verifyResult } from "./checks.ts";
import { makePool, type Pool } from "./pool.ts";
import { choosePoolable, type PoolRefusal } from "./pool-rules.ts";
import { buildPoolSidecar } from "./pool-sidecar.ts";
import type { ReadOptions, ResultSource } from "./source.ts";

export interface AggregateRequest {
  readonly sources: readonly ResultSource[];
  readonly reading: ReadOptions;
  readonly files: StoreOptions;
  /** Told of every result that is left out, before anything is written. */
  readonly onRefused: (refusal: PoolRefusal) => void;
}

export interface Aggregation extends Pool {
  readonly sidecar: Sidecar;
  readonly refused: readonly PoolRefusal[];
}

/**
 * @throws UsageError or OutputError before anything is read; RejectedError where nothing is left to pool, or what is left is
 * no single configuration. Then neither file is written.
 */
export async function aggregate(request: AggregateRequest): Promise<Aggregation> {
  refuseInputs(request);
  const store = await openStore(request.files);
  try {
    const { kept, refused } = await choose(request);
    const pool = makePool(kept);
    const { output } = request.files;
    const sidecar = await store.commit(
      (csv) => buildPoolSidecar(pool, { path: storedPath(output), ...csv }, listFileOptions(request.files)),
      pool.rows,
    );
    return { ...pool, sidecar, refused };
  } finally {
    store.abandon();
  }
}

function refuseInputs({ sources, files }: AggregateRequest): void {
  const inputs = sources.flatMap(({ csv, sidecar }) => [csv, sidecar]);
  const taken = [files.output, files.metadataOutput].find((path) => inputs.some((input) => areOnePlace(input, path)));
  if (taken !== undefined) throw new UsageError(`${taken} is one of the results: give the pool files of its own`);
}

async function choose({ sources, reading, onRefused }: AggregateRequest) {
  const verified: VerifiedResult[] = [];
  const refused: PoolRefusal[] = [];
  for (const source of sources) {
    const verification = await verifyResult(source, reading);
    if (verification.result !== null) verified.push(verification.result);
    else refused.push({ csv: source.csv, code: "pool.rejected", reason: summarizeRejection(verification) });
  }
  const choice = choosePoolable(verified);
  refused.push(...choice.refused);
  for (const refusal of refused) onRefused(refusal);
  if (choice.kept.length === 0) throw new RejectedError("no result is left to pool: see the warnings");
  return { kept: choice.kept, refused };
}

/** As `run` takes them. */
function listFileOptions({ output, metadataOutput }: StoreOptions): string[] {
  const beside = metadataOutput === defaultSidecarPath(output);
  return ["--output", hideHome(output), ...(beside ? [] : ["--metadata-output", hideHome(metadataOutput)])];
}
