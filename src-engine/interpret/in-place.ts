// What changes in its place, as Python's lists and dictionaries do: the name may be one of the function around, a parameter's
// list is the caller's too, and another name of the same list does not know what it holds now.
//
// A list is a value here. While nothing has changed it, names of one list hold one object of this program.
import { isSameObject, tuple, unknown, type Value } from "../algebra/value.ts";
import type { Call } from "./call-record.ts";
import { localScopes } from "./captured.ts";
import { type Identities, isLeftToTwins, leftToTwins, rememberTwins } from "./identities.ts";
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

/**
 * After a change in its place of what was `before` and is `after` now: whatever in sight may be the same list or dictionary is not
 * known any more. The one that was changed remembers what its other names hold since, for a change by one of those.
 */
export function forgetTwins(frame: Frame, before: Value, after: Value): void {
  const { identities } = frame.session;
  const marks = marksOf(identities, before);
  if (marks.length === 0) return;
  const cause = optionsOf(before).flatMap((one) => leftToTwins(identities, one) ?? [])[0];
  const changed = unknown("another name of this list or dictionary changes it", cause);
  const isTwin = (value: Value): boolean =>
    optionsOf(value).some(isContainer) &&
    marksOf(identities, value).some((one) => marks.some((mark) => isSameObject(one, mark)));
  // Code of a file stands in no function: its names are the file's.
  const local = localScopes(frame.scope);
  const hasTwins = (local.length > 0 ? local : [frame.scope])
    .map(({ names }) => sweep(frame, names, isTwin, changed))
    .includes(true);
  const left = hasTwins ? changed : cause;
  if (left === undefined) return;
  for (const one of optionsOf(after)) if (isContainer(one)) rememberTwins(identities, one, left);
}

/** A list or dictionary that another name has changed. */
export function isLost({ session: { identities } }: Frame, value: Value): boolean {
  return marksOf(identities, value).some((one) => isLeftToTwins(identities, one));
}

const optionsOf = (value: Value): readonly Value[] =>
  value.kind === "alternatives" ? value.options.map((one) => one.value) : [value];

/** What tells that two names hold one list: the list itself, or what is left of it where another name changed it. */
const marksOf = (identities: Identities, value: Value): readonly Value[] =>
  optionsOf(value).flatMap((one) => {
    const marks: Value[] = isContainer(one) ? [one] : [];
    let left = one.kind === "unknown" ? one : leftToTwins(identities, one);
    for (; left !== undefined; left = left.cause) marks.push(left);
    return marks;
  });

type IsTwin = (value: Value) => boolean;

/** Names, and fields of objects that they hold; true where one was a twin. */
function sweep(frame: Frame, cells: Map<string, Value>, isTwin: IsTwin, changed: Value, depth = 0): boolean {
  let hasTwins = false;
  for (const [name, value] of [...cells]) {
    if (/^<(?:in|out) /.test(name)) continue;
    const after = without(value, isTwin, changed);
    if (after !== undefined) write(frame.session.journal, cells, name, after);
    hasTwins ||= after !== undefined;
    if (depth === 0 && value.kind === "object") hasTwins = sweep(frame, value.fields, isTwin, changed, 1) || hasTwins;
  }
  return hasTwins;
}

function without(value: Value, isTwin: IsTwin, changed: Value): Value | undefined {
  if (isTwin(value)) return changed;
  const renewed = (item: Value): Value => (isTwin(item) ? changed : item);
  if (value.kind === "tuple" && value.items.some(isTwin)) return tuple(value.items.map(renewed));
  if (value.kind !== "dict" || !value.entries.some(([, item]) => isTwin(item))) return undefined;
  return { kind: "dict", entries: value.entries.map(([key, item]) => [key, renewed(item)] as const) };
}

/** Parameters that are something else at the end, for whoever gave them. */
export function leftBy({ session, dialect, scope: { names } }: Frame, call: Call): Names {
  if (!dialect.semantics.valueObjects) return changedByCall(session, call, names);
  const written = call.fn.code.params.flatMap(({ name, passing }): readonly (readonly [string, Value])[] => {
    const after = names.get(name);
    return passing !== "mutable" || after === undefined || isAsGiven(session, names, name) ? [] : [[name, after]];
  });
  return new Map(written);
}

/** Has the parameter at the end the value that it was given? */
function isAsGiven(session: Session, names: Names, name: string): boolean {
  return sameValue(session.identities, names.get(`<in ${name}>`), names.get(name));
}

/** What a call leaves in the parameters that it changed in their place; unknown where one may have become another list. */
function changedByCall(session: Session, { fn }: Call, names: Names): Names {
  const left = new Map<string, Value>();
  for (const { name } of fn.code.params) {
    const [out, last] = [names.get(`<out ${name}>`), names.get(name)];
    if (out === undefined || last === undefined) continue;
    left.set(name, sameValue(session.identities, out, last) ? out : unknown(`${fn.name} may change it`));
  }
  return left;
}
