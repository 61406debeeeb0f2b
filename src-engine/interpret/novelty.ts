// Which of many calls at one place are worth an instance of their own: those that bring something that no call before had.
//
// Dispatch macros multiply: eight flags make 256 kernels. A call counts as new when some leaf of its template arguments (a flag,
// a size, an element type) has a value that this place has not seen there; so each value of each flag is met a few calls in.
import { isInt } from "../algebra/int/int.ts";
import type { Value } from "../algebra/value.ts";
import type { Call } from "./call-record.ts";
import { noteEntering } from "./entering.ts";
import type { Session } from "./session.ts";
import { countAt } from "./trace.ts";

const mostLeaves = 200;
const deepest = 6;

/**
 * One place that calls with ever new arguments (a loop whose state grows, a dispatch over flags) is shown for the first few, and
 * where there is time for those that bring a new flag, size or element type.
 */
export function isCrowded(session: Session, place: string, call: Call): boolean {
  const { sites, limits, program } = session;
  const count = (sites.get(place) ?? 0) + 1;
  const isVaried = limits.variedPerSite > 0 && bringsSomethingNew(session, place, call);
  const kept = count <= limits.instancesPerSite || (isVaried && count <= limits.variedPerSite);
  if (kept) countAt(session, place, count);
  if (kept && call.fn.file === program.target && !place.startsWith(`${program.target}|`)) noteEntering(session, call);
  return !kept;
}

/** Does the place give no further instance, whatever a call brings? */
export const isFullPlace = ({ sites, limits }: Session, place: string): boolean =>
  (sites.get(place) ?? 0) >= Math.max(limits.instancesPerSite, limits.variedPerSite);

/** Has the call a static part that the place has not seen? It has afterwards. */
function bringsSomethingNew(session: Session, place: string, call: Call): boolean {
  const leaves: string[] = [];
  for (const [i, one] of call.fn.targs.entries()) collect(one, `${i}`, leaves, 0);
  for (const [i, one] of (call.fn.owner?.value.targs ?? []).entries()) collect(one, `of ${i}`, leaves, 0);
  for (const [i, one] of call.matched.byParam.entries()) {
    if (one !== undefined) collect(one.value, `argument ${i}`, leaves, 0);
  }
  let isNew = false;
  for (const leaf of leaves) {
    const key = `${place} saw ${leaf}`;
    if (session.sites.has(key)) continue;
    countAt(session, key, 1);
    isNew = true;
  }
  return isNew;
}

/** Static leaves as `path=value`. */
function collect(value: Value, path: string, leaves: string[], depth: number): void {
  if (depth > deepest || leaves.length > mostLeaves) return;
  if (isInt(value)) {
    if (value.know === "static" || depth === 0) leaves.push(`${path}=${value.kind === "num" ? value.value : "?"}`);
    return;
  }
  switch (value.kind) {
    case "dtype":
    case "builtin":
      leaves.push(`${path}=${value.name}`);
      return;
    case "type":
      return collect(value.of, path, leaves, depth + 1);
    case "tuple":
      for (const [i, one] of value.items.entries()) collect(one, `${path}.${i}`, leaves, depth + 1);
      return;
    case "class":
      leaves.push(`${path}=${value.item.id}`);
      for (const [i, one] of value.targs.entries()) collect(one, `${path}<${i}>`, leaves, depth + 1);
      return;
    case "object":
      if (value.type !== undefined) collect(value.type, path, leaves, depth + 1);
      return;
    default:
      return;
  }
}
