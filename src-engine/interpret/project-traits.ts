// Traits that a project declares for its own types: `template <…> struct MMA_Traits<MyOperation<…>> { … }` tells CuTe, and so the
// dialect, what the operation is.
import type { Value } from "../algebra/value.ts";
import type { ClassValue } from "../program/values.ts";
import { classInstance, classMember } from "./class.ts";
import { withDefaults } from "./class-arguments.ts";
import { fileScope, findInclusive } from "./files.ts";
import type { Frame } from "./session.ts";
import { specialisation } from "./specialise.ts";

/** The members of the specialisation of a library template for a type of the project; undefined where there is none. */
export function projectTraits(
  frame: Frame,
  template: string,
  of: Value,
): ((member: string) => Value | undefined) | undefined {
  const given = of.kind === "object" ? of.type : of.kind === "class" ? of : undefined;
  if (given === undefined) return undefined;
  const type = withDefaults(frame, given);
  const { session } = frame;
  const places = [fileScope(session, type.file), frame.file];
  for (const place of places) {
    const found = place === undefined ? undefined : findInclusive(session, place, [template], []);
    if (found?.kind !== "class") continue;
    const cls: ClassValue = { ...found, targs: [type] };
    if (specialisation(frame, cls).value.item.members.length === 0) continue;
    const instance = classInstance(frame, cls);
    return (member) => classMember(session, instance, member);
  }
  return undefined;
}
