// Can a call lead to the target file at all? By the files that its code sees, or by the classes and functions that it is handed.
//
// A kernel that waits in the work list is evaluated for what it shows of the target; one that cannot get there is left out.
import type { Value } from "../algebra/value.ts";
import { mentionsOf } from "../program/mentions.ts";
import { seenFrom } from "../program/seen-files.ts";
import type { FunctionValue } from "../program/values.ts";
import type { Call } from "./call-record.ts";
import { fileScope, visibleFiles } from "./files.ts";
import { semanticsOf } from "./semantics.ts";
import { type FileScope, isFunctionItem, type Session } from "./session.ts";

const deepest = 8;
const mostFiles = 300;

export function leadsToTarget(session: Session, { fn, matched }: Call): boolean {
  const { target } = session.program;
  const files = new Set<string>([fn.file]);
  const given = matched.byParam.flatMap((one) => (one === undefined ? [] : [one.value]));
  const self = fn.self === undefined ? [] : [fn.self];
  for (const one of [...fn.targs, ...(fn.owner?.value.targs ?? []), ...self, ...given]) filesOf(session, one, files, 0);
  return [...files].some((file) => file === target || sees(session, file, target));
}

function sees(session: Session, path: string, target: string): boolean {
  const file = fileScope(session, path);
  if (file === undefined) return false;
  if (!semanticsOf(session, file).includes) return imports(session, file).has(target);
  file.visible ??= visibleFiles(session, file);
  return file.visible.some((one) => one.file === target);
}

/** What a module imports, directly or through others. */
function imports(session: Session, file: FileScope): ReadonlySet<string> {
  const known = session.imports.get(file.file);
  if (known !== undefined) return known;
  const seen = new Set([file.file]);
  for (const path of seen) {
    if (seen.size >= mostFiles) break;
    const links = session.program.units.get(path)?.links;
    if (links !== undefined) for (const next of seenFrom(path, links)) seen.add(next);
  }
  session.imports.set(file.file, seen);
  return seen;
}

/** A function of a file that uses the target: what else that file imports says nothing about it. */
const isUsersOwn = (session: Session, { file, code }: FunctionValue): boolean =>
  isFunctionItem(code) && /\.(py|ipynb)$/.test(file) && session.program.roots.includes(file);

function namesTarget(session: Session, { code }: FunctionValue): boolean {
  const names = isFunctionItem(code) ? mentionsOf(code) : new Set<string>();
  const target = fileScope(session, session.program.target);
  return target === undefined || [...target.index.keys()].some((name) => names.has(name));
}

function filesOf(session: Session, value: Value, files: Set<string>, depth: number): void {
  if (depth > deepest) return;
  switch (value.kind) {
    case "class":
      files.add(value.file);
      for (const one of value.targs) filesOf(session, one, files, depth + 1);
      return;
    case "object":
      if (value.type !== undefined) filesOf(session, value.type, files, depth + 1);
      for (const one of value.fields.values()) filesOf(session, one, files, depth + 1);
      return;
    case "function":
      if (!isUsersOwn(session, value) || namesTarget(session, value)) files.add(value.file);
      return;
    case "type":
      return filesOf(session, value.of, files, depth + 1);
    case "tuple":
      for (const one of value.items) filesOf(session, one, files, depth + 1);
      return;
    case "alternatives":
      for (const one of value.options) filesOf(session, one.value, files, depth + 1);
      return;
    default:
      return;
  }
}
