// Atoms from what stands where one is wanted: the spelling of an operation, an atom, a tiled object.

import { copyAtom, mmaAtom } from "../../../../../src-engine/algebra/atoms/lookup.ts";
import type { CopyAtom, MmaAtom, TmaAtom } from "../../../../../src-engine/algebra/atoms/types.ts";
import type { Context } from "../../../../../src-engine/algebra/context.ts";
import type { Value } from "../../../../../src-engine/algebra/value.ts";
import { projectAtom } from "./project-atoms.ts";
import { plain } from "./row.ts";
import { elementOrUnknown } from "./values.ts";

/** An MMA atom from what stands where one is wanted: an operation, an atom, a tiled MMA. */
export function mmaIn(ctx: Context, value: Value): MmaAtom {
  const given = plain(value);
  if (given.kind === "mma-atom") return given;
  if (given.kind === "tiled-mma") return given.atom;
  const found = given.kind === "text" ? mmaAtom(ctx, given.value) : projectAtom(ctx, given);
  if (found !== undefined) return found;
  const what = given.kind === "text" ? given.value : `a ${given.kind}`;
  return ctx.stop({ code: "unsupported", message: `${what} is no MMA operation that is known here` });
}

/** `Copy_Atom<op, T>`. */
export function copyIn(ctx: Context, op: Value, type: Value): CopyAtom | TmaAtom {
  const given = plain(op);
  if (given.kind === "copy-atom" || given.kind === "tma-atom") return given;
  const element = elementOrUnknown(type, ctx);
  if (element.kind === "unknown")
    return ctx.stop({ code: "not-known", message: "the value type of the copy atom is not known" });
  const found = given.kind === "text" ? copyAtom(ctx, given.value, element) : undefined;
  if (found !== undefined) return found;
  const what = given.kind === "text" ? given.value : `a ${given.kind}`;
  return ctx.stop({ code: "unsupported", message: `${what} is no copy operation that is known here` });
}
