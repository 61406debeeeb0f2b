// The picture of a call: an operation of the algebra with its inputs, or a partition with the tensor that is shared out.

import type { Context } from "../algebra/context.ts";
import { ZERO } from "../algebra/int/int.ts";
import { slice } from "../algebra/layout/slice.ts";
import { tidfrg } from "../algebra/tiled/tiled-copy.ts";
import { makeTiledMma } from "../algebra/tiled/tiled-mma.ts";
import { type Coord, tuple, underscore, type Value } from "../algebra/value.ts";
import { shape } from "../calculator/ops/arguments.ts";
import { offsetsOf, threadsOf } from "../costs/offsets.ts";
import { accessRows, type Row } from "../costs/report.ts";
import { atomSheet, tileSheet } from "./copy-picture.ts";
import { gemmPicture } from "./gemm-picture.ts";
import { isPicturedOperation, type Operand, operationPicture } from "./operation-picture.ts";
import { layoutIn } from "./operation-trace.ts";
import { type Holder, partitionPicture } from "./partition-picture.ts";
import type { Picture } from "./view.ts";
import { viewOf } from "./view-of.ts";
import type { NoPicture, ViewOptions } from "./view-options.ts";

export interface PicturedCall {
  readonly op: string;
  readonly inputs: readonly Operand[];
  readonly result: Value;
}

export const isPicturedCall = (op: string): boolean =>
  isPicturedOperation(op) || isPartition(op) || op === "gemm" || op === "copy_tv";

export const isPartition = (op: string): boolean => /^partition_[SDABC]$/.test(op);

export function callPicture(
  ctx: Context,
  { op, inputs, result }: PicturedCall,
  options: ViewOptions,
): Picture | NoPicture {
  if (isPartition(op)) return partitionOf(ctx, op, inputs, options);
  if (op === "gemm") return gemmOf(ctx, inputs, options);
  if (op === "copy_tv") return copyOf(ctx, inputs, options);
  const layout = layoutIn(result);
  // A swizzle is no layout with cells of its own: what it does shows before and after it.
  if (op === "composition" && inputs[0]?.value.kind === "swizzle")
    return viewOf(ctx, result, { ...options, view: "swizzle" });
  if (layout === undefined || !isPicturedOperation(op)) return { why: `${op} has no picture of its own` };
  return operationPicture(
    ctx,
    op,
    inputs,
    layout,
    options.dialect,
    options.complement === true ? "complement" : "none",
  );
}

function gemmOf(ctx: Context, inputs: readonly Operand[], options: ViewOptions): Picture | NoPicture {
  const [a, b, c, tile] = inputs.map(({ value }) => value);
  if (a === undefined || b === undefined || c === undefined) return { why: "gemm needs A, B and C" };
  return gemmPicture(ctx, [a, b, c], tile === undefined ? undefined : shape(ctx, tile), options);
}

function copyOf(ctx: Context, inputs: readonly Operand[], options: ViewOptions): Picture | NoPicture {
  const [source, destination, over] = inputs.map(({ value }) => value);
  if (source?.kind !== "layout" || destination?.kind !== "layout" || over === undefined)
    return { why: "copy_tv needs the TV layouts of source and destination, and the tile or the bits of a value" };
  const sides = { source, destination };
  return over.kind === "num"
    ? atomSheet(ctx, sides, over.value, options)
    : tileSheet(ctx, sides, shape(ctx, over), options);
}

function partitionOf(ctx: Context, op: string, inputs: readonly Operand[], options: ViewOptions): Picture | NoPicture {
  const [by, tensor] = inputs;
  const holder = holderIn(ctx, by?.value, op.slice(-1));
  const layout = layoutIn(tensor?.value);
  if (holder === undefined || tensor === undefined || layout === undefined)
    return { why: `${op} needs a tiled copy or MMA and a tensor` };
  const bits = options.elementBits ?? bitsOf(tensor.value) ?? bitsOfHolder(holder);
  return partitionPicture(ctx, holder, layout, tensor.name, {
    ...options,
    ...(bits === undefined ? {} : { elementBits: bits }),
  });
}

export function holderIn(ctx: Context, value: Value | undefined, which: string): Holder | undefined {
  if (value === undefined) return undefined;
  if (which === "S" || which === "D") {
    const tiled = value.kind === "thr-copy" ? value.tiled : value.kind === "tiled-copy" ? value : undefined;
    return tiled === undefined ? undefined : { kind: "copy", tiled, side: which };
  }
  if (which !== "A" && which !== "B" && which !== "C") return undefined;
  const atom = value.kind === "mma-atom" ? makeTiledMma(ctx, value) : value;
  const tiled = atom.kind === "thr-mma" ? atom.tiled : atom.kind === "tiled-mma" ? atom : undefined;
  return tiled === undefined ? undefined : { kind: "mma", tiled, operand: which };
}

function bitsOf(value: Value): number | undefined {
  if (value.kind !== "tensor" || value.engine.kind !== "pointer") return undefined;
  return value.engine.dtype.kind === "dtype" ? value.engine.dtype.bits : undefined;
}

function bitsOfHolder(holder: Holder): number | undefined {
  if (holder.kind === "mma") {
    const { typeA, typeB, typeC } = holder.tiled.atom;
    return { A: typeA, B: typeB, C: typeC }[holder.operand].bits;
  }
  return holder.tiled.atom.kind === "copy-atom" ? holder.tiled.atom.valueBits : undefined;
}

/** How the threads of a partition fall on memory in its first tile: banks, sectors and lines, of a warp. */
export function partitionRows(ctx: Context, { op, inputs }: PicturedCall): readonly Row[] {
  const [by, tensor] = inputs;
  const holder = isPartition(op) ? holderIn(ctx, by?.value, op.slice(-1)) : undefined;
  const layout = layoutIn(tensor?.value);
  if (holder?.kind !== "copy" || layout === undefined || tensor === undefined) return [];
  const bits = bitsOf(tensor.value) ?? bitsOfHolder(holder) ?? 16;
  const tile = tidfrg(ctx, holder.tiled, holder.side, layout);
  const firstTile: Coord = tuple([underscore, underscore, ZERO]);
  const held = slice(ctx, firstTile, tile);
  const offsets = offsetsOf(ctx, held);
  return offsets === undefined || offsets.length === 0 ? [] : accessRows(threadsOf(ctx, held, offsets), bits);
}
