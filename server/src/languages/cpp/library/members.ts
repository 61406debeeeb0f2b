// Members of library values: `tensor.layout()`, `tiled_mma.get_slice(t)`, `thr_copy.partition_S(x)`, `Layout::rank`, `T::value`.
//
// A method is a builtin named `kind.method` with its object as `self`; a property is a value (properties.ts).
import { copyTraits } from "../../../../../src-engine/algebra/atoms/lookup.ts";
import type { MmaAtom, TiledCopy, TiledMma, TmaAtom } from "../../../../../src-engine/algebra/atoms/types.ts";
import { composition } from "../../../../../src-engine/algebra/layout/composition.ts";
import { coord1d, flatCoord, hierCoord, size } from "../../../../../src-engine/algebra/layout/coords.ts";
import { makeLayout } from "../../../../../src-engine/algebra/layout/make.ts";
import { type AnyTiler, getLayout, shapeOf } from "../../../../../src-engine/algebra/layout/modes.ts";
import {
  makeFragment,
  makeFragmentOfShape,
  partitionFragment,
} from "../../../../../src-engine/algebra/tiled/fragment.ts";
import {
  copySlice,
  mmaSlice,
  partitionCopy,
  partitionMma,
  retileTensor,
} from "../../../../../src-engine/algebra/tiled/partition.ts";
import { copyLayoutTV, type Side, tidfrg } from "../../../../../src-engine/algebra/tiled/tiled-copy.ts";
import { layoutTV, type Operand, thrfrg, tileSizeMma } from "../../../../../src-engine/algebra/tiled/tiled-mma.ts";
import { tmaTensor } from "../../../../../src-engine/algebra/tma/tma-tensor.ts";
import { getPath } from "../../../../../src-engine/algebra/tuple/tree.ts";
import {
  type AnyLayout,
  type Shape,
  type Tensor,
  tuple,
  unknown,
  type Value,
} from "../../../../../src-engine/algebra/value.ts";
import { layoutCall, onLayout } from "./carriers.ts";
import { basisRows } from "./coordinates.ts";
import { property } from "./properties.ts";
import { memberOfUnknown } from "./result-rank.ts";
import { arg, type Call, lenientRow, modes, plain, type Row, recordMethod, row } from "./row.ts";
import {
  builtin,
  coordIn,
  intIn,
  isLayout,
  layoutIn,
  needLibraryType,
  plainLayoutIn,
  shapeIn,
  tensorIn,
  tilerIn,
} from "./values.ts";

/** A member of a value or of a type, or undefined where there is none. */
export function memberOf(object: Value, name: string): Value | undefined {
  const value = plain(object);
  if (value.kind === "unknown") return memberOfUnknown(value, name);
  return (
    property(value, name) ??
    (methods.has(`${value.kind}.${name}`) ? builtin(`${value.kind}.${name}`, value) : shared(value, name))
  );
}

/** Methods that every layout-like value has; a tensor is given no other shape. */
function shared(value: Value, name: string): Value | undefined {
  const carries = isLayout(value) || (value.kind === "tensor" && name !== "with_shape");
  return carries && methods.has(`layout.${name}`) ? builtin(`layout.${name}`, value) : undefined;
}

// ---- methods -------------------------------------------------------------------------------------------------------

const self = (call: Call): Value =>
  call.self ?? call.ctx.stop({ code: "arguments", message: `${call.name} needs an object` });

const selfLayout = (call: Call): AnyLayout => layoutIn(call.ctx, self(call));

const layoutMethods: readonly Row[] = [
  ...row("layout.layout", (call) => getLayout(call.ctx, selfLayout(call), modes(call))),
  ...row("layout.shape", (call) => getPath(call.ctx, shapeOf(call.ctx, selfLayout(call)), modes(call))),
  ...row("layout.stride", (call) => strideOf(call)),
  ...row("tensor.size", (call) => size(call.ctx, getLayout(call.ctx, selfLayout(call), modes(call)))),
  ...row("layout.get_flat_coord", (call) =>
    flatCoord(call.ctx, plainLayoutIn(call.ctx, self(call)), intIn(call.ctx, arg(call, 0))),
  ),
  ...row("layout.get_hier_coord", (call) =>
    hierCoord(call.ctx, plainLayoutIn(call.ctx, self(call)), intIn(call.ctx, arg(call, 0))),
  ),
  ...row("layout.get_1d_coord", (call) =>
    coord1d(call.ctx, plainLayoutIn(call.ctx, self(call)), intIn(call.ctx, arg(call, 0))),
  ),
  ...row("layout.compose", (call) =>
    onLayout(call.ctx, self(call), (l) => composition(call.ctx, l, tilerOf(call)) as AnyLayout),
  ),
  ...row("layout.with_shape", (call) => {
    // `make_layout` is declared behind the class, and a plain integer does not lead the compiler there.
    if (call.args.length === 1) needLibraryType(call, arg(call, 0));
    return onLayout(call.ctx, self(call), (l) => composition(call.ctx, l, makeLayout(shapeOfArgs(call))) as AnyLayout);
  }),
  ...row("layout.operator()", (call) => layoutCall(call.ctx, selfLayout(call), coordOfArgs(call))),
  ...row("composed.layout_a", (call) => part(call, "outer")),
  ...row("composed.layout_b", (call) => part(call, "inner")),
  ...row("composed.offset", (call) => part(call, "offset")),
];

function strideOf(call: Call): Value {
  let at: AnyLayout = getLayout(call.ctx, selfLayout(call), modes(call));
  while (at.kind === "composed") {
    if (at.inner.kind === "swizzle") return call.ctx.stop({ code: "no-domain", message: "a swizzle has no stride" });
    at = at.inner;
  }
  return at.stride as Value;
}

const part = (call: Call, name: "outer" | "inner" | "offset"): Value => {
  const value = self(call);
  return value.kind === "composed" ? (value[name] as Value) : unknown("a part of something that is not composed");
};

const shapeOfArgs = (call: Call): Shape =>
  call.args.length === 1 ? shapeIn(call.ctx, arg(call, 0)) : tuple(call.args.map((value) => shapeIn(call.ctx, value)));

const tilerOf = (call: Call): AnyTiler =>
  call.args.length === 1
    ? tilerIn(call.ctx, arg(call, 0))
    : (tuple(call.args.map((value) => tilerIn(call.ctx, value))) as AnyTiler);

export const coordOfArgs = (call: Call) =>
  call.args.length === 1 ? coordIn(call.ctx, arg(call, 0)) : tuple(call.args.map((value) => coordIn(call.ctx, value)));

/** An iterator over coordinates by itself says that it is one. */
const iteratorOf = ({ engine }: Tensor): Value =>
  engine.kind === "arith" ? { ...engine, iterator: true } : (engine as Value);

const tensorMethods: readonly Row[] = [
  ...lenientRow("tensor.data tensor.engine", (call) => {
    const value = self(call);
    return value.kind === "tensor" ? iteratorOf(value) : value;
  }),
  ...lenientRow("pointer.get pointer.data pointer.begin pointer.value", (call) => self(call)),
];

const mmaOf = (call: Call): TiledMma => {
  const value = self(call);
  if (value.kind === "tiled-mma") return value;
  if (value.kind === "thr-mma") return value.tiled;
  return call.ctx.stop({ code: "type-error", message: "a TiledMMA is wanted" });
};

const operands = ["A", "B", "C"] as const;

const mmaMethods: readonly Row[] = [
  ...row("tiled-mma.get_slice tiled-mma.get_thread_slice", (call) =>
    mmaSlice(call.ctx, mmaOf(call), intIn(call.ctx, arg(call, 0))),
  ),
  ...row("tiled-mma.tile_size_mnk thr-mma.tile_size_mnk", (call) =>
    tileSizeMma(call.ctx, mmaOf(call), modes(call)[0] ?? 0),
  ),
  ...row("tiled-mma.get_thr_layout_vmnk thr-mma.get_thr_layout_vmnk", (call) => mmaOf(call).thrLayoutVMNK),
  ...lenientRow("tiled-mma.with mma-atom.with thr-mma.with", self),
  ...operands.flatMap((operand) => [
    ...row(`thr-mma.partition_${operand}`, (call) => {
      recordMethod(call, `partition_${operand}`, ["tensor"]);
      return partitionMma(call.ctx, sliceOf(call), operand, tensorIn(call.ctx, arg(call, 0)));
    }),
    ...row(`thr-mma.partition_fragment_${operand}`, (call) => {
      recordMethod(call, `partition_fragment_${operand}`, ["tensor"]);
      return partitionFragment(call.ctx, sliceOf(call), operand, tensorIn(call.ctx, arg(call, 0)));
    }),
    ...row(`thr-mma.make_fragment_${operand} tiled-mma.make_fragment_${operand}`, (call) =>
      fragment(call, mmaOf(call).atom, operand),
    ),
    ...row(`mma-atom.make_fragment_${operand}`, (call) => fragment(call, atomOf(call), operand)),
    ...row(`tiled-mma.get_layout${operand}_TV`, (call) => layoutTV(call.ctx, mmaOf(call), operand)),
    ...row(`tiled-mma.thrfrg_${operand}`, (call) =>
      onLayout(call.ctx, arg(call, 0), (l) => thrfrg(call.ctx, mmaOf(call), operand, l)),
    ),
  ]),
];

function fragment(call: Call, atom: MmaAtom, operand: Operand): Value {
  const value = arg(call, 0);
  const [argument] = call.raw.args;
  call.raw.record(`make_fragment_${operand}`, argument === undefined ? [] : [{ role: "input", argument }]);
  if (value.kind === "tensor") return makeFragment(call.ctx, atom, operand, value);
  return makeFragmentOfShape(call.ctx, atom, operand, shapeIn(call.ctx, value));
}

const atomOf = (call: Call): MmaAtom => {
  const value = self(call);
  return value.kind === "mma-atom" ? value : call.ctx.stop({ code: "type-error", message: "an MMA atom is wanted" });
};

const sliceOf = (call: Call) => {
  const value = self(call);
  return value.kind === "thr-mma"
    ? value
    : call.ctx.stop({ code: "type-error", message: "a slice of a TiledMMA is wanted" });
};

const copyOf = (call: Call): TiledCopy => {
  const value = self(call);
  if (value.kind === "tiled-copy") return value;
  if (value.kind === "thr-copy") return value.tiled;
  return call.ctx.stop({ code: "type-error", message: "a TiledCopy is wanted" });
};

const thrCopyOf = (call: Call) => {
  const value = self(call);
  return value.kind === "thr-copy"
    ? value
    : call.ctx.stop({ code: "type-error", message: "a slice of a TiledCopy is wanted" });
};

/** `tma.with(mbar)`: the traits that can be executed, Copy_Traits<SM90_TMA_LOAD_OP, …> (copy_traits_sm90_tma.hpp:126). */
function executable(copy: Value): Value {
  if (copy.kind === "tiled-copy" && copy.atom.kind === "tma-atom")
    return { ...copy, atom: { ...copy.atom, op: withOp(copy.atom.op) } };
  return copy.kind === "tma-atom" ? { ...copy, op: withOp(copy.op) } : copy;
}

function isCopyName(call: Call): boolean {
  const name = self(call);
  return name.kind === "text" && copyTraits(call.ctx, name.value) !== undefined;
}

const withOp = (name: string): string => (name.endsWith("_OP") ? name : `${name}_OP`);

const sides: readonly Side[] = ["S", "D"];

const copyMethods: readonly Row[] = [
  ...row("tiled-copy.get_slice tiled-copy.get_thread_slice", (call) =>
    copySlice(copyOf(call), intIn(call.ctx, arg(call, 0))),
  ),
  ...row("tiled-copy.get_tma_tensor tma-atom.get_tma_tensor thr-copy.get_tma_tensor", getTmaTensor),
  ...lenientRow("tiled-copy.with tma-atom.with copy-atom.with", (call) => executable(self(call))),
  // Traits that are no more than their operation's name: Copy_Traits<SM90_BULK_COPY_AUTO>{}.with(mbar).
  ...lenientRow("text.with", (call) => (isCopyName(call) ? self(call) : unknown("with of no copy operation"))),
  ...lenientRow("tiled-copy.get_tma_descriptor tma-atom.get_tma_descriptor thr-copy.get_tma_descriptor", () =>
    unknown("a TMA descriptor"),
  ),
  ...sides.flatMap((side) => [
    ...row(`thr-copy.partition_${side}`, (call) => {
      recordMethod(call, `partition_${side}`, ["tensor"]);
      return partitionCopy(call.ctx, thrCopyOf(call), side, tensorIn(call.ctx, arg(call, 0)));
    }),
    ...row(`thr-copy.retile_${side}`, (call) => retileTensor(call.ctx, copyOf(call), tensorIn(call.ctx, arg(call, 0)))),
    ...row(`tiled-copy.get_layout${side}_TV`, (call) => copyLayoutTV(call.ctx, copyOf(call), side)),
    ...row(`tiled-copy.tidfrg_${side}`, (call) =>
      onLayout(call.ctx, arg(call, 0), (l) => tidfrg(call.ctx, copyOf(call), side, l)),
    ),
  ]),
];

/** `tma.get_tma_tensor(shape)`: coordinates of the gmem tensor in the descriptor's modes. */
function getTmaTensor(call: Call): Value {
  const value = self(call);
  const atom: TmaAtom | undefined = value.kind === "tma-atom" ? value : tmaOf(value);
  // An im2col TMA has one tensor, whatever shape is asked for.
  if (atom?.descriptor?.im2col !== undefined && atom.tensor !== undefined) return atom.tensor;
  const strides = atom?.auxStride;
  if (strides === undefined || strides.kind === "unknown")
    return unknown("the coordinates of this TMA tensor are not known");
  return tmaTensor(call.ctx, shapeIn(call.ctx, arg(call, 0)), strides as Parameters<typeof tmaTensor>[2]);
}

function tmaOf(value: Value): TmaAtom | undefined {
  const copy = value.kind === "thr-copy" ? value.tiled : value;
  return copy.kind === "tiled-copy" && copy.atom.kind === "tma-atom" ? copy.atom : undefined;
}

export const memberRows: readonly Row[] = [
  ...layoutMethods,
  ...tensorMethods,
  ...mmaMethods,
  ...copyMethods,
  ...basisRows,
];

const methods: ReadonlySet<string> = new Set(memberRows.map((found) => found.name));
