// TMA: constructors (recorded, so that rules see them), partitions, multicast masks.
import { elementType } from "../../../../../src-engine/algebra/atoms/element-types.ts";
import type { TiledCopy, TmaAtom } from "../../../../../src-engine/algebra/atoms/types.ts";
import { asDynamic, ZERO } from "../../../../../src-engine/algebra/int/int.ts";
import { UNIT } from "../../../../../src-engine/algebra/layout/modes.ts";
import { elementOf } from "../../../../../src-engine/algebra/tiled/fragment.ts";
import type { TmaRequest } from "../../../../../src-engine/algebra/tma/atom.ts";
import { makeIm2colTmaCopy } from "../../../../../src-engine/algebra/tma/im2col.ts";
import {
  makeTmaAtom,
  makeTmaAtomSm100,
  makeTmaCopy,
  makeTmaCopySm90,
  makeTmaCopySm100,
  type TmaOperand,
} from "../../../../../src-engine/algebra/tma/make.ts";
import { multicastMask } from "../../../../../src-engine/algebra/tma/multicast-mask.ts";
import { tmaOperation } from "../../../../../src-engine/algebra/tma/operations.ts";
import { tmaPartition } from "../../../../../src-engine/algebra/tma/partition.ts";
import { leavesOf, mapLeaves } from "../../../../../src-engine/algebra/tuple/tree.ts";
import {
  type DType,
  type Int,
  type Layout,
  type Stride,
  type Tensor,
  type Tree,
  tuple,
  type Underscore,
  type Value,
} from "../../../../../src-engine/algebra/value.ts";
import { arg, type Call, modes, optionalArg, type Row, record, row } from "./row.ts";
import {
  coordIn,
  elementOrUnknown,
  intIn,
  layoutIn,
  leafOfType,
  plainLayoutIn,
  shapeIn,
  tensorIn,
  textIn,
  tilerIn,
} from "./values.ts";

const roles = ["operation", "gmem", "smem", "tiler", "cluster"];

export const tmaRows: readonly Row[] = [
  ...row("make_tma_copy", (call) => {
    // With four arguments the fourth is the cluster size (copy_traits_sm90_tma.hpp:1371).
    const short = call.args.length === 4;
    record(call, "make_tma_copy", short ? ["operation", "gmem", "smem", "cluster"] : roles);
    const tiler = short ? undefined : optionalArg(call, 3);
    return makeTmaCopy(call.ctx, request(call), tiler && tilerIn(call.ctx, tiler), clusterOf(call, short ? 3 : 4));
  }),
  ...row("make_tma_atom", (call) => {
    record(call, "make_tma_atom", roles);
    return makeTmaAtom(call.ctx, request(call), tilerIn(call.ctx, arg(call, 3)), clusterOf(call, 4));
  }),
  ...row("make_im2col_tma_copy", im2colCopy),
  ...copyRow("A"),
  ...copyRow("B"),
  ...copyRow("C"),
  ...copySm100Row("A"),
  ...copySm100Row("B"),
  ...copySm100Row("C"),
  ...atomSm100Row("A"),
  ...atomSm100Row("B"),
  ...row("tma_partition", partition),
  ...row("create_tma_multicast_mask", (call) => {
    record(call, "create_tma_multicast_mask", ["ctas", "coord"]);
    const given = modes(call);
    return asDynamic(
      multicastMask(call.ctx, plainLayoutIn(call.ctx, arg(call, 0)), coordIn(call.ctx, arg(call, 1)), given),
    );
  }),
];

/** (op, tensor, smem [, tiler [, multicast]]), with or without the seven tuples of a convolution's window. */
function im2colCopy(call: Call): Value {
  const count = call.args.length;
  const windowAt = count >= 10 ? count - 7 : count;
  record(call, "make_im2col_tma_copy", ["operation", "gmem", "smem", ...["tiler", "cluster"].slice(0, windowAt - 3)]);
  const window =
    windowAt < count
      ? {
          lowerCorner: intsIn(call, windowAt),
          upperCorner: intsIn(call, windowAt + 1),
          lowerPadding: intsIn(call, windowAt + 2),
          upperPadding: intsIn(call, windowAt + 3),
          traversal: intsIn(call, windowAt + 4),
          lowerTap: intsIn(call, windowAt + 5),
          dilation: intsIn(call, windowAt + 6),
        }
      : undefined;
  const tiler = windowAt > 3 ? tilerIn(call.ctx, arg(call, 3)) : undefined;
  const multicast = windowAt > 4 ? intIn(call.ctx, arg(call, 4)) : undefined;
  return makeIm2colTmaCopy(call.ctx, request(call), tiler, multicast, window);
}

/** The integers of a tuple, or the one that stands for it. */
function intsIn(call: Call, index: number): readonly Int[] {
  const value = arg(call, index);
  const items = value.kind === "tuple" ? value.items : value.kind === "arith" ? value.items : [value];
  return items.map((item) => intIn(call.ctx, item as Value));
}

function copyRow(operand: TmaOperand): Row[] {
  return row(`make_tma_copy_${operand}_sm90`, (call) => {
    record(call, `make_tma_copy_${operand}_sm90`, roles);
    return makeTmaCopySm90(call.ctx, operand, request(call), modeTiler(call), clusterOf(call, 4));
  });
}

function copySm100Row(operand: TmaOperand): Row[] {
  return row(`make_tma_copy_${operand}_sm100`, (call) => {
    record(call, `make_tma_copy_${operand}_sm100`, ["operation", "gmem", "smem", "tiler", "mma"]);
    return makeTmaCopySm100(call.ctx, operand, request(call), modeTiler(call), mmaArg(call, 4));
  });
}

function atomSm100Row(operand: "A" | "B"): Row[] {
  return row(`make_tma_atom_${operand}_sm100`, (call) => {
    record(call, `make_tma_atom_${operand}_sm100`, ["operation", "gmem", "smem", "tiler", "mma", "cluster"]);
    return makeTmaAtomSm100(
      call.ctx,
      operand,
      request(call),
      modeTiler(call),
      mmaArg(call, 4),
      clusterOf(call, 5) ?? UNIT.shape,
    );
  });
}

const modeTiler = (call: Call): Tree<Int | Layout | Underscore> =>
  tilerIn(call.ctx, arg(call, 3)) as Tree<Int | Layout | Underscore>;

function mmaArg(call: Call, index: number) {
  const value = arg(call, index);
  return value.kind === "tiled-mma" ? value : call.ctx.stop({ code: "type-error", message: "a TiledMMA is wanted" });
}

const clusterOf = (call: Call, index: number) => {
  const value = optionalArg(call, index);
  return value === undefined ? undefined : shapeIn(call.ctx, value);
};

/** Operation, gmem tensor, shared-memory layout; the element type of the box may be named as template argument. */
function request(call: Call): TmaRequest {
  const name = textIn(arg(call, 0));
  const operation = name === undefined ? undefined : tmaOperation(name);
  if (operation === undefined)
    return call.ctx.stop({ code: "unsupported", message: `${name ?? "it"} is no TMA operation that is known here` });
  const gmem = measured(tensorIn(call.ctx, arg(call, 1)));
  const smem = layoutIn(call.ctx, arg(call, 2));
  const element = elementOf(gmem);
  const named = call.targs[0] === undefined ? undefined : elementOrUnknown(call.targs[0], call.ctx);
  const internal = named?.kind === "dtype" && named.name !== "void" ? (elementType(named.name) ?? named) : undefined;
  const dtype = element.kind === "dtype" ? element : internal;
  if (dtype === undefined)
    return call.ctx.stop({ code: "not-known", message: "the element type of the gmem tensor is not known" });
  return internal === undefined ? { operation, gmem, dtype, smem } : { operation, gmem, dtype, smem, internal };
}

/**
 * `decltype(make_tma_copy(op, make_tensor(p, ShapeQKV{}, StrideQK{}), …))` is never run: the zeros of its run-time extents stand for
 * any number. A tensor without elements has no descriptor, so nothing else has such extents.
 */
export function measured(gmem: Tensor): Tensor {
  if (gmem.layout.kind !== "layout" || !leavesOf<Int>(gmem.layout.shape).some(isRuntimeZero)) return gmem;
  const open = <T extends Stride>(leaf: T): T | Int => (isRuntimeZero(leaf) ? leafOfType(long) : leaf);
  const shape = mapLeaves<Int, Int>(gmem.layout.shape, open);
  const stride = mapLeaves<Stride, Stride>(gmem.layout.stride, open);
  return { ...gmem, layout: { kind: "layout", shape, stride } };
}

const long: DType = { kind: "dtype", name: "int64_t", bits: 64, family: "int" };

const isRuntimeZero = (leaf: Stride): boolean => leaf.kind === "num" && leaf.know === "dynamic" && leaf.value === 0;

/** `tma_partition(atom, cta_coord, cta_layout, stensor, gtensors...)`, or without the two in the middle for one CTA. */
function partition(call: Call): Value {
  const atom = atomOf(call, arg(call, 0));
  const short = call.args.length === 3;
  const coord = short ? ZERO : coordIn(call.ctx, arg(call, 1));
  const ctas = short ? UNIT : plainLayoutIn(call.ctx, arg(call, 2));
  const tensors = call.args.slice(short ? 1 : 3).map((value) => tensorIn(call.ctx, value));
  const [stensor, ...gtensors] = tensors;
  if (stensor === undefined) return call.ctx.stop({ code: "arguments", message: "tma_partition needs tensors" });
  record(call, "tma_partition", short ? ["atom", "smem", "gmem"] : ["atom", "cta-coord", "cta-layout", "smem", "gmem"]);
  const { gmem, smem } = tmaPartition(call.ctx, atom, coord, ctas, stensor, gtensors);
  return tuple<Value>([...gmem, smem]);
}

function atomOf(call: Call, value: Value): TmaAtom {
  if (value.kind === "tma-atom") return value;
  const tiled = value.kind === "tiled-copy" ? (value as TiledCopy).atom : undefined;
  if (tiled?.kind === "tma-atom") return tiled;
  return call.ctx.stop({ code: "type-error", message: `a TMA atom is wanted, not a ${value.kind}` });
}
