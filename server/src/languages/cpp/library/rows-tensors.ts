// Pointers and tensors: making them, tiles and partitions of them, recasts.

import { tmemFragment } from "../../../../../src-engine/algebra/atoms/tmem.ts";
import { makeLayout, makeLayoutLike, makeLayoutRight } from "../../../../../src-engine/algebra/layout/make.ts";
import { getLayout } from "../../../../../src-engine/algebra/layout/modes.ts";
import { makeTensor, registers } from "../../../../../src-engine/algebra/tiled/engine.ts";
import { fragmentLike, registerTensor, tensorLike } from "../../../../../src-engine/algebra/tiled/fragment.ts";
import {
  type AnyLayout,
  type ArithTuple,
  layout,
  type Tensor,
  type Unknown,
  unknown,
  type Value,
} from "../../../../../src-engine/algebra/value.ts";
import { innerPartition, localPartition, localTile, onLayout, outerPartition, tensorDomainOffset } from "./carriers.ts";
import { positionIndependent, recastPointer, recastTensor, tagged } from "./pointers.ts";
import { tmemFragmentIn } from "./project-atoms.ts";
import { arg, type Call, lenientRow, modes, optionalArg, plain, type Row, record, row, unknownIn } from "./row.ts";
import { fragmentLayout } from "./rows-layouts.ts";
import { byTable } from "./table-row.ts";
import {
  coordIn,
  elementOrUnknown,
  extentsIn,
  intIn,
  isLayout,
  plainLayoutIn,
  shapeIn,
  stridesIn,
  tensorIn,
  textIn,
  tilerIn,
} from "./values.ts";

const pointerRow = (names: string, space: "gmem" | "smem" | "rmem" | "tmem"): Row[] =>
  lenientRow(names, (call) => {
    const [type] = call.targs;
    return tagged(
      space,
      optionalArg(call, 0) ?? unknown("a pointer is missing"),
      type === undefined ? undefined : elementOrUnknown(type, call.ctx),
    );
  });

export const tensorRows: readonly Row[] = [
  ...pointerRow("make_gmem_ptr", "gmem"),
  ...pointerRow("make_smem_ptr", "smem"),
  ...pointerRow("make_rmem_ptr", "rmem"),
  ...pointerRow("make_tmem_ptr", "tmem"),
  ...lenientRow("cast_smem_ptr_to_uint", (call) => call.raw.symbol("cast_smem_ptr_to_uint()")),
  ...lenientRow("raw_pointer_cast pointer.self", (call) => {
    const value = call.self ?? arg(call, 0);
    return value.kind === "tensor" ? (value.engine as Value) : value;
  }),
  ...row("recast_ptr", (call) => {
    const value = arg(call, 0);
    const type = elementOrUnknown(call.targs[0], call.ctx);
    return value.kind === "pointer" ? recastPointer(value, type) : unknown("recast of something that is no pointer");
  }),
  ...lenientRow("make_tensor", makeTensorRow),
  ...row("make_counting_tensor", (call) => byTable({ ...call, name: "make_coord_tensor" })),
  ...row("make_tensor_like", (call) => like(call, tensorLike)),
  ...row("make_fragment_like", (call) => like(call, fragmentLike)),
  ...row("recast", (call) =>
    recastTensor(call.ctx, tensorIn(call.ctx, arg(call, 0)), elementOrUnknown(call.targs[0], call.ctx)),
  ),
  ...row("domain_offset", (call) =>
    isLayout(arg(call, 1))
      ? byTable(call)
      : tensorDomainOffset(call.ctx, coordIn(call.ctx, arg(call, 0)), tensorIn(call.ctx, arg(call, 1))),
  ),
  ...row("as_position_independent_swizzle_tensor", (call) =>
    positionIndependent(call.ctx, tensorIn(call.ctx, arg(call, 0))),
  ),
  ...lenientRow("local_tile", (call) => {
    const missing = call.args.map((value) => unknownIn(value, 0)).find((value) => value !== undefined);
    if (missing !== undefined) return unknownTile(call, missing);
    record(call, "local_tile", ["tensor", "tiler", "coord", "projection"]);
    const projection = optionalArg(call, 3);
    const p = projection === undefined ? undefined : coordIn(call.ctx, projection);
    return localTile(
      call.ctx,
      tensorIn(call.ctx, arg(call, 0)),
      tilerIn(call.ctx, arg(call, 1)),
      coordIn(call.ctx, arg(call, 2)),
      p,
    );
  }),
  ...row("inner_partition", (call) =>
    innerPartition(
      call.ctx,
      tensorIn(call.ctx, arg(call, 0)),
      tilerIn(call.ctx, arg(call, 1)),
      coordIn(call.ctx, arg(call, 2)),
    ),
  ),
  ...row("outer_partition", (call) =>
    outerPartition(
      call.ctx,
      tensorIn(call.ctx, arg(call, 0)),
      tilerIn(call.ctx, arg(call, 1)),
      coordIn(call.ctx, arg(call, 2)),
    ),
  ),
  ...row("local_partition", (call) => {
    record(call, "local_partition", ["tensor", "threads", "index", "projection"]);
    const projection = optionalArg(call, 3);
    const p = projection === undefined ? undefined : coordIn(call.ctx, projection);
    return localPartition(
      call.ctx,
      tensorIn(call.ctx, arg(call, 0)),
      plainLayoutIn(call.ctx, arg(call, 1)),
      intIn(call.ctx, arg(call, 2)),
      p,
    );
  }),
  // `tensor<0>(t)`: the tensor of one mode; without modes the tensor itself.
  ...row("tensor", (call) => {
    const at = modes(call);
    const given = arg(call, 0);
    return at.length === 0 ? given : onLayout(call.ctx, given, (layout) => getLayout(call.ctx, layout, at));
  }),
];

/** `make_tensor<T>(layout)`, `make_tensor<T>(shape, stride)`, `make_tensor(pointer, layout)`, `make_tensor(pointer, shape, stride)`. */
function makeTensorRow(call: Call): Value {
  const owning = call.targs.length > 0;
  const [first, ...others] = call.args.map(plain);
  if (owning) return owned(call, first ?? unknown("a layout is missing"), others[0]);
  if (first === undefined) return unknown("a tensor of nothing");
  const layoutArgs = others;
  record(call, "make_tensor", ["engine", "layout", "stride"]);
  const made = layoutOf(call, layoutArgs);
  const engine = withFlaggedBits(engineOf(first), made);
  return makeTensor(engine, made);
}

/** A layout made for shared memory of 16-bit elements (`smem_ptr[16b]`) says how wide a pointer's elements are when nothing else does. */
function withFlaggedBits(engine: Tensor["engine"], made: AnyLayout | Unknown): Tensor["engine"] {
  if (
    engine.kind !== "pointer" ||
    engine.dtype.kind === "dtype" ||
    made.kind !== "composed" ||
    made.offset.kind !== "flag"
  )
    return engine;
  return {
    ...engine,
    dtype: { kind: "dtype", name: `${made.offset.bits}b`, bits: made.offset.bits, family: "other" },
  };
}

function engineOf(value: Value): Tensor["engine"] {
  if (value.kind === "arith") return iteratorOf(value);
  if (value.kind === "pointer" || value.kind === "lazy-iterator" || value.kind === "unknown") return value;
  if (value.kind === "tensor") return value.engine;
  if (value.kind === "num" || value.kind === "sym") return value;
  if (value.kind === "tuple") return { kind: "arith", items: value.items as never };
  return unknown("where the tensor's data lie is not known");
}

/** As a tensor's engine: by itself no more. */
function iteratorOf(at: ArithTuple): ArithTuple {
  const { iterator: _, ...engine } = at;
  return engine;
}

/** A layout from `layout` or from `shape, stride`. */
function layoutOf(call: Call, args: readonly Value[]): AnyLayout | Unknown {
  const [first, second] = args;
  const missing = args.map((value) => unknownIn(value, 0)).find((value) => value !== undefined);
  if (first === undefined || missing !== undefined) return unknown("the layout's parts are not known", missing);
  if (isLayout(first)) return first;
  const shape = shapeIn(call.ctx, first);
  if (second === undefined) return makeLayout(shape);
  const word = textIn(second);
  if (word !== undefined)
    return word === "LayoutRight" || word === "GenRowMajor" ? makeLayoutRight(shape) : makeLayout(shape);
  return layout(shape, stridesIn(call.ctx, second));
}

function owned(call: Call, first: Value, second: Value | undefined): Value {
  const frame = plain(call.targs[0] ?? unknown("the element type is not known"));
  const made = layoutOf(call, second === undefined ? [first] : [first, second]);
  if (frame.kind === "tensor") return frame;
  const fragment = tmemFragmentIn(frame);
  if (fragment !== undefined && !isLayout(first) && second === undefined)
    return tmemFragment(call.ctx, fragment, shapeIn(call.ctx, first));
  const dtype = elementOrUnknown(frame);
  if (made.kind === "layout" && !isLayout(first) && second === undefined)
    return registerTensor(dtype, shapeIn(call.ctx, first));
  return { kind: "tensor", engine: registers(dtype), layout: made };
}

/** `make_tensor_like(x)` and `make_fragment_like(x)` of a tensor, or of a layout with an element type. */
function like(call: Call, make: typeof tensorLike): Value {
  const value = arg(call, 0);
  const type = call.targs[0] === undefined ? undefined : elementOrUnknown(call.targs[0], call.ctx);
  if (value.kind === "tensor") return make(call.ctx, value, type);
  const made = likeLayout(call, isLayout(value) ? value : makeLayout(extentsIn(call.ctx, value)), make);
  return type === undefined ? made : { kind: "tensor", engine: registers(type), layout: made };
}

function likeLayout(call: Call, from: AnyLayout, make: typeof tensorLike): AnyLayout {
  if (make !== fragmentLike) return makeLayoutLike(call.ctx, plainLayoutIn(call.ctx, from));
  return isLayout(arg(call, 0)) ? fragmentLayout(call.ctx, from) : from;
}

/** A coordinate and a projection of different ranks are refused whatever the tensor is. */
function unknownTile(call: Call, missing: Unknown): Value {
  const [coord, projection] = [optionalArg(call, 2), optionalArg(call, 3)];
  if (coord?.kind === "tuple" && projection?.kind === "tuple" && coord.items.length !== projection.items.length) {
    record(call, "local_tile", ["tensor", "tiler", "coord", "projection"]);
    return call.ctx.stop({ code: "mismatched-ranks", message: "Mismatched Ranks", at: "underscore.hpp:149" });
  }
  return unknown("an argument of local_tile is not known", missing);
}
