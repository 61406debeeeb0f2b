// `__init_subclass__`: what a base class of Python does to the classes that are made from it.

import { basesOf, classMember } from "../../../../../src-engine/interpret/class.ts";
import { callWithValues } from "../../../../../src-engine/interpret/function-call.ts";
import { bindSelf } from "../../../../../src-engine/interpret/function-value.ts";
import type { ClassInstance, Frame } from "../../../../../src-engine/interpret/session.ts";

/** Runs once for a class, when it is first met; what it sets on the class stays, whichever branch came first. */
export function initSubclass(frame: Frame, instance: ClassInstance): void {
  const { session } = frame;
  if (instance.value.item.bases.length === 0) return;
  const owner = basesOf(session, instance).find((base) => base.kind === "class");
  if (owner?.kind !== "class") return;
  const method = inheritedHook(session, instance);
  if (method?.kind !== "function" || method.code.body === undefined) return;
  const open = session.journal.logs.splice(0);
  try {
    callWithValues(frame, bindSelf(method, instance.value), []);
  } finally {
    session.journal.logs.push(...open);
  }
}

/** Not the class's own: that one is for its subclasses. */
const inheritedHook = (session: Frame["session"], instance: ClassInstance) => {
  const isOwn = instance.value.item.members.some((one) => one.name === "__init_subclass__");
  return isOwn ? undefined : classMember(session, instance, "__init_subclass__");
};
