// cute-lens.json: what a team agrees on for a folder. Settings in it win over the editor's; `overrides` win for the
// files that they name, later ones over earlier ones.
import { matchesGlob } from "./glob.ts";
import { isRecord, overlay, type Read, teamKeys } from "./read.ts";
import type { Settings } from "./schema.ts";

export const configFileName = "cute-lens.json";

export interface ConfigFile {
  /** Folder of the file, with which the globs begin. */
  readonly folder: string;
  readonly ignore: readonly string[];
  readonly baseline?: string;
  /** The settings as JSON, and those of each override. */
  readonly layers: readonly { readonly files?: readonly string[]; readonly json: Readonly<Record<string, unknown>> }[];
}

const known = new Set(["$schema", "rules", "ignore", "baseline", "overrides", "files", ...teamKeys]);

/** Reads the file's text; what is wrong in it is told and left out. */
export function parseConfigFile(folder: string, text: string): Read<ConfigFile> {
  const complaints: string[] = [];
  const json = parseJson(text, complaints);
  const overrides = listOf(json.overrides).filter(isRecord);
  for (const layer of [json, ...overrides])
    for (const key of Object.keys(layer)) if (!known.has(key)) complaints.push(`${key}: no such entry`);
  const layers = [{ json: layerOf(json) }, ...overrides.map((o) => ({ files: texts(o.files), json: layerOf(o) }))];
  for (const layer of layers) complaints.push(...overlay(undefined, layer.json, layerKeys).complaints);
  const file = { folder, ignore: texts(json.ignore), layers };
  const value = typeof json.baseline === "string" ? { ...file, baseline: json.baseline } : file;
  const said = complaints.map((c) => c.replace(/^diagnostics\.severity:/, "rules:"));
  return { value, complaints: said.map((c) => `${configFileName}: ${c}`) };
}

/** The settings for one file (path below the folder, `/`-separated). */
export function settingsFor(file: ConfigFile, base: Settings, path: string): Settings {
  const layers = file.layers.filter((l) => l.files === undefined || l.files.some((glob) => matchesGlob(glob, path)));
  return layers.reduce((settings, layer) => overlay(settings, merged(settings, layer.json), layerKeys).value, base);
}

export function isIgnored(file: ConfigFile, path: string): boolean {
  return file.ignore.some((glob) => matchesGlob(glob, path));
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

function parseJson(text: string, complaints: string[]): Readonly<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(text);
    if (isRecord(json)) return json;
    complaints.push("an object is expected");
  } catch (error) {
    complaints.push(error instanceof Error ? error.message : String(error));
  }
  return {};
}

const listOf = (json: unknown): readonly unknown[] => (Array.isArray(json) ? json : []);
const texts = (json: unknown): readonly string[] => listOf(json).filter((item) => typeof item === "string");
