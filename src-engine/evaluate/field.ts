// Data members: what a field of an object is when nothing has set it. C++: by its declared type; Python: the class attribute.
import type { StatementItem } from "../ir.ts";
import type { Value } from "../value.ts";
import { classFrame } from "./class.ts";
import { letValue } from "./declaration.ts";
import type { ClassInstance, Frame } from "./session.ts";
import type { ObjectValue } from "./types.ts";

/** The class-scope value of a field, made the object's own where it is one: nested structs, run-time numbers under `object.field`. */
export function fieldOf(frame: Frame, object: ObjectValue, instance: ClassInstance, name: string, value: Value): Value {
  const item = instance.value.item.members.find(
    (one): one is StatementItem => one.kind === "statement" && one.name === name,
  );
  if (frame.language === "python" || item?.statement.kind !== "let" || isStaticMember(item)) return value;
  const own = classFrame(frame.session, instance);
  const made = letValue({ ...own, item: instance.value.within ?? item.id }, item.statement, `${object.name}.${name}`);
  // Kept, so that a nested object is the same one each time; it is no write of the program.
  object.fields.set(name, made);
  return made;
}

const isStaticMember = (item: StatementItem): boolean =>
  item.statement.kind === "let" && item.statement.attributes.some((one) => one === "static" || one === "constexpr");
