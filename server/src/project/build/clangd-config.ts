// `.clangd`: flags that clangd adds for files of a folder, and where its compile_commands.json lies.
//
// Read: `CompileFlags: Add`, `Remove`, `CompilationDatabase`, and `If: PathMatch / PathExclude` around them.
import { patternOf } from "../../pattern.ts";
import { parseYaml, type Yaml } from "./yaml.ts";

export interface ClangdConfig {
  /** Flags to add, in order. */
  readonly add: readonly string[];
  /** Flags to take away: a text, or a prefix that ends in `*`. */
  readonly remove: readonly string[];
  /** Folder of compile_commands.json, `None`, or `Ancestors`. */
  readonly database?: string;
}

export interface ClangdFile {
  readonly of: (relative: string) => ClangdConfig;
  readonly complaint?: string;
}

export function parseClangd(text: string): ClangdFile {
  const { documents, complaint } = parseYaml(text);
  const of = (relative: string): ClangdConfig =>
    documents.filter((one) => applies(one, relative)).reduce<ClangdConfig>(withDocument, { add: [], remove: [] });
  return complaint === undefined ? { of } : { of, complaint };
}

function withDocument(before: ClangdConfig, document: Yaml): ClangdConfig {
  const flags = entry(document, "CompileFlags");
  const database = entry(flags, "CompilationDatabase");
  const after = {
    ...before,
    add: [...before.add, ...texts(entry(flags, "Add"))],
    remove: [...before.remove, ...texts(entry(flags, "Remove"))],
  };
  return typeof database === "string" && database !== "" ? { ...after, database } : after;
}

function applies(document: Yaml, relative: string): boolean {
  const condition = entry(document, "If");
  const match = texts(entry(condition, "PathMatch"));
  const exclude = texts(entry(condition, "PathExclude"));
  return (
    (match.length === 0 || match.some((one) => fits(one, relative))) && !exclude.some((one) => fits(one, relative))
  );
}

/** The whole path has to fit, as clangd has it; a pattern that is none fits nothing. */
const fits = (pattern: string, path: string): boolean => patternOf(pattern)?.matches(path) === true;

const entry = (value: Yaml | undefined, key: string): Yaml | undefined =>
  typeof value === "object" && !Array.isArray(value) ? (value as Readonly<Record<string, Yaml>>)[key] : undefined;

function texts(value: Yaml | undefined): readonly string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}

export function without(args: readonly string[], remove: readonly string[]): readonly string[] {
  const isRemoved = (arg: string): boolean =>
    remove.some((one) => (one.endsWith("*") ? arg.startsWith(one.slice(0, -1)) : arg === one));
  return args.filter((arg) => !isRemoved(arg));
}
