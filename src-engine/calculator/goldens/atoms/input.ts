// Reading the arguments of a golden case: notation for layouts and tensors, names for operations and types.

import { elementType } from "../../../algebra/atoms/element-types.ts";
import { copyAtom, mmaAtom } from "../../../algebra/atoms/lookup.ts";
import type { CopyAtom, MmaAtom, TiledMma } from "../../../algebra/atoms/types.ts";
import type { Context } from "../../../algebra/context.ts";
import { dynamicInt } from "../../../algebra/int/int.ts";
import { parse } from "../../../algebra/notation/parse.ts";
import { makeTensor, smemPointer, tmemPointer } from "../../../algebra/tiled/engine.ts";
import { makeTiledMma } from "../../../algebra/tiled/tiled-mma.ts";
import type { AnyLayout, Int, Layout, Shape, Tensor, Tuple, Underscore, Value } from "../../../algebra/value.ts";
import type { Case } from "../../case.ts";

export function bad(ctx: Context, message: string): never {
  return ctx.stop({ code: "parse", message });
}

export function textArg(ctx: Context, input: Case, i: number): string {
  const arg = input.args[i];
  return typeof arg === "string" ? arg : bad(ctx, `argument ${i} is missing or no text`);
}

export function numberArg(ctx: Context, input: Case, i: number): number {
  const arg = input.args[i];
  return typeof arg === "number" ? arg : bad(ctx, `argument ${i} is missing or no number`);
}

export function givenText(ctx: Context, input: Case, name: string): string {
  const value = input.given[name];
  return typeof value === "string" ? value : bad(ctx, `given ${name} is missing or no text`);
}

/** A given thread or CTA index: a number, or text as `4` or `_4`. */
export function givenIndex(ctx: Context, input: Case, name: string): Int {
  const value = input.given[name];
  if (typeof value === "number") return dynamicInt(value);
  const parsed = parse(String(value));
  return parsed.kind === "num" || parsed.kind === "sym" ? parsed : bad(ctx, `given ${name} is no integer`);
}

export function layoutOfText(ctx: Context, text: string): Layout {
  const value = parse(text);
  if (value.kind === "layout") return value;
  return bad(ctx, `${text} is no layout`);
}

export function anyLayoutOfText(ctx: Context, text: string): AnyLayout {
  const value = parse(text);
  return value.kind === "layout" || value.kind === "composed" ? value : bad(ctx, `${text} is no layout`);
}

export function shapeOfText(ctx: Context, text: string): Shape {
  const value = parse(text);
  return isShape(value) ? value : bad(ctx, `${text} is no shape`);
}

export const shapeArg = (ctx: Context, input: Case, i: number): Shape => shapeOfText(ctx, textArg(ctx, input, i));
export const layoutArg = (ctx: Context, input: Case, i: number): Layout => layoutOfText(ctx, textArg(ctx, input, i));

function isShape(value: Value): value is Shape {
  if (value.kind === "tuple") return value.items.every((item) => isShape(item));
  return value.kind === "num" || value.kind === "sym";
}

export function mmaArg(ctx: Context, input: Case, i = 0): MmaAtom {
  const name = textArg(ctx, input, i);
  return mmaAtom(ctx, name) ?? ctx.stop({ code: "unsupported", message: `no MMA operation ${name}` });
}

export function copyAtomOf(ctx: Context, name: string, value: string | number): CopyAtom {
  const type = typeof value === "number" ? value : elementType(value);
  if (type === undefined) return bad(ctx, `no element type ${value}`);
  return copyAtom(ctx, name, type) ?? ctx.stop({ code: "unsupported", message: `no copy operation ${name}` });
}

type Permutation = Tuple<Layout | Int | Underscore>;

/** Operation, then atom layout and permutation where the arguments have them; `next` is the first argument behind. */
export function tiledMmaArgs(ctx: Context, input: Case): { readonly mma: TiledMma; readonly next: number } {
  const atom = mmaArg(ctx, input);
  const isNotation = (i: number): boolean => typeof input.args[i] === "string" && /^[(_\d]/.test(String(input.args[i]));
  if (!isNotation(1)) return { mma: makeTiledMma(ctx, atom), next: 1 };
  const layout = layoutArg(ctx, input, 1);
  if (!isNotation(2) || String(input.args[2]).includes("Copy"))
    return { mma: makeTiledMma(ctx, atom, layout), next: 2 };
  return { mma: makeTiledMma(ctx, atom, layout, permutationArg(ctx, input, 2)), next: 3 };
}

function permutationArg(ctx: Context, input: Case, i: number): Permutation {
  const value = parse(textArg(ctx, input, i));
  const items = value.kind === "tuple" ? value.items : [value];
  const known = items.filter((item) => item.kind === "underscore" || item.kind === "layout" || item.kind === "num");
  return known.length === items.length
    ? { kind: "tuple", items: known as Permutation["items"] }
    : bad(ctx, "a permutation has layouts, sizes and _");
}

/** `tmem_[32b](0x0000.0000) o L`, `smem_ptr[8b](0x400) o L`, `counting_iter(0) o L`, `ArithTuple(_0,_0) o L`. */
export function tensorOfText(ctx: Context, text: string): Tensor {
  const at = text.indexOf(" o ");
  if (at < 0) return { kind: "tensor", engine: dynamicInt(0), layout: anyLayoutOfText(ctx, text) };
  const layout = anyLayoutOfText(ctx, text.slice(at + 3));
  return makeTensor(engineOfText(ctx, text.slice(0, at)), layout);
}

/** `make_tensor(counting_iterator<int>(0), layout)`. */
export const counting = (layout: AnyLayout): Tensor => ({ kind: "tensor", engine: dynamicInt(0), layout });

function engineOfText(ctx: Context, text: string): Tensor["engine"] {
  const pointer = /^(tmem_|smem_ptr)\[_?(\d+)b\]\(0x([0-9a-f]+)(?:\.([0-9a-f]+))?\)$/.exec(text);
  if (pointer !== null) {
    const bits = Number(pointer[2]);
    const dtype =
      elementType(["", "uint1_t", "uint2_t"][bits] ?? `uint${bits}_t`) ?? bad(ctx, `no type of ${bits} bits`);
    if (pointer[1] === "smem_ptr") return smemPointer(dtype, Number.parseInt(pointer[3]!, 16));
    return tmemPointer(dtype, Number.parseInt(pointer[3]!, 16) * 65536 + Number.parseInt(pointer[4] ?? "0", 16));
  }
  const counted = /^counting_iter\((\d+)\)$/.exec(text);
  if (counted !== null) return dynamicInt(Number(counted[1]));
  const value = parse(text.replace(/^ArithTuple/, ""));
  return isShape(value) && value.kind === "tuple"
    ? { kind: "arith", items: value.items }
    : bad(ctx, `${text} is no iterator`);
}
