// A constructor that nobody calls with known arguments: what its class refuses says what they may be, and the first that it takes
// stands for all. A check of the class names its parameters as the constructor does: it is asked about them before.
import { staticInt } from "../algebra/int/int.ts";
import { type Tree, tupleLike, type Value } from "../algebra/value.ts";
import { type Accepted, acceptedBy, type Literal } from "../program/accepted.ts";
import type { FunctionItem, Param } from "../program/ir.ts";
import { accepting } from "./preset.ts";
import type { Frame } from "./session.ts";

/** The parameter's value with what its class takes in the place of what is not known. */
export function asAccepted(frame: Frame, param: Param, value: Value): Value {
  const { instance, owner, dialect, session } = frame;
  if (owner === undefined || owner.value.file !== session.program.target) return value;
  if (!dialect.semantics.makers.includes(instance.name)) return value;
  const checks = owner.value.item.members.filter((one): one is FunctionItem => one.kind === "function");
  for (const check of checks) {
    const open = acceptedBy(check).filter((one) => one.param === param.name && isOpen(partOf(value, one)));
    if (open.length === 0) continue;
    const assumed = accepting(param.name, check.name);
    for (const record of [instance, owner.record]) if (!record.assumes.includes(assumed)) record.assumes.push(assumed);
    return open.reduce<Value>(withFirst, value);
  }
  return value;
}

const partOf = (value: Value, { item }: Accepted): Value | undefined =>
  item === undefined ? value : value.kind === "tuple" ? value.items[item] : undefined;

function withFirst(value: Value, { item, values }: Accepted): Value {
  const first = literal(values[0]!);
  if (item === undefined || value.kind !== "tuple") return first;
  return tupleLike(
    value,
    value.items.map((one: Tree<Value>, i) => (i === item ? first : one)),
  );
}

const isOpen = (value: Value | undefined): boolean => value?.kind === "unknown" || value?.kind === "sym";

const literal = (value: Literal): Value => (typeof value === "number" ? staticInt(value) : { kind: "text", value });
