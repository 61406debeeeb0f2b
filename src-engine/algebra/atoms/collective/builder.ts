// `cutlass::gemm::collective::CollectiveBuilder`: from its template arguments to the mainloop it makes.
//
// Modelled: dense TMA (and Hopper's cp.async) mainloops of Sm90 and Sm100, those with block-wise scale factors, and Sm100's with factors
// that the MMA reads. Everything else stops with its reason: mixed widths, sparse, complex and Sm120 mainloops are not modelled.
import type { Context } from "../../context.ts";
import type { Major } from "../types.ts";
import { blockScaledMainloop } from "./block-scaled.ts";
import { sm90Mainloop } from "./sm90.ts";
import { sm100Mainloop } from "./sm100.ts";
import type { Mainloop, MainloopSpec } from "./types.ts";

export const collectiveMma = (ctx: Context, spec: MainloopSpec): Mainloop =>
  spec.arch === "Sm90"
    ? sm90Mainloop(ctx, spec)
    : spec.blockScaled
      ? blockScaledMainloop(ctx, spec)
      : sm100Mainloop(ctx, spec);

/** Which mode a layout tag makes contiguous: A is (M,K), B is (N,K), B's tags are those of a K×N matrix. */
export function majorOfTag(tag: "RowMajor" | "ColumnMajor", operand: "A" | "B"): Major {
  const row = tag === "RowMajor";
  return row === (operand === "A") ? "K" : "MN";
}
