// Copy and MMA atoms, tiled copies and tiled MMAs, and what a thread's slice of them does with tensors.
import { mmaAtom } from "../../../../../src-engine/algebra/atoms/lookup.ts";
import type { CopyAtom, MmaAtom, TiledCopy, TiledMma, TmaAtom } from "../../../../../src-engine/algebra/atoms/types.ts";
import { staticInt } from "../../../../../src-engine/algebra/int/int.ts";
import { composition } from "../../../../../src-engine/algebra/layout/composition.ts";
import { size } from "../../../../../src-engine/algebra/layout/coords.ts";
import { rightInverse } from "../../../../../src-engine/algebra/layout/inverse.ts";
import { makeLayout } from "../../../../../src-engine/algebra/layout/make.ts";
import { rakedProduct } from "../../../../../src-engine/algebra/layout/product.ts";
import {
  makeCotiledCopy,
  makeTiledCopyCAtom,
  makeTmemCopy,
  makeUtccpCopy,
  utccpDescriptors,
} from "../../../../../src-engine/algebra/tiled/cotiled-copy.ts";
import { copySlice, mmaSlice, partitionCopy, retileTensor } from "../../../../../src-engine/algebra/tiled/partition.ts";
import {
  copyAtomOf,
  copyLayoutTV,
  makeTiledCopy,
  makeTiledCopyImpl,
  makeTiledCopyLike,
  tilerShape,
} from "../../../../../src-engine/algebra/tiled/tiled-copy.ts";
import {
  layoutTV,
  makeTiledMma,
  type Operand,
  tileSizeMma,
} from "../../../../../src-engine/algebra/tiled/tiled-mma.ts";
import { productEach } from "../../../../../src-engine/algebra/tuple/int-tuple.ts";
import {
  type Int,
  type Layout,
  type Tuple,
  tuple,
  type Underscore,
  unknown,
  type Value,
} from "../../../../../src-engine/algebra/value.ts";
import { makeCopyAtom } from "./copy-atoms.ts";
import { mmaName } from "./operations.ts";
import { type Bound, lenientRow, type Row, row, unknownIn } from "./row.ts";
import { tilerIn } from "./rows-layout.ts";
import { bool, intIn, intTreeIn, isLayout, layoutIn, list, none, numberIn, tensorIn } from "./values.ts";

export const tiledRows: readonly Row[] = [
  lenientRow("cute.make_copy_atom", "op, copy_internal_type, num_bits_per_copy?", makeCopyAtom),
  lenientRow("cute.make_atom", "op", (b) => b.value("op")),
  lenientRow("cute.make_mma_atom", "op", (b) => mmaAtomOf(b, b.value("op"))),
  lenientRow("cute.make_tiled_mma", "op_or_atom, atom_layout_mnk?, permutation_mnk?", tiledMma),
  row("cute.make_tiled_copy_tv", "atom, thr_layout, val_layout", (b) =>
    makeTiledCopy(b.ctx, copyAtomIn(b, "atom"), plainIn(b, "thr_layout"), plainIn(b, "val_layout")),
  ),
  row("cute.make_layout_tv", "thr_layout, val_layout", (b) => {
    const both = rakedProduct(b.ctx, plainIn(b, "thr_layout"), plainIn(b, "val_layout"));
    const sizes = makeLayout(
      tuple<Int>([size(b.ctx, plainIn(b, "thr_layout")), size(b.ctx, plainIn(b, "val_layout"))]),
    );
    return list([productEach(both.shape), composition(b.ctx, rightInverse(b.ctx, both), sizes)]);
  }),
  row("cute.make_tiled_copy", "atom, layout_tv, tiler_mn", (b) =>
    makeTiledCopyImpl(
      b.ctx,
      copyAtomIn(b, "atom"),
      plainIn(b, "layout_tv"),
      tilerIn(b, b.value("tiler_mn")) as TiledCopy["tilerMN"],
    ),
  ),
  row("cute.make_cotiled_copy", "atom, atom_layout_tv, data_layout", (b) =>
    makeCotiledCopy(b.ctx, copyAtomIn(b, "atom"), plainIn(b, "atom_layout_tv"), plainIn(b, "data_layout")),
  ),
  ...(["A", "B", "C"] as const).map((operand) =>
    row(`cute.make_tiled_copy_${operand}`, "atom, tiled_mma", (b) =>
      copyOfOperand(b, operand, copyAtomIn(b, "atom"), mmaIn(b, b.value("tiled_mma"))),
    ),
  ),
  ...(["S", "D"] as const).map((side) =>
    row(`cute.make_tiled_copy_${side}`, "atom, tiled_copy", (b) =>
      makeTiledCopyLike(b.ctx, copyAtomIn(b, "atom"), copyIn(b, b.value("tiled_copy")), side),
    ),
  ),
  row("cute.make_tiled_copy_C_atom", "atom, mma", (b) =>
    makeTiledCopyCAtom(b.ctx, copyAtomIn(b, "atom"), mmaIn(b, b.value("mma"))),
  ),
  row("tcgen05.make_tmem_copy", "atom, tmem_tensor", (b) => {
    const tensor = tensorIn(b.ctx, b.value("tmem_tensor"));
    return makeTmemCopy(b.ctx, copyAtomIn(b, "atom"), plain(b, layoutIn(b.ctx, tensor)));
  }),
  ...["load", "store"].map((way) =>
    row(`tcgen05.is_tmem_${way}`, "atom", (b) => bool(tmemName(b.value("atom"))?.way === way.toUpperCase())),
  ),
  row("tcgen05.get_tmem_copy_properties", "atom", (b) => {
    const found = tmemName(b.value("atom"));
    if (found === undefined) return b.ctx.stop({ code: "type-error", message: "a copy of tensor memory is wanted" });
    if (found.packed) return unknown("the packing of a copy of tensor memory");
    return list([...found.numbers.map(staticInt), none]);
  }),
  row("tcgen05.make_s2t_copy", "atom, tmem_tensor", (b) =>
    makeUtccpCopy(b.ctx, copyAtomIn(b, "atom"), plain(b, layoutIn(b.ctx, tensorIn(b.ctx, b.value("tmem_tensor"))))),
  ),
  row("tcgen05.get_s2t_smem_desc_tensor", "atom, smem_tensor", (b) =>
    utccpDescriptors(b.ctx, copyAtomIn(b, "atom"), tensorIn(b.ctx, b.value("smem_tensor"))),
  ),
  lenientRow("tiled.get_slice", "thr_idx", getSlice),
  lenientRow("copy.partition_S", "src", (b) => partitionOfCopy(b, "S", b.value("src"))),
  lenientRow("copy.partition_D", "dst", (b) => partitionOfCopy(b, "D", b.value("dst"))),
  lenientRow("copy.retile", "src", (b) => {
    const src = b.value("src");
    return src.kind === "unknown" ? src : retileTensor(b.ctx, copyIn(b, selfOf(b)), tensorIn(b.ctx, src));
  }),
  // What C++ calls so: a refusal says what it is called here.
  ...["S", "D"].map((side) => lenientRow(`copy.retile_${side}`, "tensor", () => none)),
  row("mma.get_tile_size", "mode_idx", (b) =>
    tileSizeMma(b.ctx, mmaIn(b, selfOf(b)), numberIn(b.ctx, b.value("mode_idx"))),
  ),
  lenientRow("atom.set", "modifier, value", () => none),
  lenientRow("atom.with_", "*anything", (b) => selfOf(b)),
];

const selfOf = (b: Bound): Value => b.call.self ?? none;

function plain(b: Bound, value: Value): Layout {
  return value.kind === "layout" ? value : b.ctx.stop({ code: "composed", message: "a plain layout is wanted" });
}
const plainIn = (b: Bound, name: string): Layout => {
  const value = b.value(name);
  return value.kind === "layout" ? value : makeLayout(intTreeIn(b.ctx, value));
};

function copyAtomIn(b: Bound, name: string): CopyAtom {
  const value = b.value(name);
  if (value.kind === "copy-atom") return value;
  if (value.kind === "tiled-copy" || value.kind === "thr-copy") return copyAtomOf(b.ctx, copyIn(b, value));
  return b.ctx.stop({ code: "type-error", message: "a copy atom is wanted" });
}

export function copyIn(b: Bound, value: Value): TiledCopy {
  if (value.kind === "tiled-copy") return value;
  if (value.kind === "thr-copy") return value.tiled;
  return b.ctx.stop({ code: "type-error", message: "a tiled copy is wanted" });
}

export function mmaIn(b: Bound, value: Value): TiledMma {
  if (value.kind === "tiled-mma") return value;
  if (value.kind === "thr-mma") return value.tiled;
  if (value.kind === "mma-atom") return makeTiledMma(b.ctx, value);
  return b.ctx.stop({ code: "type-error", message: "a tiled MMA is wanted" });
}

function mmaAtomOf(b: Bound, op: Value): MmaAtom | Value {
  if (op.kind === "mma-atom") return op;
  if (op.kind === "tiled-mma") return op.atom;
  if (op.kind !== "object") return op.kind === "unknown" ? op : unknown("an MMA operation that is not modelled");
  const missing = [...op.fields.values()].map((field) => unknownIn(field, 0)).find((each) => each !== undefined);
  if (missing !== undefined) return unknown("an argument of the MMA operation is not known", missing);
  // `tiled_mma.op` is named by its atom.
  const atom = mmaAtom(b.ctx, mmaName(op) ?? op.name.replace(/Op$/, ""));
  return atom ?? unknown(`the MMA operation ${op.name} is not modelled with these arguments`);
}

function tiledMma(b: Bound): Value {
  const atom = mmaAtomOf(b, b.value("op_or_atom"));
  if (atom.kind !== "mma-atom") return atom;
  const given = b.optional("atom_layout_mnk");
  if (given?.kind === "unknown") return given;
  const atoms = given && (isLayout(given) ? plain(b, given) : makeLayout(intTreeIn(b.ctx, given)));
  const permutation = b.optional("permutation_mnk");
  const missing = permutation && unknownIn(permutation, 0);
  if (missing !== undefined) return unknown("the permutation of the tiled MMA is not known", missing);
  const permutations =
    permutation === undefined ? undefined : (tilerIn(b, permutation) as Tuple<Layout | Int | Underscore>);
  return makeTiledMma(b.ctx, atom, atoms, permutations);
}

/** The copy whose (thr,val) layout is that of the MMA's operand, over the operand's tile. */
function copyOfOperand(b: Bound, operand: Operand, atom: CopyAtom, mma: TiledMma): TiledCopy {
  const [i, j] = operand === "A" ? [0, 2] : operand === "B" ? [1, 2] : [0, 1];
  const tile = tuple<Int>([tileSizeMma(b.ctx, mma, i), tileSizeMma(b.ctx, mma, j)]);
  return makeTiledCopyImpl(b.ctx, atom, layoutTV(b.ctx, mma, operand), tile);
}

/** A slice by an index that is not known has known layouts all the same. */
/** `SM100_TMEM_LOAD_32dp32b16x`: lanes, bits, repetitions. */
function tmemName(atom: Value) {
  const parts = atom.kind === "copy-atom" ? /TMEM_(LOAD|STORE)_(\d+)dp(\d+)b(\d+)x(_16b)?$/.exec(atom.name) : null;
  if (parts === null) return undefined;
  return { way: parts[1], numbers: parts.slice(2, 5).map(Number), packed: parts[5] !== undefined };
}

function getSlice(b: Bound): Value {
  const self = selfOf(b);
  // A thread's part is the tiled object all the same: another thread's can be had of it.
  const tiled = self.kind === "thr-mma" || self.kind === "thr-copy" ? self.tiled : self;
  const index = b.value("thr_idx");
  const thr = index.kind === "num" || index.kind === "sym" ? index : intIn(b.ctx, b.call.symbol("thr_idx"));
  if (tiled.kind === "tiled-mma") return mmaSlice(b.ctx, tiled, thr);
  if (tiled.kind === "tiled-copy") return copySlice(tiled, thr);
  if (tiled.kind === "mma-atom") return mmaSlice(b.ctx, makeTiledMma(b.ctx, tiled), thr);
  return unknown("a slice of something that is not known");
}

function partitionOfCopy(b: Bound, side: "S" | "D", input: Value): Value {
  if (input.kind === "unknown") return input;
  const thr = selfOf(b);
  if (thr.kind !== "thr-copy") return unknown("a slice of an unknown copy");
  return partitionCopy(b.ctx, thr, side, tensorIn(b.ctx, input));
}

/** Attributes of atoms and tiled objects. */
export function tiledMember(
  value: MmaAtom | CopyAtom | TiledMma | TiledCopy | TmaAtom,
  name: string,
  ctx: Bound["ctx"],
): Value | undefined {
  if (value.kind === "tiled-copy") return copyMember(value, name, ctx);
  if (value.kind === "copy-atom") return copyAtomMember(value, name);
  if (value.kind === "tma-atom") return name === "smem_layout" ? value.smem : undefined;
  if (value.kind === "mma-atom") return mmaAtomMember(value, name);
  return tiledMmaMember(value, name, ctx) ?? mmaAtomMember(value.atom, name);
}

function mmaAtomMember(atom: MmaAtom, name: string): Value | undefined {
  switch (name) {
    case "thr_id":
      return atom.thrId;
    case "shape_mnk":
      return atom.shape;
    case "tv_layout_A":
      return atom.layoutA;
    case "tv_layout_B":
      return atom.layoutB;
    case "tv_layout_C":
      return atom.layoutC;
    default:
      return undefined;
  }
}

function tiledMmaMember(mma: TiledMma, name: string, ctx: Bound["ctx"]): Value | undefined {
  const operand = /^tv_layout_([ABC])_tiled$/.exec(name)?.[1];
  if (operand === "A" || operand === "B" || operand === "C") return layoutTV(ctx, mma, operand);
  switch (name) {
    case "thr_layout_vmnk":
      return mma.thrLayoutVMNK;
    case "permutation_mnk":
      return mma.permutationMNK;
    case "size":
      return undefined;
    default:
      return undefined;
  }
}

function copyAtomMember(atom: CopyAtom, name: string): Value | undefined {
  switch (name) {
    case "value_type":
      return atom.dtype;
    case "thr_id":
      return atom.thrId;
    case "layout_src_tv":
      return atom.layoutSrc;
    case "layout_dst_tv":
      return atom.layoutDst;
    default:
      return undefined;
  }
}

function copyMember(copy: TiledCopy, name: string, ctx: Bound["ctx"]): Value | undefined {
  switch (name) {
    case "layout_tv_tiled":
      return copy.layoutTV;
    case "layout_src_tv_tiled":
      return copyLayoutTV(ctx, copy, "S");
    case "layout_dst_tv_tiled":
      return copyLayoutTV(ctx, copy, "D");
    case "tiler_mn":
      return copy.tilerMN as Value;
    case "tile_shape":
      return list([tilerShape(copy.tilerMN)]);
    default:
      return copyAtomMember(copyAtomOf(ctx, copy), name);
  }
}
