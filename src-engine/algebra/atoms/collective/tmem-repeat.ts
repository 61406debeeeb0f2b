// `TMEM::op_repeater`: the widest repeat of a tensor memory copy that divides a row (cute/atom/copy_traits_sm100.hpp:2781).
import type { Context } from "../../context.ts";

/** 32 registers of 32 bits a thread at most: 256 bits repeat 32 times, 32 bits 128 times. */
export function widestRepeat(ctx: Context, name: string, bits: number): string {
  const match = /^(.*SM100_TMEM_(?:LOAD|STORE)_(16dp256|16dp128|16dp64|32dp32)b)1x(_16b)?$/.exec(name);
  if (match === null)
    return ctx.stop({ code: "not-known", message: `op_repeater of ${name} and a width that is not known` });
  const unit = Number(/\d+$/.exec(match[2]!)?.[0]);
  const most = Math.min(128, 8192 / unit);
  for (let times = most; times >= 1; times /= 2) {
    if (bits % (unit * times) === 0) return `${match[1]}${times}x${match[3] ?? ""}`;
  }
  return ctx.stop({ code: "static_assert", message: "the bits of a row are no multiple of the operation's" });
}
