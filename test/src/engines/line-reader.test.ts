import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { LineReader, ProtocolViolation } from "../../../src/engines/line-reader.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("a line reader", () => {
  test("gives the same lines however the bytes are cut into chunks", () => {
    const line = fc.string({ unit: "grapheme", maxLength: 20 }).map((text) => text.replaceAll("\n", ""));
    const cuts = fc.array(fc.nat(40), { maxLength: 30 });
    fc.assert(
      fc.property(fc.array(line), cuts, (lines, sizes) => {
        const reader = new LineReader(1000);
        const all = bytes(lines.map((text) => `${text}\n`).join(""));
        const read: string[] = [];
        let start = 0;
        for (const size of [...sizes, all.length]) {
          read.push(...reader.push(all.subarray(start, start + size)));
          start += size;
        }
        expect(read).toEqual(lines);
        expect(reader.heldBytes).toBe(0);
      }),
    );
  });

  test("does not hold on to the memory of a chunk", () => {
    const reader = new LineReader(10);
    const chunk = bytes("half");
    expect([...reader.push(chunk)]).toEqual([]);
    chunk.fill(0);
    expect([...reader.push(bytes("\n"))]).toEqual(["half"]);
  });

  test("counts the bytes of a line that has no end yet", () => {
    const reader = new LineReader(10);
    expect([...reader.push(bytes("one\ntwo"))]).toEqual(["one"]);
    expect(reader.heldBytes).toBe(3);
  });

  test.each([
    ["in one chunk", ["1234567890a\n"]],
    ["over chunks", ["123456", "7890a"]],
  ])("refuses a line over its limit %s, and takes one at the limit", (_, chunks) => {
    expect([...new LineReader(10).push(bytes("1234567890\n"))]).toEqual(["1234567890"]);
    const reader = new LineReader(10);
    expect(() => chunks.forEach((chunk) => void [...reader.push(bytes(chunk))])).toThrow(ProtocolViolation);
  });

  test("refuses what is not UTF-8", () => {
    expect(() => [...new LineReader(10).push(Uint8Array.of(0xc3, 0x0a))]).toThrow("not UTF-8");
  });
});
