// Presets: values that the user gives for parameters that nothing else does, from comments and from the workspace file.

import type { Value } from "../algebra/value.ts";
import type { FunctionItem } from "../program/ir.ts";
import type { FunctionValue } from "../program/values.ts";
import type { Matched } from "./bind.ts";
import { type Frame, type InstanceRecord, isFunctionItem, type Preset, type Session } from "./session.ts";

/** Those of the function, then those of its class: they are for the constructor's parameters. */
export function presetsOf(session: Session, fn: FunctionValue, code: FunctionItem): readonly Preset[] {
  const { presets } = session.program;
  const cls = fn.owner?.value;
  return [...(presets?.(fn.file, code) ?? []), ...(cls === undefined ? [] : (presets?.(cls.file, cls.item) ?? []))];
}

export interface Given {
  readonly matched: Matched;
  readonly presets: readonly Preset[];
}

/** A real call says what its arguments are; where one of them is not known, a preset of that name is better. */
export function overUnknown(frame: Frame, fn: FunctionValue, matched: Matched): Given {
  const none: Given = { matched, presets: [] };
  if (!frame.dialect.semantics.traced || !isFunctionItem(fn.code)) return none;
  const presets = presetsOf(frame.session, fn, fn.code);
  if (presets.length === 0) return none;
  const used: Preset[] = [];
  const byParam = fn.code.params.map((param, i) => {
    const bound = matched.byParam[i];
    const preset = presets.find((one) => one.name === param.name);
    if (bound === undefined || preset === undefined || !isOpen(bound.value)) return bound;
    used.push(preset);
    return undefined;
  });
  return { matched: { ...matched, byParam }, presets: used };
}

/** What rests on an instance rests on its presets: methods on those of their class, callees on those of their callers. */
export const presetsIn = (record: InstanceRecord | undefined): readonly string[] =>
  record === undefined ? [] : record.assumes.filter((one) => one.endsWith(" by preset"));

const taken = " takes first";

/** A parameter is the first value that a check of the class lets pass. */
export const accepting = (param: string, check: string): string => `${param} as ${check}${taken}`;

/** What rests on an object rests on how its constructor was taken to be called. */
export const takenIn = (record: InstanceRecord | undefined): readonly string[] =>
  record === undefined ? [] : record.assumes.filter((one) => one.endsWith(taken));

const isOpen = (value: Value): boolean => value.kind === "unknown" || value.kind === "sym";
