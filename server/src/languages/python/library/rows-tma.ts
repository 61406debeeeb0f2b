// TMA in the DSL: tiled atoms for any tensor, for the A and B operands of an MMA, and tma_partition.
//
// Calls are recorded under CuTe's own op names (`make_tma_atom`), so that the rules see C++ and the DSL alike.
import type { TiledMma, TmaAtom } from "../../../../../src-engine/algebra/atoms/types.ts";
import { ONE } from "../../../../../src-engine/algebra/int/int.ts";
import type { AnyTiler } from "../../../../../src-engine/algebra/layout/modes.ts";
import type { TmaRequest } from "../../../../../src-engine/algebra/tma/atom.ts";
import { makeTiledTmaAtom, makeTiledTmaAtomMma } from "../../../../../src-engine/algebra/tma/dsl.ts";
import { makeIm2colTmaAtom } from "../../../../../src-engine/algebra/tma/im2col.ts";
import type { Window } from "../../../../../src-engine/algebra/tma/im2col-tensor.ts";
import { type TmaOperation, tmaOperation } from "../../../../../src-engine/algebra/tma/operations.ts";
import { tmaPartition } from "../../../../../src-engine/algebra/tma/partition.ts";
import { product } from "../../../../../src-engine/algebra/tuple/int-tuple.ts";
import { get, leavesOf } from "../../../../../src-engine/algebra/tuple/tree.ts";
import {
  type Int,
  type Layout,
  type Shape,
  type Tree,
  tuple,
  type Underscore,
  type Unknown,
  unknown,
  type Value,
} from "../../../../../src-engine/algebra/value.ts";
import { certainRank } from "./certain-shape.ts";
import { ranked } from "./result-rank.ts";
import { type Bound, lenientRow, type Row, row, unknownIn } from "./row.ts";
import { tilerIn } from "./rows-layout.ts";
import { tensorMap } from "./rows-tensormap.ts";
import { mmaIn } from "./rows-tiled.ts";
import { coordOf, elementType } from "./tensor.ts";
import { tmaName } from "./tma-names.ts";
import { intIn, intTreeIn, layoutIn, list, none, tensorIn } from "./values.ts";

const rawArguments =
  "global_address, dtype, global_dims, global_strides, box_dims, traversal_strides?, interleave?, swizzle?, l2_promotion?, oob_fill?, tma_format?";

const windowNames = {
  lowerCorner: "lower_corner_whd",
  upperCorner: "upper_corner_whd",
  lowerPadding: "lower_padding_whd",
  upperPadding: "upper_padding_whd",
  traversal: "stride_whd",
  lowerTap: "lower_srt",
  dilation: "stride_srt",
} as const;

const im2colArguments = `op, gmem_tensor, smem_layout_, cta_tiler, ${Object.values(windowNames)
  .map((name) => `${name}?`)
  .join(", ")}, num_multicast?, internal_type?`;

export const tmaRows: readonly Row[] = [
  lenientRow(
    "cpasync.make_tiled_tma_atom",
    "op, gmem_tensor, smem_layout_, cta_tiler, num_multicast?, gmem_coord_tensor?, internal_type?",
    (b) => guarded(b, ["gmem_tensor", "smem_layout_", "cta_tiler"], () => tiledAtom(b)),
  ),
  lenientRow("cpasync.make_im2col_tma_atom", im2colArguments, (b) =>
    guarded(b, ["gmem_tensor", "smem_layout_", "cta_tiler"], () => im2colAtom(b)),
  ),
  ...(["A", "B"] as const).map((operand) =>
    lenientRow(
      `nvgpu.make_tiled_tma_atom_${operand}`,
      "op, gmem_tensor, smem_layout, mma_tiler_mnk, tiled_mma, cluster_shape_vmnk?, internal_type?",
      (b) => guarded(b, ["gmem_tensor", "smem_layout", "mma_tiler_mnk", "tiled_mma"], () => operandAtom(b, operand)),
    ),
  ),
  // A descriptor from its fields; its strides count 16 bytes.
  ...[
    "cutlass.experimental.cuda.create_tensor_map_tiled",
    "cutlass.experimental.cuda.tensor_map.create_tensor_map_tiled",
  ].map((name) => lenientRow(name, rawArguments, rawDescriptor)),
  lenientRow("cpasync.tma_partition", "atom, cta_coord, cta_layout, smem_tensor, gmem_tensor", partition),
  ...["utils.block_copy", "cutlass.block_copy", "cutlass.block.block_copy"].map((name) =>
    lenientRow(name, "atom, src, dst, tma_multicast?, tma_bar_ptr?", (b) => {
      record(b, "block_copy", { atom: "atom", src: "src", dst: "dst", tma_multicast: "tma_multicast" });
      return none;
    }),
  ),
  lenientRow("cpasync.create_tma_multicast_mask", "cta_layout_vmnk, cta_coord_vmnk, mcast_mode", (b) => {
    record(b, "create_tma_multicast_mask", { ctas: "cta_layout_vmnk", coord: "cta_coord_vmnk", mode: "mcast_mode" });
    return b.call.symbol("mcast_mask");
  }),
  row("tma.smem_layout", "", () => unknown("the layout of a TMA atom")),
];

function rawDescriptor(b: Bound): Value {
  record(b, "create_tensor_map_tiled", {
    dataType: "dtype",
    globalDim: "global_dims",
    globalStrides: "global_strides",
    boxDim: "box_dims",
    elementStrides: "traversal_strides",
    interleave: "interleave",
    swizzle: "swizzle",
    l2Promotion: "l2_promotion",
    oobFill: "oob_fill",
    format: "tma_format",
  });
  return tensorMap(b, b.value("dtype"));
}

function guarded(b: Bound, names: readonly string[], make: () => Value): Value {
  const missing = names.map((name) => unknownIn(b.value(name), 0)).find((each) => each !== undefined);
  if (missing === undefined) return make();
  return openAtom(unknown("an argument of the TMA atom is not known", missing), b.value("op"), missing);
}

/** Which way an atom copies its operation says, whatever it copies. */
function openAtom(why: Unknown, op: Value, tensor = why): Value {
  const direction = op.kind === "unknown" ? op.tma : operationOf(op)?.direction;
  return list([direction === undefined ? why : { ...why, tma: direction }, tensor]);
}

function operationOf(op: Value): TmaOperation | undefined {
  const name = op.kind === "object" ? tmaName(op) : undefined;
  return name === undefined ? undefined : tmaOperation(name);
}

const requestIn = (b: Bound, smem: string): TmaRequest | undefined =>
  requestOf(b, b.value("op"), {
    gmem: b.value("gmem_tensor"),
    smem: b.value(smem),
    internal: b.optional("internal_type"),
  });

interface TmaOperands {
  readonly gmem: Value;
  readonly smem: Value;
  readonly internal: Value | undefined;
}

/** Undefined where the operation or the element type is not known. */
export function requestOf(b: Bound, op: Value, { gmem, smem, internal }: TmaOperands): TmaRequest | undefined {
  const operation = operationOf(op);
  const tensor = tensorIn(b.ctx, gmem);
  const dtype = elementType(tensor);
  if (operation === undefined || dtype.kind === "unknown") return undefined;
  return {
    operation,
    gmem: tensor,
    dtype,
    smem: layoutIn(b.ctx, smem),
    ...(internal?.kind === "dtype" ? { internal } : {}),
  };
}

const openRequest = (b: Bound): Value =>
  openAtom(unknown("a TMA operation or element type that is not known"), b.value("op"));

export function record(b: Bound, op: string, roles: Readonly<Record<string, string>>): void {
  const args = Object.entries(roles).flatMap(([role, name]) => {
    const argument = b.argument(name);
    return argument === undefined ? [] : [{ role, argument }];
  });
  b.call.record(op, args);
}

function tiledAtom(b: Bound): Value {
  record(b, "make_tma_atom", {
    op: "op",
    gmem: "gmem_tensor",
    smem: "smem_layout_",
    tiler: "cta_tiler",
    cluster: "num_multicast",
  });
  const request = requestIn(b, "smem_layout_");
  if (request === undefined) return openRequest(b);
  if (request.operation.rows4) return rowsAtom(b);
  const cluster = b.optional("num_multicast");
  const tiler = tilerIn(b, b.value("cta_tiler")) as AnyTiler;
  return atomAndTensor(makeTiledTmaAtom(b.ctx, request, tiler, cluster === undefined ? ONE : intIn(b.ctx, cluster)));
}

/** A load needs its whole window, a store has none. */
function im2colAtom(b: Bound): Value {
  record(b, "make_im2col_tma_copy", {
    op: "op",
    gmem: "gmem_tensor",
    smem: "smem_layout_",
    tiler: "cta_tiler",
    cluster: "num_multicast",
  });
  const request = requestIn(b, "smem_layout_");
  if (request === undefined) return openRequest(b);
  const given = Object.values(windowNames).map((name) => b.optional(name));
  if (request.operation.direction === "load" && given.some((one) => one === undefined || one.kind === "underscore"))
    b.ctx.stop({ code: "value-error", message: "an im2col load needs its window", at: "cpasync/helpers.py:325" });
  const missing = given.flatMap((one) => (one === undefined ? [] : (unknownIn(one, 0) ?? [])))[0];
  if (missing !== undefined) return list([unknown("the window of the im2col TMA is not known", missing), missing]);
  const window = request.operation.direction === "load" ? windowIn(b) : undefined;
  const cluster = b.optional("num_multicast");
  const multicast = cluster === undefined ? ONE : intIn(b.ctx, cluster);
  const tiler = tilerIn(b, b.value("cta_tiler")) as AnyTiler;
  return atomAndTensor(makeIm2colTmaAtom(b.ctx, request, tiler, multicast, window));
}

function windowIn(b: Bound): Window {
  const ints = (name: string): readonly Int[] => leavesOf<Int>(intTreeIn(b.ctx, b.value(name)));
  return {
    lowerCorner: ints(windowNames.lowerCorner),
    upperCorner: ints(windowNames.upperCorner),
    lowerPadding: ints(windowNames.lowerPadding),
    upperPadding: ints(windowNames.upperPadding),
    traversal: ints(windowNames.traversal),
    lowerTap: ints(windowNames.lowerTap),
    dilation: ints(windowNames.dilation),
  };
}

/** Four rows an instruction: the shape of the TMA tensor is that of the index tensor, which the DSL wants beside the other. */
function rowsAtom(b: Bound): Value {
  const index = b.optional("gmem_coord_tensor");
  if (index === undefined || index.kind === "underscore")
    b.ctx.stop({ code: "value-error", message: "gmem_coord_tensor is required", at: "cpasync/helpers.py:623" });
  return unknown("a TMA that gathers or scatters rows by an index tensor");
}

function operandAtom(b: Bound, operand: "A" | "B"): Value {
  record(b, `make_tma_atom_${operand}_sm100`, {
    op: "op",
    gmem: "gmem_tensor",
    smem: "smem_layout",
    tiler: "mma_tiler_mnk",
    mma: "tiled_mma",
    cluster: "cluster_shape_vmnk",
  });
  const request = requestIn(b, "smem_layout");
  if (request === undefined) return openRequest(b);
  const mma = mmaIn(b, b.value("tiled_mma"));
  const tiler = tilerIn(b, b.value("mma_tiler_mnk")) as Tree<Int | Layout | Underscore>;
  const cluster = clusterIn(b, mma);
  return atomAndTensor(makeTiledTmaAtomMma(b.ctx, operand, request, tiler, mma, cluster));
}

/** Without a cluster shape the MMA's own CTAs are the cluster. */
function clusterIn(b: Bound, mma: TiledMma): Shape {
  const given = b.optional("cluster_shape_vmnk");
  if (given === undefined) return tuple<Int>([product(get<Int>(b.ctx, mma.thrLayoutVMNK.shape, 0)), ONE, ONE, ONE]);
  return given.kind === "layout" ? given.shape : intTreeIn(b.ctx, given);
}

const atomAndTensor = (atom: TmaAtom): Value =>
  list([atom, atom.tensor ?? unknown("the coordinate tensor of the TMA atom is not known")]);

/** Parts of which an argument is not known; one for each tensor of global memory, where it is known how many these are. */
function unknownParts(b: Bound, missing: Unknown): Value {
  const why = "an argument of tma_partition is not known";
  const gmem = b.value("gmem_tensor");
  const tensors = gmem.kind === "tuple" ? gmem.items : [gmem];
  const parts = [b.value("smem_tensor"), ...tensors].map(
    (one, i): Unknown => ({
      ...ranked(unknown(why, missing), certainRank(one)),
      memory: i === 0 ? "smem" : "coordinates",
    }),
  );
  // One that is not known may be several.
  const isOpen = gmem.kind === "unknown" && certainRank(gmem) === undefined;
  return isOpen ? { ...unknown(why, missing), first: parts } : list(parts);
}

/** (smem, gmem), each ((TMA values), rest…); one more for the indices of a gather. */
function partition(b: Bound): Value {
  record(b, "tma_partition", {
    atom: "atom",
    "cta-coord": "cta_coord",
    "cta-layout": "cta_layout",
    smem: "smem_tensor",
    gmem: "gmem_tensor",
  });
  const atom = b.value("atom");
  const missing = [atom, b.value("smem_tensor"), b.value("gmem_tensor"), b.value("cta_layout")]
    .map((each) => unknownIn(each, 0))
    .find((each) => each !== undefined);
  if (missing !== undefined) return unknownParts(b, missing);
  if (b.value("gmem_tensor").kind === "tuple") return unknownParts(b, unknown("a TMA with several tensors"));
  if (atom.kind !== "tma-atom") return b.ctx.stop({ code: "type-error", message: "tma_partition takes a TMA atom" });
  const coord = b.value("cta_coord");
  const layout = layoutIn(b.ctx, b.value("cta_layout"));
  if (layout.kind !== "layout") return unknown("the layout of the CTAs is composed");
  const smem = tensorIn(b.ctx, b.value("smem_tensor"));
  const gmem = tensorIn(b.ctx, b.value("gmem_tensor"));
  const at = coord.kind === "unknown" ? intIn(b.ctx, b.call.symbol("cta_coord")) : coordOf(b.ctx, coord);
  const parts = tmaPartition(b.ctx, atom, at, layout, smem, [gmem]);
  return list([parts.smem, parts.gmem[0] ?? unknown("nothing to partition")]);
}
