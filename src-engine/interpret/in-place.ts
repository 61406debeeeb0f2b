// What changes in its place, as Python's lists and dictionaries do: the name may be one of the function around, a parameter's
// list is the caller's too, and another name of the same list does not know what it holds now.
//
// A list is a value here. While nothing has changed it, names of one list hold one object of this program.
import { isSameObject, tuple, unknown, type Value } from "../algebra/value.ts";
import type { Call } from "./call-record.ts";
import { localScopes } from "./captured.ts";
import { write } from "./journal.ts";
import { sameValue } from "./key.ts";
import { holder, setName } from "./scope.ts";
import type { Frame, Session } from "./session.ts";

type Names = ReadonlyMap<string, Value>;

const isContainer = (value: Value | undefined): value is Value => value?.kind === "tuple" || value?.kind === "dict";

/** Writes to the name wherever a function declares it; false where none does. */
export function changeName(frame: Frame, name: string, value: Value): boolean {
  const held = holder(frame.scope, name);
  if (held === undefined || held.scope.find !== undefined) return false;
  const { names } = held.scope;
  const before = names.get(held.name);
  setName(frame.session, held.scope, held.name, value);
  const given = names.get(`<out ${held.name}>`) ?? names.get(`<in ${held.name}>`);
  if (isContainer(before) && given !== undefined && isSameObject(before, given))
    write(frame.session.journal, names, `<out ${held.name}>`, value);
  return true;
}

/** After a change of what was `before`: names, items and fields in sight that still hold it. */
export function forgetTwins(frame: Frame, before: Value): void {
  if (!isContainer(before)) return;
  const { journal } = frame.session;
  const changed = unknown("another name of this list or dictionary changes it");
  const isTwin = (value: Value): boolean => isSameObject(value, before);
  const without = (value: Value): Value | undefined => {
    if (isTwin(value)) return changed;
    const renewed = (item: Value): Value => (isTwin(item) ? changed : item);
    if (value.kind === "tuple" && value.items.some(isTwin)) return tuple(value.items.map(renewed));
    if (value.kind !== "dict" || !value.entries.some(([, item]) => isTwin(item))) return undefined;
    return { kind: "dict", entries: value.entries.map(([key, item]) => [key, renewed(item)] as const) };
  };
  const sweep = (cells: Map<string, Value>): void => {
    for (const [name, value] of [...cells]) {
      const after = /^<(?:in|out) /.test(name) ? undefined : without(value);
      if (after !== undefined) write(journal, cells, name, after);
    }
  };
  for (const { names } of localScopes(frame.scope)) {
    sweep(names);
    for (const value of [...names.values()]) if (value.kind === "object") sweep(value.fields);
  }
}

/** What a call leaves in the parameters that it changed in their place; unknown where one may have become another list. */
export function changedByCall(session: Session, { fn }: Call, names: Names): Names {
  const left = new Map<string, Value>();
  for (const { name } of fn.code.params) {
    const [out, last] = [names.get(`<out ${name}>`), names.get(name)];
    if (out === undefined || last === undefined) continue;
    left.set(name, sameValue(session.identities, out, last) ? out : unknown(`${fn.name} may change it`));
  }
  return left;
}
