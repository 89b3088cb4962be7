// A sidecar -> the tables that say who computed, from which sources, on what. Results of other writers lack some of it, so
// every fact is looked up by its path.
import { dumpsCompact, Float, formatFloat, type JsonValue } from "../results/python-json.ts";
import type { PoolRecord } from "../results/schema.ts";
import type { ReportedResult } from "./result.ts";
import type { Table } from "./table.ts";

/** A label, and where the fact lies in the sidecar. */
type Fact = readonly [label: string, path: string];

const CONFIGURATION: readonly Fact[] = [
  ["profile", "configuration.profile"],
  ["direction", "configuration.direction"],
  ["schedule", "configuration.schedule"],
  ["seeds", "configuration.seeds"],
  ["startup trials", "configuration.tpe.startup_trials"],
  ["EI candidates", "configuration.tpe.ei_candidates"],
  ["gamma fraction", "configuration.tpe.gamma_fraction"],
  ["gamma cap", "configuration.tpe.gamma_cap"],
  ["prior weight", "configuration.tpe.prior_weight"],
  ["independent marginals", "configuration.tpe.independent_marginals"],
  ["constant liar", "configuration.tpe.constant_liar"],
];

const HASHES: readonly Fact[] = [
  ["configuration SHA-256", "configuration_sha256"],
  ["native executable", "environment.native_executable"],
  ["native executable SHA-256", "environment.native_executable_sha256"],
  ["source snapshot SHA-256", "environment.source_snapshot.aggregate_sha256"],
  ["repository revision", "environment.repository_revision"],
  ["repository dirty", "environment.repository_dirty"],
];

const BUILD: readonly Fact[] = [
  ["compiler", "environment.native_build.compiler"],
  ["compiler version", "environment.native_build.compiler_version"],
  ["CMake version", "environment.native_build.cmake_version"],
  ["flags", "environment.native_build.flags"],
  ["instruction sets compiled in", "environment.native_build.instruction_sets"],
  ["instruction set used", "environment.native_build.instruction_set"],
  ["sampler", "environment.native_build.sampler"],
];

const ENVIRONMENT: readonly Fact[] = [
  ["platform", "environment.platform"],
  ["machine", "environment.machine"],
  ["processor", "environment.processor"],
  ["Python implementation", "environment.python_implementation"],
  ["Python version", "environment.python_version"],
  ["CPU model", "environment.host.cpu_model"],
  ["logical CPUs", "environment.host.logical_cpus"],
  ["governor", "environment.host.governor"],
  ["load average (1, 5, 15 min)", "environment.host.load_average"],
  ["virtualisation", "environment.host.virtualisation"],
  ["kernel", "environment.host.kernel"],
  ["clock source", "environment.host.clock_source"],
  ["NumPy SIMD features", "environment.host.numpy_simd_features"],
];

const ENUMERATION = "validation.million_discrete_full_enumeration";
const VALIDATION: readonly Fact[] = [
  ["declared optima checked in both", "validation.declared_optima_checked_in_both_implementations"],
  ["million_discrete candidates", `${ENUMERATION}.candidate_count`],
  ["minimum", `${ENUMERATION}.minimum`],
  ["minimizer", `${ENUMERATION}.minimizer`],
  ["multiplicity", `${ENUMERATION}.multiplicity`],
  ["second best", `${ENUMERATION}.second_best`],
  ["enumeration wall seconds", `${ENUMERATION}.wall_seconds`],
];

/** Facts of which two results should be told where they differ. */
const COMPARED: readonly Fact[] = [...HASHES.slice(1), ...BUILD, ...ENVIRONMENT].filter(
  ([label]) => !label.startsWith("load"),
);

/** Where the files lie, when they were made, and how. */
export function tabulateOrigin({ source, csvSha256, rows, sidecar }: ReportedResult): Table {
  const facts = [
    ["CSV", source.csv],
    ["CSV SHA-256", csvSha256],
    ["rows", String(rows.length)],
    ["sidecar", source.sidecar],
    ...lookUpAll(sidecar, [
      ["generated (UTC)", "generated_at_utc"],
      ["driver wall seconds", "execution.driver_wall_seconds"],
    ]),
    ["command", sidecar.execution.command.join(" ")],
  ];
  return { title: "Result", head: FACT_HEAD, rows: facts, kind: "facts" };
}

/** Everything that the sidecar says of the run, in tables. */
export function tabulateFacts({ sidecar }: ReportedResult): Table[] {
  const tabulate = (title: string, facts: readonly Fact[]): Table => {
    return { title, head: FACT_HEAD, rows: lookUpAll(sidecar, facts), kind: "facts" };
  };
  const packages = Object.entries(sidecar.environment.dependencies);
  return [
    tabulate("Configuration", CONFIGURATION),
    tabulate("Hashes", HASHES),
    tabulate("Native build", BUILD),
    tabulate("Environment", ENVIRONMENT),
    {
      title: "Pinned packages",
      head: ["package", "version"],
      rows: packages,
      kind: "facts",
    },
    tabulate("Validation before timing", VALIDATION),
  ];
}

/** The facts that differ, for the reader of a comparison; no rows where all agree. */
export function tabulateDifferences(base: ReportedResult, next: ReportedResult): Table {
  const names = new Set([base, next].flatMap(({ sidecar }) => Object.keys(sidecar.environment.dependencies)));
  const versions = [...names].map((name): [string, string, string] => {
    const [old, now] = [base, next].map(({ sidecar }) => show(sidecar.environment.dependencies[name]));
    return [name, old as string, now as string];
  });
  const facts = COMPARED.map(([label, path]): [string, string, string] => [
    label,
    show(lookUp(base.sidecar, path)),
    show(lookUp(next.sidecar, path)),
  ]);
  const rows = [...facts, ...versions].filter(([, old, now]) => old !== now);
  return { title: "What differs between the two", head: ["fact", "base", "new"], rows, kind: "facts" };
}

/** The results that a pool was made of. */
export function tabulatePool({ results }: PoolRecord): Table {
  return {
    title: "Pooled results",
    head: ["CSV SHA-256", ...POOLED.map(([label]) => label)],
    rows: results.map((result) => [result.csv_sha256, ...lookUpAll(result, POOLED).map(([, value = ""]) => value)]),
    kind: "facts",
  };
}

const POOLED: readonly Fact[] = [
  ["generated (UTC)", "generated_at_utc"],
  ["rows", "rows"],
  ["problems", "problems"],
  ["seeds", "seeds"],
  ["CPU model", "host.cpu_model"],
  ["governor", "host.governor"],
];

/** Of a list that is one fact, as of seeds. */
const LISTED_ITEMS = 50;

const FACT_HEAD = ["fact", "value"];

function lookUpAll(document: JsonValue, facts: readonly Fact[]): string[][] {
  return facts.map(([label, path]) => [label, show(lookUp(document, path))]);
}

function lookUp(document: JsonValue, path: string): JsonValue | undefined {
  return path.split(".").reduce<JsonValue | undefined>((value, key) => {
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Float);
    return isObject ? (value as { readonly [key: string]: JsonValue })[key] : undefined;
  }, document);
}

function show(value: JsonValue | undefined): string {
  if (value === undefined) return "not recorded";
  if (value === null) return "not known";
  if (typeof value === "string") return value === "" ? "(empty)" : value;
  if (value instanceof Float) return formatFloat(value.value);
  if (Array.isArray(value)) return showList(value);
  return typeof value === "object" ? dumpsCompact(value) : String(value);
}

function showList(items: readonly JsonValue[]): string {
  if (items.length === 0) return "none";
  const shown = items.slice(0, LISTED_ITEMS).map(show).join(", ");
  return items.length <= LISTED_ITEMS ? shown : `${shown}, ... (${items.length} in all)`;
}
