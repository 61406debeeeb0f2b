// The instances of calls: one record per binding, a few per place of a call, none for lambdas.

import type { Value } from "../algebra/value.ts";
import { type Condition, describe } from "../program/condition.ts";
import type { ItemId, Span } from "../program/ir.ts";
import { mentionsOf } from "../program/mentions.ts";
import type { FunctionValue } from "../program/values.ts";
import type { Matched } from "./bind.ts";
import type { Site } from "./call.ts";
import type { Outer } from "./changing-names.ts";
import { ownerName } from "./class.ts";
import { ofDeviceIn } from "./device.ts";
import { doubtsIn, doubtsOf } from "./doubts.ts";
import { isInClosure } from "./elsewhere.ts";
import { insideTraced, isTraced } from "./entry.ts";
import { handedOver } from "./footprint.ts";
import { isFull, makeRecord } from "./instance.ts";
import { isCrowded, isFullPlace } from "./novelty.ts";
import { placeIn } from "./place.ts";
import { presetsIn, takenIn } from "./preset.ts";
import { isAssumed, isCompiled } from "./record.ts";
import {
  type BlockExtents,
  type Caller,
  type Entry,
  type Frame,
  type InstanceRecord,
  isFunctionItem,
  type Session,
} from "./session.ts";
import { snapshot } from "./snapshot.ts";
import { adopt, contextOf, type MadeInstance, noteReached } from "./trace.ts";

export interface Call {
  readonly fn: FunctionValue;
  readonly matched: Matched;
  readonly site: Site;
  readonly key: string;
  readonly path: readonly Condition[];
  /** What the function reads of its file that has another value at other times. */
  readonly outer: Outer;
}

/** Where a call stands that an instance makes. */
export interface CallPlace {
  readonly file: string;
  readonly item: ItemId;
  readonly span: Span;
  /** The callee's name in it. */
  readonly nameSpan: Span;
  /** What is called does itself what the program asks for in other files too. */
  readonly asks: boolean;
  /** Of a launch: the threads of its blocks along x, y and z, where they are known and the same each time. */
  readonly launch?: { readonly block?: BlockExtents };
  /** In a closure of another function: the call in the instance's own that leads there. */
  readonly from?: CallPlace;
}

/** A function that stands in a file or class by itself: no lambda, nothing nested. */
export const isOwnItem = (fn: FunctionValue): boolean => isFunctionItem(fn.code) && fn.item === fn.code.id;

/** The call of the function with the code that it has now. */
export function asEdited({ edited, program }: Session, call: Call): Call {
  const { fn } = call;
  const code = fn.file === program.target && isOwnItem(fn) ? edited.get(fn.item) : undefined;
  return code === undefined ? call : { ...call, fn: { ...fn, code } };
}

/** The record of the binding; none for lambdas and silent looks; "crowded" where the place has shown enough. */
export function recordFor(frame: Frame, call: Call): InstanceRecord | undefined | "crowded" {
  const { session } = frame;
  const { fn, key } = call;
  if (frame.instance.recording) frame.instance.calls.add(handedOver(session, call));
  noteCall(frame, call);
  const known = session.instances.get(key);
  if (known !== undefined) session.made.push({ kind: "known", key });
  // Its first caller has run again: the call may stand elsewhere in it now.
  if (known?.caller !== undefined && isEarlier(known.caller.instance, frame.instance))
    known.caller = callerAt(frame, call.site.nameSpan.start);
  if (known !== undefined || session.silent > 0) return known;
  noteReached(session, `${fn.file}|${isFunctionItem(fn.code) ? fn.code.id : fn.item}`);
  // A lambda or nested function belongs to the function around it: its facts are facts of that instance.
  if (!isOwnItem(fn)) return undefined;
  if (isFull(session, fn.file)) return undefined;
  const place = placeOf(frame, call);
  if (isCrowded(session, place, call)) {
    session.made.push({ kind: "crowded", place, call });
    return "crowded";
  }
  const record = recordOf(frame, call);
  const adopted = adopt(session, call, record);
  if (adopted !== undefined) {
    session.made.push(adopted);
    return adopted.record;
  }
  session.instances.set(key, record);
  session.made.push(madeInstance(frame, call, record));
  return record;
}

/** A silent look at what would get no instance in earnest, whatever it brings. */
export const isLookedAtAgain = (frame: Frame, call: Call, known: InstanceRecord | undefined): boolean =>
  known === undefined &&
  frame.session.silent > 0 &&
  isOwnItem(call.fn) &&
  isFullPlace(frame.session, placeOf(frame, call));

function noteCall(frame: Frame, call: Call): void {
  const { session, instance, file, item } = frame;
  const from = isInClosure(frame) ? frame.from : undefined;
  const { key, site } = call;
  const places = instance.callees.get(key) ?? [];
  const launch = site.launches === undefined ? undefined : { ...blockOf(site.block) };
  const at = places.findIndex(
    (one) => one.item === item && one.span.start === site.span.start && one.from?.span.start === from?.span.start,
  );
  if (at < 0) {
    const { span, nameSpan } = site;
    // What a closure does is told of its caller.
    const isTarget = call.fn.file === session.program.target;
    const asks = isOwnItem(call.fn) && (isTarget ? namesAsked(session, call) : isAsking(session, call));
    const more = { ...(launch === undefined ? {} : { launch }), ...(from === undefined ? {} : { from }) };
    places.push({ file: file.file, item, span, nameSpan, asks, ...more });
  } else if (launch !== undefined && launch.block?.join() !== places[at]!.launch?.block?.join())
    places[at] = { ...places[at]!, launch: {} };
  instance.callees.set(key, places);
}

/** A function of another file that names an operation which the program asks for there too, or is given one that does. */
const isAsking = (session: Session, call: Call): boolean =>
  call.fn.file !== session.program.target &&
  (namesAsked(session, call) ||
    call.matched.byParam.some((one) => one !== undefined && holdsAsking(session, one.value)));

function holdsAsking(session: Session, value: Value): boolean {
  if (value.kind === "tuple")
    return value.items.length <= mostItems && value.items.some((one) => holdsAsking(session, one));
  return value.kind === "function" && !isOwnItem(value) && mentionsAsked(session, value);
}

const mostItems = 8;

const namesAsked = (session: Session, { fn }: Call): boolean => isFunctionItem(fn.code) && mentionsAsked(session, fn);

function mentionsAsked({ program }: Session, fn: FunctionValue): boolean {
  const { askedElsewhere } = program;
  if (askedElsewhere === undefined) return false;
  const known = program.mentions?.get(fn.code) ?? mentionsOf(fn.code);
  program.mentions?.set(fn.code, known);
  return [...askedElsewhere].some((op) => known.has(op));
}

const isEarlier = (before: InstanceRecord, now: InstanceRecord): boolean => before !== now && before.key === now.key;

/** An instance that is in no session yet. */
export function recordOf(frame: Frame, call: Call): InstanceRecord {
  const { session } = frame;
  const { fn, site, key } = call;
  const record = makeRecord(session, {
    key,
    file: fn.file,
    item: fn.item,
    function: functionName(fn),
    name: fn.name,
    generic: false,
    certain: isCompiled(frame),
    caller: callerAt(frame, site.nameSpan.start),
    owner: fn.owner?.record,
    asks: isAsking(session, call),
    assumes: [...restsIn(frame.instance), ...restsIn(fn.owner?.record), ...doubtsOf(session)],
    ...(fn.file === session.program.target ? { entry: entryOf(call) } : {}),
  });
  if (isTraced(fn)) record.traced = true;
  if (isAssumed(frame)) record.assumed = true;
  return record;
}

function blockOf(block: Value | undefined): { readonly block?: BlockExtents } {
  const of = (value: Value | undefined): number | undefined => (value?.kind === "num" ? value.value : undefined);
  const [x, y, z] = ["x", "y", "z"].map((axis) =>
    block?.kind === "object" ? of(block.fields.get(axis)) : axis === "x" ? of(block) : 1,
  );
  return x === undefined || y === undefined || z === undefined ? {} : { block: [x, y, z] };
}

const restsIn = (record: InstanceRecord | undefined): readonly string[] => [
  ...presetsIn(record),
  ...takenIn(record),
  ...doubtsIn(record),
];

/** Later code may write to the objects that a call is given: it begins with them as they are now. */
const entryOf = (call: Call): Entry => {
  const { fn, matched, shows } = snapshot(call.fn, call.matched);
  return { kind: "call", call: { ...call, fn, matched }, shows };
};

export const madeInstance = (frame: Frame, call: Call, record: InstanceRecord): MadeInstance => ({
  kind: "instance",
  record,
  caller: record.caller,
  context: contextOf(record),
  place: placeOf(frame, call),
  call,
  made: [],
});

/** Where a call stands and what it calls; for each caller by itself where what is called is a part of what the caller does. */
function placeOf(frame: Frame, call: Call): string {
  const { fn, site } = call;
  const place = `${frame.instance.file}|${placeIn(frame, site.nameSpan.start)}|${fn.file}|${fn.item}`;
  return isAsking(frame.session, call) ? `${place} of ${frame.instance.id}` : place;
}

const callerAt = (frame: Frame, start: number): Caller => ({
  instance: frame.instance,
  file: frame.file.file,
  item: frame.item,
  start,
  ...underOf(frame),
});

/** What decides whether the call is compiled at all: conditions of the host, and such as the compiler decides. */
function underOf(frame: Frame): Pick<Caller, "under" | "ofDevice"> {
  const { path } = frame.flow;
  if (path.length === 0) return {};
  const isHosts = !insideTraced(frame.instance);
  const told = path.filter((one) => one.kind === "test" && (isHosts || one.static === true));
  const ofDevice = ofDeviceIn(path);
  return {
    ...(told.length === 0 ? {} : { under: told.map((one) => describe([one])) }),
    ...(ofDevice.length === 0 ? {} : { ofDevice }),
  };
}

export function functionName(fn: FunctionValue): string {
  const { code } = fn;
  if (!isFunctionItem(code)) return fn.name;
  const cls = fn.owner?.value.item.name ?? ownerName(code);
  const dot = fn.file.endsWith(".py") || fn.file.endsWith(".ipynb") ? "." : "::";
  return cls === undefined ? code.name : `${cls}${dot}${code.name}`;
}

export const isVoid = (fn: FunctionValue): boolean =>
  fn.code.returns?.kind === "name" && fn.code.returns.path.at(-1) === "void";
