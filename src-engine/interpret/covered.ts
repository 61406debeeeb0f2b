// Is everything of the target shown? Then further users only repeat.
//
// A function that a use reaches may still have variables without a value, because the use's tensors or flags are not known.
import type { Block, ClassItem, FunctionItem, Pattern } from "../program/ir.ts";
import { fileScope } from "./files.ts";
import { isKnown } from "./known.ts";
import { semanticsOfTarget } from "./semantics.ts";
import type { Session } from "./session.ts";
import { isStoodFor } from "./stands.ts";

/** Is most of what the target's functions declare shown by real instances? */
export function isMostlyShown(session: Session): boolean {
  const file = fileScope(session, session.program.target);
  const functions = (file?.linked.unit.items ?? []).flatMap((item): readonly FunctionItem[] =>
    item.kind === "class" ? methodsOf(item) : item.kind === "function" ? [item] : [],
  );
  return areShown(
    session,
    functions.filter((one) => one.body !== undefined),
  );
}

/** Do real uses reach every function of the target? Then further users only repeat. */
export function isCovered(session: Session): boolean {
  const file = fileScope(session, session.program.target);
  if (file === undefined) return true;
  // Of a class that the library's model leads to nobody calls the methods: its instances are what there is to find.
  const open = file.linked.unit.items.filter((item) => !isStoodFor(session, file.file, item.id));
  const functions = open.flatMap((item): readonly FunctionItem[] =>
    item.kind === "class" ? methodsOf(item) : item.kind === "function" ? [item] : [],
  );
  const withBody = functions.filter((one) => one.body !== undefined && one.owner === undefined);
  const stood = open.length < file.linked.unit.items.length;
  if (withBody.length === 0 && !stood) return false;
  if (!withBody.every((one) => session.seen.items.has(`${file.file}|${one.id}`))) return false;
  return session.limits.variedPerSite === 0 || areShown(session, withBody);
}

/** Has every variable of these functions a fact in some real instance? */
function areShown(session: Session, functions: readonly FunctionItem[]): boolean {
  const shown = new Set<string>();
  for (const one of session.instances.values()) {
    if (!one.recording || one.speculative) continue;
    for (const [key, fact] of one.facts) if (fact.kind === "variable" && isKnown(fact.value)) shown.add(key);
  }
  const declared = functions.flatMap(variablesOf);
  const open = declared.filter((one) => !shown.has(one)).length;
  // In a traced program some are texts, files and figures of a run: no user shows those.
  return open * 10 <= (semanticsOfTarget(session)?.traced === true ? declared.length : 0);
}

/** By function: the keys of its variables' facts. */
const variables = new WeakMap<FunctionItem, readonly string[]>();

function variablesOf(fn: FunctionItem): readonly string[] {
  const known = variables.get(fn);
  if (known !== undefined) return known;
  const keys = declaredIn(fn.body ?? []).map(({ name, start }) => `${fn.id} v${start}-${name}`);
  variables.set(fn, keys);
  return keys;
}

interface Declared {
  readonly name: string;
  readonly start: number;
}

function declaredIn(block: Block): readonly Declared[] {
  return block.flatMap((stmt): readonly Declared[] => {
    switch (stmt.kind) {
      case "let":
        return stmt.target.kind === "bind" ? [{ name: stmt.target.name, start: stmt.target.span.start }] : [];
      case "expr":
        return stmt.value.kind === "assign" ? boundIn(stmt.value.target) : [];
      case "if":
        return [...declaredIn(stmt.then), ...declaredIn(stmt.else)];
      case "for":
      case "c-for":
      case "while":
      case "block":
        return declaredIn(stmt.body);
      default:
        return [];
    }
  });
}

function boundIn(target: Pattern): readonly Declared[] {
  if (target.kind === "unpack") return target.items.flatMap(boundIn);
  return target.kind === "bind" ? [{ name: target.name, start: target.span.start }] : [];
}

export const methodsOf = (item: ClassItem): readonly FunctionItem[] =>
  item.members.filter((one): one is FunctionItem => one.kind === "function");
