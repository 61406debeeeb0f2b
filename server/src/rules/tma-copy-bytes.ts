// How many bytes a TMA load brings to its barrier: those of the tile in shared memory, of all CTAs that signal the same barrier.
import { knownDivisor } from "../../../src-engine/algebra/int/ask.ts";
import { dynamicInt, mul } from "../../../src-engine/algebra/int/int.ts";
import { filterZeros } from "../../../src-engine/algebra/layout/coalesce.ts";
import { tmaOperation } from "../../../src-engine/algebra/tma/operations.ts";
import type { Int, Value } from "../../../src-engine/algebra/value.ts";
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { attempt } from "../facts/attempt.ts";
import { numberOf, sizeOf } from "../facts/sizes.ts";
import { argument } from "./arguments.ts";
import { isBulk } from "./bulk-copy.ts";
import { elementBits, plainOf, pointerOf } from "./tensor-parts.ts";
import { tmaAtomOf } from "./tma-atom.ts";

export function loadedBytes(call: CallFact): Int | undefined {
  const atom = argument(call, "atom")?.value;
  const operation = tmaOperation((tmaAtomOf(atom)?.op ?? "").replace(/_OP$/, ""));
  const tile = argument(call, "destination", "dst")?.value;
  const bits = elementBits(pointerOf(tile));
  const elements = sizeOf(written(tile));
  if (atom !== undefined && isBulk(atom)) return loadedInBulk(call, elements, bits);
  if (operation?.direction !== "load" || operation.rows4 || bits === undefined) return undefined;
  if (isUnpacked(tmaAtomOf(atom)?.dtype.bits, bits)) return undefined;
  const bytes = bytesOf(elements, bits);
  if (bytes === undefined || knownDivisor(bytes) % unit !== 0) return undefined;
  return mul(bytes, dynamicInt(operation.ctas));
}

/** Of elements narrower than a byte only a number is known to fill bytes. */
function bytesOf(elements: Int | undefined, bits: number): Int | undefined {
  const count = numberOf(elements);
  if (count !== undefined) return dynamicInt((count * bits) / 8);
  return elements === undefined || bits % 8 !== 0 ? undefined : mul(elements, dynamicInt(bits / 8));
}

/** TMA brings whole boxes, so many bytes wide: of a part of a tile, `t[(0, None), i]`, nobody sees here how many. */
const unit = 16;

/** What the destination is written once: `copy` leaves out a mode that has the stride 0 there (cute/algorithm/copy.hpp, "AutoFilter"). */
function written(tile: Value | undefined): Value | undefined {
  const layout = plainOf(tile);
  if (layout === undefined) return tile;
  return attempt("cpp", (ctx) => filterZeros(ctx, layout)) ?? tile;
}

/** Elements narrower than a byte lie in shared memory as they come, packed, unless TMA spreads them. */
const isUnpacked = (moved: number | undefined, lying: number): boolean =>
  Math.min(moved ?? 0, lying) < 8 && moved !== lying;

/** A bulk load into this CTA's shared memory brings its destination. */
function loadedInBulk(call: CallFact, elements: Int | undefined, bits: number | undefined): Int | undefined {
  const spaces = [argument(call, "source", "src"), argument(call, "destination", "dst")].map(
    (side) => pointerOf(side?.value)?.space,
  );
  const isLoad = spaces[0] === "gmem" && spaces[1] === "smem";
  return isLoad && bits !== undefined ? bytesOf(elements, bits) : undefined;
}
