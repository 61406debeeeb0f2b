// Can a call lead to the target file at all? By the files that its code sees, or by the classes and functions that it is handed.
//
// A kernel that waits in the work list is evaluated for what it shows of the target; one that cannot get there is left out.
import type { Value } from "../value.ts";
import type { Call } from "./call-record.ts";
import { fileScope, visibleFiles } from "./files.ts";
import type { Session } from "./session.ts";

const deepest = 8;

export function leadsToTarget(session: Session, { fn, matched }: Call): boolean {
  const { target } = session.program;
  const files = new Set<string>([fn.file]);
  for (const one of fn.targs) filesOf(one, files, 0);
  for (const one of fn.owner?.value.targs ?? []) filesOf(one, files, 0);
  if (fn.self !== undefined) filesOf(fn.self, files, 0);
  for (const one of matched.byParam) if (one !== undefined) filesOf(one.value, files, 0);
  return [...files].some((file) => file === target || sees(session, file, target));
}

function sees(session: Session, path: string, target: string): boolean {
  const file = fileScope(session, path);
  if (file === undefined) return false;
  file.visible ??= visibleFiles(session, file);
  return file.visible.some((one) => one.file === target);
}

function filesOf(value: Value, files: Set<string>, depth: number): void {
  if (depth > deepest) return;
  switch (value.kind) {
    case "class":
      files.add(value.file);
      for (const one of value.targs) filesOf(one, files, depth + 1);
      return;
    case "object":
      if (value.type !== undefined) filesOf(value.type, files, depth + 1);
      for (const one of value.fields.values()) filesOf(one, files, depth + 1);
      return;
    case "function":
      files.add(value.file);
      return;
    case "type":
      return filesOf(value.of, files, depth + 1);
    case "tuple":
      for (const one of value.items) filesOf(one, files, depth + 1);
      return;
    case "alternatives":
      for (const one of value.options) filesOf(one.value, files, depth + 1);
      return;
    default:
      return;
  }
}
