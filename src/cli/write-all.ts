// Bytes to a descriptor, all of them, however slow its reader. A pipe blocks who writes to it, so the system's call is made
// outside the main thread, where signals are handled meanwhile.
import { write } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

const RETRY_MS = 5;

const writeSome = promisify(write);

/** @throws the system's error; a descriptor that is non-blocking and full is waited for. */
export async function writeAll(descriptor: number, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    try {
      const { bytesWritten } = await writeSome(descriptor, bytes, done, bytes.length - done, null);
      done += bytesWritten;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      await sleep(RETRY_MS);
    }
  }
}
