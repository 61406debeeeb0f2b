// A pointer that moves on.
import type { Context } from "../context.ts";
import { knownDivisor } from "../int/ask.ts";
import { add, gcdOf } from "../int/int.ts";
import type { Int, Pointer } from "../value.ts";

/** `pointer + by`, counted in elements. */
export function movePointer(ctx: Context, pointer: Pointer, by: Int): Pointer {
  if (pointer.offset.kind === "unknown") return pointer;
  const offset = add(pointer.offset, by);
  return ctx.dialect === "dsl" ? rememberSteps(pointer, pointer.offset, by, offset) : { ...pointer, offset };
}

/** Two odd steps lead to an even offset, and to a type that promises an odd one. */
function rememberSteps({ stepBits, ...pointer }: Pointer, from: Int, by: Int, offset: Int): Pointer {
  const bits = pointer.dtype.kind === "dtype" ? pointer.dtype.bits : 0;
  const steps = gcdOf(stepBits ?? knownDivisor(from) * bits, knownDivisor(by) * bits);
  return steps === knownDivisor(offset) * bits ? { ...pointer, offset } : { ...pointer, offset, stepBits: steps };
}
