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

/**
 * What pip may be told about its index, where no wheelhouse is given: where it is and how to reach it, not where or with
 * what to install (PIP_TARGET, PIP_PYTHON and the like would lead it elsewhere).
 */
const PIP_NAMES = new Set([
  "PIP_CACHE_DIR",
  "PIP_CERT",
  "PIP_CLIENT_CERT",
  "PIP_CONFIG_FILE",
  "PIP_DEFAULT_TIMEOUT",
  "PIP_EXTRA_INDEX_URL",
  "PIP_FIND_LINKS",
  "PIP_INDEX_URL",
  "PIP_KEYRING_PROVIDER",
  "PIP_NO_CACHE_DIR",
  "PIP_NO_INDEX",
  "PIP_PROXY",
  "PIP_RETRIES",
  "PIP_TIMEOUT",
  "PIP_TRUSTED_HOST",
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
  const pip = select(parent, (name) => PIP_NAMES.has(name));
  return { ...childEnvironment(parent), ...pip };
}

function select(parent: Environment, keep: (name: string) => boolean): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(parent)) {
    if (value !== undefined && keep(name)) kept[name] = value;
  }
  return kept;
}
