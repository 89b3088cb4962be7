import { defineCommand } from "citty";
import { UsageError } from "../cli/exit.ts";
import { writeStdout } from "../cli/stdout.ts";
import { HELP } from "./flags.ts";

/** Prints what the two files hold, out of the definitions that write and check them. */
export default defineCommand({
  meta: { name: "schema", description: "Print the table of columns and the JSON Schemas of the two files" },
  args: {
    file: { type: "positional", required: false, description: "csv or sidecar: the JSON Schema of one of them" },
    ...HELP,
  },
  async run({ args }) {
    const { formatSchemaJson, formatSchemaText, SCHEMAS } = await import("../report/schema.ts");
    if (args.file === undefined) return writeStdout(formatSchemaText());
    const schema = Object.hasOwn(SCHEMAS, args.file) ? SCHEMAS[args.file as keyof typeof SCHEMAS] : undefined;
    if (schema === undefined)
      throw new UsageError(`${JSON.stringify(args.file)} is no file of a result: csv or sidecar`);
    await writeStdout(formatSchemaJson(schema));
  },
});
