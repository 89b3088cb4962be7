// Which hosts' times may be compared.
import { printable } from "./printable.ts";
import type { HostFacts } from "./schema.ts";

/** @returns whether times may be compared: every host is known, and all have one CPU model and one governor. */
export function areHostsEqual(hosts: readonly (HostFacts | null)[]): boolean {
  const [first = null, ...others] = hosts;
  if (first === null || first.cpu_model === null) return false;
  return others.every((host) => host?.cpu_model === first.cpu_model && host.governor === first.governor);
}

/** @returns the host in words, with all that decides whether times may be compared. */
export function describeHost(host: HostFacts | null): string {
  if (host === null) return "a host that is not recorded";
  const governor = host.governor === null ? "governor unknown" : `governor ${host.governor}`;
  return printable(`${host.cpu_model ?? "an unnamed CPU"}, ${governor}`);
}
