// The golden family tiled: tiled copies and MMAs, their partitions by thread, and what fragments look like.

import { namedType } from "../../../algebra/atoms/element-types.ts";
import type { TiledCopy, TiledMma } from "../../../algebra/atoms/types.ts";
import type { Context } from "../../../algebra/context.ts";
import { mul, staticInt } from "../../../algebra/int/int.ts";
import { makeLayout, makeLayoutRight } from "../../../algebra/layout/make.ts";
import { shapeOf } from "../../../algebra/layout/modes.ts";
import { makeCotiledCopy, makeTiledCopyCAtom } from "../../../algebra/tiled/cotiled-copy.ts";
import { makeTensor, smemPointer } from "../../../algebra/tiled/engine.ts";
import { fragmentLike, registerTensor } from "../../../algebra/tiled/fragment.ts";
import { copySlice, mmaSlice, partitionCopy, partitionMma, retileTensor } from "../../../algebra/tiled/partition.ts";
import { copyLayoutTV, makeTiledCopy, makeTiledCopyFor, tidfrg } from "../../../algebra/tiled/tiled-copy.ts";
import {
  layoutTV,
  makeTiledMma,
  type Operand,
  partitionShape,
  thrfrg,
  tileShape,
  tileSizeMma,
} from "../../../algebra/tiled/tiled-mma.ts";
import { tupleOf } from "../../../algebra/tuple/tree.ts";
import type { Int, Tensor } from "../../../algebra/value.ts";
import type { Case, CaseOp } from "../../case.ts";
import {
  anyLayoutOfText,
  bad,
  copyAtomOf,
  counting,
  givenIndex,
  layoutArg,
  mmaArg,
  numberArg,
  shapeArg,
  textArg,
  tiledMmaArgs,
} from "./input.ts";
import { pick, print } from "./output.ts";

const operands: readonly Operand[] = ["A", "B", "C"];

const tiledMma: CaseOp = (ctx, input) => {
  const { mma, next } = tiledMmaArgs(ctx, input);
  const major = next < input.args.length ? textArg(ctx, input, next) : "K";
  const sizes = [0, 1, 2].map((i) => testSize(ctx, mma, i, input.args[next + 1 + i]));
  const shapes: Readonly<Record<Operand, readonly [Int, Int]>> = {
    A: [sizes[0]!, sizes[2]!],
    B: [sizes[1]!, sizes[2]!],
    C: [sizes[0]!, sizes[1]!],
  };
  const slice = () => mmaSlice(ctx, mma, givenIndex(ctx, input, "thread"));
  const held = (operand: Operand): Tensor => {
    const shape = tupleOf<Int>(...shapes[operand]);
    const layout = operand !== "C" && major === "K" ? makeLayoutRight(shape) : makeLayout(shape);
    return partitionMma(ctx, slice(), operand, counting(layout));
  };
  const byOperand = (name: (o: Operand) => string, f: (o: Operand) => unknown) =>
    Object.fromEntries(operands.map((o) => [name(o), () => f(o)]));
  return pick(input.want, {
    thr_layout_vmnk: () => print(mma.thrLayoutVMNK),
    tile_shape: () => print(tileShape(ctx, mma)),
    ...byOperand(
      (o) => `layout${o}_TV`,
      (o) => print(layoutTV(ctx, mma, o)),
    ),
    shape_MNK: () => print(tupleOf<Int>(...sizes)),
    ...byOperand(
      (o) => `partition_shape_${o}`,
      (o) => print(partitionShape(ctx, mma, o, tupleOf<Int>(...shapes[o]))),
    ),
    ...byOperand(
      (o) => `thrfrg_${o}`,
      (o) => print(thrfrg(ctx, mma, o, makeLayout(tupleOf<Int>(...shapes[o])))),
    ),
    thr_vmnk: () => print(slice().thrVmnk),
    ...byOperand(
      (o) => `partition_${o}`,
      (o) => print(held(o)),
    ),
    ...byOperand(
      (o) => `fragment_${o}_layout`,
      (o) => print(fragmentLayout(ctx, o, held(o))),
    ),
  });
};

function testSize(ctx: Context, mma: TiledMma, i: number, multiple: unknown): Int {
  return mul(tileSizeMma(ctx, mma, i), staticInt(typeof multiple === "number" ? multiple : 1));
}

const fragmentLayout = (ctx: Context, operand: Operand, held: Tensor) => {
  if (held.layout.kind === "unknown") return held.layout;
  if (operand !== "C") return fragmentLike(ctx, held).layout;
  return registerTensor({ kind: "unknown", why: "" }, shapeOf(ctx, held.layout)).layout;
};

const partitionSmem: CaseOp = (ctx, input) => {
  const mma = makeTiledMma(ctx, mmaArg(ctx, input));
  const smem = makeTensor(smemPointer(namedType("uint8_t"), 0), anyLayoutOfText(ctx, textArg(ctx, input, 1)));
  const thread = mmaSlice(ctx, mma, staticInt(0));
  return pick(input.want, {
    partition_A_layout: () => print(partitionMma(ctx, thread, "A", smem).layout),
    partition_B_layout: () => print(partitionMma(ctx, thread, "B", smem).layout),
  });
};

const tiledCopy: CaseOp = (ctx, input) => {
  const atom = copyAtomOf(ctx, textArg(ctx, input, 0), numberArg(ctx, input, 1));
  const copy = makeTiledCopy(ctx, atom, layoutArg(ctx, input, 2), layoutArg(ctx, input, 3));
  const target = () => anyLayoutOfText(ctx, textArg(ctx, input, 4));
  const held = (side: "S" | "D") =>
    partitionCopy(ctx, copySlice(copy, givenIndex(ctx, input, "thread")), side, counting(target()));
  return pick(input.want, {
    ...copyParts(ctx, copy),
    tidfrg_S: () => print(tidfrg(ctx, copy, "S", target())),
    tidfrg_D: () => print(tidfrg(ctx, copy, "D", target())),
    partition_S: () => print(held("S")),
    partition_D: () => print(held("D")),
  });
};

export const copyParts = (ctx: Context, copy: TiledCopy): Readonly<Record<string, () => unknown>> => ({
  Tiler_MN: () => print(copy.tilerMN),
  TiledLayout_TV: () => print(copy.layoutTV),
  layoutS_TV: () => print(copyLayoutTV(ctx, copy, "S")),
  layoutD_TV: () => print(copyLayoutTV(ctx, copy, "D")),
});

/** The copy that matches operand `o` of a TiledMMA, and what it does to a tensor of two tiles by two. */
const copyOf =
  (o: Operand): CaseOp =>
  (ctx, input) => {
    const { mma, next } = tiledMmaArgs(ctx, input);
    const atom = copyAtomOf(ctx, textArg(ctx, input, next), numberArg(ctx, input, next + 1));
    const copy = makeTiledCopyFor(ctx, atom, mma, o);
    const [i, j] = o === "A" ? [0, 2] : o === "B" ? [1, 2] : [0, 1];
    const two = staticInt(2);
    const target = makeLayoutRight(
      tupleOf<Int>(mul(tileSizeMma(ctx, mma, i!), two), mul(tileSizeMma(ctx, mma, j!), two)),
    );
    const thread = () => givenIndex(ctx, input, "thread");
    const held = (side: "S" | "D") => partitionCopy(ctx, copySlice(copy, thread()), side, counting(target));
    const fragment = () => fragmentLike(ctx, partitionMma(ctx, mmaSlice(ctx, mma, thread()), o, counting(target)));
    const retiled = () => print(retileTensor(ctx, copy, fragment()).layout);
    return pick(input.want, {
      ...copyParts(ctx, copy),
      tensor_layout: () => print(target),
      partition_S: () => print(held("S")),
      partition_D: () => print(held("D")),
      mma_fragment_layout: () => print(fragment().layout),
      retile_D_of_fragment: retiled,
      retile_S_of_fragment: retiled,
    });
  };

const copyCAtom: CaseOp = (ctx, input) => {
  const { mma, next } = tiledMmaArgs(ctx, input);
  const atom = copyAtomOf(ctx, textArg(ctx, input, next), numberArg(ctx, input, next + 1));
  return pick(input.want, copyParts(ctx, makeTiledCopyCAtom(ctx, atom, mma)));
};

const cotiledCopy: CaseOp = (ctx, input) => {
  const atom = copyAtomOf(ctx, textArg(ctx, input, 0), numberArg(ctx, input, 1));
  return pick(
    input.want,
    copyParts(ctx, makeCotiledCopy(ctx, atom, layoutArg(ctx, input, 2), layoutArg(ctx, input, 3))),
  );
};

/** A partition whose tensor is of too low rank, as the refusals have it. */
const tiledCopyPartition: CaseOp = (ctx: Context, input: Case) => {
  const atom = copyAtomOf(ctx, textArg(ctx, input, 0), numberArg(ctx, input, 1));
  const copy = makeTiledCopy(ctx, atom, layoutArg(ctx, input, 2), layoutArg(ctx, input, 3));
  if (input.args.length < 5) return bad(ctx, "the tensor's layout is missing");
  return print(
    partitionCopy(ctx, copySlice(copy, staticInt(0)), "S", counting(anyLayoutOfText(ctx, textArg(ctx, input, 4)))),
  );
};

const partitionShapeC: CaseOp = (ctx, input) => {
  const { mma, next } = tiledMmaArgs(ctx, input);
  return print(partitionShape(ctx, mma, "C", shapeArg(ctx, input, next)));
};

export const tiledCases: Readonly<Record<string, CaseOp>> = {
  make_tiled_mma: tiledMma,
  gmma_partition_smem: partitionSmem,
  make_tiled_copy: tiledCopy,
  make_tiled_copy_A: copyOf("A"),
  make_tiled_copy_B: copyOf("B"),
  make_tiled_copy_C: copyOf("C"),
  make_tiled_copy_C_atom: copyCAtom,
  make_cotiled_copy: cotiledCopy,
  make_tiled_copy_partition_S: tiledCopyPartition,
  partition_shape_C: partitionShapeC,
};
