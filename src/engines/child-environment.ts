// The environment of a child process: an allow-list, so that nothing a shell happens to hold can change what is measured
// or which modules are found. Left out on purpose are BUN_* (hooks of the runtime inside the executable), PYTHON* (would
// shadow the pinned packages), LD_PRELOAD and LD_AUDIT (foreign code in the measured process), and all that is not named.

const NAMES = new Set([
  "HOME",
  "LANG",
  "LANGUAGE",
  // An interpreter or a module linked against libraries outside the loader's default path starts only with it.
  "LD_LIBRARY_PATH",
  "LOGNAME",
  "PATH",
  "TMPDIR",
  "TZ",
  "USER",
]);

/**
 * Locale; the thread counts and CPU kernels that NumPy's libraries must be told on some hosts; the version that a
 * `python3` made by pyenv stands for.
 */
const PREFIXES = ["LC_", "OMP_", "OPENBLAS_", "NPY_", "PYENV_"];

/** What pip may be told about its index, where no wheelhouse is given: its own variables, proxies and certificates. */
const PIP_NAMES = new Set([
  "CURL_CA_BUNDLE",
  "NETRC",
  "REQUESTS_CA_BUNDLE",
  "SSL_CERT_DIR",
  "SSL_CERT_FILE",
  "XDG_CACHE_HOME",
  "XDG_CONFIG_DIRS",
  "XDG_CONFIG_HOME",
  "http_proxy",
  "https_proxy",
  "all_proxy",
  "no_proxy",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "ALL_PROXY",
  "NO_PROXY",
]);

type Environment = Readonly<Record<string, string | undefined>>;

/** @returns what an engine, a probe of an interpreter or an offline installation may see. */
export function childEnvironment(parent: Environment = process.env): Record<string, string> {
  return select(parent, (name) => NAMES.has(name) || PREFIXES.some((prefix) => name.startsWith(prefix)));
}

/** @returns what pip may see where it is to use the index that it is configured for. */
export function pipEnvironment(parent: Environment = process.env): Record<string, string> {
  const pip = select(parent, (name) => PIP_NAMES.has(name) || name.startsWith("PIP_"));
  return { ...childEnvironment(parent), ...pip };
}

function select(parent: Environment, keep: (name: string) => boolean): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(parent)) {
    if (value !== undefined && keep(name)) kept[name] = value;
  }
  return kept;
}
