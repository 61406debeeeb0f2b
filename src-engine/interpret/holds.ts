// Does what a loop's head says hold of a value that a round leaves? Told with certainty only: what is not told makes the head wider.
import { bounds } from "../algebra/int/ask.ts";
import { isInt } from "../algebra/int/int.ts";
import type { Int, Tensor, Value } from "../algebra/value.ts";
import { contradicts } from "../program/condition.ts";
import type { Option } from "../program/values.ts";
import { sameValue } from "./key.ts";
import type { Frame } from "./session.ts";
import { holdsPointer, isNumberStill, type ReadField } from "./widen.ts";

/** Is the value one of those that the head stands for? */
export function holds(frame: Frame, head: Value, value: Value, read: ReadField): boolean {
  if (head.kind === "unknown" || sameValue(frame.session.identities, head, value)) return true;
  if (head.kind === "alternatives" || value.kind === "alternatives") {
    const of = optionsOf(head);
    // Two options whose conditions can hold at one time must agree: a condition on what changes says nothing of the next round.
    return optionsOf(value).every((one) =>
      of.every((each) => contradicts(one.under, each.under) || holds(frame, each.value, one.value, read)),
    );
  }
  if (isInt(head)) return standsFor(frame, head, value);
  return holdsParts(frame, head, value, read);
}

const optionsOf = (value: Value): readonly Pick<Option, "under" | "value">[] =>
  value.kind === "alternatives" ? value.options : [{ under: [], value }];

/** The symbol that this loop made stands for any number from its least on, and for what is one still and not known. */
function standsFor(frame: Frame, head: Int, value: Value): boolean {
  if (head.kind !== "sym" || !frame.flow.heads.at(-1)!.has(head.poly.key)) return false;
  const { min } = bounds(head);
  return isInt(value) ? bounds(value).min >= min : min === Number.NEGATIVE_INFINITY && isNumberStill(frame, head);
}

function holdsParts(frame: Frame, head: Value, value: Value, read: ReadField): boolean {
  if (head.kind === "tuple" && value.kind === "tuple")
    return (
      head.items.length === value.items.length && head.items.every((one, i) => holds(frame, one, value.items[i]!, read))
    );
  if (head.kind === "object" && value.kind === "object")
    return (
      head.type?.item === value.type?.item &&
      [...head.fields].every(([field, one]) => {
        const other = read(value.fields, field);
        return one.kind === "unknown" || (other !== undefined && holds(frame, one, other, read));
      })
    );
  if (head.kind === "tensor" && value.kind === "tensor")
    return (
      sameValue(frame.session.identities, head.layout, value.layout) &&
      holdsEngine(frame, head.engine, value.engine, read)
    );
  return head.kind === "pointer" && value.kind === "pointer" && holdsPointer(frame, head, value);
}

type Engine = Tensor["engine"];

function holdsEngine(frame: Frame, head: Engine, value: Engine, read: ReadField): boolean {
  if (head.kind === "arith" && value.kind === "arith")
    return (
      head.items.length === value.items.length &&
      head.items.every((one, i) => holds(frame, one as Value, value.items[i] as Value, read))
    );
  return holds(frame, head as Value, value as Value, read);
}
