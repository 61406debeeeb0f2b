// Is an instance that ran again as it was? Then so is every other one: it answers its callers by its result, its writes and the calls
// that it makes.
import { restsOn, textOf } from "../interpret/footprint.ts";
import { isLasting } from "../interpret/lasting.ts";
import type { Effects } from "../interpret/replay.ts";
import type { InstanceRecord, Session } from "../interpret/session.ts";
import { isSameList } from "../program/same-data.ts";

export function isAsBefore(
  session: Session,
  copy: Session,
  before: InstanceRecord,
  after: InstanceRecord | undefined,
): boolean {
  if (after === undefined || after.state !== "done" || makesOthers(session, copy, after)) return false;
  // In the order of calls, too: instances stand in it, and where a place has shown enough the first ones are shown.
  if (!isSameList(comparable(session, before), comparable(copy, after))) return false;
  return before.isDeferred === true || leavesTheSame(session, copy, before, after);
}

/** Has it given and written what it did before? */
function leavesTheSame(session: Session, copy: Session, before: InstanceRecord, after: InstanceRecord): boolean {
  if (after.pure !== before.pure || before.wrote !== after.wrote || before.footprint !== after.footprint) return false;
  if (after.wrote === true && !copy.effects.has(before.key) && after.footprint === undefined) return false;
  const given = ({ gave, result }: InstanceRecord): string =>
    gave ?? (result === undefined ? "" : textOf(session, result));
  return (
    given(before) === given(after) &&
    returnedText(session, before) === returnedText(session, after) &&
    effectsText(session, session.effects.get(before.key)) === effectsText(session, copy.effects.get(before.key))
  );
}

const returnedText = (session: Session, { returned }: InstanceRecord): string =>
  returned === undefined ? "" : JSON.stringify([textOf(session, returned.value), ...restsOn(returned)]);

function effectsText(session: Session, effects: Effects | undefined): string {
  if (effects === undefined) return "";
  const { shape, value, writes, parameters, needs, origins } = effects;
  const written = writes.map((one) => [one.place, one.name, one.value && textOf(session, one.value)]);
  const out = [...parameters].map(([name, one]) => [name, textOf(session, one)]);
  return JSON.stringify([shape, textOf(session, value), written, out, ...restsOn({ needs, origins })]);
}

/**
 * Has it made instances that the session before has not: by names of one run, or of calls that had none? A place that has shown enough
 * is another one where statements before it came or went.
 */
const makesOthers = (session: Session, copy: Session, { callees }: InstanceRecord): boolean =>
  [...callees.keys()].some((key) => copy.instances.has(key) && !session.instances.has(key));

/**
 * A closure is another in each run; what it calls is a call of the instance as well. A class that another function made stands for as
 * long as that one is not run again.
 */
const comparable = ({ instances }: Session, { calls }: InstanceRecord): readonly string[] =>
  [...calls].filter((key) => isLasting(key) || instances.get(key)?.isScope === true);
