// Library functions written in the language itself: evaluated from their source where it lies in the user's environment,
// else by the dialect's model. What a statement's values rest on is kept beside them.
import type { Value } from "../algebra/value.ts";
import type { BuiltinValue, ClassValue, FunctionValue } from "../program/values.ts";
import type { Site } from "./call.ts";
import type { CallArgument } from "./dialect.ts";
import { exportOf } from "./files.ts";
import { callFunction } from "./function-call.ts";
import { addedOrigins } from "./origins.ts";
import type { Frame } from "./session.ts";

/** A library function's value: by its own source, else by the model. What its source leaves open is shown where there is no model. */
export function helperCall(
  frame: Frame,
  builtin: BuiltinValue,
  args: readonly CallArgument[],
  site: Site,
  model: () => Value,
): Value {
  const dotted = builtin.self === undefined ? frame.dialect.helper?.(builtin.name) : undefined;
  if (dotted === undefined) return model();
  const { session } = frame;
  const { library } = session.program;
  const place = library?.find(dotted);
  const fn = place === undefined ? undefined : exportOf(session, place.file, place.name);
  const isModelled = frame.dialect.models?.(builtin.name) === true;
  const value = fn?.kind === "function" ? bySource(frame, fn, args, site, isModelled) : undefined;
  if (value !== undefined) note(frame, `${dotted}, evaluated from ${library?.name ?? "its source"}`);
  else if (isModelled) note(frame, `${dotted}, a built-in model`);
  return value ?? model();
}

/** Nothing of a try that the model is to better stays: no need, no origin. Such functions compute values and write nothing. */
function bySource(
  frame: Frame,
  fn: FunctionValue,
  args: readonly CallArgument[],
  site: Site,
  isModelled: boolean,
): Value | undefined {
  const { session } = frame;
  const { needs, origins } = session;
  session.needs = [...needs];
  const value = callFunction(frame, fn, args, site);
  session.origins = origins;
  if (!isModelled || !holdsUnknown(value, 0)) return value;
  session.needs = needs;
  return undefined;
}

/** A member of an enumeration in the library's own source is the one that code which imports it gets. */
export function enumMemberOfLibrary(frame: Frame, cls: ClassValue, name: string): Value | undefined {
  return frame.session.program.library?.isOwn(cls.file)
    ? frame.dialect.enumMember?.(`${cls.item.name}.${name}`)
    : undefined;
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
