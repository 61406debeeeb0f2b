// Library functions written in the language itself: evaluated from their source where it lies in the user's environment,
// else by the dialect's model. What a statement's values rest on is kept beside them.
import type { Value } from "../algebra/value.ts";
import type { BuiltinValue, FunctionValue } from "../program/values.ts";
import type { Site } from "./call.ts";
import type { CallArgument } from "./dialect.ts";
import { exportOf } from "./files.ts";
import { callFunction } from "./function-call.ts";
import { addedOrigins } from "./origins.ts";
import type { Frame } from "./session.ts";

/** The helper's value by its own source; undefined where there is none or where it leads nowhere: the model is next. */
export function helperCall(
  frame: Frame,
  builtin: BuiltinValue,
  args: readonly CallArgument[],
  site: Site,
): Value | undefined {
  const dotted = builtin.self === undefined ? frame.dialect.helper?.(builtin.name) : undefined;
  if (dotted === undefined) return undefined;
  const { session } = frame;
  const { library } = session.program;
  const place = library?.find(dotted);
  const fn = place === undefined ? undefined : exportOf(session, place.file, place.name);
  const value = fn?.kind === "function" ? bySource(frame, fn, args, site) : undefined;
  if (value !== undefined) note(frame, `${dotted}, evaluated from ${library?.name ?? "its source"}`);
  else note(frame, `${dotted}, a built-in model`);
  return value;
}

/** Nothing of a failed try stays: no need, no origin. Such functions compute values and write nothing. */
function bySource(frame: Frame, fn: FunctionValue, args: readonly CallArgument[], site: Site): Value | undefined {
  const { session } = frame;
  const { needs, origins } = session;
  session.needs = [...needs];
  const value = callFunction(frame, fn, args, site);
  session.origins = origins;
  if (!holdsUnknown(value, 0)) return value;
  session.needs = needs;
  return undefined;
}

/** Calls of functions of installed packages are told too, the outermost one. */
export function noteInstalled(frame: Frame, fn: FunctionValue): void {
  const { library } = frame.session.program;
  const module = library?.moduleOf(fn.file);
  if (module === undefined || library?.moduleOf(frame.file.file) !== undefined) return;
  note(frame, `${module}.${fn.name}, evaluated from the installed package`);
}

const note = (frame: Frame, origin: string): void => {
  const { session } = frame;
  session.origins = addedOrigins(session.origins, [origin]);
};

function holdsUnknown(value: Value, depth: number): boolean {
  if (depth > 8) return false;
  switch (value.kind) {
    case "unknown":
      return true;
    case "tuple":
      return value.items.some((one) => holdsUnknown(one, depth + 1));
    // What stays open in the source, the model may decide.
    case "alternatives":
      return true;
    case "layout":
      return holdsUnknown(value.shape, depth + 1) || holdsUnknown(value.stride, depth + 1);
    case "composed":
      return holdsUnknown(value.outer, depth + 1) || holdsUnknown(value.inner, depth + 1);
    case "tensor":
      return holdsUnknown(value.layout, depth + 1);
    default:
      return false;
  }
}
