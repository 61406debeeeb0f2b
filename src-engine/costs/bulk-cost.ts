// What TMA and plain bulk copies move: how many instructions one thread issues, the box of each, and the bytes.
import type { CopyAtom, TmaAtom } from "../algebra/atoms/types.ts";
import type { Context } from "../algebra/context.ts";
import { div, mul, staticInt } from "../algebra/int/int.ts";
import { size } from "../algebra/layout/coords.ts";
import { maxCommonVector } from "../algebra/layout/max-common.ts";
import { tmaOperation } from "../algebra/tma/operations.ts";
import { product } from "../algebra/tuple/int-tuple.ts";
import type { Int, Tensor } from "../algebra/value.ts";

export interface BulkCost {
  readonly kind: "bulk";
  readonly name: string;
  /** Through a tensor map, or a run of bytes by its address alone. */
  readonly unit: "TMA" | "cp.async.bulk";
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
    unit: "TMA",
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

/** What a bulk copy without a tensor map is named by, where it moves as much at once as both sides have in common. */
const automatic = "SM90_BULK_COPY_AUTO";

/** `cp.async.bulk`: a plain operation, or an atom that says its bits; undefined for any other copy. */
export function plainBulkCost(
  ctx: Context,
  copy: CopyAtom | string,
  source: Tensor,
  destination: Tensor,
  bits: number,
): BulkCost | { readonly why: string } | undefined {
  const name = typeof copy === "string" ? copy : copy.traits.name.split(",")[0]!;
  if (!/^SM90_BULK_COPY_(?:AUTO|G2S|S2G)$/.test(name)) return undefined;
  const [from, to] = [source.layout, destination.layout];
  if (from.kind === "unknown") return { why: from.why };
  if (to.kind === "unknown") return { why: to.why };
  const each = name === automatic ? mul(maxCommonVector(ctx, from, to), staticInt(bits)) : bitsOfAtom(copy);
  if (each?.kind !== "num") return { why: "how much one of its instructions moves is not known" };
  const all = mul(size(ctx, to), staticInt(bits));
  const isLoad = destination.engine.kind === "pointer" && destination.engine.space === "smem";
  return {
    kind: "bulk",
    name,
    unit: "cp.async.bulk",
    direction: isLoad ? "load" : "store",
    count: div(all, each),
    box: [],
    bytesEach: each.value / 8,
    bytes: div(all, staticInt(8)),
    rowBytes: undefined,
    swizzle: undefined,
    multicast: undefined,
  };
}

const bitsOfAtom = (copy: CopyAtom | string): Int | undefined =>
  typeof copy === "string" ? undefined : product(copy.traits.layoutSrc.shape);
