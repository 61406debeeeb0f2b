// What a TMA copy moves: how many instructions one thread issues, the box of each, and the bytes.
import type { TmaAtom } from "../algebra/atoms/types.ts";
import type { Context } from "../algebra/context.ts";
import { div, mul, staticInt } from "../algebra/int/int.ts";
import { size } from "../algebra/layout/coords.ts";
import { tmaOperation } from "../algebra/tma/operations.ts";
import type { Int, Tensor } from "../algebra/value.ts";

export interface BulkCost {
  readonly kind: "bulk";
  readonly name: string;
  readonly direction: "load" | "store";
  /** Instructions, each issued by one thread of the CTA. */
  readonly count: Int | undefined;
  /** Elements in each direction of one box. */
  readonly box: readonly Int[];
  /** Bytes of one instruction, and of the whole copy. */
  readonly bytesEach: number | undefined;
  readonly bytes: Int | undefined;
  /** Bytes of a box's row: what lies together in global memory. */
  readonly rowBytes: number | undefined;
  readonly swizzle: string | undefined;
  /** CTAs of the cluster among which the tile is shared: each loads its part and sends it to all. */
  readonly multicast: Int | undefined;
}

export function bulkCost(ctx: Context, atom: TmaAtom, source: Tensor, destination: Tensor): BulkCost {
  const operation = tmaOperation(atom.op.replace(/_OP$/, ""));
  const direction = operation?.direction ?? "load";
  const memory = [source, destination].find(({ engine }) => engine.kind === "pointer" && engine.space === "smem");
  const elements = memory === undefined || memory.layout.kind === "unknown" ? undefined : size(ctx, memory.layout);
  const each = atom.bitsPerTma?.kind === "num" ? atom.bitsPerTma.value : undefined;
  const bits = elements === undefined ? undefined : mul(elements, staticInt(atom.dtype.bits));
  const row = atom.descriptor?.boxDim[0];
  return {
    kind: "bulk",
    name: atom.op,
    direction,
    count: bits === undefined || each === undefined ? undefined : div(bits, staticInt(each)),
    box: atom.descriptor?.boxDim ?? [],
    bytesEach: each === undefined ? undefined : each / 8,
    bytes: bits === undefined ? undefined : div(bits, staticInt(8)),
    rowBytes: row?.kind === "num" ? (row.value * atom.dtype.bits) / 8 : undefined,
    swizzle: atom.descriptor?.swizzle,
    multicast: operation?.multicast === true ? atom.cluster : undefined,
  };
}
