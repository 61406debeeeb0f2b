// Names and where they live: looking up, declaring and assigning, through the journal so that branches can take writes back.

import { unknown, type Value } from "../algebra/value.ts";
import type { ItemId, Span } from "../program/ir.ts";
import type { Declaration, Scope } from "../program/values.ts";
import { setDoubts } from "./doubts.ts";
import { LocalNames, write } from "./journal.ts";
import type { Frame, Session } from "./session.ts";

export const newScope = (parent?: Scope, find?: (name: string) => Value | undefined): Scope => ({
  names: new Map(),
  declared: new Map(),
  aliases: new Map(),
  doubts: new Map(),
  ...(parent === undefined ? {} : { parent }),
  ...(find === undefined ? {} : { find }),
});

/** The scope of a block or a call: nobody has it who was there before. */
export const localScope = ({ journal }: Session, parent: Scope): Scope => ({
  ...newScope(parent),
  names: new LocalNames(journal),
});

export interface Found {
  readonly value: Value;
  readonly scope: Scope;
  readonly name: string;
}

/** The nearest binding of a name. */
export function find(scope: Scope | undefined, name: string): Found | undefined {
  for (let at = scope; at !== undefined; at = at.parent) {
    const alias = at.aliases?.get(name);
    if (alias !== undefined) return find(alias.scope, alias.name);
    const value = at.names.get(name) ?? at.find?.(name);
    if (value !== undefined) return { value, scope: at, name };
    if (at.declared.has(name)) return undefined;
  }
  return undefined;
}

/** The scope that holds or declares a name: where an assignment to it goes. */
export function holder(scope: Scope | undefined, name: string): { scope: Scope; name: string } | undefined {
  for (let at = scope; at !== undefined; at = at.parent) {
    const alias = at.aliases?.get(name);
    if (alias !== undefined) return alias;
    if (at.names.has(name) || at.declared.has(name)) return { scope: at, name };
  }
  return undefined;
}

export function declarationOf(scope: Scope | undefined, name: string): Declaration | undefined {
  const held = holder(scope, name);
  return held?.scope.declared.get(held.name);
}

/** The same of what a function declares: in what order the members of a class and the names of a file are met says nothing of them. */
export function localDeclaration(scope: Scope | undefined, name: string): Declaration | undefined {
  const held = holder(scope, name);
  return held?.scope.find === undefined ? held?.scope.declared.get(held.name) : undefined;
}

export function declare(
  scope: Scope,
  name: string,
  item: ItemId,
  span: Span,
  more: Pick<Declaration, "type" | "written" | "constant" | "pointer" | "array"> = {},
): void {
  scope.declared.set(name, { item, span, ...more });
}

/** Was a local variable or parameter declared as a pointer? */
export function namesPointer(frame: Frame, { path }: { readonly path: readonly string[] }): boolean {
  const held = path.length === 1 ? holder(frame.scope, path[0]!) : undefined;
  return held?.scope.declared.get(held.name)?.pointer === true;
}

export function setName(session: Session, scope: Scope, name: string, value: Value): void {
  write(session.journal, scope.names, name, value);
  setDoubts(session, scope, name);
}

/** Assigns to an existing name, else makes it in the scope where the language puts new names. */
export function assignName(frame: Frame, name: string, value: Value): void {
  const held = frame.dialect.semantics.blockScopes ? holder(frame.scope, name) : functionHolder(frame, name);
  // The class around has the name too, with what the field is at first.
  const isLocal = held !== undefined && held.scope !== frame.owner?.scope;
  if (!isLocal && writesField(frame, name, value)) return;
  const target = held ?? { scope: frame.functionScope, name };
  setName(frame.session, target.scope, target.name, value);
}

const isModule = (value: Value | undefined): boolean => value?.kind === "module";

/** Python: the name is one of a function around; of the file it is not known, since any function may have written it. */
export function nameOuter(frame: Frame, name: string, of: "function" | "file"): void {
  const held = holder(frame.functionScope.parent, name);
  // `global torch` before the function imports it: there is nothing that it hides.
  if (held === undefined || isModule(held.scope.names.get(held.name))) return;
  if (of === "function" && held.scope.find === undefined) frame.functionScope.aliases?.set(name, held);
  else setName(frame.session, frame.functionScope, name, unknown(`${name} is written by more than one function`));
}

/** Python assigns to the function's own name, whatever an outer scope has. */
function functionHolder(frame: Frame, name: string): { scope: Scope; name: string } | undefined {
  for (let at: Scope | undefined = frame.scope; at !== undefined; at = at.parent) {
    if (at.names.has(name) || at.aliases?.has(name)) return at.aliases?.get(name) ?? { scope: at, name };
    if (at === frame.functionScope) return undefined;
  }
  return undefined;
}

/** C++ writes a member of the object around without `this->`. */
function writesField(frame: Frame, name: string, value: Value): boolean {
  if (!frame.dialect.semantics.implicitThis || frame.self?.kind !== "object") return false;
  const isMember = frame.self.fields.has(name) || frame.owner?.value.item.members.some((one) => one.name === name);
  if (isMember) {
    keepFirst(frame, frame.self.fields, name);
    write(frame.session.journal, frame.self.fields, name, value);
  }
  return isMember === true;
}

/** What a field is before its first write, by its initialiser or type: loops and branches must see that it changes. */
function keepFirst(frame: Frame, fields: Map<string, Value>, name: string): void {
  const before = fields.has(name) ? undefined : find(frame.scope, name)?.value;
  if (before !== undefined) fields.set(name, before);
}
