// Lambdas and nested functions that their function never calls: shown once, with parameters as their types say.
//
// They may be called by something unknown, so nothing in them is certain and nothing they write stays.
import type { Value } from "../algebra/value.ts";
import type { Expr } from "../program/ir.ts";
import { mentionsOf } from "../program/mentions.ts";
import type { ClassValue, FunctionValue } from "../program/values.ts";
import { bindAll, calleeFrame } from "./callee.ts";
import { classInstance, classMember, newObject } from "./class.ts";
import { methodsOf } from "./covered.ts";
import { bindSelf } from "./function-value.ts";
import { attempt } from "./journal.ts";
import { type Frame, newFlow } from "./session.ts";
import { silently } from "./silent.ts";
import { execute } from "./statement.ts";

/** What is given away without a name (`build(lambda: compile(kernel, a))`) is shown as well, where it takes nothing. */
export function kept(frame: Frame, { span }: Expr & { kind: "lambda" }, made: FunctionValue): FunctionValue {
  const { functionScope, file } = frame;
  if (functionScope !== file.scope && made.code.params.length === 0) {
    functionScope.names.set(`<lambda ${span.start}>`, made);
  }
  return made;
}

export function showUncalled(frame: Frame): void {
  const { session } = frame;
  if (session.silent > 0) return;
  const running = frame.scope.names.get("<function>");
  for (const value of [...frame.scope.names.values()]) {
    if (running?.kind === "function" && value.kind === "function" && value.code === running.code) continue;
    if (isOwnClass(frame, value)) showMethods(frame, value);
    else if (isNested(frame, value)) showOne(frame, value);
  }
}

function showOne(frame: Frame, fn: FunctionValue): void {
  const { session } = frame;
  if (session.called.has(fn.code) || !isFirst(frame, fn) || !isWorthIt(frame, fn)) return;
  attempt(session.journal, () => show(frame, fn));
}

/** A class that a function makes for a framework, which calls its methods: on an object as the constructor leaves it. */
function showMethods(frame: Frame, cls: ClassValue): void {
  const { session, dialect } = frame;
  attempt(session.journal, () => {
    const object = newObject(frame, cls);
    const instance = silently(frame, () => classInstance(frame, cls));
    const methods = methodsOf(cls.item).filter((one) => one.body !== undefined && one.typeParams.length === 0);
    const { makers } = dialect.semantics;
    const order = [...methods].sort((a, b) => Number(makers.includes(b.name)) - Number(makers.includes(a.name)));
    for (const method of order) {
      const member = silently(frame, () => classMember(session, instance, method.name));
      if (member?.kind !== "function" || member.code !== method) continue;
      const fn = method.attributes.includes("staticmethod") ? member : bindSelf(member, object);
      if (makers.includes(method.name)) silently(frame, () => show(frame, fn));
      showOne(frame, fn);
    }
  });
}

/** Of other files what names something of the target is of interest. */
function isWorthIt({ session, instance }: Frame, { code }: FunctionValue): boolean {
  if (instance.recording) return true;
  const own = session.program.units.get(session.program.target)?.unit.items ?? [];
  const mentioned = mentionsOf(code);
  return own.some(({ name }) => mentioned.has(name));
}

/** Each instance shows it once. */
function isFirst({ session, instance }: Frame, { code }: FunctionValue): boolean {
  const shown = session.uncalled.get(code) ?? new Set<string>();
  if (shown.has(instance.id)) return false;
  session.uncalled.set(code, shown.add(instance.id));
  session.made.push({ kind: "uncalled", shown, instance: instance.id });
  return true;
}

const isOwnClass = (frame: Frame, value: Value): value is ClassValue =>
  value.kind === "class" &&
  value.file === frame.file.file &&
  value.scope === frame.scope &&
  value.item.typeParams.length === 0;

const isNested = (frame: Frame, value: Value): value is FunctionValue =>
  value.kind === "function" &&
  value.isAlias !== true &&
  value.file === frame.file.file &&
  value.item === frame.item &&
  value.scope !== frame.file.scope &&
  value.code.body !== undefined;

function show(frame: Frame, fn: FunctionValue): void {
  const { session, flow } = frame;
  const inside = {
    ...calleeFrame(session, fn, frame.instance, flow.path, frame),
    flow: newFlow(flow.path, flow.unsure + 1, session.journal.logs.length),
  };
  const { self } = fn;
  const isPassed = self !== undefined && !frame.dialect.semantics.implicitThis;
  const byParam = fn.code.params.map((_, i) => (i === 0 && isPassed ? { value: self } : undefined));
  bindAll(inside, fn, { byParam }, []);
  execute(inside, fn.code.body ?? []);
}
