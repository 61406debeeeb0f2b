// Methods of Python dictionaries: what a call gives, and the dictionary after it.
import { tuple, underscore, unknown, type Value, viewOf } from "../../../../../src-engine/algebra/value.ts";
import { isSameKey, mayBeKey, withKey } from "../../../../../src-engine/interpret/equality.ts";
import type { Frame } from "../../../../../src-engine/interpret/session.ts";
import type { DictValue } from "../../../../../src-engine/program/values.ts";

export const dictMethods: ReadonlySet<string> = new Set(
  "items keys values get pop update setdefault copy clear popitem __delitem__".split(" "),
);

export interface Done {
  readonly result: Value;
  /** Where the call changes the dictionary. */
  readonly after?: Value;
}

type Entry = DictValue["entries"][number];

export function dictMethod(
  frame: Frame,
  dict: DictValue,
  name: string,
  args: readonly { readonly value: Value; readonly name?: string }[],
): Done {
  const { entries } = dict;
  switch (name) {
    case "items":
      return { result: viewOf(entries.map(([key, value]) => tuple([key, value]))) };
    case "keys":
      return { result: viewOf(entries.map(([key]) => key)) };
    case "values":
      return { result: viewOf(entries.map(([, value]) => value)) };
    case "copy":
      return { result: { ...dict } };
    case "clear":
      return { result: underscore, after: { ...dict, entries: [] } };
    case "popitem": {
      const last = entries.at(-1);
      if (last === undefined) return lost(name, undefined);
      return { result: tuple([...last]), after: { ...dict, entries: entries.slice(0, -1) } };
    }
    case "update":
      return { result: underscore, after: updated(frame, dict, args) };
    default:
      return keyed(frame, dict, name, args[0]?.value, args[1]?.value);
  }
}

/** What asks for one key: `get`, `setdefault`, `pop`, `del`. */
function keyed(frame: Frame, dict: DictValue, name: string, first: Value | undefined, second: Value | undefined): Done {
  const { entries } = dict;
  const isKey = (entry: Entry): boolean => first !== undefined && isSameKey(frame, entry[0], first);
  const found = entries.find(isKey)?.[1];
  if (first === undefined || first.kind === "unknown") return lost(name, first);
  if (found === undefined && mayBeKey(frame, first, dict)) return lost(name, undefined);
  if (name === "get") return { result: found ?? second ?? underscore };
  if (name === "setdefault") {
    const value = found ?? second ?? underscore;
    return found === undefined
      ? { result: value, after: { ...dict, entries: [...entries, [first, value]] } }
      : { result: value };
  }
  if (found === undefined) return second === undefined ? lost(name, undefined) : { result: second };
  return { result: found, after: { ...dict, entries: entries.filter((entry) => !isKey(entry)) } };
}

const lost = (name: string, key: (Value & { kind: "unknown" }) | undefined): Done => ({
  result: unknown("a key that is not known", key),
  ...(name === "get" ? {} : { after: unknown(`${name} changes the dictionary`) }),
});

function updated(
  frame: Frame,
  dict: DictValue,
  args: readonly { readonly value: Value; readonly name?: string }[],
): Value {
  let after: DictValue | undefined = dict;
  for (const { value, name } of args) {
    if (name === undefined && value.kind !== "dict") return unknown("update changes the dictionary");
    const more: readonly Entry[] =
      name === undefined && value.kind === "dict" ? value.entries : [[{ kind: "text", value: name ?? "" }, value]];
    for (const [key, one] of more) after = after && withKey(frame, after, key, one);
  }
  return after ?? unknown("update changes the dictionary");
}
