// The picture of a call: an operation of the algebra with its inputs, or a partition with the tensor that is shared out.
import type { Context } from "../context.ts";
import { makeTiledMma } from "../tiled/tiled-mma.ts";
import type { Value } from "../value.ts";
import { isPicturedOperation, type Operand, operationPicture } from "./operation-picture.ts";
import { layoutIn } from "./operation-trace.ts";
import { type Holder, partitionPicture } from "./partition-picture.ts";
import type { Picture } from "./view.ts";
import type { NoPicture, ViewOptions } from "./view-options.ts";

export interface PicturedCall {
  readonly op: string;
  readonly inputs: readonly Operand[];
  readonly result: Value;
}

export const isPicturedCall = (op: string): boolean => isPicturedOperation(op) || isPartition(op);

export const isPartition = (op: string): boolean => /^partition_[SDABC]$/.test(op);

export function callPicture(
  ctx: Context,
  { op, inputs, result }: PicturedCall,
  options: ViewOptions,
): Picture | NoPicture {
  if (isPartition(op)) return partitionOf(ctx, op, inputs, options);
  const layout = layoutIn(result);
  if (layout === undefined || !isPicturedOperation(op)) return { why: `${op} has no picture of its own` };
  return operationPicture(ctx, op, inputs, layout, options.dialect);
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
