// Atoms and what is built of them, in the words of an expression: `SM80_16x8x16_F32F16F16F32_TN{}`,
// `Copy_Atom<UniversalCopy<uint128_t>, half_t>{}`, `GMMA::Layout_K_SW128_Atom<half_t>{}`, `make_tiled_copy(atom, thr, val)`,
// `copy.get_slice(0).partition_S(tensor)`, `make_tma_atom(SM90_TMA_LOAD{}, gmem, smem, tile)`.
import { elementType } from "../algebra/atoms/element-types.ts";
import { copyAtom, mmaAtom } from "../algebra/atoms/lookup.ts";
import { parseSmemAtom, smemAtom } from "../algebra/atoms/smem-atom.ts";
import { bareName, splitArguments } from "../algebra/atoms/type-name.ts";
import type { CopyAtom, MmaAtom, TiledCopy, TiledMma } from "../algebra/atoms/types.ts";
import type { Context } from "../algebra/context.ts";
import { isInt, ZERO } from "../algebra/int/int.ts";
import { makeLayout } from "../algebra/layout/make.ts";
import { accept, parseError, type Scanner, skipSpace } from "../algebra/notation/scanner.ts";
import { copySlice, mmaSlice, partitionCopy, partitionMma, retileTensor } from "../algebra/tiled/partition.ts";
import { copyLayoutTV, makeTiledCopy, makeTiledCopyFor, type Side } from "../algebra/tiled/tiled-copy.ts";
import { layoutTV, makeTiledMma, type Operand, tileShape } from "../algebra/tiled/tiled-mma.ts";
import { makeTmaAtom } from "../algebra/tma/make.ts";
import { tmaOperation } from "../algebra/tma/operations.ts";
import {
  type DType,
  type Int,
  type Layout,
  type Tensor,
  type Tuple,
  tuple,
  type Underscore,
  type Value,
} from "../algebra/value.ts";
import * as arg from "./ops/arguments.ts";

/** Bits of an element where an operation is named without its type, as in `cute-lens draw`. */
const usualBits = 16;

const operation = /^(?:cute::)?(?:SM\d+\w*(?:::|_)\w|Universal|AutoVectorizingCopy|DefaultCopy|(?:GMMA|UMMA)::Layout_)/;
const wrapper = /^(?:cute::)?(?:Copy_Atom|MMA_Atom|TiledMMA)$/;

/** The atom whose name was just read; the scanner stays where it was when it is none. */
export function atomAt(ctx: Context, s: Scanner, path: string): Value | undefined {
  const isWrapper = wrapper.test(path);
  if (!isWrapper && !operation.test(path)) return undefined;
  const back = s.at;
  const args = bracketText(s);
  const value = isWrapper ? wrapped(ctx, bareName(path), args ?? "") : named(ctx, path, args);
  if (value === undefined) {
    s.at = back;
    return undefined;
  }
  skipSpace(s);
  if (!accept(s, "{}")) accept(s, "()");
  return value;
}

/** The text between `<` and its `>`, if one follows. */
function bracketText(s: Scanner): string | undefined {
  if (s.text[s.at] !== "<") return undefined;
  const start = s.at;
  let depth = 0;
  for (; s.at < s.text.length; s.at++) {
    const c = s.text[s.at];
    if (c === "<") depth++;
    else if (c === ">" && --depth === 0) return s.text.slice(start + 1, s.at++);
  }
  return parseError(start, "this bracket is not closed");
}

function wrapped(ctx: Context, kind: string, args: string): Value | undefined {
  const [op = "", type = ""] = splitArguments(args) ?? [];
  if (kind !== "Copy_Atom") {
    const atom = mmaAtom(ctx, op) ?? unknownAtom(ctx, op);
    return kind === "TiledMMA" ? makeTiledMma(ctx, atom) : atom;
  }
  const bits = type === "" ? usualBits : (elementType(type) ?? noType(ctx, type));
  return copyAtom(ctx, op.replace(/\{\}$/, ""), bits) ?? unknownAtom(ctx, op);
}

function named(ctx: Context, path: string, args: string | undefined): Value | undefined {
  const name = args === undefined ? path : `${path}<${args}>`;
  const smem = parseSmemAtom(path);
  if (smem !== undefined) {
    const type = args === undefined ? undefined : (elementType(args) ?? noType(ctx, args));
    return smemAtom(ctx, smem.major, smem.swizzle, smem.form === "bits" ? 1 : (type?.bits ?? usualBits));
  }
  const tma = tmaOperation(path);
  return tma === undefined ? (mmaAtom(ctx, name) ?? copyAtom(ctx, name, usualBits)) : { kind: "text", value: tma.name };
}

const unknownAtom = (ctx: Context, name: string): never =>
  ctx.stop({ code: "unknown-op", message: `no atom is called ${name}` });
const noType = (ctx: Context, name: string): never =>
  ctx.stop({ code: "unknown-op", message: `no element type is called ${name}` });

type Call = (ctx: Context, args: readonly Value[]) => Value;

const wanted = (ctx: Context, what: string, given: Value | undefined): never =>
  ctx.stop({
    code: "arguments",
    message: `${what} is wanted${given === undefined ? "" : `, this is a ${given.kind.replace("-", " ")}`}`,
  });

const copyAtomIn = (ctx: Context, v: Value | undefined): CopyAtom =>
  v?.kind === "copy-atom" ? v : wanted(ctx, "a copy atom", v);
const mmaAtomIn = (ctx: Context, v: Value | undefined): MmaAtom =>
  v?.kind === "mma-atom" ? v : wanted(ctx, "an MMA atom", v);
/** A shape stands for its compact layout, as the DSL has it. */
function layoutIn(ctx: Context, v: Value | undefined): Layout {
  if (v?.kind === "layout") return v;
  return v?.kind === "tuple" || (v !== undefined && isInt(v))
    ? makeLayout(arg.shape(ctx, v))
    : wanted(ctx, "a layout", v);
}

function tiledCopyIn(ctx: Context, v: Value | undefined): TiledCopy {
  if (v?.kind === "tiled-copy") return v;
  return v?.kind === "thr-copy" ? v.tiled : wanted(ctx, "a tiled copy", v);
}

function tiledMmaIn(ctx: Context, v: Value | undefined): TiledMma {
  if (v?.kind === "tiled-mma") return v;
  if (v?.kind === "mma-atom") return makeTiledMma(ctx, v);
  return v?.kind === "thr-mma" ? v.tiled : wanted(ctx, "a tiled MMA", v);
}

/** A layout by itself is a tensor at offset 0. */
function tensorIn(ctx: Context, v: Value | undefined): Tensor {
  if (v?.kind === "tensor") return v;
  if (v?.kind === "layout" || v?.kind === "composed") return { kind: "tensor", engine: ZERO, layout: v };
  return wanted(ctx, "a tensor or a layout", v);
}

function slice(ctx: Context, [tiled, thread]: readonly Value[]): Value {
  const index = thread !== undefined && isInt(thread) ? thread : ZERO;
  if (tiled?.kind === "tiled-mma" || tiled?.kind === "mma-atom") return mmaSlice(ctx, tiledMmaIn(ctx, tiled), index);
  return copySlice(tiledCopyIn(ctx, tiled), index);
}

/** Of the first thread where no slice is taken. */
const partitionOf =
  (side: Side): Call =>
  (ctx, [copy, tensor]) =>
    partitionCopy(
      ctx,
      copy?.kind === "thr-copy" ? copy : copySlice(tiledCopyIn(ctx, copy), ZERO),
      side,
      tensorIn(ctx, tensor),
    );

const partitionOfMma =
  (operand: Operand): Call =>
  (ctx, [mma, tensor]) =>
    partitionMma(
      ctx,
      mma?.kind === "thr-mma" ? mma : mmaSlice(ctx, tiledMmaIn(ctx, mma), ZERO),
      operand,
      tensorIn(ctx, tensor),
    );

const tiledCopy: Call = (ctx, [atom, threads, values]) =>
  makeTiledCopy(ctx, copyAtomIn(ctx, atom), layoutIn(ctx, threads), layoutIn(ctx, values));

const tiledMma: Call = (ctx, [atom, atoms, tile]) =>
  makeTiledMma(
    ctx,
    mmaAtomIn(ctx, atom),
    atoms === undefined ? undefined : layoutIn(ctx, atoms),
    tile === undefined ? undefined : permutationIn(ctx, tile),
  );

function permutationIn(ctx: Context, tile: Value): Tuple<Layout | Int | Underscore> {
  const items = tile.kind === "tuple" ? tile.items : [];
  const modes = items.flatMap((item) =>
    item.kind === "layout" || item.kind === "underscore" || isInt(item) ? [item] : [],
  );
  return items.length > 0 && modes.length === items.length
    ? tuple(modes)
    : wanted(ctx, "a tile such as (_32,_32,_16)", tile);
}

const operands: readonly Operand[] = ["A", "B", "C"];
const sides: readonly Side[] = ["S", "D"];

const tmaAtom: Call = (ctx, [op, gmem, smem, tile]) => {
  const found = op?.kind === "text" ? tmaOperation(op.value) : undefined;
  if (found === undefined) return wanted(ctx, "a TMA operation such as SM90_TMA_LOAD", op);
  const tensor = tensorIn(ctx, gmem);
  return makeTmaAtom(
    ctx,
    { operation: found, gmem: tensor, dtype: elementOf(tensor), smem: arg.anyLayout(ctx, smem) },
    arg.tiler(ctx, tile),
  );
};

const typeOfBits: Readonly<Record<number, string>> = { 8: "uint8_t", 16: "half_t", 32: "float", 64: "double" };

/** Notation says the bits alone (`gmem_ptr[16b]`): the type that has them most often. */
function elementOf({ engine }: Tensor): DType {
  const known = engine.kind === "pointer" && engine.dtype.kind === "dtype" ? engine.dtype : undefined;
  const half: DType = { kind: "dtype", name: "half_t", bits: usualBits, family: "float" };
  if (known === undefined) return half;
  return /^\d/.test(known.name) ? (elementType(typeOfBits[known.bits] ?? "") ?? known) : known;
}

export const atomCalls: ReadonlyMap<string, Call> = new Map<string, Call>([
  ["make_tiled_copy", tiledCopy],
  ["make_tiled_copy_tv", tiledCopy],
  ["make_tiled_mma", tiledMma],
  ["make_tma_atom", tmaAtom],
  ["get_slice", slice],
  ["get_thread_slice", slice],
  ["tile_shape", (ctx, [mma]) => tileShape(ctx, tiledMmaIn(ctx, mma))],
  ...sides.flatMap((side): [string, Call][] => [
    [`partition_${side}`, partitionOf(side)],
    [`get_layout${side}_TV`, (ctx, [copy]) => copyLayoutTV(ctx, tiledCopyIn(ctx, copy), side)],
    [`retile_${side}`, (ctx, [copy, tensor]) => retileTensor(ctx, tiledCopyIn(ctx, copy), tensorIn(ctx, tensor))],
  ]),
  ...operands.flatMap((operand): [string, Call][] => [
    [`partition_${operand}`, partitionOfMma(operand)],
    [`get_layout${operand}_TV`, (ctx, [mma]) => layoutTV(ctx, tiledMmaIn(ctx, mma), operand)],
    [
      `make_tiled_copy_${operand}`,
      (ctx, [atom, mma]) => makeTiledCopyFor(ctx, copyAtomIn(ctx, atom), tiledMmaIn(ctx, mma), operand),
    ],
  ]),
]);
