// Flags that more than one command takes, defined once. A type of its own keeps citty's inference of each value.

export const HELP = {
  help: { type: "boolean", alias: "h", description: "Print this help" },
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
