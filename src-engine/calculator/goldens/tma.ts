// The golden ops of the family tma: JSON arguments in CuTe's notation in, the named parts of the result out.
//
// Each op is the library's own call; what a case prints beyond it (partitions of local tiles) is in case-parts.ts.
import { elementType } from "../../algebra/atoms/element-types.ts";
import { mmaAtom } from "../../algebra/atoms/lookup.ts";
import type { TiledMma } from "../../algebra/atoms/types.ts";
import type { Context } from "../../algebra/context.ts";
import { dynamicInt, isInt, ZERO } from "../../algebra/int/int.ts";
import type { AnyTiler } from "../../algebra/layout/modes.ts";
import { rankOfLayout } from "../../algebra/layout/modes.ts";
import { slice } from "../../algebra/layout/slice.ts";
import { parse } from "../../algebra/notation/parse.ts";
import { print } from "../../algebra/notation/print.ts";
import { makeTiledMma } from "../../algebra/tiled/tiled-mma.ts";
import type { TmaRequest } from "../../algebra/tma/atom.ts";
import { coalesce256, constructTmaGbasis } from "../../algebra/tma/gbasis.ts";
import {
  makeTmaAtom,
  makeTmaAtomSm100,
  makeTmaCopy,
  makeTmaCopySm90,
  makeTmaCopySm100,
  type TmaOperand,
} from "../../algebra/tma/make.ts";
import { multicastMask } from "../../algebra/tma/multicast-mask.ts";
import { tmaOperation } from "../../algebra/tma/operations.ts";
import { tmaSwizzleBase, tmaSwizzleBits } from "../../algebra/tma/swizzle.ts";
import { rankOf } from "../../algebra/tuple/tree.ts";
import type { AnyLayout, Coord, DType, Layout, Shape, Swizzle, Value } from "../../algebra/value.ts";
import { type Int, type Tree, tuple, type Underscore, underscore } from "../../algebra/value.ts";
import type { Case, CaseOp } from "../case.ts";
import { tmaEncodeVerdict } from "./tma-encode.ts";
import { atomParts, type CaseInput, copyParts, mmaAtomParts } from "./tma-parts.ts";

const copySm90 =
  (operand: TmaOperand): CaseOp =>
  (ctx, input) => {
    const request = requestOf(ctx, input, 1);
    const tiler = tilerAt(ctx, input, 4);
    const cluster = operand === "C" ? undefined : shapeAt(ctx, input, 5);
    const copy = makeTmaCopySm90(ctx, operand, request, tiler, cluster);
    return copyParts(ctx, copy, caseInput(ctx, input, tiler));
  };

const copySm100 =
  (operand: TmaOperand): CaseOp =>
  (ctx, input) => {
    const withLayout = input.args.length > 5;
    const mma = mmaAt(ctx, input, withLayout);
    const request = mmaRequest(ctx, input, mma, withLayout ? 3 : 2);
    const tiler = tilerAt(ctx, input, withLayout ? 5 : 4);
    return copyParts(ctx, makeTmaCopySm100(ctx, operand, request, tiler, mma), caseInput(ctx, input, tiler));
  };

const atomSm100 =
  (operand: "A" | "B"): CaseOp =>
  (ctx, input) => {
    const mma = mmaAt(ctx, input, false);
    const request = mmaRequest(ctx, input, mma, 2);
    const tiler = tilerAt(ctx, input, 4);
    const cluster = shapeAt(ctx, input, 5);
    const atom = makeTmaAtomSm100(ctx, operand, request, tiler, mma, cluster);
    return mmaAtomParts(ctx, { operand, atom, mma, tiler, cluster }, caseInput(ctx, input, tiler));
  };

function tmaCopy(ctx: Context, input: Case): unknown {
  const request = requestOf(ctx, input, 1);
  if (input.args.length === 4) {
    return copyParts(ctx, makeTmaCopy(ctx, request), caseInput(ctx, input, tuple([])));
  }
  const tiler = tilerAt(ctx, input, 4);
  const copy = makeTmaCopy(ctx, request, tiler, shapeAt(ctx, input, 5));
  return copyParts(ctx, copy, caseInput(ctx, input, tiler));
}

function tmaAtom(ctx: Context, input: Case): unknown {
  const whole = requestOf(ctx, input, 1);
  const tiler = tilerAt(ctx, input, 4);
  const cluster = shapeAt(ctx, input, 5);
  const request = { ...whole, smem: oneStage(ctx, whole.smem, tiler) };
  const atom = makeTmaAtom(ctx, request, tiler, cluster);
  return atomParts(ctx, { atom, smem: whole.smem, cluster }, caseInput(ctx, input, tiler));
}

/** A pipelined layout has one mode more than the tiler: its first stage. */
function oneStage(ctx: Context, smem: AnyLayout, tiler: Tree<Int | Layout | Underscore>): AnyLayout {
  const modes = rankOf<Int | Layout | Underscore>(tiler);
  if (rankOfLayout(ctx, smem) <= modes) return smem;
  const coord: Coord = tuple<Int | Underscore>([...Array<Underscore>(modes).fill(underscore), ZERO]);
  return slice(ctx, coord, smem);
}

export const tmaCases: Readonly<Record<string, CaseOp>> = {
  tma_encode: tmaEncodeVerdict,
  make_tma_copy: tmaCopy,
  make_tma_atom: tmaAtom,
  make_tma_copy_A_sm90: copySm90("A"),
  make_tma_copy_B_sm90: copySm90("B"),
  make_tma_copy_C_sm90: copySm90("C"),
  make_tma_copy_A_sm100: copySm100("A"),
  make_tma_copy_B_sm100: copySm100("B"),
  make_tma_copy_C_sm100: copySm100("C"),
  make_tma_atom_A_sm100: atomSm100("A"),
  make_tma_atom_B_sm100: atomSm100("B"),
  create_tma_multicast_mask: (ctx, input) => {
    const modes = input.args.slice(2).map((mode) => (typeof mode === "number" ? mode : malformed(ctx, "a mode")));
    const cluster = plainAt(ctx, input, 0);
    return text(ctx, multicastMask(ctx, cluster, coordOf(ctx, valueAt(ctx, input, 1)), modes));
  },
  "detail::coalesce_256": (ctx, input) => text(ctx, coalesce256(ctx, plainAt(ctx, input, 0))),
  "detail::construct_tma_gbasis": (ctx, input) => {
    const bits = dtypeOf(ctx, input.args[0]).bits;
    const gmem = plainAt(ctx, input, 1);
    const [smem, ctaVMap] = [plainAt(ctx, input, 2), plainAt(ctx, input, 3)];
    return text(ctx, constructTmaGbasis(ctx, gmem, { value: bits, internal: bits }, smem, ctaVMap));
  },
  "detail::get_tma_swizzle_bits": (ctx, input) => String(tmaSwizzleBits(ctx, swizzleAt(ctx, input, 0))),
  "detail::get_tma_swizzle_base": (ctx, input) => String(tmaSwizzleBase(ctx, swizzleAt(ctx, input, 0))),
};

// ---- arguments -----------------------------------------------------------------------------------------------------

/** op, dtype, gmem, smem from `args[first]` on; a seventh argument is the internal type. */
function requestOf(ctx: Context, input: Case, first: number): TmaRequest {
  const dtype = dtypeOf(ctx, input.args[first]);
  const internal = input.args[6] === undefined ? {} : { internal: dtypeOf(ctx, input.args[6]) };
  return { ...requestFor(ctx, input, dtype, first + 1), ...internal };
}

const mmaRequest = (ctx: Context, input: Case, mma: TiledMma, first: number): TmaRequest =>
  requestFor(ctx, input, mma.atom.typeA, first);

function requestFor(ctx: Context, input: Case, dtype: DType, first: number): TmaRequest {
  const name = String(input.args[0]);
  const operation = tmaOperation(name) ?? malformed(ctx, `a TMA operation, not ${name}`);
  const layout = plainAt(ctx, input, first);
  const engine = { kind: "pointer", space: "gmem", dtype, offset: ZERO, align: 256 } as const;
  return { operation, dtype, gmem: { kind: "tensor", engine, layout }, smem: layoutAt(ctx, input, first + 1) };
}

function mmaAt(ctx: Context, input: Case, withLayout: boolean): TiledMma {
  const name = String(input.args[1]);
  const atom = mmaAtom(ctx, name) ?? malformed(ctx, `an MMA operation, not ${name}`);
  if (!withLayout) return makeTiledMma(ctx, atom);
  const spelled = parse(typeNotation(String(input.args[2])));
  return spelled.kind === "layout" ? makeTiledMma(ctx, atom, spelled) : malformed(ctx, "an atom layout");
}

/** `Layout<Shape<_2,_1,_1>>` as the notation of its value: `(_2,_1,_1)` with compact strides. */
function typeNotation(type: string): string {
  const open = type.replace(/\s|Layout|cute::/g, "").replace(/(?:Shape|Stride)</g, "(");
  const inner = open.replace(/^</, "").replace(/>$/, "").replace(/>/g, ")");
  return inner.includes("),(") ? inner.replace("),(", "):(") : `${inner}:${columnMajor(inner)}`;
}

/** Compact strides of a flat static shape. */
function columnMajor(shape: string): string {
  let next = 1;
  const strides = (shape.match(/\d+/g) ?? []).map(Number).map((extent) => {
    const stride = extent === 1 ? 0 : next;
    next *= extent;
    return `_${stride}`;
  });
  return `(${strides.join(",")})`;
}

/** `?` is how the goldens spell complex<double>. */
function dtypeOf(ctx: Context, spelled: unknown): DType {
  const name = spelled === "?" ? "complex<double>" : String(spelled);
  return elementType(name) ?? malformed(ctx, `an element type, not ${name}`);
}

function valueAt(ctx: Context, input: Case, i: number): Value {
  const spelled = input.args[i];
  return typeof spelled === "string" ? parse(spelled) : malformed(ctx, `argument ${i} as text`);
}

function layoutAt(ctx: Context, input: Case, i: number): AnyLayout {
  const value = valueAt(ctx, input, i);
  return value.kind === "layout" || value.kind === "composed" ? value : malformed(ctx, `a layout as argument ${i}`);
}

function plainAt(ctx: Context, input: Case, i: number): Layout {
  const value = layoutAt(ctx, input, i);
  return value.kind === "layout" ? value : malformed(ctx, `a plain layout as argument ${i}`);
}

function swizzleAt(ctx: Context, input: Case, i: number): Swizzle {
  const value = valueAt(ctx, input, i);
  return value.kind === "swizzle" ? value : malformed(ctx, `a swizzle as argument ${i}`);
}

function tilerAt(ctx: Context, input: Case, i: number): Tree<Int | Layout | Underscore> {
  return tilerOf(ctx, valueAt(ctx, input, i));
}

function tilerOf(ctx: Context, value: Value): Tree<Int | Layout | Underscore> {
  if (value.kind === "tuple") return tuple(value.items.map((item) => tilerOf(ctx, item)));
  if (value.kind === "layout" || value.kind === "underscore" || isInt(value)) return value;
  return malformed(ctx, "a tiler");
}

const shapeAt = (ctx: Context, input: Case, i: number): Shape => shapeOfValue(ctx, valueAt(ctx, input, i));

function shapeOfValue(ctx: Context, value: Value): Shape {
  if (value.kind === "tuple") return tuple(value.items.map((item) => shapeOfValue(ctx, item)));
  return isInt(value) ? value : malformed(ctx, "a shape");
}

function coordOf(ctx: Context, value: Value): Coord {
  if (value.kind === "tuple") return tuple(value.items.map((item) => coordOf(ctx, item)));
  return value.kind === "underscore" || isInt(value) ? value : malformed(ctx, "a coordinate");
}

/**
 * `cta_coord_in_cluster` is spelled `_k` whether the case passed an Int<k> or a run-time k; most multicast cases passed
 * the latter, so that is what is computed. `given.static_cta` asks for the other reading.
 */
function caseInput(ctx: Context, input: Case, tiler: AnyTiler): CaseInput {
  const asked = input.given.static_cta === true;
  const coord = (name: string): Coord | undefined => {
    const spelled = input.given[name];
    return typeof spelled === "string" ? coordOf(ctx, parse(spelled)) : undefined;
  };
  return { want: input.want, tiler, block: coord("block_coord"), cta: asRunTime(coord("cta_coord_in_cluster"), asked) };
}

function asRunTime(coord: Coord | undefined, keep: boolean): Coord | undefined {
  return keep || coord?.kind !== "num" ? coord : dynamicInt(coord.value);
}

const text = (ctx: Context, value: Value): string => print(value, ctx.dialect);

const malformed = (ctx: Context, expected: string): never =>
  ctx.stop({ code: "parse", message: `this op needs ${expected}` });
