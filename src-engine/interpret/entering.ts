// What files that use the target hand to it: a flag, a size, an element type, a class that none of them has handed over before.
//
// Told from the users alone, and from no value that the target's bodies compute: an edit of one leaves the users as they are.
import { isSameObject, type Value } from "../algebra/value.ts";
import type { Call } from "./call-record.ts";
import { semanticsOfTarget } from "./semantics.ts";
import type { Session } from "./session.ts";

const mostLeaves = 200;
const deepest = 6;
/** Of the steps until something new comes. */
const afterLaunch = 0.4;

/** A call of the target's that stands in another file and has an instance. */
export function noteEntering(session: Session, { fn, matched }: Call): void {
  const { handed } = session.seen;
  const leaves: string[] = [];
  const given = [...fn.targs, ...(fn.owner?.value.targs ?? []), ...matched.byParam.map((one) => one?.value)];
  // What the object is that a method belongs to, the calls said that made it.
  for (const [i, one] of given.entries())
    if (one !== undefined && !isSameObject(one, fn.self)) collect(one, `${i}`, leaves, 0);
  const before = handed.size;
  for (const leaf of ["", ...leaves]) handed.add(`${fn.item} ${leaf}`);
  if (handed.size > before) goOn(session);
}

/** Who brings something new may bring more. */
function goOn(session: Session): void {
  session.seen.handedAt = session.stepsOutside;
  const { userJobSteps } = session.limits;
  const further = session.instanceSteps + stepsUntilNew(session);
  session.mostSteps = Math.max(session.mostSteps, Math.min(userJobSteps, further));
}

/** What it has launched waits for its end: without anything new it is left sooner then. */
export function noteLaunch(session: Session): void {
  if (!session.isUsers || semanticsOfTarget(session)?.traced !== true) return;
  const further = session.instanceSteps + stepsUntilNew(session) * afterLaunch;
  session.mostSteps = Math.min(session.mostSteps, further);
}

/** A script that runs through a hundred cases of something else is left early. */
export const stepsUntilNew = (session: Session): number =>
  semanticsOfTarget(session)?.traced === true ? session.limits.userJobSteps / 6 : session.limits.userJobSteps;

/** Do further users only repeat what has been handed over? None may have come to the target yet. */
export const isRepeating = ({ seen, stepsOutside, limits }: Session): boolean =>
  seen.handed.size > 0 && stepsOutside - seen.handedAt > limits.repeatedSteps;

/** Leaves as `path=value`; of a tensor its element type and rank, since its extents are a run's. */
function collect(value: Value, path: string, leaves: string[], depth: number): void {
  if (depth > deepest || leaves.length > mostLeaves) return;
  const within = (parts: Iterable<readonly [string, Value]>): void => {
    for (const [name, one] of parts) collect(one, `${path}.${name}`, leaves, depth + 1);
  };
  const items = (values: readonly Value[]): (readonly [string, Value])[] => values.map((one, i) => [`${i}`, one]);
  if (value.kind === "num") return void leaves.push(`${path}=${value.value}`);
  switch (value.kind) {
    case "dtype":
    case "builtin":
      return void leaves.push(`${path}=${value.name}`);
    case "text":
      return void leaves.push(`${path}=${value.value}`);
    case "function":
      return void leaves.push(`${path}=${value.file}|${value.item}`);
    case "type":
      return within([["type", value.of]]);
    case "tuple":
      return within(items(value.items));
    case "class":
      leaves.push(`${path}=${value.item.id}`);
      return within(items(value.targs));
    case "object":
      if (value.type !== undefined) within([["type", value.type]]);
      return within(value.fields);
    case "dict":
      return within(value.entries.flatMap(([key, one]) => (key.kind === "text" ? [[key.value, one] as const] : [])));
    default:
      return;
  }
}
