// Flags that more than one command takes, defined once. A type of its own keeps citty's inference of each value.

export const HELP = {
  help: { type: "boolean", alias: "h", description: "Print this help" },
} as const;

/** Words; readResults of result-flags.ts takes them. */
export const RESULTS = {
  results: {
    type: "positional",
    rest: true,
    description: "The CSV of a result, and more of them: paths or http(s) addresses",
  },
} as const;

export const METADATA = {
  metadata: {
    type: "string",
    valueHint: "json",
    description: "The sidecar of a single result, if not <csv>.metadata.json",
  },
} as const;

export const DOWNLOAD_TIMEOUT = {
  timeout: { type: "string", valueHint: "seconds", default: "30", description: "How long a file may take to arrive" },
} as const;

export const OUTPUT = {
  output: { type: "string", valueHint: "csv", description: "Write the rows here" },
  "metadata-output": { type: "string", valueHint: "json", description: "The sidecar, if not <csv>.metadata.json" },
  force: { type: "boolean", description: "Overwrite existing files" },
} as const;

export const QUIET = {
  quiet: { type: "boolean", description: "No progress and no tables on stderr" },
} as const;

export const JSON_OUTPUT = {
  json: { type: "boolean", description: "Print one JSON document on stdout" },
} as const;

export const PYTHON = {
  python: { type: "string", valueHint: "path", description: "The Python interpreter to use" },
} as const;

export const NATIVE = {
  native: { type: "string", valueHint: "path", description: "Another build of the native library" },
} as const;

export const ENGINE_TIMEOUT = {
  timeout: { type: "string", valueHint: "seconds", default: "300", description: "How long an engine may be silent" },
} as const;
