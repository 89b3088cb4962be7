// Which key of a sidecar a byte belongs to, from its indentation: json.dumps(indent=2) puts one value on a line.

/** @returns a function from an offset to the key's path, without the indices of lists; line ends and braces are "(layout)". */
export function fieldsByOffset(text: string): (offset: number) => string {
  const fields: string[] = [];
  const path: string[] = [];
  for (const line of text.split("\n")) {
    const [, indent = "", key, rest = ""] = /^( *)(?:"((?:[^"\\]|\\.)*)": )?(.*)$/s.exec(line) ?? [];
    const depth = indent.length / 2 - 1;
    path.length = Math.max(0, Math.min(path.length, depth));
    while (path.length < depth) path.push("[]");
    const name = [...path, ...(depth < 0 ? [] : [key ?? "[]"])].join(".").replaceAll(".[]", "[]");
    if (depth >= 0) path[depth] = key ?? "[]";
    const isLayout = /^[[\]{}],?$/.test(rest);
    for (let at = 0; at < line.length; at += 1) {
      const inValue = at >= line.length - rest.length && !isLayout;
      fields.push(
        at < indent.length ? "(layout)" : inValue ? name : isLayout && key === undefined ? "(layout)" : `${name} (key)`,
      );
    }
    fields.push("(layout)");
  }
  return (offset) => fields[Math.min(offset, fields.length - 1)] as string;
}
