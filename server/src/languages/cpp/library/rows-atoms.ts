// MMA and copy atoms, tiled MMAs and copies, the shared-memory layout atoms of GMMA and UMMA.
import {
  parseSmemAtom,
  type Selector,
  smemAtom,
  smemAtomBits,
  smemSelector,
  sparseSmemAtom,
} from "../../../../../src-engine/algebra/atoms/smem-atom.ts";
import { tileToMmaShape } from "../../../../../src-engine/algebra/atoms/tile-to-mma-shape.ts";
import type { Major, TiledCopy, TiledMma } from "../../../../../src-engine/algebra/atoms/types.ts";
import type { Context } from "../../../../../src-engine/algebra/context.ts";
import { less } from "../../../../../src-engine/algebra/int/ask.ts";
import { ONE } from "../../../../../src-engine/algebra/int/int.ts";
import { makeLayout } from "../../../../../src-engine/algebra/layout/make.ts";
import { layoutModes } from "../../../../../src-engine/algebra/layout/modes.ts";
import { rakedProduct } from "../../../../../src-engine/algebra/layout/product.ts";
import {
  makeCotiledCopy,
  makeTiledCopyCAtom,
  makeTmemCopy,
  makeUtccpCopy,
  utccpDescriptors,
} from "../../../../../src-engine/algebra/tiled/cotiled-copy.ts";
import { partitionFragmentC } from "../../../../../src-engine/algebra/tiled/fragment.ts";
import {
  copyAtomOf,
  makeTiledCopy,
  makeTiledCopyFor,
  makeTiledCopyImpl,
  makeTiledCopyLike,
  tilerShape,
} from "../../../../../src-engine/algebra/tiled/tiled-copy.ts";
import {
  makeTiledMma,
  type Operand,
  partitionShape,
  tileShape,
  tileSizeMma,
} from "../../../../../src-engine/algebra/tiled/tiled-mma.ts";
import { product } from "../../../../../src-engine/algebra/tuple/int-tuple.ts";
import { rankOf } from "../../../../../src-engine/algebra/tuple/tree.ts";
import {
  type AnyLayout,
  type Int,
  type Layout,
  type Tuple,
  tuple,
  type Underscore,
  type Unknown,
  unknown,
  type Value,
} from "../../../../../src-engine/algebra/value.ts";
import { copyIn, mmaIn } from "./operations.ts";
import { fragmentTypes } from "./project-atoms.ts";
import {
  arg,
  type Call,
  lenientRow,
  modeNumber,
  modes,
  optionalArg,
  plain,
  type Row,
  record,
  row,
  type TypeRow,
  targ,
  typeRow,
  unknownIn,
} from "./row.ts";
import {
  dtypeIn,
  elementOr,
  isLayout,
  layoutIn,
  plainLayoutIn,
  shapeIn,
  tensorIn,
  text,
  textIn,
  tilerIn,
  typeOf,
} from "./values.ts";

export const atomTypes: readonly TypeRow[] = [
  ...fragmentTypes,
  ...typeRow("MMA_Atom MMA_Traits", (args, ctx) =>
    known(args, () => mmaIn(ctx, args[0] ?? unknown("an operation is missing"))),
  ),
  ...typeRow("Copy_Atom", ([op, type], ctx) => {
    const of = op ?? unknown("an operation is missing");
    const element = elementOr(ctx, type ?? unknown("a type is missing"));
    return known([of, element], () => copyIn(ctx, of, element));
  }),
  ...typeRow("Copy_Traits", ([op, bits]) => traitsOf(op ?? unknown("an operation is missing"), bits)),
  ...typeRow("TiledMMA", (args, ctx) => known(args, () => tiledMmaType(ctx, args.map(plain)))),
  ...typeRow("TiledCopy", (args, ctx) => known(args, () => tiledCopyType(ctx, args.map(plain)))),
  ...typeRow("ThrMMA ThrCopy", ([of]) => of ?? unknown("a tiled object is missing")),
];

/** Copy_Traits<SM90_BULK_COPY_G2S, Int<4096>>: the operation and the bits that each of its instructions moves. */
function traitsOf(op: Value, bits: Value | undefined): Value {
  const [name, count] = [plain(op), bits === undefined ? undefined : plain(bits)];
  return name.kind === "text" && count?.kind === "num" ? typeOf(text(`${name.value},Int<${count.value}>`)) : op;
}

function known(args: readonly Value[], make: () => Value): Value {
  const missing = args.map((value) => unknownIn(value, 0)).find((value) => value !== undefined);
  return typeOf(missing === undefined ? make() : unknown("an atom of unknown parts", missing));
}

const ofValues =
  "before CUTLASS 3.4 the third argument of a TiledMMA was a layout of values, and no newer cutlass/version.h is found";

/** The class itself wants all three modes, make_tiled_mma fills them up. */
function tiledMmaType(ctx: Context, args: readonly Value[]): TiledMma | Unknown {
  const [, atoms] = args;
  const layout = atoms !== undefined && isLayout(atoms) ? plainLayoutIn(ctx, atoms) : undefined;
  if (layout !== undefined && rankOf(layout.shape) !== 3)
    ctx.stop({ code: "tiled-mma-rank", message: "TiledMMA requires rank-3 AtomLayoutMNK", at: "mma_atom.hpp:220" });
  return tiledMma(ctx, args);
}

function tiledMma(ctx: Context, args: readonly Value[]): TiledMma | Unknown {
  const [atom, atoms, permutations] = args;
  const layout =
    atoms === undefined ? undefined : isLayout(atoms) ? plainLayoutIn(ctx, atoms) : makeLayout(shapeIn(ctx, atoms));
  const mma = mmaIn(ctx, atom ?? unknown("an MMA is missing"));
  if (permutations === undefined) return makeTiledMma(ctx, mma, layout);
  if (isLayout(permutations) && !isPermutation(ctx, permutations, makeTiledMma(ctx, mma, layout)))
    return unknown(ofValues);
  return makeTiledMma(ctx, mma, layout, permutation(ctx, permutations));
}

/**
 * A layout there permutes M since CUTLASS 3.4. Before, it said how often each thread repeats its values: small
 * numbers, in which no mode of the atoms' tile has its place.
 */
function isPermutation(ctx: Context, given: AnyLayout, mma: TiledMma): boolean {
  const isOld = ctx.isBefore?.("3.4") ?? "no";
  if (isOld !== "unknown") return isOld === "no";
  const modes = given.kind === "layout" ? layoutModes(given).slice(0, 3) : [];
  return modes.length > 0 && modes.every((mode, i) => less(product(mode.shape), tileSizeMma(ctx, mma, i)) === "no");
}

function permutation(ctx: Context, value: Value): Tuple<Layout | Int | Underscore> {
  const tiler = tilerIn(ctx, value);
  return (tiler.kind === "tuple" ? tiler : tuple([tiler])) as Tuple<Layout | Int | Underscore>;
}

function tiledCopyType(ctx: Context, args: readonly Value[]): TiledCopy {
  const [atom, tv, tiler] = args;
  if (atom === undefined || tv === undefined || tiler === undefined)
    return ctx.stop({ code: "arguments", message: "TiledCopy<atom, layout, tiler>" });
  const copy = copyIn(ctx, atom, unknown("a value type"));
  if (copy.kind !== "copy-atom")
    return ctx.stop({ code: "unsupported", message: "a TiledCopy type around a TMA atom" });
  return makeTiledCopyImpl(ctx, copy, plainLayoutIn(ctx, tv), tilerIn(ctx, tiler) as TiledCopy["tilerMN"]);
}

const tiledCopyFor = (operand: Operand): Row[] =>
  row(`make_tiled_copy_${operand}`, (call) => makeTiledCopyFor(call.ctx, atomArg(call, 0), mmaArg(call, 1), operand));

const atomArg = (call: Call, index: number) => {
  const value = arg(call, index);
  if (value.kind === "tiled-copy") return copyAtomOf(call.ctx, value);
  const copy = copyIn(call.ctx, value, unknown("a value type"));
  return copy.kind === "copy-atom"
    ? copy
    : call.ctx.stop({ code: "unsupported", message: "a TMA atom tiled as a plain copy" });
};

function mmaArg(call: Call, index: number): TiledMma {
  const value = arg(call, index);
  if (value.kind === "tiled-mma") return value;
  if (value.kind === "thr-mma") return value.tiled;
  if (value.kind === "mma-atom") return makeTiledMma(call.ctx, value);
  return call.ctx.stop({ code: "type-error", message: `a TiledMMA is wanted, not a ${value.kind}` });
}

const partitionShapeRow = (operand: Operand): Row[] =>
  row(`partition_shape_${operand}`, (call) => {
    record(call, `partition_shape_${operand}`, ["threads", "shape"]);
    return partitionShape(call.ctx, mmaArg(call, 0), operand, shapeIn(call.ctx, arg(call, 1)));
  });

export const atomRows: readonly Row[] = [
  ...row("make_tiled_mma", (call) => {
    record(call, "make_tiled_mma", ["atom", "atom-layout", "permutation"]);
    return tiledMma(call.ctx, call.args.map(plain));
  }),
  ...lenientRow("make_tiled_copy", (call) => {
    const missing = call.args.map((value) => unknownIn(value, 0)).find((value) => value !== undefined);
    const threads = call.args[1] === undefined ? undefined : plain(call.args[1]);
    const values = optionalArg(call, 2) ?? makeLayout(ONE);
    const areLayouts = [threads, values].every((one) => one !== undefined && isLayout(one));
    if (missing !== undefined && !areLayouts) return unknown("an argument of make_tiled_copy is not known", missing);
    record(call, "make_tiled_copy", ["atom", "threads", "values"]);
    const layouts = [plainLayoutIn(call.ctx, arg(call, 1)), plainLayoutIn(call.ctx, values)] as const;
    if (missing === undefined) return makeTiledCopy(call.ctx, atomArg(call, 0), ...layouts);
    // Whatever the atom is, threads and values have to make a tile.
    rakedProduct(call.ctx, ...layouts);
    return unknown("an argument of make_tiled_copy is not known", missing);
  }),
  ...row("make_tiled_copy_impl", (call) =>
    makeTiledCopyImpl(
      call.ctx,
      atomArg(call, 0),
      plainLayoutIn(call.ctx, arg(call, 1)),
      tilerIn(call.ctx, arg(call, 2)) as TiledCopy["tilerMN"],
    ),
  ),
  ...tiledCopyFor("A"),
  ...tiledCopyFor("B"),
  ...tiledCopyFor("C"),
  ...row("make_tiled_copy_C_atom", (call) => makeTiledCopyCAtom(call.ctx, atomArg(call, 0), mmaArg(call, 1))),
  ...row("make_tiled_copy_S", (call) => makeTiledCopyLike(call.ctx, atomArg(call, 0), copyArg(call, 1), "S")),
  ...row("make_tiled_copy_D", (call) => makeTiledCopyLike(call.ctx, atomArg(call, 0), copyArg(call, 1), "D")),
  ...row("make_cotiled_copy", (call) =>
    makeCotiledCopy(
      call.ctx,
      atomArg(call, 0),
      plainLayoutIn(call.ctx, arg(call, 1)),
      plainLayoutIn(call.ctx, arg(call, 2)),
    ),
  ),
  ...row("make_tmem_copy", (call) => makeTmemCopy(call.ctx, tmemAtom(call), plainLayoutIn(call.ctx, arg(call, 1)))),
  ...row("make_utccp_copy", (call) => makeUtccpCopy(call.ctx, tmemAtom(call), plainLayoutIn(call.ctx, arg(call, 1)))),
  ...row("get_utccp_smem_desc_tensor", (call) => {
    const tensor = tensorIn(call.ctx, arg(call, 0));
    const type = tensor.engine.kind === "pointer" ? tensor.engine.dtype : unknown("a value type");
    const copy = copyIn(call.ctx, targ(call, 0), type);
    if (copy.kind !== "copy-atom") return unknown("descriptors for a TMA atom");
    return utccpDescriptors(call.ctx, copy, tensor);
  }),
  ...partitionShapeRow("A"),
  ...partitionShapeRow("B"),
  ...partitionShapeRow("C"),
  ...row("partition_fragment_C", (call) => {
    record(call, "partition_fragment_C", ["threads", "shape"]);
    return partitionFragmentC(call.ctx, mmaArg(call, 0), shapeIn(call.ctx, arg(call, 1)));
  }),
  ...row("tile_shape", (call) => tileShape(call.ctx, mmaArg(call, 0))),
  ...row("tile_size", tileSize),
  ...row("UMMA::tile_to_mma_shape tile_to_mma_shape", (call) =>
    tileToMmaShape(call.ctx, layoutIn(call.ctx, arg(call, 0)), shapeIn(call.ctx, arg(call, 1)), orderOf(call)),
  ),
  ...selectorRow("ss_smem_selector", "ss"),
  ...selectorRow("rs_smem_selector", "rs"),
  ...selectorRow("sm100_smem_selector", "sm100"),
];

function copyArg(call: Call, index: number): TiledCopy {
  const value = arg(call, index);
  if (value.kind === "tiled-copy") return value;
  if (value.kind === "thr-copy") return value.tiled;
  return call.ctx.stop({ code: "type-error", message: `a TiledCopy is wanted, not a ${value.kind}` });
}

/** The atom of `make_tmem_copy(op, tensor)`: an operation takes the tensor's element type. */
function tmemAtom(call: Call) {
  const op = arg(call, 0);
  const tensor = arg(call, 1);
  const type =
    tensor.kind === "tensor" && tensor.engine.kind === "pointer" ? tensor.engine.dtype : unknown("a value type");
  const copy = copyIn(call.ctx, op, type);
  return copy.kind === "copy-atom"
    ? copy
    : call.ctx.stop({ code: "unsupported", message: "a TMA atom for tensor memory" });
}

function tileSize(call: Call): Value {
  const value = arg(call, 0);
  const [mode] = modes(call);
  if (value.kind === "tiled-copy") return product(tilerShape(value.tilerMN));
  return mode === undefined
    ? product(tileShape(call.ctx, mmaArg(call, 0)))
    : tileSizeMma(call.ctx, mmaArg(call, 0), mode);
}

function orderOf(call: Call) {
  const value = optionalArg(call, 2);
  const word = textIn(value);
  if (value === undefined || word === "LayoutLeft") return "left" as const;
  return word === "LayoutRight" ? ("right" as const) : shapeIn(call.ctx, value);
}

/** `ss_smem_selector<major, T, BLK_MN, BLK_K>()`. */
function selectorRow(name: string, selector: Selector): Row[] {
  return row(name, (call) => {
    const major = majorOf(call.ctx, targ(call, 0));
    const [mn, k] = [shapeIn(call.ctx, targ(call, 2)), shapeIn(call.ctx, targ(call, 3))];
    return smemSelector(call.ctx, selector, major, dtypeIn(call.ctx, targ(call, 1)), mn, k);
  });
}

function majorOf(ctx: Context, value: Value): Major {
  const word = textIn(value)?.replace(/^.*::/, "");
  if (word === "K" || word === "MN") return word;
  return ctx.stop({ code: "not-known", message: "whether the operand is K-major or MN-major is not known" });
}

/** `GMMA::Layout_K_SW128_Atom<T>`, `UMMA::Layout_MN_INTER_Atom<T>` and their forms in bits; undefined for other names. */
export function smemAtomType(name: string, args: readonly Value[], ctx: Context): Value | undefined {
  const [first, second] = args;
  const spelled = first === undefined ? undefined : textIn(first);
  const leading = spelled !== undefined && /Major::/.test(spelled) ? majorOf(ctx, first ?? unknown("")) : undefined;
  const found =
    parseSmemAtom(name, leading) ?? parseSmemAtom(name, second === undefined ? undefined : optionalMajor(second));
  if (found === undefined) return undefined;
  if (found.form === "bits") return typeOf(smemAtomBits(found.major, found.swizzle));
  const named = leading === undefined ? first : second;
  const type = named === undefined ? undefined : elementOr(ctx, named);
  const missing = type === undefined ? undefined : unknownIn(type, 0);
  if (type === undefined || missing !== undefined)
    return typeOf(unknown("a layout atom of an unknown element type", missing));
  const { bits } = dtypeIn(ctx, type);
  if (found.form === "sparse")
    return typeOf(
      sparseSmemAtom(ctx, found.major, found.swizzle, bits, modeNumber(ctx, args[1] ?? unknown("sparsity"))),
    );
  return typeOf(smemAtom(ctx, found.major, found.swizzle, bits));
}

const optionalMajor = (value: Value): Major | undefined => {
  const word = textIn(value)?.replace(/^.*::/, "");
  return word === "K" || word === "MN" ? word : undefined;
};

export const isSmemAtom = (name: string): boolean => /^(?:GMMA|UMMA)::Layout_\w*(?:Atom|Atom_Bits|SpAtom)$/.test(name);
