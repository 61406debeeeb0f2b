// JSON from an editor or from cute-lens.json → settings. What is missing or of the wrong type takes the default,
// and each wrong entry is told in one sentence.
import { type Row, type SettingKey, type Settings, schema } from "./schema.ts";

export interface Read<T> {
  readonly value: T;
  /** One sentence for each entry that was not understood. */
  readonly complaints: readonly string[];
}

// Object.keys loses the key type; the schema has no other keys.
export const keys = Object.keys(schema) as readonly SettingKey[];
export const teamKeys: readonly SettingKey[] = keys.filter((key) => schema[key].team);

/** Settings out of the `cuteLens` section: nested objects (`hover: { pictures }`) and dotted keys are both read. */
export function readSettings(json: unknown): Read<Settings> {
  return overlay(undefined, json, keys);
}

export const defaults: Settings = readSettings(undefined).value;

/** `base` with those of `names` that `json` sets. */
export function overlay(base: Settings | undefined, json: unknown, names: readonly SettingKey[]): Read<Settings> {
  const complaints: string[] = [];
  const entries = keys.map((key) => {
    const row: Row = schema[key];
    const given = names.includes(key) ? lookup(json, key) : undefined;
    const kept = base === undefined ? row.fallback : base[key];
    if (given === undefined || given === null) return [key, kept];
    const value = accept(row, given);
    if (value === undefined) complaints.push(`${key}: ${shortened(JSON.stringify(given))} is not ${expected(row)}`);
    return [key, value ?? kept];
  });
  // The border from JSON: every key of the schema is there, each accepted by its row.
  return { value: Object.fromEntries(entries) as Settings, complaints };
}

const shortened = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

function lookup(json: unknown, key: string): unknown {
  if (!isRecord(json)) return undefined;
  if (key in json) return json[key];
  const dot = key.indexOf(".");
  return dot < 0 ? undefined : lookup(json[key.slice(0, dot)], key.slice(dot + 1));
}

function accept(row: Row, given: unknown): unknown {
  switch (row.type) {
    case "flag":
      return typeof given === "boolean" ? given : undefined;
    case "number":
      return typeof given === "number" && given >= row.min && given <= row.max ? given : undefined;
    case "text":
      return typeof given === "string" ? given : undefined;
    case "choice":
      return typeof given === "string" && row.options.includes(given) ? given : undefined;
    case "list":
      return Array.isArray(given) && given.every((item) => typeof item === "string") ? given : undefined;
    case "map":
      return acceptMap(row.values, given);
    default:
      return row satisfies never;
  }
}

function acceptMap(
  values: readonly string[] | undefined,
  given: unknown,
): Readonly<Record<string, string>> | undefined {
  if (!isRecord(given) || !Object.values(given).every(isExact)) return undefined;
  const entries = Object.entries(given).map(([k, v]) => [k, typeof v === "string" ? v : JSON.stringify(v)] as const);
  return values === undefined || entries.every(([, v]) => values.includes(v)) ? Object.fromEntries(entries) : undefined;
}

/** A number beyond 2^53 has been rounded when it was read: it is refused. As a text it is what was written. */
const isExact = (value: unknown): boolean =>
  typeof value !== "number" || (Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value)));

/** For the sentence about a wrong entry. */
export function expected(row: Row): string {
  switch (row.type) {
    case "flag":
      return "true or false";
    case "number":
      return `a number from ${row.min} to ${row.max}`;
    case "text":
      return "a text";
    case "choice":
      return `one of ${row.options.join(", ")}`;
    case "list":
      return "a list of texts";
    case "map":
      return row.values === undefined
        ? "an object of texts, or numbers up to 2^53"
        : `an object whose values are ${row.values.join(", ")}`;
    default:
      return row satisfies never;
  }
}

export function isRecord(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
