// The end of what a child process wrote to its stderr, for an error message: bounded however much it writes.

/** Kept of a child's stderr. Bytes. */
const KEPT_BYTES = 8 * 1024;

/** Shown in a message: at most so many of the last lines, and so many of their last characters. */
const SHOWN_LINES = 3;
const SHOWN_CHARACTERS = 500;

export class LastWords {
  #kept: Uint8Array = new Uint8Array();

  push(chunk: Uint8Array): void {
    this.#kept = Buffer.concat([this.#kept, chunk.subarray(-KEPT_BYTES)]).subarray(-KEPT_BYTES);
  }

  /** @returns the last lines as one, printable and without colours; "" where there are none. */
  toString(): string {
    const text = Bun.stripANSI(new TextDecoder().decode(this.#kept));
    const lines = text.split(/[\r\n]+/).map((line) => line.replaceAll(/\p{Cc}+/gu, " ").trim());
    const shown = lines.filter((line) => line !== "").slice(-SHOWN_LINES);
    return shown.join(" / ").slice(-SHOWN_CHARACTERS);
  }
}
