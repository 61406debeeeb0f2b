// Parameters whose numbers a trace keeps: a `Constexpr`, and what `cute.Shape` and its like hold.

import type { Expr } from "../../../../../src-engine/program/ir.ts";
import { lastName } from "../../../../../src-engine/program/last-name.ts";

const structures: ReadonlySet<string> = new Set(["Shape", "Stride", "IntTuple", "Coord", "Tiler"]);
const modules: ReadonlySet<string> = new Set(["cute", "typing"]);

/** A class of the program may be called `Shape` too. */
export function keptByTrace(type: Expr): boolean {
  if (type.kind === "index") return keptByTrace(type.object) || type.args.some(({ value }) => keptByTrace(value));
  if (type.kind === "member" && structures.has(type.name)) return modules.has(lastName(type.object));
  return lastName(type) === "Constexpr";
}
