// The golden family blackwell: UMMA slices, fragments and descriptors, tensor-memory copies, scale factors.

import { advanceDescriptor } from "../../../algebra/atoms/descriptor.ts";
import { elementType } from "../../../algebra/atoms/element-types.ts";
import { hex } from "../../../algebra/atoms/instruction-descriptor.ts";
import { scaleFactorAtom, scaleFactorLayout, scaleFactorSmem } from "../../../algebra/atoms/scale-factor.ts";
import { parseSmemAtom, smemAtom, smemSelector } from "../../../algebra/atoms/smem-atom.ts";
import { tileToMmaShape } from "../../../algebra/atoms/tile-to-mma-shape.ts";
import { tmemColumns, tmemFragment } from "../../../algebra/atoms/tmem.ts";
import { tmemFragmentOfName } from "../../../algebra/atoms/tmem-name.ts";
import { lastPart } from "../../../algebra/atoms/type-name.ts";
import type { TiledMma } from "../../../algebra/atoms/types.ts";
import { type Context, OpStop } from "../../../algebra/context.ts";
import { add, staticInt, ZERO } from "../../../algebra/int/int.ts";
import { cosize } from "../../../algebra/layout/coords.ts";
import { makeIdentityLayout } from "../../../algebra/layout/make.ts";
import { shapeOf } from "../../../algebra/layout/modes.ts";
import { makeTmemCopy, makeUtccpCopy, utccpDescriptors } from "../../../algebra/tiled/cotiled-copy.ts";
import { makeTensor, smemPointer } from "../../../algebra/tiled/engine.ts";
import {
  fragmentLike,
  makeFragment,
  makeFragmentOfShape,
  partitionFragmentC,
} from "../../../algebra/tiled/fragment.ts";
import { copySlice, mmaSlice, partitionCopy, partitionMma } from "../../../algebra/tiled/partition.ts";
import { sizeOfCopy } from "../../../algebra/tiled/tiled-copy.ts";
import {
  layoutTV,
  makeTiledMma,
  type Operand,
  partitionShape,
  sizeOfMma,
  tileShape,
} from "../../../algebra/tiled/tiled-mma.ts";
import { append, get, modesOf, tupleOf } from "../../../algebra/tuple/tree.ts";
import type { ArithTuple, Int, Layout, Shape, Tensor } from "../../../algebra/value.ts";
import type { Case, CaseOp } from "../../case.ts";
import {
  anyLayoutOfText,
  bad,
  copyAtomOf,
  counting,
  givenIndex,
  givenText,
  layoutArg,
  mmaArg,
  shapeArg,
  shapeOfText,
  tensorOfText,
  textArg,
} from "./input.ts";
import { pick, print } from "./output.ts";
import { copyParts } from "./tiled-cases.ts";

const mmaOf = (ctx: Context, input: Case): TiledMma => makeTiledMma(ctx, mmaArg(ctx, input), layoutArg(ctx, input, 1));
const operandShape = (ctx: Context, tile: Shape, o: Operand): Shape => {
  const [i, j] = o === "A" ? [0, 2] : o === "B" ? [1, 2] : [0, 1];
  return tupleOf<Int>(get(ctx, tile, i!), get(ctx, tile, j!));
};

const ummaTiledMma: CaseOp = (ctx, input) => {
  const mma = mmaOf(ctx, input);
  const tile = shapeArg(ctx, input, 2);
  const part = (o: Operand) => () => print(partitionShape(ctx, mma, o, operandShape(ctx, tile, o)));
  const tv = (o: Operand) => () => print(layoutTV(ctx, mma, o));
  return pick(input.want, {
    AtomThrID: () => print(mma.atom.thrId),
    Shape_MNK: () => print(mma.atom.shape),
    thr_layout_vmnk: () => print(mma.thrLayoutVMNK),
    size: () => print(sizeOfMma(mma)),
    tile_shape: () => print(tileShape(ctx, mma)),
    layoutA_TV: tv("A"),
    layoutB_TV: tv("B"),
    layoutC_TV: tv("C"),
    partition_shape_A: part("A"),
    partition_shape_B: part("B"),
    partition_shape_C: part("C"),
    idesc: () => hex(mma.atom.instructionDescriptor ?? 0),
  });
};

const ummaSlice: CaseOp = (ctx, input) => {
  const slice = mmaSlice(ctx, mmaOf(ctx, input), givenIndex(ctx, input, "cta"));
  const tensor = (o: Operand): Tensor => counting(anyLayoutOfText(ctx, givenText(ctx, input, `g${o}`)));
  const identity = () => {
    const shape = shapeOf(ctx, anyLayoutOfText(ctx, givenText(ctx, input, "gC")));
    return { kind: "tensor", engine: zeros(shape), layout: makeIdentityLayout(ctx, shape) } as const;
  };
  return pick(input.want, {
    thr_vmnk: () => print(slice.thrVmnk),
    partition_A: () => print(partitionMma(ctx, slice, "A", tensor("A"))),
    partition_B: () => print(partitionMma(ctx, slice, "B", tensor("B"))),
    partition_C: () => print(partitionMma(ctx, slice, "C", tensor("C"))),
    partition_C_identity: () => print(partitionMma(ctx, slice, "C", identity())),
  });
};

/** Where an identity tensor starts: 0 in every mode. */
const zeros = (shape: Shape): ArithTuple => ({ kind: "arith", items: modesOf(shape).map(() => ZERO) });

const ummaFragments: CaseOp = (ctx, input) => {
  const mma = mmaOf(ctx, input);
  const smem = (o: "A" | "B"): Tensor => {
    const layout = anyLayoutOfText(ctx, givenText(ctx, input, `smem_${o}`));
    const bits = layout.kind === "composed" && layout.offset.kind === "flag" ? layout.offset.bits : 8;
    const type = elementType(`uint${bits}_t`) ?? bad(ctx, `no type of ${bits} bits`);
    return makeTensor(smemPointer(type, Number(givenText(ctx, input, `smem_${o}_addr`))), layout);
  };
  const fragment = (o: "A" | "B"): Tensor => {
    const shape = input.given[`shape_${o}`];
    if (typeof shape === "string") return makeFragmentOfShape(ctx, mma.atom, o, shapeOfText(ctx, shape));
    return makeFragment(ctx, mma.atom, o, smem(o));
  };
  const parts = (["A", "B"] as const).flatMap((o): [string, () => unknown][] => [
    [`smem_tensor_${o}`, () => print(smem(o))],
    [`fragment_${o}`, () => print(fragment(o))],
    [`desc_${o}`, () => firstWord(ctx, fragment(o))],
    [`desc_${o}_last`, () => lastWord(ctx, fragment(o))],
  ]);
  return pick(input.want, Object.fromEntries(parts));
};

function firstWord(ctx: Context, fragment: Tensor): string {
  const word = fragment.engine.kind === "pointer" ? fragment.engine.descriptor : undefined;
  return word ?? bad(ctx, "the fragment is no descriptor with an address");
}

/** `fragment(size(fragment) - 1)`. */
function lastWord(ctx: Context, fragment: Tensor): string {
  const layout = fragment.layout;
  if (layout.kind !== "layout") return bad(ctx, "the fragment has no layout");
  const last = add(cosize(ctx, layout), staticInt(-1));
  return last.kind === "num" ? advanceDescriptor(firstWord(ctx, fragment), last.value) : bad(ctx, "symbolic size");
}

const ummaAccumulator: CaseOp = (ctx, input) => {
  const mma = mmaOf(ctx, input);
  const shape = shapeOfText(ctx, givenText(ctx, input, "shape_C"));
  const tile = shapeArg(ctx, input, 2);
  const made = () => print(makeFragmentOfShape(ctx, mma.atom, "C", shape));
  return pick(input.want, {
    fragment_C: made,
    make_fragment_C: made,
    partition_fragment_C: () => print(partitionFragmentC(ctx, mma, operandShape(ctx, tile, "C"))),
    fragment_C_2stage: () => print(makeFragmentOfShape(ctx, mma.atom, "C", append<Int>(shape, staticInt(2)))),
  });
};

const tmemFrg: CaseOp = (ctx, input) => {
  const name = textArg(ctx, input, 0);
  const fragment = tmemFragmentOfName(name) ?? ctx.stop({ code: "unsupported", message: `no TMEM fragment ${name}` });
  const tensor = tmemFragment(ctx, fragment, shapeArg(ctx, input, 1));
  return pick(input.want, {
    tensor: () => print(tensor),
    find_tmem_tensor_col_offset: () => columns(ctx, tensor),
  });
};

const columns = (ctx: Context, tensor: Tensor): string =>
  String(tmemColumns(ctx, tensor) ?? bad(ctx, "symbolic columns"));

const tileToMma: CaseOp = (ctx, input) => {
  const name = textArg(ctx, input, 0);
  const atom = parseSmemAtom(name) ?? bad(ctx, `no shared-memory layout atom ${name}`);
  const type = elementType(textArg(ctx, input, 1)) ?? bad(ctx, "no element type");
  const order = input.args.length > 3 ? shapeArg(ctx, input, 3) : "left";
  const tiled = tileToMmaShape(ctx, smemAtom(ctx, atom.major, atom.swizzle, type.bits), shapeArg(ctx, input, 2), order);
  return pick(input.want, { layout: () => print(tiled), cosize: () => print(cosize(ctx, tiled)) });
};

const selector: CaseOp = (ctx, input) => {
  const major = lastPart(textArg(ctx, input, 0)) === "MN" ? "MN" : "K";
  const type = elementType(textArg(ctx, input, 1)) ?? bad(ctx, "no element type");
  const atom = smemSelector(ctx, "sm100", major, type, shapeArg(ctx, input, 2), shapeArg(ctx, input, 3));
  return pick(input.want, { layout_atom: () => print(atom) });
};

const tmemCopyOf = (ctx: Context, input: Case) => {
  const tensor = tensorOfText(ctx, textArg(ctx, input, 1));
  const type = tensor.engine.kind === "pointer" ? tensor.engine.dtype : bad(ctx, "no TMEM tensor");
  if (type.kind === "unknown" || tensor.layout.kind !== "layout") return bad(ctx, "no TMEM tensor");
  return makeTmemCopy(ctx, copyAtomOf(ctx, textArg(ctx, input, 0), type.name), tensor.layout);
};

const makeTmem: CaseOp = (ctx, input) => {
  if (input.want.includes("error")) return { error: refusalOf(() => tmemCopyOf(ctx, input)) };
  const copy = tmemCopyOf(ctx, input);
  return pick(input.want, { ...copyParts(ctx, copy), size: () => print(sizeOfCopy(ctx, copy)) });
};

/** The static_assert that trips, where the case asks for it. */
function refusalOf(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof OpStop) return error.stop.message;
    throw error;
  }
}

const tmemCopySlice: CaseOp = (ctx, input) => {
  const copy = copySlice(tmemCopyOf(ctx, input), givenIndex(ctx, input, "thread"));
  const load = textArg(ctx, input, 0).includes("_LOAD");
  const [from, to] = load ? (["S", "D"] as const) : (["D", "S"] as const);
  const given = (name: string): Tensor => tensorOfText(ctx, givenText(ctx, input, name));
  return pick(input.want, {
    [`partition_${from}`]: () => print(partitionCopy(ctx, copy, from, given("tmem"))),
    [`partition_${to}`]: () => print(partitionCopy(ctx, copy, to, given("gC"))),
    [`partition_${to}_identity`]: () => print(partitionCopy(ctx, copy, to, given("iC"))),
    fragment: () => print(fragmentLike(ctx, partitionCopy(ctx, copy, to, given("gC"))).layout),
  });
};

const scaleFactorLayouts: CaseOp = (ctx, input) => {
  const mma = makeTiledMma(ctx, mmaArg(ctx, input));
  const tile = shapeArg(ctx, input, 1);
  const smem = (side: "A" | "B"): Layout => scaleFactorSmem(ctx, mma, tile, side);
  const tmem = (side: "A" | "B"): Tensor => {
    const fragment = mma.atom.extra[`SF${side}`]?.fragment;
    if (fragment?.kind !== "tmem") return bad(ctx, "the operation is not block-scaled");
    return tmemFragment(ctx, fragment, smem(side).shape);
  };
  const parts = (["A", "B"] as const).flatMap((side): [string, () => unknown][] => [
    [`smem_layoutSF${side}`, () => print(smem(side))],
    [`tmem_SF${side}`, () => print(tmem(side))],
    [`col_offset_SF${side}`, () => columns(ctx, tmem(side))],
  ]);
  const atom = () => print(scaleFactorAtom(mma.atom.vectorSize ?? bad(ctx, "the operation is not block-scaled")));
  return pick(input.want, { ...Object.fromEntries(parts), SfAtom: atom });
};

const blockScaledConfig: CaseOp = (ctx, input) => {
  const vector = Number(textArg(ctx, input, 0));
  const problem = shapeArg(ctx, input, 1);
  return pick(input.want, {
    tile_atom_to_shape_SFA: () => print(scaleFactorLayout(ctx, vector, problem, "A")),
    tile_atom_to_shape_SFB: () => print(scaleFactorLayout(ctx, vector, problem, "B")),
  });
};

const utccp: CaseOp = (ctx, input) => {
  const parts = (["A", "B"] as const).flatMap((side): [string, () => unknown][] => {
    const tmem = () => tensorOfText(ctx, givenText(ctx, input, `tmem_SF${side}_compact`));
    const smem = () => tensorOfText(ctx, givenText(ctx, input, `smem_SF${side}_compact`));
    const copy = () => utccpOf(ctx, textArg(ctx, input, 0), tmem());
    const source = () => partitionCopy(ctx, copySlice(copy(), ZERO), "S", smem());
    const descriptors = () => utccpDescriptors(ctx, copyAtomOf(ctx, textArg(ctx, input, 0), "uint8_t"), source());
    return [
      [`Tiler_MN_SF${side}`, () => print(copy().tilerMN)],
      [`TiledLayout_TV_SF${side}`, () => print(copy().layoutTV)],
      [`partition_S_SF${side}`, () => print(source())],
      [`partition_D_SF${side}`, () => print(partitionCopy(ctx, copySlice(copy(), ZERO), "D", tmem()))],
      [`smem_desc_SF${side}`, () => print(descriptors())],
      [`desc_SF${side}`, () => firstWord(ctx, descriptors())],
    ];
  });
  return pick(input.want, Object.fromEntries(parts));
};

function utccpOf(ctx: Context, name: string, tmem: Tensor) {
  if (tmem.layout.kind !== "layout") return bad(ctx, "no TMEM tensor");
  return makeUtccpCopy(ctx, copyAtomOf(ctx, name, "uint8_t"), tmem.layout);
}

export const blackwellCases: Readonly<Record<string, CaseOp>> = {
  umma_tiled_mma: ummaTiledMma,
  umma_slice: ummaSlice,
  umma_fragments: ummaFragments,
  umma_accumulator: ummaAccumulator,
  tmem_frg: tmemFrg,
  tile_to_mma_shape: tileToMma,
  sm100_smem_selector: selector,
  make_tmem_copy: makeTmem,
  tmem_copy_slice: tmemCopySlice,
  blockscaled_sf_layouts: scaleFactorLayouts,
  Sm1xxBlockScaledConfig: blockScaledConfig,
  make_utccp_copy: utccp,
};
