// Fetches a file of a result from an http(s) address, up to a size and a time.
import { MAX_CSV_BYTES, ReadFault, tooLarge } from "../results/read-file.ts";
import { refuseLimit } from "../results/system-error.ts";

/** For one file, the whole of it. */
export const DEFAULT_TIMEOUT_SECONDS = 30;

export function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/** @returns the address without a password. */
export function showAddress(address: string): string {
  return address.replace(/^(https?:\/\/)[^/?#]*@/i, "$1");
}

/** @returns the body, decompressed where the server compressed it. @throws ReadFault; EnvironmentError where this process may open no more. */
export async function fetchBytes(address: string, maxBytes = MAX_CSV_BYTES, timeoutSeconds = DEFAULT_TIMEOUT_SECONDS) {
  const { ofetch } = await import("ofetch");
  const signal = AbortSignal.timeout(timeoutSeconds * 1000);
  try {
    const response = await ofetch.raw(address, { responseType: "stream", retry: 0, signal });
    return response._data ? await collect(response._data, maxBytes) : new Uint8Array(); // 204 has no body
  } catch (error) {
    for (const cause of [error, (error as Error).cause]) refuseLimit(`${showAddress(address)} cannot be read`, cause);
    throw error instanceof ReadFault ? error : new ReadFault("unreadable", explain(error, timeoutSeconds));
  }
}

async function collect(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of body) {
    total += chunk.length;
    if (total > maxBytes) throw tooLarge(maxBytes); // leaving the loop cancels the stream
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function explain(error: unknown, timeoutSeconds: number): string {
  const { name, status, statusText, cause } = error as {
    [key: string]: unknown;
    cause?: { code?: unknown; name?: unknown };
  };
  if (typeof status === "number") return `${status}${statusText ? ` ${statusText}` : ""}`;
  if (name === "TimeoutError" || cause?.name === "TimeoutError")
    return `nothing whole within ${timeoutSeconds} seconds`;
  return String(cause?.code ?? (error as { code?: unknown }).code ?? name);
}
