// Examples for template parameters from what the same evaluation has seen: another specialisation of the template that some use
// has made, or the collective that a user's `CollectiveBuilder` gives. They share CUTLASS's names: `TiledMma_`, `SmemLayoutAtomA_`.
import type { Value } from "../algebra/value.ts";
import type { ClassInstance, Session } from "./session.ts";

export interface Donated {
  readonly value: Value;
  /** Whose it is: `CollectiveMma`. */
  readonly from: string;
}

/** Remembers the members of a collective that a builder has made; the first of each name stays, so that they fit together. */
export function noteDonor(session: Session, made: Value): void {
  const builder = made.kind === "type" ? made.of : made;
  const member = builder.kind === "object" ? builder.fields.get("CollectiveOp") : undefined;
  const of = member?.kind === "type" ? member.of : undefined;
  if (of?.kind !== "object") return;
  session.donors ??= new Map();
  for (const [name, value] of of.fields) {
    if (isKnownType(value) && !session.donors.has(name)) session.donors.set(name, { value, from: of.name });
  }
}

export function donated(session: Session, param: string): Donated | undefined {
  for (const one of session.classes.values()) {
    const value = isUsed(session, one) ? one.scope.names.get(param) : undefined;
    if (value === undefined || !one.value.item.typeParams.some(({ name }) => name === param)) continue;
    if (isKnownType(value)) return { value, from: one.value.item.name };
  }
  return session.donors?.get(param.replace(/_$/, ""));
}

/** An instance of the target's that some use has made: its arguments are real. */
const isUsed = (session: Session, { value, record }: ClassInstance): boolean =>
  value.file === session.program.target &&
  value.item.specialises !== undefined &&
  value.targs.length > 0 &&
  !record.generic;

function isKnownType(value: Value): boolean {
  if (value.kind === "dtype") return true;
  return value.kind === "type" && value.of.kind !== "unknown" && value.of.kind !== "alternatives";
}
