// Why a tile in shared memory has no descriptor, in words: CuTe's own texts ("Not a canonical K Layout: Expected stride failure.")
// name a condition of its header.
import type { Layout, Value } from "../../../src-engine/algebra/value.ts";
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { numberOf } from "../facts/sizes.ts";
import type { RuleContext } from "./rule.ts";

export type MajorMode = "K" | "MN";

/** The major mode of the instruction, where it is what the tile was measured by. */
export function wantedMajor({ stop }: CallFact): MajorMode | undefined {
  const wanted = /Not a canonical (K|MN)\b/.exec(stop?.message ?? "")?.[1];
  return wanted === "K" || wanted === "MN" ? wanted : undefined;
}

export function descriptorWords(call: CallFact, context: RuleContext): string {
  const tile = call.args.at(-1)?.value;
  const message = call.stop?.message ?? "";
  const wanted = wantedMajor(call);
  if (call.stop?.code === "descriptor-space")
    return "the operand is read from shared memory, and this tensor does not lie there";
  if (wanted !== undefined) return majorWords(call, tile, wanted);
  if (message.includes("Unsupported layout swizzle"))
    return `a descriptor knows ${swizzles(context)} and no other swizzle: tile an atom of the operand's type`;
  if (message.includes("BASE32B"))
    return "the swizzle of 32-byte units is for operands that are contiguous along M or N: take another atom";
  if (message.includes("rank-2"))
    return "one instruction's part of this tensor has not two modes, rows and columns: partition the tile with this MMA";
  return "the strides of the tile are known at run time only, and a descriptor is made of constants";
}

const swizzles = ({ language }: RuleContext): string => (language === "cpp" ? "Swizzle<0..3,4,3>" : "S<0..3,4,3>");

function majorWords(call: CallFact, tile: Value | undefined, wanted: MajorMode): string {
  const operand = call.op.endsWith("_B") ? "B" : "A";
  const along = { K: "K", MN: operand === "B" ? "N" : "M" };
  const lies = tile === undefined ? undefined : contiguousMode(tile);
  if (lies !== undefined && lies !== wanted)
    return (
      `the MMA reads ${operand} contiguous along ${along[wanted]} (${wanted}-major), and this tile is contiguous along ${along[lies]}: ` +
      `tile the ${wanted} atom, or take the MMA of ${lies}-major operands`
    );
  return (
    `the rows of this tile do not lie as a ${wanted}-major descriptor has them, in blocks of 8 rows as wide as its swizzle: ` +
    `tile the ${wanted} atom of the operand's type`
  );
}

/** Of one instruction's part, `((64,16),…)`: the mode of stride 1. */
function contiguousMode(tile: Value): MajorMode | undefined {
  const layout = tile.kind === "tensor" ? tile.layout : tile;
  const [rows, columns] = layout.kind === "layout" ? firstStrides(layout) : [];
  if (rows === undefined || columns === undefined) return undefined;
  const isOne = (stride: Value): boolean =>
    stride.kind === "tuple" ? stride.items.some((item) => isOne(item)) : numberOf(stride) === 1;
  if (isOne(rows) === isOne(columns)) return undefined;
  return isOne(rows) ? "MN" : "K";
}

function firstStrides({ stride }: Layout): readonly Value[] {
  const part = stride.kind === "tuple" ? stride.items[0] : undefined;
  return part?.kind === "tuple" && part.items.length === 2 ? part.items : [];
}
