// Copy_Atom<op, T>: the traits' layouts counted in values of T instead of bits, and what CuTe refuses.
import type { Context } from "../context.ts";
import { modeOf } from "../layout/modes.ts";
import { recastLayout } from "../layout/recast.ts";
import { product } from "../tuple/int-tuple.ts";
import type { DType, Layout } from "../value.ts";
import type { CopyAtom, CopyTraits } from "./types.ts";

/** `value` is the value type, or its bits where the type is not known. Stops where T does not fit (copy_atom.hpp:69-71). */
export function makeCopyAtom(ctx: Context, traits: CopyTraits, value: DType | number): CopyAtom {
  const bits = typeof value === "number" ? value : value.bits;
  const inValues = (layout: Layout, role: "Src" | "Dst" | "Ref", line: number): Layout => {
    const recast = recastLayout(ctx, layout, 1, bits);
    checkThreads(ctx, traits, recast, role, line);
    return recast;
  };
  return {
    kind: "copy-atom",
    name: traits.name,
    traits,
    thrId: traits.thrId,
    layoutSrc: inValues(traits.layoutSrc, "Src", 69),
    layoutDst: inValues(traits.layoutDst, "Dst", 70),
    layoutRef: inValues(traits.layoutRef, "Ref", 71),
    valueBits: bits,
    ...(typeof value === "number" ? {} : { dtype: value }),
    arch: traits.arch,
    ptx: traits.ptx,
    parameters: traits.parameters,
  };
}

function checkThreads(ctx: Context, traits: CopyTraits, layout: Layout, role: string, line: number): void {
  const [threads, wanted] = [product(modeOf(ctx, layout, 0).shape), product(traits.thrId.shape)];
  if (threads.kind === "num" && wanted.kind === "num" && threads.value === wanted.value) return;
  if (ctx.dialect !== "cpp") return;
  ctx.stop({
    code: "copy-atom-value-type",
    message: `CopyOperation is not valid for ${role} of ValType.`,
    at: `copy_atom.hpp:${line}`,
  });
}
