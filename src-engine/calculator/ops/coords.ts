// Operations with coordinates: indices, slices, tensors and partitions.
import type { Context, Op } from "../../algebra/context.ts";
import * as coords from "../../algebra/layout/coords.ts";
import { makeLayout } from "../../algebra/layout/make.ts";
import * as slices from "../../algebra/layout/slice.ts";
import * as tensors from "../../algebra/layout/tensor.ts";
import type { Coord, Tensor, Value } from "../../algebra/value.ts";
import * as arg from "./arguments.ts";

const op = (name: string, signature: string, doc: string, run: Op["run"]): Op => ({ name, signature, doc, run });

const indexing: readonly Op[] = [
  op("crd2idx", "(coord, shape [, stride]) → index", "The index of a coordinate.", (ctx, a) => {
    const c = arg.coord(ctx, a[0]);
    if (arg.isLayout(a[1])) return coords.layoutAt(ctx, a[1], c);
    const shape = arg.shape(ctx, a[1]);
    return a[2] === undefined
      ? coords.crd2idxCompact(ctx, c, shape)
      : coords.crd2idx(ctx, c, shape, arg.strides(ctx, a[2]));
  }),
  op("idx2crd", "(index, shape [, stride]) → coord", "The coordinate of an index.", (ctx, a) => {
    const c = arg.coord(ctx, a[0]);
    const shape = arg.shape(ctx, a[1]);
    return a[2] === undefined
      ? coords.idx2crd(ctx, c, shape)
      : coords.idx2crdStrided(ctx, c, shape, arg.shape(ctx, a[2]));
  }),
  op("crd2crd", "(coord, from, to) → coord", "A coordinate of one shape as one of another.", (ctx, a) =>
    coords.crd2crd(ctx, arg.coord(ctx, a[0]), arg.shape(ctx, a[1]), arg.shape(ctx, a[2])),
  ),
  op(
    "layout_call",
    "(layout, coord) → index",
    "layout(coord); a slice where the coordinate has underscores.",
    (ctx, a) => {
      const l = arg.anyLayout(ctx, a[0]);
      const c = arg.coord(ctx, a[1]);
      return slices.hasUnderscore(c) ? slices.slice(ctx, c, l) : coords.layoutAt(ctx, l, c);
    },
  ),
  op("get_hier_coord", "(layout, index) → coord", "The natural coordinate of an index.", (ctx, a) =>
    coords.hierCoord(ctx, arg.plainLayout(ctx, a[0]), arg.integer(ctx, a[1])),
  ),
  op("get_flat_coord", "(layout, index) → coord", "One coordinate a mode.", (ctx, a) =>
    coords.flatCoord(ctx, arg.plainLayout(ctx, a[0]), arg.integer(ctx, a[1])),
  ),
  op("get_1d_coord", "(layout, index) → coord", "The 1-D coordinate of an index.", (ctx, a) =>
    coords.coord1d(ctx, arg.plainLayout(ctx, a[0]), arg.integer(ctx, a[1])),
  ),
];

const pair = (s: slices.Sliced): Value => ({ kind: "tuple", items: [s.layout, s.offset] });

const slicing: readonly Op[] = [
  op("slice", "(coord, layout or tuple) → the modes at _", "Keeps the modes at the underscores.", (ctx, a) =>
    arg.isLayout(a[1])
      ? slices.slice(ctx, arg.coord(ctx, a[0]), a[1])
      : slices.sliceTree<Value>(ctx, arg.coord(ctx, a[0]), arg.tree(ctx, a[1])),
  ),
  op("dice", "(coord, layout or tuple) → the other modes", "Keeps the modes that are no underscores.", (ctx, a) =>
    a[1]?.kind === "layout"
      ? slices.diceLayout(ctx, arg.coord(ctx, a[0]), a[1])
      : slices.diceTree<Value>(ctx, arg.coord(ctx, a[0]), arg.tree(ctx, a[1])),
  ),
  op("slice_and_offset", "(coord, layout) → (layout, offset)", "A slice and the offset of its origin.", (ctx, a) =>
    pair(slices.sliceAndOffset(ctx, arg.coord(ctx, a[0]), arg.anyLayout(ctx, a[1]))),
  ),
  op("domain_offset", "(coord, layout) → (layout, offset)", "The layout seen from a coordinate.", (ctx, a) =>
    a[1]?.kind === "tensor"
      ? tensors.domainOffsetTensor(ctx, arg.coord(ctx, a[0]), a[1])
      : pair(slices.domainOffset(ctx, arg.coord(ctx, a[0]), arg.anyLayout(ctx, a[1]))),
  ),
];

/** A tensor operation on a counting tensor of a layout (`f`) and on the identity tensor of a shape (`identity_f`). */
const partition = (
  name: string,
  signature: string,
  doc: string,
  f: (ctx: Context, t: Tensor, rest: arg.Args) => Value,
): readonly Op[] => [
  op(name, `(tensor, ${signature}) → tensor`, doc, (ctx, a) => f(ctx, arg.tensor(ctx, a[0]), a.slice(1))),
  op(`identity_${name}`, `(shape, ${signature}) → tensor`, `${doc} Of the identity tensor of a shape.`, (ctx, a) =>
    f(ctx, tensors.makeIdentityTensor(ctx, arg.shape(ctx, a[0])), a.slice(1)),
  ),
];

const projection = (ctx: Context, v: Value | undefined): Coord | undefined =>
  v === undefined ? undefined : arg.coord(ctx, v);

const partitioning: readonly Op[] = [
  ...partition("local_tile", "tiler, coord [, projection]", "The tile that the coordinate selects.", (ctx, t, a) =>
    tensors.localTile(ctx, t, arg.tiler(ctx, a[0]), arg.coord(ctx, a[1]), projection(ctx, a[2])),
  ),
  ...partition("local_partition", "threads, index [, projection]", "The elements of one thread.", (ctx, t, a) =>
    tensors.localPartition(ctx, t, arg.plainLayout(ctx, a[0]), arg.coord(ctx, a[1]), projection(ctx, a[2])),
  ),
  ...partition("inner_partition", "tiler, coord", "The tile at a coordinate.", (ctx, t, a) =>
    tensors.innerPartition(ctx, t, arg.tiler(ctx, a[0]), arg.coord(ctx, a[1])),
  ),
  ...partition("outer_partition", "tiler, coord", "The same place of every tile.", (ctx, t, a) =>
    tensors.outerPartition(ctx, t, arg.tiler(ctx, a[0]), arg.coord(ctx, a[1])),
  ),
  ...partition("tensor_slice", "coord", "tensor(coord).", (ctx, t, a) =>
    tensors.tensorAt(ctx, t, arg.coord(ctx, a[0])),
  ),
  op("tensor_slice2", "(tensor, coord, coord) → tensor", "Sliced twice.", (ctx, a) =>
    tensors.tensorAt(ctx, tensors.sliceTensor(ctx, arg.tensor(ctx, a[0]), arg.coord(ctx, a[1])), arg.coord(ctx, a[2])),
  ),
  op("tensor_domain_offset", "(coord, tensor) → tensor", "The tensor seen from a coordinate.", (ctx, a) =>
    tensors.domainOffsetTensor(ctx, arg.coord(ctx, a[0]), arg.tensor(ctx, a[1])),
  ),
  op("make_tensor", "(layout or shape) → tensor", "An owning tensor in registers.", (ctx, a) =>
    tensors.makeOwningTensor(ctx, arg.isLayout(a[0]) ? arg.plainLayout(ctx, a[0]) : makeLayout(arg.shape(ctx, a[0]))),
  ),
  op("make_identity_tensor", "(shape) → tensor", "The tensor of coordinates.", (ctx, a) =>
    tensors.makeIdentityTensor(ctx, arg.shape(ctx, a[0])),
  ),
  op("make_coord_tensor", "(layout) → tensor", "A tensor of coordinates with this layout.", (ctx, a) =>
    tensors.makeCoordTensor(ctx, arg.anyLayout(ctx, a[0])),
  ),
];

export const coordOps: readonly Op[] = [...indexing, ...slicing, ...partitioning];
