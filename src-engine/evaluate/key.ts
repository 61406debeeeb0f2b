// Canonical texts of values: equal texts, equal values. They name bindings, compare joins and make conditions canonical.
//
// Objects and closures are compared by identity where the program runs and by content where a binding is named, because a
// binding must be the same in the next run. Keys are bounded: a value that is deeper or longer than the limit equals only itself.
import type { Int, Value } from "../value.ts";
import type { FunctionValue, ObjectValue } from "./types.ts";

export type KeyMode = "identity" | "content";

const deepest = 60;
const longest = 30_000;

/** Numbers given to objects as they are first seen; belongs to one session. */
export interface Identities {
  readonly of: WeakMap<object, number>;
  readonly cache: WeakMap<object, string>;
  /** Keys by content, of values that hold no objects: those never change. */
  readonly contents: WeakMap<object, string>;
  /** Of alternatives that some path has left: all there were. */
  readonly wholes: WeakMap<object, Value>;
  next: number;
}

export const newIdentities = (): Identities => ({
  of: new WeakMap(),
  cache: new WeakMap(),
  contents: new WeakMap(),
  wholes: new WeakMap(),
  next: 1,
});

export function identityOf(identities: Identities, object: object): number {
  const known = identities.of.get(object);
  if (known !== undefined) return known;
  const id = identities.next++;
  identities.of.set(object, id);
  return id;
}

export function valueKey(identities: Identities, value: Value, mode: KeyMode = "identity"): string {
  // Most values are integers: their key is short, and a new object each time.
  if (value.kind === "num" || value.kind === "sym") return intKey(value);
  const cached = mode === "identity" ? identities.cache.get(value) : undefined;
  if (cached !== undefined) return cached;
  const state: KeyState = { identities, mode, parts: [], length: 0, objects: 0, open: new Map() };
  writeKey(state, value, 0);
  const key = state.length > longest ? `big#${identityOf(identities, value)}` : state.parts.join("");
  if (mode === "identity") identities.cache.set(value, key);
  return key;
}

export function sameValue(identities: Identities, a: Value, b: Value): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind) return false;
  if (a.kind === "num") return b.kind === "num" && a.value === b.value && a.know === b.know;
  return valueKey(identities, a) === valueKey(identities, b);
}

const intKey = (value: Int): string =>
  value.kind === "num"
    ? value.know === "static"
      ? `_${value.value}`
      : `${value.value}`
    : `${value.know === "static" ? "_" : ""}{${value.poly.key}}`;

interface KeyState {
  readonly identities: Identities;
  readonly mode: KeyMode;
  readonly parts: string[];
  length: number;
  /** How many objects have been written: what holds one may change. */
  objects: number;
  /** Objects being written, for cycles. */
  readonly open: Map<object, number>;
}

function put(state: KeyState, text: string): void {
  state.parts.push(text);
  state.length += text.length;
}

function writeKey(state: KeyState, data: unknown, depth: number): void {
  if (state.length > longest) return;
  if (typeof data !== "object" || data === null) return put(state, String(data));
  if (depth > deepest) return put(state, `#${identityOf(state.identities, data)}`);
  if (Array.isArray(data)) return writeItems(state, data, depth);
  if (isValue(data)) return writeValue(state, data, depth);
  writeRecord(state, data, depth);
}

function writeItems(state: KeyState, items: readonly unknown[], depth: number): void {
  put(state, "[");
  for (const item of items) {
    writeKey(state, item, depth + 1);
    put(state, ",");
  }
  put(state, "]");
}

const isValue = (data: object): data is Value => "kind" in data && typeof data.kind === "string";

/** Kinds that are worth remembering. */
const compound = new Set<Value["kind"]>([
  "tuple",
  "layout",
  "composed",
  "tensor",
  "mma-atom",
  "copy-atom",
  "tiled-mma",
  "tiled-copy",
  "thr-mma",
  "thr-copy",
  "tma-atom",
  "class",
  "type",
]);

function writeValue(state: KeyState, value: Value, depth: number): void {
  if (!compound.has(value.kind) || depth > 30) return writePlain(state, value, depth);
  const cache = state.mode === "identity" ? state.identities.cache : state.identities.contents;
  const known = cache.get(value);
  if (known !== undefined) return put(state, known);
  const { objects } = state;
  const start = state.parts.length;
  writePlain(state, value, depth);
  if (state.length > longest || (state.mode === "content" && state.objects !== objects)) return;
  const text = state.parts.splice(start).join("");
  state.parts.push(text);
  cache.set(value, text);
}

function writePlain(state: KeyState, value: Value, depth: number): void {
  switch (value.kind) {
    case "num":
    case "sym":
      return put(state, intKey(value));
    case "unknown":
      return put(state, state.mode === "content" ? "?" : `?${identityOf(state.identities, value)}`);
    case "function":
      return writeFunction(state, value, depth);
    case "class":
      put(state, `class ${value.outer ?? value.file}|${value.item.id}`);
      return writeItems(state, value.targs, depth);
    case "object":
      return writeObject(state, value, depth);
    default:
      return writeRecord(state, value, depth);
  }
}

function writeFunction(state: KeyState, value: FunctionValue, depth: number): void {
  put(state, `fn ${value.file}|${value.item}|${"id" in value.code ? "" : identityOf(state.identities, value.code)}`);
  writeItems(state, value.targs, depth);
  if (value.self !== undefined) writeKey(state, value.self, depth + 1);
  // A closure sees its surroundings: two closures are the same only when their scope is.
  if (!("id" in value.code) || value.item !== value.code.id) {
    put(state, `@${identityOf(state.identities, value.scope)}`);
  }
}

function writeObject(state: KeyState, value: ObjectValue, depth: number): void {
  state.objects++;
  if (state.mode === "identity") return put(state, `obj#${identityOf(state.identities, value.fields)}`);
  const open = state.open.get(value.fields);
  if (open !== undefined) return put(state, `^${open}`);
  state.open.set(value.fields, state.open.size);
  put(state, `obj ${value.type?.item.id ?? value.name}`);
  if (value.type !== undefined) writeItems(state, value.type.targs, depth);
  put(state, "{");
  for (const name of [...value.fields.keys()].sort()) {
    put(state, `${name}:`);
    writeKey(state, value.fields.get(name), depth + 1);
    put(state, ";");
  }
  put(state, "}");
}

function writeRecord(state: KeyState, data: object, depth: number): void {
  if (data instanceof Map) return put(state, `map#${identityOf(state.identities, data)}`);
  if ("key" in data && typeof data.key === "string" && "terms" in data) return put(state, data.key);
  put(state, "(");
  for (const [name, part] of Object.entries(data)) {
    if (part === undefined || name === "span") continue;
    put(state, `${name}=`);
    writeKey(state, part, depth + 1);
    put(state, " ");
  }
  put(state, ")");
}
