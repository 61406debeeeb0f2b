// A called operation in words: inputs → result with the numbers put in, its formula, and why it was refused.

import type { CallFact } from "../../../src-engine/program/facts.ts";
import type { Language } from "../../../src-engine/program/ir.ts";
import { oneLine } from "../facts/source-text.ts";
import { titleOf } from "../facts/title.ts";
import { withoutInternalNames } from "../facts/unnamed.ts";
import { lastTiles } from "./last-tile.ts";

export function callNotes(call: CallFact, language: Language): readonly string[] {
  const inputs = call.args.map(
    (arg) => `${arg.role} = ${oneLine(withoutInternalNames(titleOf(arg.value, language)), 80)}`,
  );
  const formula = formulas[call.op];
  const refused = call.stop === undefined ? [] : [refusalText(call.stop.message, call.stop.at)];
  return [...inputs, ...(formula === undefined ? [] : [`formula: ${formula}`]), ...lastTiles(call), ...refused];
}

function refusalText(message: string, at: string | undefined): string {
  return at === undefined ? message : `CuTe refuses it: ${message} (${at})`;
}

function partitions(sides: readonly string[], formula: string): Readonly<Record<string, string>> {
  return Object.fromEntries(sides.map((side) => [`partition_${side}`, formula]));
}

/** As CuTe defines them, in CuTe's words. */
const formulas: Readonly<Record<string, string>> = {
  composition: "R(c) = A(B(c))",
  complement: "R fills the offsets that A leaves out, up to the cotarget",
  logical_divide: "composition(A, (B, complement(B, size(A))))",
  zipped_divide: "logical_divide with the tiles' modes first: ((tile), (rest))",
  tiled_divide: "zipped_divide with the rest flat: ((tile), rest…)",
  flat_divide: "zipped_divide, all flat: (tile…, rest…)",
  logical_product: "(A, composition(complement(A, size(A)·cosize(B)), B))",
  blocked_product: "logical_product, A's modes inside B's: ((A0,B0), (A1,B1))",
  raked_product: "logical_product, B's modes inside A's: ((B0,A0), (B1,A1))",
  local_tile: "zipped_divide(tensor, tiler)((_,…), coord)",
  local_partition: "zipped_divide(tensor, shape of the threads)(thread's coordinate, (_,…))",
  tile_to_shape: "blocked_product of the block with as many as the target shape holds",
  right_inverse: "A(R(i)) = i for i < size(R)",
  left_inverse: "R(A(c)) = c",
  coalesce: "the same function with as few modes as possible",
  ...partitions(["S", "D"], "zipped_divide(tensor, tile) o TV layout, at (thread, (_, (_,…))): (values, tiles…)"),
  ...partitions(
    ["A", "B", "C"],
    "the tensor by atoms, at the thread's atoms: (values of an atom, atoms of each mode…)",
  ),
};
