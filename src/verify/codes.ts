// Every finding of verify, by its stable code: what it says of a result. Scripts may rely on the codes; a code keeps its meaning.

export const CODES = {
  "file.missing": "a file of the pair does not exist",
  "file.symbolic-link": "a file is a symbolic link",
  "file.not-regular": "a file is a directory, a FIFO, a socket or a device",
  "file.too-large": "a file is larger than what is read",
  "file.unreadable": "a file cannot be read",
  "address.failed": "an address did not give the file",

  "json.encoding": "the sidecar is not UTF-8",
  "json.bom": "the sidecar begins with what is no JSON",
  "json.syntax": "the sidecar is not JSON",
  "json.depth": "the sidecar's values are nested too deep",
  "json.duplicate-key": "a key occurs twice in one object",
  "json.number": "a number is too long or out of a double's range",
  "json.text": "a key or a string holds what no writer puts there: __proto__, NUL, half a surrogate pair",
  "json.size": "the sidecar has too many values",

  "sidecar.schema": "the sidecar's schema is unknown",
  "sidecar.csv-version": "the CSV schema version is unknown",
  "sidecar.missing-key": "a key is missing",
  "sidecar.unknown-key": "a key is unknown where none may be",
  "sidecar.type": "a value has another type",
  "sidecar.value": "a value is not one that is allowed here",

  "csv.encoding": "the CSV is not UTF-8",
  "csv.bom": "the CSV begins with a byte order mark",
  "csv.cut-short": "the last line has no line end",
  "csv.line-end": "line ends differ",
  "csv.nul": "the CSV holds a NUL",
  "csv.line-length": "a line is longer than any row can be",
  "csv.row-count": "the CSV has more rows than are read",
  "csv.quote": "a quote stands where CSV allows none, or is not closed",
  "csv.header": "the header is not that of the CSV schema version",
  "csv.cell-count": "a line has too few or too many cells",
  "csv.cell": "a cell is not of its column's type",

  "artifact.none": "the sidecar belongs to a run without a CSV",
  "artifact.sha256": "the CSV is not the file that the sidecar describes",
  "artifact.rows": "the CSV has another number of rows than the sidecar says",

  "configuration.sha256": "configuration_sha256 is not that of the configuration",
  "configuration.seed-twice": "a seed is configured twice",
  "configuration.problem-twice": "a problem is configured twice",
  "configuration.optimum": "a declared optimum is not the problem's",
  "configuration.profile": "the profile full is claimed for another configuration",

  "environment.snapshot": "aggregate_sha256 is not that of the source snapshot's files",
  "environment.snapshot-path": "a path of the source snapshot is not relative, not plain or out of order",
  "environment.revision": "one of repository_revision and repository_dirty is null without the other",
  "environment.optuna": "the recorded Optuna is not the one of the rows",
  "environment.pool": "the record of what was pooled contradicts the pool",

  "validation.enumeration": "the enumeration is there without million_discrete, or missing with it",

  "execution.command": "the command does not begin with python and a runner of the source snapshot",
  "execution.options": "the command's options are not those of the configuration",
  "execution.home": "the command holds a home directory",
  "execution.wall": "the driver's wall time is less than a part of it",

  "row.implementation": "a row's implementation is unknown",
  "row.undeclared": "a row's problem or seed is not configured",
  "row.trials": "a row's trials are not the configured budget",
  "row.startup-trials": "a row's startup trials are not the configured ones",
  "row.optimum": "a row's optimum is not the declared one",
  "row.regret": "best_regret is not max(0, best_value - optimum)",
  "row.below-optimum": "best_value is below the global optimum",
  "row.phases": "sampler, objective and validation together take longer than the loop that holds them",
  "row.validation": "an Optuna row has validation time",
  "row.discrete": "a discrete diagnostic is set outside million_discrete",
  "row.candidates": "unique and duplicate candidates do not add up to the trials, or cannot be",
  "row.hits": "exact hits contradict the best value or the counts",
  "row.distance": "no candidate of million_discrete has this value at this distance",

  "pair.missing": "a configured row is missing",
  "pair.doubled": "a row occurs twice",
  "pair.budgets": "the two rows of a pair have different budgets",
  "pair.order": "rows are not by problem, seed, native, Optuna",

  "note.csv-form": "the CSV holds numbers or quotes in another form than we write, which is no fault",
  "note.sidecar-form": "the sidecar is not in the bytes that Python's json.dumps writes, which is no fault",
} as const;

export type Code = keyof typeof CODES;
