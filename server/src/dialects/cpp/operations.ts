// Names of instructions as values: an operation `SM80_CP_ASYNC_CACHEALWAYS<uint128_t>` is its spelling, which the atom tables read.

import { copyAtom, mmaAtom } from "../../../../src-engine/atoms/lookup.ts";
import type { CopyAtom, MmaAtom, TmaAtom } from "../../../../src-engine/atoms/types.ts";
import type { Context } from "../../../../src-engine/context.ts";
import type { Value } from "../../../../src-engine/value.ts";
import { plain } from "./row.ts";
import { elementOrUnknown, text, typeOf } from "./values.ts";

const names =
  /^(?:SM\d+_\w+|SM\d+(?:::\w+)+|UniversalCopy|UniversalFMA|DefaultCopy|AutoVectorizingCopy\w*|AutoCopyAsync|AutoFilter)$/;

export const isOperation = (name: string): boolean => names.test(name);

/** The type `NAME` or `NAME<args>` as its spelling. */
export function operationType(name: string, args: readonly Value[] = []): Value {
  const spelled = args.length === 0 ? name : `${name}<${args.map(spell).join(",")}>`;
  return typeOf(text(spelled), spelled);
}

/** How a template argument is written: an element type by its name, an integer as its number, an enumerator as it stands. */
export function spell(value: Value): string {
  const given = plain(value);
  switch (given.kind) {
    case "dtype":
      return given.name;
    case "num":
      return given.know === "static" && value.kind === "type" ? `Int<${given.value}>` : String(given.value);
    case "text":
      return given.value;
    default:
      return value.kind === "type" && value.name !== undefined ? value.name : "?";
  }
}

/** An MMA atom from what stands where one is wanted: an operation, an atom, a tiled MMA. */
export function mmaIn(ctx: Context, value: Value): MmaAtom {
  const given = plain(value);
  if (given.kind === "mma-atom") return given;
  if (given.kind === "tiled-mma") return given.atom;
  const found = given.kind === "text" ? mmaAtom(ctx, given.value) : undefined;
  if (found !== undefined) return found;
  const what = given.kind === "text" ? given.value : `a ${given.kind}`;
  return ctx.stop({ code: "unsupported", message: `${what} is no MMA operation that is known here` });
}

/** `Copy_Atom<op, T>`. */
export function copyIn(ctx: Context, op: Value, type: Value): CopyAtom | TmaAtom {
  const given = plain(op);
  if (given.kind === "copy-atom" || given.kind === "tma-atom") return given;
  const element = elementOrUnknown(type);
  if (element.kind === "unknown")
    return ctx.stop({ code: "not-known", message: "the value type of the copy atom is not known" });
  const found = given.kind === "text" ? copyAtom(ctx, given.value, element) : undefined;
  if (found !== undefined) return found;
  const what = given.kind === "text" ? given.value : `a ${given.kind}`;
  return ctx.stop({ code: "unsupported", message: `${what} is no copy operation that is known here` });
}
