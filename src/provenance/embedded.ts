// What build.ts put into the executable beside the driver: the sources, their fingerprints, and where they come from.
// Loaded on demand, so that --version and --help pay nothing for it.
import type { SourceSnapshot } from "../results/schema.ts";
import { makeSnapshot } from "../results/source-snapshot.ts";
import { type EmbeddedManifest, verifySources } from "./sources.ts";

/** What this executable was built from; the revision is hex, or null (and dirty too) outside a committed checkout. */
export type BuildIdentity = Omit<EmbeddedManifest, "sources">;

let verified: Promise<EmbeddedManifest> | undefined;

export async function buildIdentity(): Promise<BuildIdentity> {
  const { sources: _, ...identity } = await loadManifest();
  return identity;
}

/** The sidecar's `environment.source_snapshot`. @throws Error where an embedded source is not what was built in. */
export async function sourceSnapshot(): Promise<SourceSnapshot> {
  return makeSnapshot((await verifiedManifest()).sources);
}

/** The text of one embedded source, e.g. "python/runner.py". @throws Error where it is absent or not what was built in. */
export async function embeddedText(path: string): Promise<string> {
  const source = (await verifiedManifest()).sources.find((candidate) => candidate.path === path);
  if (source === undefined) throw new Error(`${path} is not embedded in this executable`);
  return source.text;
}

function verifiedManifest(): Promise<EmbeddedManifest> {
  verified ??= loadManifest().then(async (manifest) => {
    await verifySources(manifest.sources);
    return manifest;
  });
  return verified;
}

async function loadManifest(): Promise<EmbeddedManifest> {
  return (await import("../../build/embedded.json")).default;
}
