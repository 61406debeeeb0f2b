// Objects of a class on a class of the library: `class T(torch.Tensor)`, `class Params(ParamsBase)`.
import type { Value } from "../../../../../src-engine/algebra/value.ts";
import { callBuiltin } from "../../../../../src-engine/interpret/builtin-call.ts";
import type { Site } from "../../../../../src-engine/interpret/call.ts";
import { basesOf } from "../../../../../src-engine/interpret/class.ts";
import type { CallArgument } from "../../../../../src-engine/interpret/dialect.ts";
import { join } from "../../../../../src-engine/interpret/join.ts";
import { write } from "../../../../../src-engine/interpret/journal.ts";
import type { ClassInstance, Frame } from "../../../../../src-engine/interpret/session.ts";
import type { ObjectValue } from "../../../../../src-engine/program/values.ts";

/** A class without a constructor of its own on a class of the library is made as the library makes its own. */
export function madeByBase(
  frame: Frame,
  object: ObjectValue,
  instance: ClassInstance,
  args: readonly CallArgument[],
  site: Site,
): boolean {
  if (args.length === 0) return false;
  for (const base of basesOf(frame.session, instance)) {
    const made = base.kind === "builtin" ? callBuiltin(frame, base, args, site) : undefined;
    const fields = made === undefined ? [] : fieldsMade(frame, made);
    if (fields.length === 0) continue;
    for (const [name, value] of fields) write(frame.session.journal, object.fields, name, value);
    return true;
  }
  return false;
}

/** Of an object whose arguments are one of several values: each field is one of several. */
function fieldsMade(frame: Frame, made: Value): readonly (readonly [string, Value])[] {
  if (made.kind === "object") return [...made.fields];
  const options = made.kind === "alternatives" ? made.options : [];
  const objects = options.flatMap(({ under, value }) => (value.kind === "object" ? [{ under, value }] : []));
  const [first] = objects;
  if (first === undefined || objects.length < options.length) return [];
  return [...first.value.fields.keys()].map((name) => {
    const values = objects.flatMap(({ under, value }) => {
      const field = value.fields.get(name);
      return field === undefined ? [] : [{ under, value: field }];
    });
    return [name, join(frame, values, name)];
  });
}
