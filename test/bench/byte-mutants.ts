// Every small change to a file's bytes, one after another.

export interface ByteMutant {
  readonly bytes: Buffer;
  /** Where the original was changed. */
  readonly at: number;
}

export function* bitFlips(original: Buffer): Generator<ByteMutant> {
  for (let at = 0; at < original.length; at += 1) {
    for (let bit = 0; bit < 8; bit += 1) {
      const bytes = Buffer.from(original);
      bytes[at] = (original[at] as number) ^ (1 << bit);
      yield { bytes, at };
    }
  }
}

export function* deletions(original: Buffer): Generator<ByteMutant> {
  for (let at = 0; at < original.length; at += 1)
    yield { bytes: Buffer.concat([original.subarray(0, at), original.subarray(at + 1)]), at };
}

/** Bytes that mean something in CSV or JSON, and one that does not. */
const INSERTED = Buffer.from('0,"\n. -{\0', "latin1");

export function* insertions(original: Buffer): Generator<ByteMutant> {
  for (let at = 0; at <= original.length; at += 1) {
    for (const byte of INSERTED)
      yield { bytes: Buffer.concat([original.subarray(0, at), Buffer.of(byte), original.subarray(at)]), at };
  }
}

export function* truncations(original: Buffer): Generator<ByteMutant> {
  for (let at = 0; at < original.length; at += 1) yield { bytes: Buffer.from(original.subarray(0, at)), at };
}

export function* rowSwaps(csv: Buffer): Generator<ByteMutant> {
  const lines = splitLines(csv);
  for (let first = 1; first < lines.length; first += 1) {
    for (let second = first + 1; second < lines.length; second += 1)
      yield rebuild(lines.with(first, lines[second] as Buffer).with(second, lines[first] as Buffer));
  }
}

export function* rowDoublings(csv: Buffer): Generator<ByteMutant> {
  const lines = splitLines(csv);
  for (let row = 1; row < lines.length; row += 1) {
    for (let at = 1; at <= lines.length; at += 1) yield rebuild(lines.toSpliced(at, 0, lines[row] as Buffer));
  }
}

/** With their line ends. */
function splitLines(csv: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let begin = 0; begin < csv.length; ) {
    const end = csv.indexOf("\n", begin) + 1 || csv.length;
    lines.push(csv.subarray(begin, end));
    begin = end;
  }
  return lines;
}

function rebuild(lines: readonly Buffer[]): ByteMutant {
  return { bytes: Buffer.concat(lines), at: 0 };
}
