// cute-lens.json: what a team agrees on for a folder. Settings in it win over the editor's; `overrides` win for the
// files that they name, later ones over earlier ones.
//
// Anybody may have written it: its size and its globs are bounded, a path in it stays below its folder, and in a folder that
// the user does not trust it silences nothing.
import { handwritten, parseJson } from "../json-text.ts";
import { type Glob, globOf } from "./glob.ts";
import { isRecord, overlay, type Read, teamKeys } from "./read.ts";
import type { Settings } from "./schema.ts";

export const configFileName = "cute-lens.json";

export interface ConfigFile {
  /** Folder of the file, with which the globs begin. */
  readonly folder: string;
  readonly ignore: readonly Glob[];
  readonly baseline?: string;
  readonly layers: readonly Layer[];
}

/** The settings as JSON, or those of an override. */
interface Layer {
  readonly files?: readonly Glob[];
  readonly json: Readonly<Record<string, unknown>>;
}

/** More globs or overrides than these are left out. */
const most = 500;

const known = new Set(["$schema", "rules", "ignore", "baseline", "overrides", "files", ...teamKeys]);

/** Reads the file's text; what is wrong in it is told and left out. */
export function parseConfigFile(folder: string, text: string): Read<ConfigFile> {
  const complaints: string[] = [];
  const json = recordIn(text, complaints);
  const some = <T>(entry: string, list: readonly T[]): readonly T[] => {
    if (list.length > most) complaints.push(`${entry}: those behind the first ${most} are left out`);
    return list.slice(0, most);
  };
  const overrides = some("overrides", listIn(json, "overrides", isRecord, "objects", complaints));
  for (const layer of [json, ...overrides])
    for (const key of Object.keys(layer)) if (!known.has(key)) complaints.push(`${key}: no such entry`);
  const filesOf = some(
    "files",
    overrides.flatMap((o, i) => textsIn(o, "files", complaints).map((glob) => [i, globOf(glob)] as const)),
  );
  const layers: readonly Layer[] = [
    { json: layerOf(json) },
    ...overrides.map((o, i) => ({
      files: filesOf.filter(([of]) => of === i).map(([, glob]) => glob),
      json: layerOf(o),
    })),
  ];
  for (const layer of layers) complaints.push(...overlay(undefined, layer.json, layerKeys).complaints);
  const file = { folder, ignore: some("ignore", textsIn(json, "ignore", complaints)).map(globOf), layers };
  const isBelow = typeof json.baseline === "string" && staysBelow(json.baseline);
  if (json.baseline !== undefined && !isBelow) complaints.push("baseline: a path below this folder is expected");
  const value = typeof json.baseline === "string" && isBelow ? { ...file, baseline: json.baseline } : file;
  const said = complaints.map((c) => c.replace(/^diagnostics\.severity:(?! no such entry)/, "rules:"));
  return { value, complaints: said.map((c) => `${configFileName}: ${c}`) };
}

/** The settings for one file (path below the folder, `/`-separated). */
export function settingsFor(file: ConfigFile, base: Settings, path: string): Settings {
  const layers = file.layers.filter((l) => l.files === undefined || l.files.some((fits) => fits(path)));
  return layers.reduce((settings, layer) => overlay(settings, merged(settings, layer.json), layerKeys).value, base);
}

export function isIgnored(file: ConfigFile, path: string): boolean {
  return file.ignore.some((fits) => fits(path));
}

/** What is left of it in a folder that the user does not trust: it sets sizes and architectures, and silences nothing. */
export function withoutSilence(file: ConfigFile): ConfigFile {
  const layers = file.layers.map(({ json, ...layer }) => {
    const { rules: _, "diagnostics.severity": __, diagnostics: ___, ...rest } = json;
    return { ...layer, json: rest };
  });
  return { folder: file.folder, ignore: [], layers };
}

/** Neither absolute nor upwards past where it begins. */
function staysBelow(path: string): boolean {
  const parts = path.split(/[/\\]/);
  let depth = 0;
  for (const part of parts) {
    depth += part === ".." ? -1 : part === "" || part === "." ? 0 : 1;
    if (depth < 0) return false;
  }
  return parts[0] !== "" && !/^[A-Za-z]:/.test(path);
}

const layerKeys = [...teamKeys, "diagnostics.severity"] as const;

/** Severities, definitions and presets add to what is there; the other settings replace it. */
function merged(settings: Settings, json: Readonly<Record<string, unknown>>): unknown {
  const maps = (["diagnostics.severity", "defines", "presets"] as const)
    .filter((key) => isRecord(json[key]))
    .map((key) => [key, { ...settings[key], ...(json[key] as object) }]);
  return { ...json, ...Object.fromEntries(maps) };
}

function layerOf(json: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return json.rules === undefined ? json : { ...json, "diagnostics.severity": json.rules };
}

function recordIn(text: string, complaints: string[]): Readonly<Record<string, unknown>> {
  const parsed = parseJson(text, handwritten);
  if ("json" in parsed && isRecord(parsed.json)) return parsed.json;
  complaints.push("complaint" in parsed ? parsed.complaint : "an object is expected");
  return {};
}

/** What fits in the list of an entry; that the entry is no list, or not of these alone, is told. */
function listIn<T>(
  json: Readonly<Record<string, unknown>>,
  entry: string,
  fits: (item: unknown) => item is T,
  these: string,
  complaints: string[],
): readonly T[] {
  const given = json[entry] ?? [];
  const items: readonly unknown[] = Array.isArray(given) ? given : [];
  if (!Array.isArray(given) || !items.every(fits)) complaints.push(`${entry}: a list of ${these} is expected`);
  return items.filter(fits);
}

const isText = (item: unknown): item is string => typeof item === "string";
const textsIn = (json: Readonly<Record<string, unknown>>, entry: string, complaints: string[]): readonly string[] =>
  listIn(json, entry, isText, "texts", complaints);
