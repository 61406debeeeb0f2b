// One row per library name: its parameters as Python declares them, and what a call gives.
//
// A row's parameters are written `shape, stride?, *rest`: `?` marks those that may be missing. A call binds positional and
// keyword arguments; an argument that is not known makes the result unknown, unless the row is `lenient`.
import type { Context } from "../../../../../src-engine/algebra/context.ts";
import { type Unknown, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import type { BuiltinCall, CallArgument } from "../../../../../src-engine/interpret/dialect.ts";
import { refuseUntraceable } from "./refusals.ts";
import { withRank } from "./result-rank.ts";

export interface Row {
  readonly name: string;
  readonly params: readonly Param[];
  readonly run: (bound: Bound) => Value;
  /** Runs even where arguments are unknown. */
  readonly lenient: boolean;
}

interface Param {
  readonly name: string;
  readonly optional: boolean;
  readonly rest: boolean;
}

export interface Bound {
  readonly call: BuiltinCall;
  readonly ctx: Context;
  /** A required argument; stops when the call lacks it. */
  readonly value: (name: string) => Value;
  /** Undefined where the argument is missing or None. */
  readonly optional: (name: string) => Value | undefined;
  readonly argument: (name: string) => CallArgument | undefined;
  readonly rest: readonly Value[];
  /** Keyword arguments that the row does not name. */
  readonly extra: ReadonlyMap<string, Value>;
}

export const row = (name: string, params: string, run: Row["run"]): Row => ({
  name,
  params: parseParams(params),
  run,
  lenient: false,
});

/** A row that also runs with unknown arguments. */
export const lenientRow = (name: string, params: string, run: Row["run"]): Row => ({
  ...row(name, params, run),
  lenient: true,
});

const parseParams = (text: string): Param[] =>
  text.split(",").flatMap((part) => {
    const name = part.trim();
    if (name === "") return [];
    return [{ name: name.replace(/^\*|\?$/g, ""), optional: name.endsWith("?"), rest: name.startsWith("*") }];
  });

export function runRow(found: Row, given: BuiltinCall): Value {
  const call = withElements(found, given);
  const bound = bind(found, call);
  recordOperation(found, call, bound);
  refuseUntraceable(found.name, bound);
  if (found.lenient) return withRank(found.name, bound, found.run(bound));
  const names = new Set(found.params.map((param) => param.name));
  const counted = call.args.filter((argument) => argument.name === undefined || names.has(argument.name));
  const missing = counted.map((argument) => unknownIn(argument.value, 0)).find((each) => each !== undefined);
  if (missing !== undefined)
    return withRank(found.name, bound, unknown(`an argument of ${shortName(found.name)} is not known`, missing));
  return withRank(found.name, bound, found.run(bound));
}

/** Element types that nobody says are those that the evaluation takes them to be, if any. */
function withElements({ params }: Row, call: BuiltinCall): BuiltinCall {
  let position = 0;
  let isSame = true;
  const args = call.args.map((argument) => {
    const name = argument.name ?? params[position++]?.name ?? "";
    const taken = argument.value.kind === "unknown" && isElement.test(name) ? call.ctx.element?.() : undefined;
    if (taken === undefined) return argument;
    isSame = false;
    return { ...argument, value: taken };
  });
  return isSame ? call : { ...call, args };
}

/** Every operation of the `cute` module is written down for hovers and rules, with its parameters' names as roles; prints by their rows. */
function recordOperation(found: Row, call: BuiltinCall, bound: Bound): void {
  if (/^layout\.get_\w+_coord$/.test(found.name) && call.object !== undefined)
    return call.record(shortName(found.name), [{ role: "layout", argument: call.object }]);
  if (/^(?:copy|mma)\.partition_(?:[SD]|(?:shape_)?[ABC])$/.test(found.name)) return recordPartition(found, call);
  if (!/^cute\.(?!print)[a-z]\w*$/.test(found.name)) return;
  const named = found.params.flatMap(({ name: role }) => {
    const argument = bound.argument(role);
    return argument === undefined ? [] : [{ role, argument }];
  });
  call.record(shortName(found.name), named);
}

/** As C++ has it: the slice of a tiled copy or MMA, and the tensor or the shape. */
function recordPartition(found: Row, call: BuiltinCall): void {
  const [what] = call.args;
  if (call.object === undefined || what === undefined) return;
  call.record(shortName(found.name), [
    { role: "threads", argument: call.object },
    { role: found.name.includes("_shape_") ? "shape" : "tensor", argument: what },
  ]);
}

export const shortName = (name: string): string => name.slice(name.lastIndexOf(".") + 1);

/** An unknown in the value or in the items of tuples. */
export function unknownIn(value: Value, depth: number): Unknown | undefined {
  if (value.kind === "unknown") return value;
  if (value.kind !== "tuple" || depth > 8) return undefined;
  for (const item of value.items) {
    const found = unknownIn(item, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function bind(found: Row, call: BuiltinCall): Bound {
  const { byName, rest } = assign(found.params, call.args);
  const names = new Set(found.params.map((param) => param.name));
  const extra = call.args.flatMap((each): [string, Value][] =>
    each.name === undefined || names.has(each.name) ? [] : [[each.name, each.value]],
  );
  const optional = (name: string): Value | undefined => {
    const value = byName.get(name)?.value;
    return value?.kind === "underscore" ? undefined : value;
  };
  return {
    call,
    ctx: call.ctx,
    value: (name) => byName.get(name)?.value ?? missingArgument(call, found, name),
    optional,
    argument: (name) => byName.get(name),
    rest,
    extra: new Map(extra),
  };
}

/** What the library calls its parameters that take an element type. */
const isElement = /^(?:dtype|element_type|copy_internal_type|internal_type|\w+_dtype|elem_ty_\w+)$/;

function assign(params: readonly Param[], args: readonly CallArgument[]) {
  const byName = new Map<string, CallArgument>();
  const rest: Value[] = [];
  let position = 0;
  for (const argument of args) {
    if (argument.name !== undefined) {
      byName.set(argument.name, argument);
      continue;
    }
    const param = params[position];
    if (param === undefined || param.rest) rest.push(argument.value);
    else {
      byName.set(param.name, argument);
      position++;
    }
  }
  return { byName, rest };
}

function missingArgument(call: BuiltinCall, found: Row, name: string): never {
  return call.ctx.stop({ code: "arguments", message: `${shortName(found.name)} needs ${name}` });
}
