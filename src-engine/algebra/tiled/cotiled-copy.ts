// TiledCopies that are found from addresses instead of coordinates: make_cotiled_copy, make_tmem_copy, make_utccp_copy and
// make_tiled_copy_C_atom (CUTLASS 4.7 include/cute/atom/copy_atom.hpp:443-578, copy_traits_sm100.hpp:262-300, 3637-3700).
import { descriptorTensor } from "../atoms/descriptor.ts";
import type { CopyAtom, DescriptorFragment, TiledCopy, TiledMma, TilerMN } from "../atoms/types.ts";
import type { Context } from "../context.ts";
import { compare, ONE, staticInt, ZERO } from "../int/int.ts";
import { coalesce, filter } from "../layout/coalesce.ts";
import { composition } from "../layout/composition.ts";
import { leftInverse } from "../layout/inverse.ts";
import { joinLayouts, makeLayout } from "../layout/make.ts";
import { flattenLayout, modeOf, UNIT } from "../layout/modes.ts";
import { recastLayout } from "../layout/recast.ts";
import { product, productEach } from "../tuple/int-tuple.ts";
import { equalScalar } from "../tuple/scalar.ts";
import { isTuple, modesOf, repeatLike, take, tupleOf } from "../tuple/tree.ts";
import type { Int, Layout, Shape, Stride, Strides, Tensor, Tree } from "../value.ts";
import { layout, tuple } from "../value.ts";
import { elementOf } from "./fragment.ts";
import { makeTiledCopyImpl } from "./tiled-copy.ts";
import { layoutTV, tileSizeMma } from "./tiled-mma.ts";

/** `make_cotiled_copy(atom, atom_tv_layout, data_layout)`: both layouts lead to data addresses. */
export function makeCotiledCopy(ctx: Context, atom: CopyAtom, atomTV: Layout, data: Layout): TiledCopy {
  const inverse = joinLayouts([leftInverse(ctx, data), UNIT]);
  const toData = composition(ctx, inverse, atomTV);
  const reached = composition(ctx, joinLayouts([data, UNIT]), modeOf(ctx, toData, 1));
  if (!sameLayout(coalesce(ctx, reached), coalesce(ctx, modeOf(ctx, atomTV, 1)))) {
    const message = "The memory pointed to by AtomTVLayout does not exist in the DataLayout.";
    ctx.stop({ code: "cotiled-copy-memory", message, at: "copy_atom.hpp:543" });
  }
  return tileOf(ctx, atom, productEach(data.shape), toData);
}

/** `make_tiled_copy_C_atom`: the smallest tiled copy that can retile the MMA's C, for epilogues in sub-tiles. */
export function makeTiledCopyCAtom(ctx: Context, atom: CopyAtom, mma: TiledMma): TiledCopy {
  const layoutC = layoutTV(ctx, mma, "C");
  const values = product(modeOf(ctx, atom.layoutSrc, 1).shape);
  const enough = compare("<=", values, product(modeOf(ctx, layoutC, 1).shape));
  if (enough.kind === "num" && enough.value === 0) {
    ctx.stop({
      code: "tiled-copy-vals",
      message: "the copy atom takes more values than a thread holds of C",
      at: "copy_atom.hpp:464",
    });
  }
  const part = makeLayout(tupleOf<Int>(product(modeOf(ctx, layoutC, 0).shape), values));
  const shape = tupleOf<Int>(tileSizeMma(ctx, mma, 0), tileSizeMma(ctx, mma, 1));
  return tileOf(ctx, atom, shape, composition(ctx, layoutC, part));
}

/** The elements that (thr,val) reaches become the tiler; the layout leads into that tile. */
function tileOf(ctx: Context, atom: CopyAtom, shape: Shape, toData: Layout): TiledCopy {
  const zeros = repeatLike<Int, Int>(shape, ZERO);
  const picked = modesOf(shape).map((_, i) => filter(ctx, composition(ctx, layout(shape, unitAt(zeros, i)), toData)));
  const tiler: TilerMN = tuple(picked);
  const tileToData = composition(ctx, makeLayout(shape), tuple(picked));
  return makeTiledCopyImpl(ctx, atom, composition(ctx, leftInverse(ctx, tileToData), toData), tiler);
}

const unitAt = (zeros: Tree<Int>, at: number): Strides =>
  isTuple(zeros) ? tuple(zeros.items.map((zero, i) => (i === at ? ONE : zero))) : ONE;

/** One lane further in tensor memory, counted in values of this many bits (tmem_allocator_sm100.hpp:49). */
export const laneStride = (valueBits: number): number => 2 ** 21 / valueBits;

/** `make_tmem_copy(op, tmem tensor)`: four warps, each on its own 32 lanes. `tmem` is the tensor's layout. */
export function makeTmemCopy(ctx: Context, atom: CopyAtom, tmem: Layout): TiledCopy {
  const valId = atom.traits.valId ?? notTmem(ctx, atom);
  const warps = layout(
    tupleOf<Int>(staticInt(32), staticInt(4)),
    tupleOf<Int>(ZERO, staticInt(32 * laneStride(atom.valueBits))),
  );
  return makeCotiledCopy(ctx, atom, joinLayouts([warps, tmemValues(ctx, valId, atom.valueBits)]), tmem);
}

/** `atom_v_layout`: the values of the operation in tensor memory, in values of this many bits. */
export const tmemValues = (ctx: Context, valId: Layout, bits: number): Layout =>
  coalesce(ctx, recastLayout(ctx, valId, 1, bits));

/** `make_utccp_copy(op, tmem tensor)`: shared memory to tensor memory, by one SM or a pair. */
export function makeUtccpCopy(ctx: Context, atom: CopyAtom, tmem: Layout): TiledCopy {
  const valId = atom.traits.valId ?? notTmem(ctx, atom);
  const threads = layout(product(atom.thrId.shape), ZERO);
  return makeCotiledCopy(ctx, atom, joinLayouts([threads, tmemValues(ctx, valId, atom.valueBits)]), tmem);
}

/** `get_utccp_smem_desc_tensor<op>(partitioned smem tensor)` (mma_traits_sm100.hpp:128). */
export function utccpDescriptors(ctx: Context, atom: CopyAtom, smem: Tensor): Tensor {
  const valId = atom.traits.valId ?? notTmem(ctx, atom);
  if (smem.layout.kind !== "layout") return smem;
  const element = elementOf(smem);
  if (element.kind === "unknown") return { ...smem, engine: element };
  const core = take(ctx, recastLayout(ctx, valId, 1, element.bits).shape, 0, 2);
  const values = flattenLayout(ctx, modeOf(ctx, modeOf(ctx, smem.layout, 0), 0));
  const matrix = composition(ctx, values, makeLayout(core));
  if (matrix.kind !== "layout") return notTmem(ctx, atom);
  const fragment: DescriptorFragment = { kind: "smem-descriptor", unit: "UMMA", major: "K" };
  const descriptor = descriptorTensor(ctx, fragment, { ...smem, layout: joinLayouts([matrix]) });
  return { ...descriptor, layout: recastLayout(ctx, smem.layout, element.bits, 128) };
}

function notTmem(ctx: Context, atom: CopyAtom): never {
  return ctx.stop({ code: "not-a-tmem-copy", message: `${atom.name} does not access tensor memory` });
}

/** Structural equality as `==` of layouts decides it at compile time. */
export function sameLayout(a: Layout, b: Layout): boolean {
  return sameTree(a.shape, b.shape) && sameTree(a.stride, b.stride);
}

function sameTree(a: Tree<Stride>, b: Tree<Stride>): boolean {
  if (isTuple(a) || isTuple(b)) {
    return (
      isTuple(a) && isTuple(b) && a.items.length === b.items.length && a.items.every((x, i) => sameTree(x, b.items[i]!))
    );
  }
  const equal = equalScalar(a, b);
  return equal.kind === "num" && equal.value === 1;
}
