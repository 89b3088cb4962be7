// Flags of the bench scripts.
import { parseArgs } from "node:util";
import { UsageError } from "../../src/cli/exit.ts";

/**
 * The flags of this process, each with a value, as `read` takes them; a wrong one ends it with one line and exit status 2.
 *
 * @param defaults flag -> its value where it is not given; null for none.
 */
export function readFlags<Flag extends string, T>(
  defaults: Readonly<Record<Flag, string | null>>,
  read: (values: Readonly<Record<Flag, string | null>>) => T,
): T {
  const options = Object.fromEntries(Object.keys(defaults).map((flag) => [flag, { type: "string" } as const]));
  try {
    const { values } = parseArgs({ options });
    return read({ ...defaults, ...(values as Partial<Record<Flag, string>>) });
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof TypeError)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}
