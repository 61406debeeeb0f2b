// `super().method(…)` and `super(C, self).method(…)`: the method of the bases of the class whose code this is, on the same object.
import type { Expr } from "../ir.ts";
import { unknown, type Value } from "../value.ts";
import { basesOf, classFrame, classInstance, classMember } from "./class.ts";
import { bindSelf } from "./function-value.ts";
import type { Frame } from "./session.ts";

/** The bound method that such a callee names; undefined for any other expression. */
export function superMethod(frame: Frame, callee: Expr): Value | undefined {
  if (frame.language !== "python" || callee.kind !== "member" || !isSuper(callee.object)) return undefined;
  const { owner, self } = frame;
  if (owner === undefined || self?.kind !== "object") return unknown("super() outside a method");
  const bases = basesOf(frame.session, owner);
  for (const base of bases) {
    if (base.kind !== "class") continue;
    const instance = classInstance(classFrame(frame.session, owner), base);
    const found = classMember(frame.session, instance, callee.name);
    if (found?.kind === "function") return bindSelf(found, self);
  }
  const isVisible = bases.every((base) => base.kind === "class" || base.kind === "builtin");
  return isVisible ? nothing : unknown(`${callee.name} of a base class that is not visible`);
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
