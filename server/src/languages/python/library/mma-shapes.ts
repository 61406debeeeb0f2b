// The instruction shapes that the operations of CuTe DSL have, where they take one.
import type { Context } from "../../../../../src-engine/algebra/context.ts";
import type { ObjectValue } from "../../../../../src-engine/program/values.ts";

/** The instruction shapes of the operations that take one (cutlass/cute/nvgpu/warp/mma.py). */
const warpShapes: Readonly<Record<string, readonly string[]>> = {
  "warp.MmaF16BF16Op": ["16,8,8", "16,8,16"],
};

/** The operation, where there is such an instruction. */
export function requireShape(ctx: Context, op: ObjectValue): ObjectValue {
  const [shapes, given] = [warpShapes[op.name], op.fields.get("shape_mnk")];
  const numbers = given?.kind === "tuple" ? given.items.map((one) => (one.kind === "num" ? one.value : undefined)) : [];
  if (shapes === undefined || numbers.length !== 3 || numbers.includes(undefined)) return op;
  if (shapes.includes(numbers.join(","))) return op;
  const known = shapes.map((shape) => `(${shape})`).join(" or ");
  return ctx.stop({
    code: "not-traced",
    message: `the operation has no instruction of shape (${numbers.join(",")}): take ${known}`,
    at: "dsl:warp_mma",
  });
}
