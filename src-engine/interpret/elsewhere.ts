// What closures of other functions do for the instance that calls them: `tma_load(...)`, which a helper of another file has made.
//
// A closure runs in the instance that calls it, and its places are none of the instance's function: what the program asks for there is
// kept by the call that leads to it.
import type { CallFact } from "../program/facts.ts";
import type { Call, CallPlace } from "./call-record.ts";
import type { Frame, InstanceRecord } from "./session.ts";

/** A call of a closure of another function, and what happens there. */
export interface ElsewhereCall {
  readonly from: CallPlace;
  readonly file: string;
  readonly fact: CallFact;
}

/** Its places are none that the instance has facts of. The target's own closures show theirs where they stand. */
export const isOfAnother = (frame: Frame): boolean =>
  frame.file.file !== frame.instance.file || (isInClosure(frame) && !frame.instance.recording);

/** A closure of another function than the instance's. */
export const isInClosure = ({ from, item, file, instance }: Frame): boolean =>
  from !== undefined && (file.file !== instance.file || item !== instance.item);

/** With the call in the instance's own function that leads there. */
export function insideClosure(frame: Frame, { fn, site }: Call, record: InstanceRecord, around?: Frame): Frame {
  if (around === undefined || around.instance !== record) return frame;
  const isOwn = (file: string, item: string): boolean => file === record.file && item === record.item;
  const isEntered = around.from === undefined && isOwn(around.file.file, around.item) && !isOwn(fn.file, fn.item);
  const { span, nameSpan } = site;
  const from = isEntered ? { file: record.file, item: around.item, span, nameSpan, asks: true } : around.from;
  return from === undefined ? frame : { ...frame, from };
}

export const isKeptElsewhere = (frame: Frame, op: string): boolean =>
  isInClosure(frame) && frame.session.program.askedElsewhere?.has(op) === true;

/** `key` is that of its place in the other function. */
export function keepElsewhere({ instance, file, from }: Frame, key: string, fact: CallFact): void {
  if (from === undefined) return;
  const id = `${instance.id} in ${file.file}`;
  instance.elsewhere.set(keyOf(from, file.file, key), { from, file: file.file, fact: { ...fact, instance: id } });
}

/** The last of what is kept under the keys, which are free again. */
export function takeElsewhere({ instance, file, from }: Frame, keys: readonly string[]): CallFact | undefined {
  if (from === undefined) return undefined;
  let last: CallFact | undefined;
  for (const key of keys) {
    const own = keyOf(from, file.file, key);
    last = instance.elsewhere.get(own)?.fact ?? last;
    instance.elsewhere.delete(own);
  }
  return last;
}

const keyOf = (from: CallPlace, file: string, key: string): string => `${from.item} ${from.span.start} ${file} ${key}`;
