// Which CUtensorMapSwizzle a Swizzle<B,M,S> stands for, and the refusals of those that TMA does not know.
//
// Source: atom/copy_traits_sm90_tma_swizzle.hpp. M counts the address bits below the swizzled ones: TMA works on
// 16-byte units (M = 4), on sm_100 also on 32 and 64 bytes (M = 5, 6).
import type { Context } from "../context.ts";
import type { Swizzle } from "../value.ts";

const AT = "copy_traits_sm90_tma_swizzle.hpp";

/** get_tma_swizzle_bits: the enum SmemSwizzleBits, 0 none, 1 32B, 2 64B, 3 128B. */
export function tmaSwizzleBits(ctx: Context, { b, m }: Swizzle): 0 | 1 | 2 | 3 {
  switch (m) {
    case 4:
      if (b === 0 || b === 1 || b === 2 || b === 3) return b;
      return refuse(ctx, 51, "Expected B = 0,1,2, or 3 when M == 4. Unsupported layout swizzle.");
    case 5:
    case 6:
      if (b === 2) return 3;
      return refuse(ctx, 59, "Expected B = 2 when M == 5 or 6. Unsupported layout swizzle.");
    default:
      return refuse(ctx, 65, "Unsupported layout swizzle.");
  }
}

/** get_tma_swizzle_base: the enum SmemSwizzleBase, 0 16B, 1 32B, 2 64B. */
export function tmaSwizzleBase(ctx: Context, { b, m, s }: Swizzle): 0 | 1 | 2 {
  switch (m) {
    case 4:
      if (b < 0 || b > 3) refuse(ctx, 82, "Expected B = 0,1,2, or 3 when M == 4. Unsupported layout swizzle.");
      if (s !== 3) refuse(ctx, 83, "Expected S = 3 when M == 4. Unsupported layout swizzle.");
      return 0;
    case 5:
      if (b !== 2) refuse(ctx, 88, "Expected B = 2 when M == 5. Unsupported layout swizzle.");
      if (s !== 2) refuse(ctx, 89, "Expected S = 2 when M == 5. Unsupported layout swizzle.");
      return 1;
    case 6:
      if (b !== 2) refuse(ctx, 92, "Expected B = 2 when M == 5. Unsupported layout swizzle.");
      return 2;
    default:
      return refuse(ctx, 97, "Expected 128b=16B=(2^4)B to 512b=64B=(2^6)B base swizzle.");
  }
}

/** The CUtensorMapSwizzle's name without its prefix: `128B`, `128B_ATOM_32B`. */
export function tensorMapSwizzle(ctx: Context, swizzle: Swizzle): string {
  const bits = tmaSwizzleBits(ctx, swizzle);
  const base = tmaSwizzleBase(ctx, swizzle);
  if (bits === 3 && base > 0) return base === 1 ? "128B_ATOM_32B" : "128B_ATOM_64B";
  return ["NONE", "32B", "64B", "128B"][bits] ?? "NONE";
}

function refuse(ctx: Context, line: number, message: string): never {
  return ctx.stop({ code: "static_assert", message, at: `${AT}:${line}` });
}
