// Calls of library operations: plain values in, a value or an unknown with the refusal out, a CallFact where the dialect records one.
//
// The dialect never sees alternatives: each combination is called by itself and the results are joined.
import { type Need, OpStop, type Stop } from "../algebra/context.ts";
import { unknown, type Value } from "../algebra/value.ts";
import type { CallFact } from "../program/facts.ts";
import type { BuiltinValue } from "../program/values.ts";
import { pointee } from "./address.ts";
import { apply, calleeName, type Site } from "./call.ts";
import { assumedCommandLine } from "./command-line.ts";
import { contextOf } from "./context-of.ts";
import type { BuiltinCall, CallArgument } from "./dialect.ts";
import { ofRun } from "./entry.ts";
import { hoist, lift } from "./join.ts";
import { helperCall } from "./library-source.ts";
import { binaryValues } from "./operator.ts";
import { withinInt } from "./overflow.ts";
import { placeId } from "./place.ts";
import { recordCall, recordCases } from "./record.ts";
import type { Frame } from "./session.ts";
import { mint } from "./symbol.ts";
import { withoutItemNames } from "./unknown-items.ts";

type Recorded = { readonly op: string; readonly args: Parameters<BuiltinCall["record"]>[1] };

export function callBuiltin(frame: Frame, builtin: BuiltinValue, args: readonly CallArgument[], site: Site): Value {
  return run(frame, builtin, args, site, (callee, call) =>
    callee.kind === "builtin"
      ? helperCall(frame, callee, call.args, site, () => frame.dialect.call(callee, call))
      : unknown("it cannot be called"),
  );
}

/** Calls a value of the library that is no operation: `layout(coord)`, `tensor(_, 0)`, `Float32(0)`, `Step<…>(…)`. */
export function callLibraryValue(frame: Frame, value: Value, args: readonly CallArgument[], site: Site): Value {
  return run(frame, value, args, site, (callee, call) => {
    const own = frame.dialect.construct?.(callee, call);
    return own ?? unknown(`a ${callee.kind} cannot be called`);
  });
}

interface Way {
  readonly perform: (callee: Value, call: BuiltinCall) => Value;
  /** Takes what is recorded. */
  readonly facts: CallFact[];
}

function run(frame: Frame, callee: Value, args: readonly CallArgument[], site: Site, perform: Way["perform"]): Value {
  const self = callee.kind === "builtin" ? callee.self : undefined;
  if (callee.kind === "builtin" && frame.dialect.passesOn?.(callee.name)) {
    return runPlain(frame, callee, args, site, { perform, facts: [] });
  }
  const values = [self ?? callee, ...args.map((one) => handed(one.value))].map((one) => hoist(frame, one));
  const cases: CallFact[][] = [];
  const result = lift(frame, values, calleeName(site.expr), ([object, ...plain]) => {
    const target =
      callee.kind === "builtin" && self !== undefined
        ? { ...callee, self: object! }
        : self === undefined && callee.kind !== "builtin"
          ? object!
          : callee;
    const given = args.map((one, i) => ({ ...one, value: plain[i]! }));
    const facts: CallFact[] = [];
    cases.push(facts);
    return runPlain(frame, target, given, site, { perform, facts });
  });
  const each = cases.flatMap((facts) => (facts.length === 1 ? facts : []));
  if (cases.length > 1 && cases.length <= mostCases && each.length === cases.length) recordCases(frame, each);
  return result;
}

/** Rules look at each of them. */
const mostCases = 8;

/** The library takes numbers by their addresses; where it is handed the address of anything else it means the thing. */
const handed = (value: Value): Value =>
  value.kind === "pointer" && value.dtype.kind === "unknown" ? pointee(value) : value;

function runPlain(
  frame: Frame,
  callee: Value,
  args: readonly CallArgument[],
  site: Site,
  { perform, facts }: Way,
): Value {
  const needs: Need[] = [];
  const recorded: Recorded[] = [];
  let stop: Stop | undefined;
  const refused = (why: Stop): void => {
    stop ??= why;
  };
  const call = { ...builtinCall(frame, callee, args, site, needs, recorded), refused };
  let result: Value;
  try {
    result = withoutItemNames(perform(callee, call));
    if (frame.dialect.semantics.typed) result = withinInt(result, [callee, ...args.map((one) => one.value)]);
  } catch (error) {
    if (!(error instanceof OpStop)) throw error;
    stop ??= error.stop;
    result = unknown(stop.message);
  }
  if (recorded.length === 0 && isRefused(stop, needs)) recorded.push(unnamedRecord(callee, args));
  for (const one of recorded) {
    const { span, nameSpan } = site;
    const fact = recordCall(frame, { span, nameSpan, op: one.op, args: one.args, result, needs, stop });
    if (fact !== undefined) facts.push(fact);
  }
  return result;
}

/** A condition of CuTe's that does not hold: rules see it even where the dialect records nothing of its own. */
const isRefused = (stop: Stop | undefined, needs: readonly Need[]): boolean =>
  stop?.at !== undefined || needs.some((need) => need.holds === "no");

function unnamedRecord(callee: Value, args: readonly CallArgument[]): Recorded {
  const name = callee.kind === "builtin" ? callee.name.slice(callee.name.lastIndexOf(".") + 1) : callee.kind;
  return { op: name, args: args.map((argument, i) => ({ role: argument.name ?? `argument ${i}`, argument })) };
}

function builtinCall(
  frame: Frame,
  callee: Value,
  args: readonly CallArgument[],
  site: Site,
  needs: Need[],
  recorded: Recorded[],
): Omit<BuiltinCall, "refused"> {
  const self = callee.kind === "builtin" ? callee.self : callee;
  return {
    name: callee.kind === "builtin" ? callee.name : callee.kind,
    targs: callee.kind === "builtin" ? callee.targs : [],
    args,
    ctx: contextOf(frame, needs),
    unit: frame.file.linked.unit,
    ...commandLineOf(frame),
    invoke: (target, values, named) => apply(frame, target, plainArguments(values, named, site), site),
    binary: (op, left, right) => binaryValues(frame, op, left, right),
    symbol: (name, { fresh, ofCall, ofThread, ...options } = {}) => {
      const again = fresh === true ? `#${frame.session.fresh++}` : "";
      const place = ofThread === true ? "" : `@${placeId(frame, site.span.start)}`;
      const id = `${name}${ofCall === true ? "()" : ""}${place}${again}`;
      return mint(frame.session, { ...options, name, id, ofRun: ofRun(frame) });
    },
    record: (op, roles) => recorded.push({ op, args: roles }),
    ...(self === undefined ? {} : { self, ...objectOf(self, site) }),
  };
}

function commandLineOf({ session, file }: Frame): { readonly commandLine?: readonly string[] } {
  const given = assumedCommandLine(session.assume);
  return given === undefined || given.file !== file.file ? {} : { commandLine: given.words };
}

function objectOf(self: Value, { expr }: Site): { readonly object?: CallArgument } {
  if (expr.kind !== "call" || expr.callee.kind !== "member") return {};
  return { object: { value: self, expr: expr.callee.object } };
}

function plainArguments(
  values: readonly Value[],
  named: ReadonlyMap<string, Value> | undefined,
  site: Site,
): readonly CallArgument[] {
  const expr = { kind: "opaque", why: "a value", reads: [], span: site.span } as const;
  const args: CallArgument[] = values.map((value) => ({ value, expr }));
  for (const [name, value] of named ?? []) args.push({ value, name, expr });
  return args;
}
