// Tensors of a kernel: made from a pointer and a layout, in registers, of coordinates; tiled, shifted, recast.
import { ceilDiv, div, isInt, mul, staticInt } from "../../../../../src-engine/algebra/int/int.ts";
import { cosize, flatCoord, layoutAt } from "../../../../../src-engine/algebra/layout/coords.ts";
import { zippedDivide } from "../../../../../src-engine/algebra/layout/divide.ts";
import { makeFragmentLike, makeLayout, makeLayoutLike } from "../../../../../src-engine/algebra/layout/make.ts";
import { domainOf, selectLayout, shapeOf, withInner } from "../../../../../src-engine/algebra/layout/modes.ts";
import { recastLayout } from "../../../../../src-engine/algebra/layout/recast.ts";
import { advance, makeTensor } from "../../../../../src-engine/algebra/tiled/engine.ts";
import { sliceTensor } from "../../../../../src-engine/algebra/tiled/partition.ts";
import { productEach } from "../../../../../src-engine/algebra/tuple/int-tuple.ts";
import * as tree from "../../../../../src-engine/algebra/tuple/tree.ts";
import {
  type AnyLayout,
  type Coord,
  type DType,
  type Int,
  type Layout,
  type Pointer,
  type Stride,
  type Tensor,
  type Tree,
  tuple,
  type Underscore,
  underscore,
  unknown,
  type Value,
} from "../../../../../src-engine/algebra/value.ts";
import { overlaid } from "../../../../../src-engine/interpret/overlay.ts";
import { inMemory } from "./dtypes.ts";
import { alignFor } from "./host-tensor.ts";
import { type Bound, lenientRow, type Row, row } from "./row.ts";
import { tilerIn } from "./rows-layout.ts";
import { spaceOf } from "./rows-runtime.ts";
import { refuseStore, ssa } from "./rows-vector.ts";
import { coordOf, elementType, identityTensor, onLayout, pointer, rmemTensor } from "./tensor.ts";
import { dtypeIn, intTreeIn, isLayout, itemsIn, layoutIn, none, tensorIn } from "./values.ts";

export const tensorRows: readonly Row[] = [
  lenientRow("cute.make_tensor", "iterator, layout", makeTensorOf),
  row("cute.make_identity_tensor", "shape", (b) => identityTensor(b.ctx, shapeOrLayout(b, b.value("shape")))),
  row("cute.make_rmem_tensor", "layout_or_shape, dtype", (b) =>
    rmemTensor(layoutOrShape(b, b.value("layout_or_shape")), b.value("dtype")),
  ),
  row("cute.make_fragment", "layout_or_shape, dtype", (b) =>
    rmemTensor(layoutOrShape(b, b.value("layout_or_shape")), b.value("dtype")),
  ),
  lenientRow("cute.make_rmem_tensor_like", "src, dtype?", tensorLike),
  ...["to", "clone"].map((name) =>
    lenientRow(`tensor.${name}`, "dtype?", (b) => {
      const src = { value: b.call.self ?? none, expr: { kind: "none", span: { start: 0, end: 0 } } } as const;
      return tensorLike({ ...b, value: (of) => (of === "src" ? src.value : b.value(of)) });
    }),
  ),
  lenientRow("tensor.contiguous", "", (b) => {
    const tensor = tensorIn(b.ctx, b.call.self ?? none);
    return tensor.layout.kind === "unknown"
      ? tensor.layout
      : rmemTensor(makeLayout(shapeOf(b.ctx, tensor.layout)), elementType(tensor));
  }),
  lenientRow("cute.make_fragment_like", "src, dtype?", fragmentLike),
  lenientRow("cute.recast_tensor", "src, dtype, swizzle_?", recastTensor),
  row("cute.recast_ptr", "ptr, swizzle_?, dtype?", recastPointer),
  lenientRow("cute.make_ptr", "dtype, value, mem_space?, assumed_align?, swizzle_?", makePointer),
  lenientRow("cute.domain_offset", "coord, tensor", domainOffset),
  lenientRow("cute.local_tile", "input, tiler, coord, proj?", localTile),
  lenientRow("cute.local_partition", "target, tiler, index, proj?", localPartition),
  row("cute.size_in_bytes", "dtype, layout", sizeInBytes),
  lenientRow("tensor.load", "", (b) => {
    const tensor = tensorIn(b.ctx, b.call.self ?? none);
    return tensor.layout.kind === "unknown" ? tensor.layout : ssa(shapeOf(b.ctx, tensor.layout), elementType(tensor));
  }),
  lenientRow("tensor.store", "data", (b) => {
    refuseStore(b, tensorIn(b.ctx, b.call.self ?? none));
    return none;
  }),
  lenientRow("tensor.fill", "value", () => none),
];

/** A pointer to Booleans counts bits, unlike a tensor of them. */
function makePointer(b: Bound): Value {
  const dtype = b.value("dtype");
  const align = alignFor(b, dtype);
  return pointer(spaceOf(b.optional("mem_space")), dtype, {
    ...(dtype.kind === "dtype" ? { dtype } : {}),
    ...(align === undefined ? {} : { align }),
    ...swizzleOf(b),
  });
}

/** A pointer has no swizzle that moves nothing. */
function swizzleOf(b: Bound): Partial<Pointer> {
  const swizzle = b.optional("swizzle_");
  return swizzle?.kind === "swizzle" && swizzle.b > 0 ? { swizzle } : {};
}

function makeTensorOf(b: Bound): Value {
  const engine = b.value("iterator");
  const layout = b.value("layout");
  if (layout.kind === "unknown") return layout;
  const at = isLayout(layout) ? withoutIdentity(layout) : makeLayout(intTreeIn(b.ctx, layout));
  switch (engine.kind) {
    case "pointer":
    case "arith":
    case "num":
    case "sym":
    case "unknown":
      return makeTensor(engine, at);
    case "tuple":
      return makeTensor({ kind: "arith", items: engine.items.map((item) => intTreeIn(b.ctx, item)) }, at);
    default:
      return b.ctx.stop({ code: "type-error", message: "a tensor starts at a pointer or a coordinate" });
  }
}

/** A tensor has no swizzle that moves nothing. */
const withoutIdentity = (a: AnyLayout): AnyLayout =>
  a.kind === "composed" && a.inner.kind !== "swizzle" ? withInner(a, a.inner) : a;

const layoutOrShape = (b: Bound, value: Value): AnyLayout =>
  isLayout(value) ? value : makeLayout(intTreeIn(b.ctx, value));
const shapeOrLayout = (b: Bound, value: Value) => (isLayout(value) ? shapeOf(b.ctx, value) : intTreeIn(b.ctx, value));

/** Of a layout: its first mode compact, then the rest by stride. Of a tensor: what make_rmem_tensor_like gives. */
function fragmentLike(b: Bound): Value {
  const from = b.value("src");
  if (!isLayout(from)) return tensorLike(b);
  const like = flatSecondMode(makeFragmentLike(b.ctx, plainDomain(b, from)));
  const dtype = b.optional("dtype");
  return dtype === undefined ? like : rmemTensor(like, dtype);
}

/** C++ nests the second of two modes, `(2,(16))`; the DSL does not. */
function flatSecondMode(like: Layout): Layout {
  const only = (mode: Tree<Stride>): Tree<Stride> =>
    mode.kind === "tuple" && mode.items.length === 1 ? (mode.items[0] ?? mode) : mode;
  const flat = <T extends Tree<Stride>>(t: T): T =>
    t.kind === "tuple" && t.items.length === 2
      ? ({ ...t, items: t.items.map((mode, i) => (i === 1 ? only(mode) : mode)) } as T)
      : t;
  return { ...like, shape: flat(like.shape), stride: flat(like.stride) };
}

/** Registers in the order of the strides of the source; a coordinate tensor counts by its shape. */
function tensorLike(b: Bound): Value {
  const from = b.value("src");
  const dtype = b.optional("dtype");
  if (from.kind === "unknown") return from;
  if (from.kind === "object") return ssaFragment(b, from, dtype);
  if (isLayout(from)) return rmemTensor(makeLayoutLike(b.ctx, plainDomain(b, from)), b.value("dtype"));
  const tensor = tensorIn(b.ctx, from);
  if (tensor.layout.kind === "unknown") return tensor.layout;
  const plain = plainDomain(b, tensor.layout);
  const like = tensor.engine.kind === "pointer" ? makeLayoutLike(b.ctx, plain) : makeLayout(plain.shape);
  return rmemTensor(like, dtype ?? elementType(tensor));
}

function ssaFragment(b: Bound, from: Value & { kind: "object" }, dtype: Value | undefined): Value {
  const shape = from.fields.get("shape");
  if (shape === undefined) return unknown("a fragment like something without a shape");
  return rmemTensor(makeLayout(intTreeIn(b.ctx, shape)), dtype ?? from.fields.get("dtype") ?? none);
}

function plainDomain(b: Bound, a: AnyLayout): Layout {
  let at = a;
  while (at.kind === "composed") at = domainOf(b.ctx, at);
  return at;
}

function recastTensor(b: Bound): Value {
  const tensor = tensorIn(b.ctx, b.value("src"));
  const to = inMemory(dtypeIn(b.ctx, b.value("dtype")));
  const from = elementType(tensor);
  if (tensor.layout.kind === "unknown") return tensor.layout;
  if (from.kind === "unknown" || tensor.engine.kind !== "pointer")
    return unknown("a tensor of unknown element type is recast", from.kind === "unknown" ? from : undefined);
  return {
    kind: "tensor",
    engine: { ...withoutSwizzle(castPointer(tensor.engine, to)), ...swizzleOf(b) },
    layout: recastLayout(b.ctx, tensor.layout, from.bits, to.bits),
  };
}

function castPointer(given: Pointer, to: DType): Pointer {
  const from = overlaid(given, to);
  if (from.dtype.kind === "unknown" || from.offset.kind === "unknown" || from.dtype.bits === to.bits)
    return { ...from, dtype: to };
  const bits = mul(from.offset, staticInt(from.dtype.bits));
  return { ...from, dtype: to, offset: div(bits, staticInt(to.bits)) };
}

function recastPointer(b: Bound): Value {
  const from = b.value("ptr");
  if (from.kind !== "pointer") return b.ctx.stop({ code: "type-error", message: "a pointer is wanted" });
  const dtype = b.optional("dtype");
  const cast = dtype?.kind === "dtype" ? castPointer(from, inMemory(dtype)) : from;
  return { ...withoutSwizzle(cast), ...swizzleOf(b) };
}

/** A cast has the swizzle that it names and no other. */
function withoutSwizzle({ swizzle: _, ...bare }: Pointer): Pointer {
  return bare;
}

function domainOffset(b: Bound): Value {
  const tensor = b.value("tensor");
  if (tensor.kind !== "tensor" || tensor.layout.kind === "unknown") return tensor;
  const coord = b.value("coord");
  if (coord.kind === "unknown") return { ...tensor, engine: unknown("the offset is not known", coord) };
  const offset = layoutAt(b.ctx, tensor.layout, coordOf(b.ctx, coord));
  return { ...tensor, engine: advance(b.ctx, tensor.engine, offset) };
}

/** Keeps the parts where the projection is not None; items past its end stay, as those of a batch's coordinate. */
function project(b: Bound, value: Value, of: "tiler" | "coordinate"): Value {
  const proj = b.optional("proj");
  if (proj === undefined || value.kind !== "tuple") return value;
  const marks = itemsIn(b.ctx, proj);
  // A coordinate may go on past the projection, the tiler may not.
  const missing = of === "tiler" && marks.length < value.items.length;
  if (missing || marks.length > value.items.length)
    b.ctx.stop({
      code: "rank",
      message: `${marks.length} items of the projection for ${value.items.length} modes`,
      at: "tensor_impl.hpp:1037",
    });
  return tuple(value.items.filter((_, i) => marks[i]?.kind !== "underscore"));
}

/** zipped_divide by the tiler, then the tile at the coordinate: ((tile), (rest)) at ((None…), coord). */
function localTile(b: Bound): Value {
  const input = b.value("input");
  const tiler = b.value("tiler");
  if (input.kind === "unknown") return input;
  if (tiler.kind === "unknown") return unknown("the tiler is not known", tiler);
  const tile = tilerIn(b, project(b, tiler, "tiler"));
  const divided = onLayout(b.ctx, input, (a) => zippedDivide(b.ctx, a, tile));
  const coord = coordOf(b.ctx, knownCoordinate(b, project(b, b.value("coord"), "coordinate")));
  const shape = shapeOf(b.ctx, layoutIn(b.ctx, divided));
  const [whole, rest] = [tree.get(b.ctx, shape, 0), tree.get(b.ctx, shape, 1)];
  // A layout as the tiler leaves one mode of tiles, which one index or None chooses from.
  const isOne = rest.kind !== "tuple" && coord.kind !== "tuple";
  const at: Coord = tuple<Int | Underscore>([
    tree.tupleRepeat<Int | Underscore>(tree.rankOf(whole), underscore),
    isOne ? coord : tree.appendTo(b.ctx, coord, underscore, tree.rankOf(rest)),
  ]);
  return sliced(b, divided, at);
}

/** An index that is not known still selects one tile: the layout is known, the place is not. */
function knownCoordinate(b: Bound, coord: Value): Value {
  if (coord.kind === "unknown") return b.call.symbol("coord");
  if (coord.kind !== "tuple") return coord;
  return tuple(coord.items.map((item) => knownCoordinate(b, item)));
}

const restRank = (b: Bound, divided: Value): number =>
  tree.rankOf(tree.get(b.ctx, shapeOf(b.ctx, layoutIn(b.ctx, divided)), 1));

function sliced(b: Bound, value: Value, coord: Coord): Value {
  if (value.kind === "tensor") return sliceTensor(b.ctx, value, coord);
  const whole: Tensor = { kind: "tensor", engine: staticInt(0), layout: layoutIn(b.ctx, value) };
  return sliceTensor(b.ctx, whole, coord).layout;
}

/** zipped_divide by the thread layout's shape, then what the thread at `index` has: ((thr), (rest)) at (coord, (None…)). */
function localPartition(b: Bound): Value {
  const target = b.value("target");
  if (target.kind === "unknown") return target;
  const threads = b.value("tiler");
  if (!isLayout(threads) || threads.kind !== "layout") return unknown("the layout of the threads is not known");
  const tiler = projected(b, threads);
  const index = b.value("index");
  const shape = productEach(tiler.shape);
  const divided = onLayout(b.ctx, target, (a) => zippedDivide(b.ctx, a, shape));
  const coord = isInt(index) ? flatCoord(b.ctx, tiler, index) : coordOf(b.ctx, index);
  const at: Coord = tuple<Int | Underscore>([
    coord,
    tree.tupleRepeat<Int | Underscore>(restRank(b, divided), underscore),
  ]);
  return sliced(b, divided, at);
}

/** `proj=(1, None, 1)`: the modes of the threads that count. */
function projected(b: Bound, threads: Layout): Layout {
  const proj = b.optional("proj");
  if (proj?.kind !== "tuple") return threads;
  const kept = proj.items.flatMap((one, i) => (one.kind === "underscore" ? [] : [i]));
  const chosen = selectLayout(b.ctx, threads, kept);
  return chosen.kind === "layout" ? chosen : threads;
}

/** Whole bytes of the layout's codomain. */
function sizeInBytes(b: Bound): Value {
  if (b.optional("layout") === undefined) return staticInt(0);
  const dtype = dtypeIn(b.ctx, b.value("dtype"));
  const given = b.value("layout");
  const layout = layoutIn(b.ctx, given);
  const elements = cosize(b.ctx, layout.kind === "composed" && layout.inner.kind !== "swizzle" ? layout.inner : layout);
  const bits = mul(elements, staticInt(dtype.bits));
  return ceilDiv(bits, staticInt(8));
}
