// What the cost rules ask of a copy: its counted sides, and where in the call each of them stands.
import type { SideCost } from "../../../src-engine/costs/copy-cost.ts";
import type { CallCost } from "../costs/of-call.ts";
import { argument } from "./arguments.ts";
import type { Finding } from "./rule.ts";

/** Sides whose addresses were counted, but for those whose accesses the compiler may join into wider ones. */
export function countedSides({ cost }: CallCost): readonly SideCost[] {
  if (cost.kind !== "copy") return [];
  const sides = cost.sides.filter((side): side is SideCost => !("why" in side));
  return cost.issue.asWritten ? sides.filter((side) => !areNeighbours(side)) : sides;
}

/** Do two of a thread's elements follow each other, in whichever order they are copied? */
function areNeighbours({ stream: { addresses, bytes, step, count } }: SideCost): boolean {
  const [one] = addresses.cases;
  if (one === undefined) return false;
  const elements = Array.from({ length: Math.min(count, looked) }, (_, i) => addresses.at(0, i * step, one));
  const all = new Set(elements);
  return elements.some((at) => all.has(at + bytes));
}

const looked = 64;

/** The instruction as it is issued: `cp.async`, `ld.shared`, `ldmatrix.x4`. */
export const issuedAs = ({ cost }: CallCost, { access }: SideCost): string =>
  cost.kind === "copy" && cost.issue.unit === "cp.async" ? "cp.async" : access.replace(/\.b\d+$/, "");

/** At the tensor of the side. */
export function sideFinding({ call }: CallCost, side: SideCost["role"], message: (text: string) => string): Finding {
  const at = side === "source" ? argument(call, "source", "src") : argument(call, "destination", "dst");
  const span = at?.span ?? call.nameSpan;
  return { item: call.item, span, message: message(at?.text ?? side), related: [], fixes: [] };
}
