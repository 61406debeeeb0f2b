// Canonical texts of values: equal texts, equal values. They name bindings, compare joins and make conditions canonical.
//
// Objects and closures are compared by identity where the program runs and by content where a binding is named, because a
// binding must be the same in the next run. Keys are bounded: a value that is deeper or longer than the limit equals only itself.
import { isInt, isSameInt } from "../algebra/int/int.ts";
import { type Cell, type Int, isSameObject, type Pointer, type Unknown, type Value } from "../algebra/value.ts";
import { type FunctionValue, isClosure, type ObjectValue, type Scope } from "../program/values.ts";
import { captured, surroundings } from "./captured.ts";
import { type Identities, identityOf } from "./identities.ts";
import { isLasting, own } from "./lasting.ts";
import { inOrder } from "./name-order.ts";
import { knownKey, newReadings, noteObject, type Readings, rememberKey } from "./object-key.ts";

/** "compact" is content with digests for its longer parts, "reasons" what is told of the unknown in it and nothing else. */
export type KeyMode = "identity" | "content" | "compact" | "reasons";

const deepest = 60;
const longest = 30_000;
const longestText = 200;

export function valueKey(identities: Identities, value: Value, mode: KeyMode = "identity"): string {
  // Most values are integers: their key is short, and a new object each time.
  if (value.kind === "num" || value.kind === "sym") return intKey(value);
  const cached = cachedKey(identities, value, mode);
  if (cached !== undefined) return cached;
  const { key, readings } = written(identities, value, mode);
  if (mode === "identity") identities.keys.cache.set(value, key);
  else if (mode !== "compact") rememberKey(identities.keys.objects[mode], value, key, readings);
  return key;
}

interface Written {
  readonly key: string;
  readonly readings: Readings;
}

function written(identities: Identities, value: Value, mode: KeyMode): Written {
  const readings = newReadings();
  const state: KeyState = {
    identities,
    mode,
    parts: [],
    length: 0,
    objects: 0,
    readings,
    closures: [],
    open: new Map(),
    holders: new Set(),
  };
  writeKey(state, value, 0);
  return state.length > longest ? bigKey(identities, value, state) : { key: state.parts.join(""), readings };
}

function cachedKey(identities: Identities, value: Value, mode: KeyMode): string | undefined {
  if (mode === "identity") return identities.keys.cache.get(value);
  if (mode === "compact") return undefined;
  return knownKey(identities.keys.objects[mode], value);
}

/** Of a long value the digest of its parts' digests; where the program runs, it equals only itself. */
function bigKey(identities: Identities, value: Value, { mode, readings }: KeyState): Written {
  const self = `${own}big#${identityOf(identities, value)}`;
  if (mode !== "content") return { key: self, readings };
  const compact = written(identities, value, "compact");
  return isLasting(compact.key) ? { ...compact, key: `big:${digest(compact.key)}` } : { ...compact, key: self };
}

/** FNV-1a over UTF-16 units, twice with different seeds. */
export function digest(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x1b873593;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x85ebca6b);
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}

/** The key of a call as it is kept: those of a kernel's objects take pages. Whether it means the same in every session stays. */
export const shortened = (binding: string): string =>
  binding.length > 400 ? `${isLasting(binding) ? "" : own}long:${binding.length}:${digest(binding)}` : binding;

export function sameValue(identities: Identities, a: Value | undefined, b: Value | undefined): boolean {
  if (isSameObject(a, b)) return true;
  if (a === undefined || b === undefined) return false;
  if (a.kind !== b.kind) return false;
  if (isInt(a) && isInt(b)) return isSameInt(a, b);
  return valueKey(identities, a) === valueKey(identities, b);
}

const intKey = (value: Int): string =>
  value.kind === "num"
    ? value.know === "static"
      ? `_${value.value}${value.truth ? "t" : ""}`
      : `${value.value}`
    : `${value.know === "static" ? "_" : ""}{${value.poly.key}}`;

interface KeyState {
  readonly identities: Identities;
  readonly mode: KeyMode;
  readonly parts: string[];
  length: number;
  /** How many objects have been written: what holds one may change. */
  objects: number;
  readonly readings: Readings;
  /** Closures being written, for cycles. */
  readonly closures: readonly FunctionValue[];
  /** Objects being written, for cycles. */
  readonly open: Map<object, number>;
  /** Values that hold objects, as far as that has been looked for. */
  readonly holders: Set<object>;
}

function put(state: KeyState, text: string): void {
  if (state.mode === "reasons") return;
  state.parts.push(text);
  state.length += text.length;
}

function writeKey(state: KeyState, data: unknown, depth: number): void {
  if (state.length > longest) return;
  if (typeof data !== "object" || data === null) return put(state, plainKey(state, data));
  if (depth > deepest) return put(state, `${own}#${identityOf(state.identities, data)}`);
  if (Array.isArray(data)) return writeItems(state, data, depth);
  if (isValue(data)) return writeValue(state, data, depth);
  writeRecord(state, data, depth);
}

/** The key of a condition may be long, and is met in each alternative under it. */
function plainKey({ mode }: KeyState, data: unknown): string {
  const text = String(data);
  return mode === "compact" && text.length > longestText && isLasting(text) ? digest(text) : text;
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
  "alternatives",
  "dict",
  "builtin",
]);

function writeValue(state: KeyState, value: Value, depth: number): void {
  if (!compound.has(value.kind) || depth > 30) return writePlain(state, value, depth);
  if (state.mode === "reasons") return writeRemembered(state, value, state.identities.keys.reasons, "reasons", depth);
  if (state.mode === "compact") return writeRemembered(state, value, state.identities.keys.digests, "content", depth);
  const cache = state.mode === "identity" ? state.identities.keys.cache : state.identities.keys.contents;
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

/** A part by itself, remembered where it holds no objects. */
function writeRemembered(
  state: KeyState,
  value: Value,
  cache: WeakMap<object, string>,
  mode: KeyMode,
  depth: number,
): void {
  const known = cache.get(value);
  if (known !== undefined) return add(state, known);
  if (state.holders.has(value)) return writePlain(state, value, depth);
  const alone: KeyState = {
    ...state,
    mode,
    parts: [],
    length: Number.NEGATIVE_INFINITY,
    objects: 0,
    open: new Map(state.open),
  };
  writePlain(alone, value, depth);
  if (alone.objects > 0) {
    state.holders.add(value);
    return writePlain(state, value, depth);
  }
  const text = alone.parts.join("");
  const short = mode === "content" && text.length > mostInCompact && isLasting(text) ? digest(text) : text;
  cache.set(value, short);
  add(state, short);
}

const mostInCompact = 40;

function add(state: KeyState, text: string): void {
  if (text === "") return;
  state.parts.push(text);
  state.length += text.length;
}

function writePlain(state: KeyState, value: Value, depth: number): void {
  switch (value.kind) {
    case "num":
    case "sym":
      return put(state, intKey(value));
    case "unknown":
      if (state.mode === "reasons") return writeReasons(state, value);
      if (state.mode === "identity") return put(state, `${own}?${identityOf(state.identities, value)}`);
      put(state, `?${value.type?.name ?? value.items?.id ?? value.modes?.shape.id ?? ""}`);
      put(state, `:${value.rank ?? ""}${value.tiled ?? ""}${value.tma ?? ""}`);
      return put(state, `${value.memory ?? ""}${value.operand ?? ""}`);
    case "function":
      return writeFunction(state, value, depth);
    case "class":
      put(state, `class ${value.outer ?? value.file}|${value.item.id}`);
      return writeItems(state, value.targs, depth);
    case "object":
      return writeObject(state, value, depth);
    case "pointer":
      if (value.to !== undefined) return writePointer(state, value, value.to, depth);
      return writeRecord(state, value, depth);
    default:
      return writeRecord(state, value, depth);
  }
}

function writeReasons(state: KeyState, value: Unknown): void {
  let at: Unknown | undefined = value;
  for (let depth = 0; at !== undefined && depth < deepest; depth++, at = at.cause) state.parts.push(`?${at.why}`);
}

function writeFunction(state: KeyState, value: FunctionValue, depth: number): void {
  if (isClosure(value) && state.mode !== "identity" && value.place !== undefined)
    return writeClosure(state, value, value.place, depth);
  put(
    state,
    `fn${value.undecorated ? "*" : ""} ${value.file}|${value.item}|${"id" in value.code ? "" : own + identityOf(state.identities, value.code)}`,
  );
  writeItems(state, boundOf(value), depth);
  if (value.self !== undefined) writeKey(state, value.self, depth + 1);
  // A closure sees its surroundings: two closures are the same only when their scope is.
  if (isClosure(value)) put(state, `${own}@${identityOf(state.identities, value.scope)}`);
}

const boundOf = ({ targs, defaults = [] }: FunctionValue) => [...targs, ...defaults.flatMap((one) => one ?? [])];

/** By content a closure is its code and what that sees of the functions around it, as it is now. */
function writeClosure(state: KeyState, value: FunctionValue, place: string, depth: number): void {
  state.objects++;
  state.readings.isOpen = true;
  const open = state.closures.findIndex((one) => one.code === value.code && one.scope === value.scope);
  if (open >= 0) return put(state, `^fn${open}`);
  const inside: KeyState = { ...state, closures: [...state.closures, value] };
  put(state, `fn${value.undecorated ? "*" : ""} ${value.file}|${place}|${surroundingsKey(state, value)}`);
  writeItems(state, boundOf(value), depth);
  if (value.self !== undefined) writeKey(state, value.self, depth + 1);
  put(state, "{");
  for (const [name, one] of captured(value)) {
    put(inside, `${name}:`);
    writeKey(inside, one, depth + 1);
    put(inside, ";");
  }
  put(inside, "}");
  state.length = inside.length;
  state.objects = inside.objects;
}

/** Which class instance is around; a file is the same for all, a class inside a function is not. */
function surroundingsKey({ identities }: KeyState, value: FunctionValue): string {
  const around = surroundings(value);
  if (around?.parent === undefined) return "";
  for (let at: Scope | undefined = around.parent; at !== undefined; at = at.parent)
    if (at.find === undefined) return `${own}@${identityOf(identities, around)}`;
  return value.owner?.scope === around ? value.owner.key : `${own}@${identityOf(identities, around)}`;
}

function writeObject(state: KeyState, value: ObjectValue, depth: number): void {
  state.objects++;
  if (state.mode === "identity") return put(state, `${own}obj#${identityOf(state.identities, value.fields)}`);
  const open = state.open.get(value.fields);
  if (open !== undefined) return put(state, `^${open}`);
  state.open.set(value.fields, state.open.size);
  noteObject(state.readings, value.fields);
  put(state, `obj ${value.type?.item.id ?? value.name}`);
  if (value.type !== undefined) writeItems(state, value.type.targs, depth);
  put(state, "{");
  for (const name of inOrder([...value.fields.keys()])) {
    put(state, `${name}:`);
    writeKey(state, value.fields.get(name), depth + 1);
    put(state, ";");
  }
  put(state, "}");
}

/** Where the program runs a pointer is the cell that it leads to; by contents it is what stands there. */
function writePointer(state: KeyState, value: Pointer, { cells, name }: Cell, depth: number): void {
  state.objects++;
  const { to: _, ...rest } = value;
  writeRecord(state, rest, depth);
  if (state.mode === "identity") return put(state, `${own}&${identityOf(state.identities, cells)}.${name}`);
  state.readings.single.push({ cells, name, value: cells.get(name) });
  put(state, `&${name}=`);
  writeKey(state, cells.get(name), depth + 1);
}

function writeRecord(state: KeyState, data: object, depth: number): void {
  if (data instanceof Map) return put(state, `${own}map#${identityOf(state.identities, data)}`);
  if ("key" in data && typeof data.key === "string" && "terms" in data) return put(state, data.key);
  put(state, "(");
  // By name: a value is the same in whichever order its fields were set.
  for (const name of inOrder(Object.keys(data))) {
    const part = data[name as keyof typeof data] as unknown;
    if (part === undefined || name === "span") continue;
    put(state, `${name}=`);
    writeKey(state, part, depth + 1);
    put(state, " ");
  }
  put(state, ")");
}
