// The copies of 8x8 matrices that CuTe DSL refuses to make: how many at once, transposed or not, unpacked or not.
//
// Source: cutlass/cute/nvgpu/warp/copy.py, `__post_init__` (nvidia-cutlass-dsl 4.8). What is not known fits.
import type { Value } from "../../../../../src-engine/algebra/value.ts";

interface Operation {
  readonly matrices: readonly number[];
  /** What `transpose` has to be. */
  readonly transpose?: boolean;
  /** Bits of the elements that it unpacks to bytes. */
  readonly unpacks?: readonly number[];
}

const operations: Readonly<Record<string, Operation>> = {
  "warp.LdMatrix8x8x16bOp": { matrices: [1, 2, 4] },
  "warp.LdMatrix8x16x8bOp": { matrices: [1, 2, 4], transpose: false, unpacks: [4, 6] },
  "warp.LdMatrix16x8x8bOp": { matrices: [2, 4], transpose: true, unpacks: [4, 6] },
  "warp.LdMatrix16x16x8bOp": { matrices: [1, 2], transpose: true, unpacks: [4, 6] },
  "warp.StMatrix8x8x16bOp": { matrices: [1, 2, 4] },
  "warp.StMatrix16x8x8bOp": { matrices: [1, 2, 4], transpose: true },
};

/** Why there is no such operation; undefined where there is one, or nobody knows. */
export function refusedMatrices(name: string, fields: ReadonlyMap<string, Value>): string | undefined {
  const operation = operations[name];
  if (operation === undefined) return undefined;
  const number = (field: string): number | undefined => {
    const value = fields.get(field);
    return value?.kind === "num" ? value.value : undefined;
  };
  const [count, transpose, bits] = [number("num_matrices"), number("transpose"), number("unpack_bits")];
  if (count !== undefined && !operation.matrices.includes(count))
    return `num_matrices is ${count}: it takes ${operation.matrices.join(" or ")}`;
  if (operation.transpose !== undefined && transpose !== undefined && (transpose !== 0) !== operation.transpose)
    return operation.transpose ? "it exists with transpose=True only" : "it has no transposed form";
  if (bits === undefined || operation.unpacks?.includes(bits)) return undefined;
  return operation.unpacks === undefined ? "it unpacks nothing" : `unpack_bits is ${bits}: it takes 4 or 6`;
}
