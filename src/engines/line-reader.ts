// Bytes in, lines out, with a bound on what is held back.

/** What no well-behaved peer sends. `message` completes a sentence about the peer: "sent a line of ...". */
export class ProtocolViolation extends Error {}

/** Cuts a stream of UTF-8 bytes into lines at LF. */
export class LineReader {
  #parts: Uint8Array[] = [];
  #held = 0;
  readonly #maxBytes: number;

  /** @param maxBytes the longest line, without its end. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Bytes of a line whose end has not come yet. */
  get heldBytes(): number {
    return this.#held;
  }

  /**
   * Yields the lines that `chunk` completes, without their ends; keeps the rest for the next call.
   * @throws ProtocolViolation where a line is too long or not UTF-8.
   */
  *push(chunk: Uint8Array): Generator<string> {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      this.#hold(chunk.subarray(start, end));
      start = end + 1;
      yield this.#take();
    }
    // A copy, because the owner of `chunk` may reuse its memory.
    if (start < chunk.length) this.#hold(chunk.slice(start));
  }

  #hold(part: Uint8Array): void {
    this.#held += part.length;
    if (this.#held > this.#maxBytes) throw new ProtocolViolation(`sent a line of more than ${this.#maxBytes} bytes`);
    this.#parts.push(part);
  }

  #take(): string {
    const bytes = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#held = 0;
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      throw new ProtocolViolation("sent a line that is not UTF-8");
    }
  }
}
