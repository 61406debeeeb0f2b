// Fragments: the registers, descriptors or tensor memory that an MMA works on (mma_atom.hpp:111-190, tensor_impl.hpp:446-520).

import { descriptorTensor } from "../atoms/descriptor.ts";
import { tmemFragment } from "../atoms/tmem.ts";
import type { Fragment, MmaAtom, ThrMma, TiledMma } from "../atoms/types.ts";
import type { Context } from "../context.ts";
import { compare } from "../int/int.ts";
import { makeFragmentLike, makeLayout, makeLayoutLike } from "../layout/make.ts";
import { modeOf, shapeOf } from "../layout/modes.ts";
import { product } from "../tuple/int-tuple.ts";
import { get, rankOf } from "../tuple/tree.ts";
import type { AnyLayout, DType, Layout, Shape, Tensor, Unknown } from "../value.ts";
import { registers } from "./engine.ts";
import { asOperand, partitionMma } from "./partition.ts";
import { layoutOf, type Operand, partitionShape } from "./tiled-mma.ts";

/** `make_tensor<T>(shape)`: a compact array of registers. */
export const registerTensor = (dtype: DType | Unknown, shape: Shape): Tensor => ({
  kind: "tensor",
  engine: registers(dtype),
  layout: makeLayout(shape),
});

/** `make_fragment_like(tensor)`, with T where given `make_fragment_like<T>(tensor)`. */
export const fragmentLike = (ctx: Context, tensor: Tensor, dtype?: DType | Unknown): Tensor => ({
  kind: "tensor",
  engine: registers(dtype ?? elementOf(tensor)),
  layout: plain(ctx, tensor.layout, makeFragmentLike),
});

/** `make_tensor_like(tensor)`, with T where given. */
export const tensorLike = (ctx: Context, tensor: Tensor, dtype?: DType | Unknown): Tensor => ({
  kind: "tensor",
  engine: registers(dtype ?? elementOf(tensor)),
  layout: plain(ctx, tensor.layout, makeLayoutLike),
});

function plain(ctx: Context, layout: AnyLayout | Unknown, f: (ctx: Context, a: Layout) => Layout): Layout | Unknown {
  if (layout.kind === "unknown") return layout;
  let at: AnyLayout = layout;
  while (at.kind === "composed" && at.inner.kind !== "swizzle") at = at.inner;
  return at.kind === "layout" ? f(ctx, at) : { kind: "unknown", why: "the layout's domain is a swizzle" };
}

export function elementOf(tensor: Tensor): DType | Unknown {
  if (tensor.engine.kind === "pointer") return tensor.engine.dtype;
  return { kind: "unknown", why: "the tensor's element type is not known" };
}

export const fragmentOf = (atom: MmaAtom, operand: Operand): Fragment =>
  operand === "A" ? atom.fragmentA : operand === "B" ? atom.fragmentB : atom.fragmentC;

/** `make_fragment_A|B|C(partitioned tensor)`. */
export const makeFragment = (ctx: Context, atom: MmaAtom, operand: Operand, tensor: Tensor): Tensor =>
  asOperand(fragmentFor(ctx, atom, operand, tensor), operand);

function fragmentFor(ctx: Context, atom: MmaAtom, operand: Operand, tensor: Tensor): Tensor {
  if (tensor.layout.kind === "unknown") return { ...tensor, engine: registers(elementOf(tensor)) };
  const shape = shapeOf(ctx, tensor.layout);
  requirePartitioned(ctx, atom, operand, shape);
  const fragment = fragmentOf(atom, operand);
  if (rankOf(shape) < 3 && fragment.kind !== "register") return unpartitioned(elementOf(tensor));
  switch (fragment.kind) {
    case "smem-descriptor":
      return descriptorTensor(ctx, fragment, tensor);
    case "tmem":
      return tmemFragment(ctx, fragment, shape);
    case "register":
      // Accumulators never follow the layout of the tensor that they are for.
      return operand === "C" ? registerTensor(fragment.dtype, shape) : fragmentLike(ctx, tensor, fragment.dtype);
    default: {
      const never: never = fragment;
      return never;
    }
  }
}

/** `make_fragment_A|B|C(shape)`: for accumulators and for operands in tensor memory. */
export const makeFragmentOfShape = (ctx: Context, atom: MmaAtom, operand: Operand, shape: Shape): Tensor =>
  asOperand(fragmentOfShape(ctx, atom, operand, shape), operand);

function fragmentOfShape(ctx: Context, atom: MmaAtom, operand: Operand, shape: Shape): Tensor {
  requirePartitioned(ctx, atom, operand, shape);
  const fragment = fragmentOf(atom, operand);
  if (rankOf(shape) < 3 && fragment.kind === "tmem") return unpartitioned(fragment.dtype);
  if (fragment.kind === "tmem") return tmemFragment(ctx, fragment, shape);
  if (fragment.kind === "register") return registerTensor(fragment.dtype, shape);
  return ctx.stop({
    code: "fragment-needs-smem",
    message: "a descriptor fragment is made from a shared-memory tensor",
  });
}

/** `thr_mma.partition_fragment_A|B|C(tensor)`. */
export const partitionFragment = (ctx: Context, thr: ThrMma, operand: Operand, tensor: Tensor): Tensor =>
  makeFragment(ctx, thr.tiled.atom, operand, partitionMma(ctx, thr, operand, tensor));

/** `partition_fragment_C(mma, shape_mn)`. */
export const partitionFragmentC = (ctx: Context, mma: TiledMma, shape: Shape): Tensor =>
  makeFragmentOfShape(ctx, mma.atom, "C", partitionShape(ctx, mma, "C", shape));

/** The DSL's descriptors and tensor memory of what has no modes (V,M,N): something that no MMA takes. */
const unpartitioned = (dtype: DType | Unknown): Tensor => ({
  kind: "tensor",
  engine: registers(dtype),
  layout: { kind: "unknown", why: "it is made of a tensor that is not partitioned (V,M,N)" },
});

const lines: Readonly<Record<Operand, number>> = { A: 151, B: 177, C: 135 };

/** C++ asserts both; the DSL makes fragments of any modes, and refuses them where they are multiplied. */
function requirePartitioned(ctx: Context, atom: MmaAtom, operand: Operand, shape: Shape): void {
  if (ctx.dialect !== "cpp") return;
  const at = `mma_atom.hpp:${lines[operand]}`;
  if (rankOf(shape) < 3) ctx.stop({ code: "not-partitioned", message: "the tensor is not partitioned (V,M,N)", at });
  const takes = product(modeOf(ctx, layoutOf(atom, operand), 1).shape);
  const has = product(get(ctx, shape, 0));
  const same = compare("==", has, takes);
  if (same.kind === "num" && same.value === 0) {
    const message = `the first mode is not what the ${operand} operand takes`;
    ctx.stop({ code: "not-partitioned", message, at, facts: { has, takes } });
  }
}
