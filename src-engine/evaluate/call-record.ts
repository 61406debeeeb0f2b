// The instances of calls: one record per binding, a few per place of a call, none for lambdas.

import type { Matched } from "./bind.ts";
import type { Site } from "./call.ts";
import { ownerName } from "./class.ts";
import type { Condition } from "./condition.ts";
import { isTraced } from "./entry.ts";
import { newRecord } from "./instance.ts";
import { bringsSomethingNew } from "./novelty.ts";
import { presetsIn } from "./preset.ts";
import { type Caller, type Frame, type InstanceRecord, isFunctionItem } from "./session.ts";
import type { FunctionValue } from "./types.ts";

export interface Call {
  readonly fn: FunctionValue;
  readonly matched: Matched;
  readonly site: Site;
  readonly key: string;
  readonly path: readonly Condition[];
}

/** A function that stands in a file or class by itself: no lambda, nothing nested. */
export const isOwnItem = (fn: FunctionValue): boolean => isFunctionItem(fn.code) && fn.item === fn.code.id;

/** The record of the binding; none for lambdas and silent looks; "crowded" where the place has shown enough. */
export function recordFor(frame: Frame, call: Call): InstanceRecord | undefined | "crowded" {
  const { session } = frame;
  const { fn, site, key } = call;
  const known = session.instances.get(key);
  if (known !== undefined || session.silent > 0) return known;
  session.reached.add(`${fn.file}|${isFunctionItem(fn.code) ? fn.code.id : fn.item}`);
  // A lambda or nested function belongs to the function around it: its facts are facts of that instance.
  if (!isFunctionItem(fn.code) || fn.item !== fn.code.id) return undefined;
  if (session.instances.size >= session.limits.instances) {
    session.incomplete ??= `more than ${session.limits.instances} instances`;
    return undefined;
  }
  if (isCrowded(frame, call)) return "crowded";
  const record = newRecord(session, {
    key,
    file: fn.file,
    item: fn.item,
    function: functionName(fn),
    name: fn.name,
    generic: false,
    certain: frame.instance.certain && !frame.flow.path.some((one) => isStaticCondition(one)),
    caller: callerAt(frame, site.nameSpan.start),
    owner: fn.owner?.record,
    assumes: [...presetsIn(frame.instance), ...presetsIn(fn.owner?.record)],
  });
  if (isTraced(fn)) record.traced = true;
  return record;
}

const callerAt = (frame: Frame, start: number): Caller => ({
  instance: frame.instance,
  line: frame.file.linked.line(frame.item, start),
  file: frame.file.file,
  item: frame.item,
  start,
});

/**
 * One place that calls with ever new arguments (a loop whose state grows, a dispatch over flags) is shown for the first few, and
 * where there is time for those that bring a new flag, size or element type.
 */
function isCrowded(frame: Frame, call: Call): boolean {
  const { fn, site } = call;
  const { sites, limits } = frame.session;
  const key = `${frame.instance.file}|${frame.item}|${site.nameSpan.start}|${fn.file}|${fn.item}`;
  const count = (sites.get(key) ?? 0) + 1;
  const isVaried = limits.variedPerSite > 0 && bringsSomethingNew(frame.session, key, call);
  const kept = count <= limits.instancesPerSite || (isVaried && count <= limits.variedPerSite);
  if (kept) sites.set(key, count);
  return !kept;
}

const isStaticCondition = (one: Condition): boolean => one.kind === "test" && one.static === true;

export function functionName(fn: FunctionValue): string {
  const { code } = fn;
  if (!isFunctionItem(code)) return fn.name;
  const cls = fn.owner?.value.item.name ?? ownerName(code);
  const dot = fn.file.endsWith(".py") || fn.file.endsWith(".ipynb") ? "." : "::";
  return cls === undefined ? code.name : `${cls}${dot}${code.name}`;
}

export const isVoid = (fn: FunctionValue): boolean =>
  fn.code.returns?.kind === "name" && fn.code.returns.path.at(-1) === "void";
