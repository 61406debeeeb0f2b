// What stands in memory: an integer read through a pointer is a symbol under the expression as the source has it.
//
// Two reads are the same number only where place, pointer and index are the same: something may write between them.

import type { Pointer, Value } from "../algebra/value.ts";
import type { Expr } from "../program/ir.ts";
import { ofRun } from "./entry.ts";
import { valueKey } from "./key.ts";
import { typedValue } from "./parameter.ts";
import { placeId } from "./place.ts";
import type { Frame } from "./session.ts";
import { mint } from "./symbol.ts";

/** `cu_seqlens[bidb]`, `*counter`; an item of an array of layouts as its type says; undefined where it is neither. */
export function loaded(frame: Frame, pointer: Pointer, indices: readonly Value[], expr: Expr): Value | undefined {
  const { dtype, of } = pointer;
  if (of !== undefined && dtype.kind === "unknown") {
    const name = nameOf(frame, pointer, expr);
    return typedValue(frame, of, name, expr.span.start, name);
  }
  if (dtype.kind !== "dtype" || (dtype.family !== "int" && dtype.family !== "uint")) return undefined;
  const { identities } = frame.session;
  const where = [pointer, ...indices].map((one) => valueKey(identities, one)).join(",");
  const id = `memory ${where}@${placeId(frame, expr.span.start)}`;
  return mint(frame.session, { id, name: nameOf(frame, pointer, expr), ofRun: ofRun(frame) });
}

function nameOf(frame: Frame, pointer: Pointer, expr: Expr): string {
  const text = frame.file.linked.text(frame.item, expr.span).replace(/\s+/g, "").replaceAll("->", ".");
  if (text.length <= 40 && /^\*?[A-Za-z_][\w.]*(\[[\w.+\-*/]+\])?$/.test(text)) return text;
  return pointer.base ?? "loaded";
}
