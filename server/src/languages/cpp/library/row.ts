// One row per library name of CuTe C++: what a call of it gives, and what `name<…>` means as a type.
//
// A call whose arguments hold an unknown gives an unknown with that cause, unless the row is `lenient`. Readers of arguments stop
// when a value is of another kind, so a row's function is the formula alone.
import type { Context } from "../../../../../src-engine/algebra/context.ts";
import { isInt } from "../../../../../src-engine/algebra/int/int.ts";
import { type Unknown, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import type { BuiltinCall, CallArgument } from "../../../../../src-engine/interpret/dialect.ts";
import { isOperation, operationText } from "./operation-names.ts";

export interface Call {
  readonly ctx: Context;
  readonly name: string;
  readonly self: Value | undefined;
  /** Template arguments; types of integers (`_4`, `Int<4>`) and of other values stand for the value where `targ` reads them. */
  readonly targs: readonly Value[];
  readonly args: readonly Value[];
  readonly raw: BuiltinCall;
}

export interface Row {
  readonly name: string;
  readonly run: (call: Call) => Value;
  readonly lenient: boolean;
}

/** What `name<args>` is: a type, or a value for variable templates (`cosize_v<L>`). */
export interface TypeRow {
  readonly name: string;
  readonly of: (args: readonly Value[], ctx: Context) => Value;
}

export const row = (names: string, run: Row["run"]): Row[] =>
  names.split(" ").map((name) => ({ name, run, lenient: false }));

export const lenientRow = (names: string, run: Row["run"]): Row[] =>
  names.split(" ").map((name) => ({ name, run, lenient: true }));

export const typeRow = (names: string, of: TypeRow["of"]): TypeRow[] => names.split(" ").map((name) => ({ name, of }));

export function runRow(found: Row, raw: BuiltinCall): Value {
  const args = raw.args.map((argument) => argument.value);
  const call: Call = { ctx: raw.ctx, name: found.name, self: raw.self, targs: raw.targs, args, raw };
  if (found.lenient) return found.run(call);
  const missing = [...args, ...raw.targs].map((value) => unknownIn(value, 0)).find((value) => value !== undefined);
  if (missing !== undefined) return unknown(`an argument of ${found.name} is not known`, missing);
  return found.run(call);
}

/** An unknown in the value, in the items of a tuple or in a type. */
export function unknownIn(value: Value, depth: number): Unknown | undefined {
  if (value.kind === "unknown") return value;
  if (depth > 8) return undefined;
  if (value.kind === "type") return unknownIn(value.of, depth + 1);
  if (value.kind !== "tuple") return undefined;
  for (const item of value.items) {
    const found = unknownIn(item, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A required argument. Types used as values are their default value. */
export function arg(call: Call, index: number): Value {
  const value = call.args[index];
  if (value !== undefined) return plain(value);
  return call.ctx.stop({ code: "arguments", message: `${call.name} needs ${index + 1} arguments` });
}

export const optionalArg = (call: Call, index: number): Value | undefined => {
  const value = call.args[index];
  return value === undefined ? undefined : plain(value);
};

/** The value that a type stands for; the bare name of an operation is the operation. */
export function plain(value: Value): Value {
  if (value.kind === "type") return value.of;
  return value.kind === "builtin" && isOperation(value.name) ? operationText(value.name, value.targs) : value;
}

export function targ(call: Call, index: number): Value {
  const value = call.targs[index];
  if (value !== undefined) return plain(value);
  return call.ctx.stop({ code: "arguments", message: `${call.name} needs ${index + 1} template arguments` });
}

/** Template arguments that are mode indices: `size<0,1>`. */
export const modes = (call: Call): readonly number[] => call.targs.map((value) => modeNumber(call.ctx, value));

export function modeNumber(ctx: Context, value: Value): number {
  const index = plain(value);
  if (index.kind === "num") return index.value;
  const why = isInt(index) ? "a symbolic mode index" : "a mode index is wanted";
  return ctx.stop({ code: "unsupported", message: why });
}

/** Writes the call down for rules, with a role for each argument that the call has. */
export function record(call: Call, op: string, roles: readonly string[]): void {
  const named = roles.flatMap((role, index): { role: string; argument: CallArgument }[] => {
    const argument = call.raw.args[index];
    return argument === undefined || role === "" ? [] : [{ role, argument }];
  });
  call.raw.record(op, named);
}

/** The same of a method: what it is called of comes first, as the threads. */
export function recordMethod(call: Call, op: string, roles: readonly string[]): void {
  const { object, args } = call.raw;
  const named = roles.flatMap((role, index) => {
    const argument = args[index];
    return argument === undefined ? [] : [{ role, argument }];
  });
  call.raw.record(op, [...(object === undefined ? [] : [{ role: "threads", argument: object }]), ...named]);
}
