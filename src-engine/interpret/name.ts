// A name's value: local, member of the object or class around, declared in the file or what it includes, or the library's.
//
// The project's declarations come before the library's: `copy` and `size` are common names.

import { unknown, type Value } from "../algebra/value.ts";
import type { Expr } from "../program/ir.ts";
import { cudaBuiltin } from "./cuda.ts";
import { readDoubts } from "./doubts.ts";
import { aliasedNamespace, fileScope, findAround, findInclusive, includersOf } from "./files.ts";
import { refine } from "./join.ts";
import { scopeMember } from "./member.ts";
import { find } from "./scope.ts";
import type { Frame, Used } from "./session.ts";
import { fromLibraryTarget } from "./stands.ts";
import { assumed } from "./untaken.ts";

export function nameValue(frame: Frame, expr: Expr & { kind: "name" }): Value {
  const { path } = expr;
  if (path.length === 1) return simpleName(frame, path[0]!);
  return refine(frame, qualifiedName(frame, path));
}

function simpleName(frame: Frame, name: string): Value {
  if (name === "this" && frame.dialect.semantics.implicitThis) return frame.self ?? unknown("there is no object here");
  const found = find(frame.scope, name);
  const used = found === undefined || found.scope === frame.file.scope ? usedName(frame, name) : undefined;
  if (used !== undefined) return used;
  if (found !== undefined) {
    readDoubts(frame.session, found.scope, found.name);
    return assumed(frame.session, name, refine(frame, found.value));
  }
  const value = libraryName(frame, [name]) ?? fromLibraryTarget(frame, [name]);
  if (value !== undefined) return value;
  frame.file.missed.add(name);
  return unknown(`${name} is not declared where this file can see it`);
}

/** `using cute::Shape;` in a namespace around hides the name of one further out. */
function usedName(frame: Frame, name: string): Value | undefined {
  const isAround = ({ scope }: Used): boolean => scope.every((one) => frame.namespaces.includes(one));
  const used = frame.file.used.get(name)?.filter(isAround).at(-1);
  const value = used === undefined ? undefined : qualifiedName(frame, used.path);
  return value?.kind === "unknown" ? undefined : value;
}

function qualifiedName(frame: Frame, path: readonly string[]): Value {
  const first = path[0] === "" ? undefined : find(frame.scope, path[0]!);
  const aliased = first?.value.kind === "unknown" ? throughNamespaceAlias(frame, path) : undefined;
  if (aliased !== undefined) return aliased;
  if (first !== undefined && first.value.kind !== "function") {
    return path.slice(1).reduce<Value>((object, name) => scopeMember(frame, object, name), first.value);
  }
  const declared = findInclusive(frame.session, frame.file, path, frame.namespaces);
  if (declared !== undefined) return declared;
  const known = libraryName(frame, path) ?? throughPrefix(frame, path) ?? fromLibraryTarget(frame, path);
  return known ?? unknown(`${path.join("::")} is not known`);
}

/** `ns::Class::member`: the longest prefix that is declared, then its members. */
function throughPrefix(frame: Frame, path: readonly string[]): Value | undefined {
  for (let n = path.length - 1; n >= 1; n--) {
    const prefix = path.slice(0, n);
    const value = findInclusive(frame.session, frame.file, prefix, frame.namespaces) ?? libraryName(frame, prefix);
    if (value === undefined || value.kind === "unknown") continue;
    return path.slice(n).reduce<Value>((object, name) => scopeMember(frame, object, name), value);
  }
  return undefined;
}

/** The namespace itself has no value, and is mostly declared where the alias does not see it: `namespace ku {} namespace k = ku;`. */
function throughNamespaceAlias(frame: Frame, [name, ...rest]: readonly string[]): Value | undefined {
  const target = aliasedNamespace(frame.session, frame.file, name!);
  if (target === undefined || target[0] === name) return undefined;
  const path = [...target, ...rest];
  return (
    findInclusive(frame.session, frame.file, path, frame.namespaces) ??
    libraryName(frame, path) ??
    throughPrefix(frame, path)
  );
}

function libraryName(frame: Frame, path: readonly string[]): Value | undefined {
  const value = frame.dialect.lookup(frame.file.linked.unit, path);
  if (value !== undefined || !frame.dialect.semantics.includes) return value;
  return (
    (path.length === 1 ? cudaBuiltin(frame.session, path[0]!) : undefined) ??
    preludeName(frame, path) ??
    findAround(frame.session, frame.file, path) ??
    libraryAround(frame, path)
  );
}

/** A header without includes of its own sees the library where a file does that includes it. */
function libraryAround({ session, file, dialect }: Frame, path: readonly string[]): Value | undefined {
  for (const one of includersOf(session, file)) {
    const value = dialect.lookup(one.linked.unit, path);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** What the library itself writes in the language, as the prelude says it. */
function preludeName(frame: Frame, path: readonly string[]): Value | undefined {
  const { dialect, session, file } = frame;
  const prelude = dialect.prelude === undefined ? undefined : fileScope(session, dialect.prelude);
  if (prelude === undefined || prelude === file) return undefined;
  const name = dialect.preludePath?.(file.linked.unit, path);
  return name === undefined ? undefined : findInclusive(session, prelude, name, []);
}
