// `super().method(…)` and `super(C, self).method(…)`: the method of what follows the class whose code this is
// in the order of the object's class, on the same object.

import { unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { basesOf, classFrame, classInstance, classMember } from "../../../../../src-engine/interpret/class.ts";
import { bindSelf } from "../../../../../src-engine/interpret/function-value.ts";
import {
  type ClassInstance,
  type Frame,
  isFunctionItem,
  type Session,
} from "../../../../../src-engine/interpret/session.ts";
import type { Expr } from "../../../../../src-engine/program/ir.ts";
import type { FunctionValue } from "../../../../../src-engine/program/values.ts";

/** The bound method that such a callee names; undefined for any other expression. */
export function superMethod(frame: Frame, callee: Expr): Value | undefined {
  if (callee.kind !== "member" || !isSuper(callee.object)) return undefined;
  const { owner, self } = frame;
  if (owner === undefined || self?.kind !== "object") return unknown("super() outside a method");
  const { type } = self;
  const own = type === undefined ? [owner] : linearised(frame.session, classInstance(frame, type), 0);
  const at = own.indexOf(owner);
  // Mixins meet classes beside them: the order is that of the object's class, not of the one whose code this is.
  const rest = at < 0 ? linearised(frame.session, owner, 0).slice(1) : own.slice(at + 1);
  for (const one of rest) {
    const found = ownOf(frame.session, one, callee.name);
    if (found?.kind === "function") return isStatic(found) ? found : bindSelf(found, self);
  }
  const isVisible = [owner, ...rest].every((one) =>
    basesOf(frame.session, one).every((base) => base.kind === "class" || base.kind === "builtin"),
  );
  return isVisible ? nothing : unknown(`${callee.name} of a base class that is not visible`);
}

const isStatic = (fn: FunctionValue): boolean => isFunctionItem(fn.code) && fn.code.attributes.includes("staticmethod");

/** What the class itself declares, without its bases. */
const ownOf = (session: Session, instance: ClassInstance, name: string): Value | undefined =>
  instance.value.item.members.some((one) => one.name === name) ? classMember(session, instance, name) : undefined;

/** Python's method resolution order (C3) over the classes that are visible. */
function linearised(session: Session, instance: ClassInstance, depth: number): readonly ClassInstance[] {
  if (depth > 16) return [instance];
  const bases = basesOf(session, instance).flatMap((base) =>
    base.kind === "class" ? [classInstance(classFrame(session, instance), base)] : [],
  );
  let lists = [...bases.map((base) => linearised(session, base, depth + 1)), bases].filter((one) => one.length > 0);
  const order: ClassInstance[] = [instance];
  while (lists.length > 0) {
    const head =
      lists.map((one) => one[0]!).find((one) => !lists.some((other) => other.indexOf(one) > 0)) ?? lists[0]![0]!;
    order.push(head);
    lists = lists.map((one) => one.filter((each) => each !== head)).filter((one) => one.length > 0);
  }
  return order;
}

const isSuper = (expr: Expr): boolean =>
  expr.kind === "call" && expr.callee.kind === "name" && expr.callee.path.join(".") === "super";

/** `object.__init__` does nothing. */
const nothing: Value = {
  kind: "function",
  name: "object",
  code: {
    typeParams: [],
    params: [{ name: "args", span: { start: 0, end: 0 }, passing: "mutable", form: "star" }],
    body: [],
  },
  scope: { names: new Map(), declared: new Map() },
  targs: [],
  file: "",
  item: "",
};
