// Conditions that hold for all threads of a kernel's block or for none: they leave out nobody.
import { symbolsOf } from "../../../src-engine/algebra/int/ask.ts";
import { isInt } from "../../../src-engine/algebra/int/int.ts";
import type { Expr } from "../../../src-engine/program/ir.ts";
import { originOf } from "../languages/thread-symbols.ts";
import type { Around, BarrierEvent, Test } from "./barrier-events.ts";
import type { BarrierFunction, Run } from "./barrier-functions.ts";
import { leavesOf } from "./barrier-phases.ts";

/** The conditions on the way to a place of a kernel that may tell its threads apart. */
export const tellingApart = (event: BarrierEvent, { fn }: BarrierFunction, run: Run): readonly Test[] => {
  const shared = new Set(fn.params.map(({ name }) => name));
  const counters = countersAround(event.around, run);
  return event.tests.filter(({ test }) => !leavesOf(test).every((leaf) => isShared(leaf, shared, counters, run)));
};

/** Counters of the loops around that begin alike in all threads. */
function countersAround(around: Around, { values }: Run): ReadonlySet<string> {
  const names = new Set<string>();
  for (let at: Around | undefined = around; at !== undefined; at = at.outer) {
    const [first, ...others] = at.stmt?.kind === "c-for" ? at.stmt.init : [];
    if (first?.kind !== "let" || first.target.kind !== "bind" || others.length > 0) continue;
    if (values.number(first.init) !== undefined) names.add(first.target.name);
  }
  return names;
}

function isShared(leaf: Expr, shared: ReadonlySet<string>, counters: ReadonlySet<string>, { values }: Run): boolean {
  if (leaf.kind === "int" || leaf.kind === "bool") return true;
  if (leaf.kind === "name" && counters.has(leaf.path.join("::"))) return true;
  const value = values.value(leaf);
  if (value === undefined || !isInt(value)) return false;
  const origins = symbolsOf(value).map(originOf);
  return origins.every((origin) => shared.has(origin) || /^(?:blockIdx|gridDim|block_idx|grid_dim)\b/.test(origin));
}
