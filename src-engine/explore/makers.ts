// What makes the object that methods work on where nobody in sight calls them: its constructor with generic arguments, or a use.
import type { Value } from "../algebra/value.ts";
import type { Matched } from "../interpret/bind.ts";
import { bindAll, calleeFrame } from "../interpret/callee.ts";
import { classMember } from "../interpret/class.ts";
import { bindSelf } from "../interpret/function-value.ts";
import type { Semantics } from "../interpret/semantics.ts";
import type { ClassInstance, Frame, Session } from "../interpret/session.ts";
import { execute } from "../interpret/statement.ts";
import type { FunctionItem } from "../program/ir.ts";
import type { FunctionValue, ObjectValue } from "../program/values.ts";
import type { Case } from "./cases.ts";

/** An object of a class whose methods are started. */
export interface Made {
  readonly instance: ClassInstance;
  readonly object: ObjectValue;
  /** Its fields are those of an object that some use has made: not every method is for every object of the class. */
  borrowed?: string;
  readonly isAsserted?: boolean;
}

/** What makes an object first, then what calls it, then the rest as written. */
export function inCallOrder(
  { makers, callOperator }: Semantics,
  methods: readonly FunctionItem[],
): readonly FunctionItem[] {
  if (makers.length === 0) return methods;
  const first = [...makers, callOperator];
  const place = ({ name }: FunctionItem): number => (first.includes(name) ? first.indexOf(name) : first.length);
  return [...methods].sort((a, b) => place(a) - place(b));
}

/** Nothing is bound but the object of a Python method and what a case lists. */
export function unboundArguments({ dialect }: Frame, fn: FunctionValue, values: Case): Matched {
  const byParam = fn.code.params.map((param, i): { value: Value } | undefined => {
    if (i === 0 && fn.self !== undefined && !dialect.semantics.implicitThis) return { value: fn.self };
    const value = values.get(param.name);
    return value === undefined ? undefined : { value };
  });
  return { byParam };
}

/** Some use shows the constructor's facts; the object that the other methods see needs its fields all the same. */
export function make(session: Session, { instance, object }: Made, method: FunctionItem): void {
  const value = classMember(session, instance, method.name);
  if (value?.kind !== "function") return;
  const fn = bindSelf(value, object);
  const frame = calleeFrame(session, fn, instance.record, []);
  session.silent++;
  bindAll(frame, fn, unboundArguments(frame, fn, new Map()), []);
  execute(frame, method.body ?? []);
  session.silent--;
}

/** Gives the object the fields of the one that the constructor's first call has made: a framework calls its methods. */
export function borrow(session: Session, made: Made, maker: FunctionItem): boolean {
  const self = maker.params[0]?.name ?? "self";
  const first = madeByUse(session, maker, self);
  if (first === undefined) return false;
  for (const [name, value] of first.fields) made.object.fields.set(name, value);
  made.borrowed = `${self}: as a use makes it`;
  return true;
}

function madeByUse(session: Session, maker: FunctionItem, self: string): ObjectValue | undefined {
  for (const one of session.instances.values()) {
    if (one.item !== maker.id || one.generic || one.speculative || one.state !== "done") continue;
    for (const fact of one.facts.values())
      if (fact.kind === "variable" && fact.name === self && fact.value.kind === "object") return fact.value;
  }
  return undefined;
}
