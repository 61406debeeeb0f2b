// The golden ops of the family memory: an access as PTX names it (`ld.shared.b64`, `ldmatrix.trans.x4`) and its byte offsets in, a count out.
import type { Context } from "../../algebra/context.ts";
import { globalSectors, sharedWavefronts, type WarpAccess } from "../../costs/wavefronts.ts";
import type { Case, CaseOp } from "../case.ts";

export const costCases: Readonly<Record<string, CaseOp>> = {
  shared_wavefronts: (ctx, input) => String(sharedWavefronts(accessOf(ctx, input))),
  global_sectors: (ctx, input) => String(globalSectors(accessOf(ctx, input))),
};

const plain = /^(ld|st)\.(?:shared|global)\.b(8|16|32|64|128)$/;
const matrix = /^(ld|st)matrix(?:\.trans)?\.x([124])$/;

function accessOf(ctx: Context, { args: [name, list] }: Case): WarpAccess {
  const offsets = offsetsOf(ctx, list);
  const moved = plain.exec(String(name));
  const rows = matrix.exec(String(name));
  const direction = (moved ?? rows)?.[1] === "st" ? "store" : "load";
  if (moved !== null) return { direction, bytes: Number(moved[2]) / 8, isMatrix: false, offsets };
  if (rows === null) ctx.stop({ code: "parse", message: `${String(name)} is no access of shared or global memory` });
  if (offsets.length !== Number(rows[2]) * 8)
    ctx.stop({ code: "parse", message: `${String(name)} takes ${Number(rows[2]) * 8} rows, not ${offsets.length}` });
  return { direction, bytes: 16, isMatrix: true, offsets };
}

function offsetsOf(ctx: Context, list: unknown): readonly number[] {
  const items: unknown = typeof list === "string" ? numbersIn(list) : list;
  const isOffset = (one: unknown): one is number => typeof one === "number" && Number.isSafeInteger(one) && one >= 0;
  if (!Array.isArray(items) || items.length === 0 || items.length > 32 || !items.every(isOffset))
    ctx.stop({ code: "parse", message: "the offsets of a warp are a list of 1 to 32 numbers of bytes" });
  return items;
}

const numbersIn = (text: string): unknown =>
  /^\[\s*\d+(?:\s*,\s*\d+)*\s*\]$/.test(text) ? text.slice(1, -1).split(",").map(Number) : undefined;
