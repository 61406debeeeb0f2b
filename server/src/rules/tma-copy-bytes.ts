// How many bytes a TMA load brings to its barrier: those of the tile in shared memory, of all CTAs that signal the same barrier.
import { tmaOperation } from "../../../src-engine/algebra/tma/operations.ts";
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { numberOf, sizeOf } from "../facts/sizes.ts";
import { argument } from "./arguments.ts";
import { isBulk } from "./bulk-copy.ts";
import { elementBits, pointerOf } from "./tensor-parts.ts";
import { tmaAtomOf } from "./tma-atom.ts";

export function loadedBytes(call: CallFact): number | undefined {
  const atom = argument(call, "atom")?.value;
  const operation = tmaOperation((tmaAtomOf(atom)?.op ?? "").replace(/_OP$/, ""));
  const tile = argument(call, "destination", "dst")?.value;
  const bits = elementBits(pointerOf(tile));
  const elements = numberOf(sizeOf(tile));
  if (atom !== undefined && isBulk(atom)) return loadedInBulk(call, elements, bits);
  if (operation?.direction !== "load" || operation.rows4 || bits === undefined || bits < 8) return undefined;
  return elements === undefined ? undefined : (elements * bits * operation.ctas) / 8;
}

/** A bulk load into this CTA's shared memory brings its destination. */
function loadedInBulk(call: CallFact, elements: number | undefined, bits: number | undefined): number | undefined {
  const spaces = [argument(call, "source", "src"), argument(call, "destination", "dst")].map(
    (side) => pointerOf(side?.value)?.space,
  );
  const isLoad = spaces[0] === "gmem" && spaces[1] === "smem";
  return isLoad && elements !== undefined && bits !== undefined ? (elements * bits) / 8 : undefined;
}
