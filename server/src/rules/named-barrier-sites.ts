// Where a function comes to the hardware's named barriers: with which number, for how many threads, and whether it waits there.
//
// `NamedBarrier::sync(threads, id)`, a barrier object and its methods, `cute.arch.barrier(barrier_id=…, number_of_threads=…)`, and
// what waits at a barrier that it was made with: `TmemAllocator(…, barrier_for_retrieve=bar)`.
import type { Value } from "../../../src-engine/algebra/value.ts";
import type { Expr, FunctionItem, Pattern, Span, Unit } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { nodesOfKind, visit } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";
import { numberOf } from "../facts/sizes.ts";
import {
  barriersOfHardware,
  type NamedOperation,
  namedBarrierClass,
  namedBarriers,
} from "../languages/named-barriers.ts";
import { functionsIn } from "./barrier-callees.ts";
import type { BarrierEvent, BarrierEvents } from "./barrier-events.ts";
import type { Threads } from "./barrier-threads.ts";
import { type InstanceValues, literalValues } from "./instance-values.ts";

type Call = Extract<Expr, { kind: "call" }>;

const waitsForAllocation = "wait_for_alloc";

export interface NamedUse {
  readonly operation: NamedOperation;
  /** Which of the sixteen, one or the other; undefined where nobody knows. */
  readonly ids: readonly number[] | undefined;
  /** The number of a user's barrier as it is written, where that may be another in each thread. */
  readonly id?: Expr;
  /** What the number is called, where it has a name. */
  readonly idName?: string | undefined;
  readonly threads: number | undefined;
  /** Where the number and the count are written. */
  readonly idAt: Span;
  readonly threadsAt: Span;
  readonly call: Call;
  /** What holds the barrier object: its last name. */
  readonly holder?: string;
}

export type NamedSite = NamedUse & { readonly event: BarrierEvent };

/** In the order of the source; a closure's as often as it is called. */
export const namedSites = (
  { events, fn }: BarrierEvents & { readonly fn: FunctionItem },
  values: InstanceValues,
  unit: Unit,
): readonly NamedSite[] =>
  events.flatMap((event) => {
    const use = namedUse(event.call, fn, values, unit);
    return use === undefined ? [] : [{ ...use, event }];
  });

/** Every call of the function, wherever it stands. */
export const namedUses = (fn: FunctionItem, values: InstanceValues, unit: Unit): readonly NamedUse[] =>
  usesIn(unit)(values)(fn);

/** Each function of a file asks for those of the others. */
const usesIn = remembered((unit: Unit) =>
  remembered((values: InstanceValues) =>
    remembered((fn: FunctionItem): readonly NamedUse[] =>
      callsIn[unit.language](fn).flatMap((call) => namedUse(call, fn, values, unit) ?? []),
    ),
  ),
);

/** A function may have any name where it is a value. In C++ the name of a method says what it is: of hundreds of calls a few. */
const callsIn = {
  python: remembered((fn: FunctionItem) => callsAmong(fn, () => true)),
  cpp: remembered((fn: FunctionItem) => {
    const { methods } = namedBarriers.cpp;
    return callsAmong(fn, (name) => methods.has(name) || name === waitsForAllocation);
  }),
};

const callsAmong = ({ body }: FunctionItem, isMeant: (name: string) => boolean): readonly Call[] =>
  nodesOfKind(body, "call").filter(({ callee }) => isMeant(lastName(callee)));

/** Of a whole file but for its kernels, as far as numbers are written there. */
export const namedUsesIn = remembered((unit: Unit): readonly NamedUse[] =>
  functionsIn(unit.items).flatMap((one) => (one.isKernel ? [] : namedUses(one, literalValues, unit))),
);

function namedUse(call: Call, fn: FunctionItem, values: InstanceValues, unit: Unit): NamedUse | undefined {
  const { callee } = call;
  if (unit.language === "cpp" && callee.kind === "name") return ofStatic(call, callee.path, values, unit);
  if (callee.kind !== "member") return undefined;
  const ofArch = functionOf(callee, unit, values);
  if (ofArch !== undefined) return ofFunction(call, ofArch, values);
  const operation = namedBarriers[unit.language].methods.get(callee.name);
  const allocators = callee.name === waitsForAllocation ? madeAs(lastName(callee.object), fn) : undefined;
  // Of an allocator that the function was given nobody knows here at which barrier its users wait.
  if (allocators?.length === 0)
    return { operation: "wait", ids: undefined, threads: undefined, idAt: call.span, threadsAt: call.span, call };
  const waits = allocators === undefined ? undefined : barrierOf(allocators);
  const object = waits ?? callee.object;
  if (waits === undefined && operation === undefined) return undefined;
  const made = unit.language === "cpp" ? declared(object, fn, values) : objectOf(values.value(object));
  if (made === undefined) return undefined;
  const holder = lastName(object);
  const at = { idAt: call.span, threadsAt: call.span, ...(made.at ?? {}) };
  return { operation: operation ?? "wait", ...made, ...at, call, ...(holder === "" ? {} : { holder }) };
}

/** `NamedBarrier::sync(threads, id)`. */
function ofStatic(call: Call, path: readonly string[], values: InstanceValues, unit: Unit): NamedUse | undefined {
  const operation = namedBarriers.cpp.methods.get(path.at(-1) ?? "");
  if (operation === undefined || path.at(-2) !== namedBarrierClass) return undefined;
  const [threads, id] = call.args.map(({ value }) => value);
  if (threads === undefined || id === undefined) return undefined;
  if (unit.items.some((item) => item.kind === "class" && item.name === namedBarrierClass)) return undefined;
  const at = { idAt: id.span, threadsAt: threads.span };
  return { operation, ids: numbered(id, values), id, idName: named(id), threads: values.number(threads), ...at, call };
}

/** A place where each thread comes to a barrier of its own is as many places as there are barriers. */
export function ofEachBarrier(site: NamedSite, threads: Threads): readonly NamedSite[] {
  const { id, ids, event } = site;
  const numbers = id === undefined || ids !== undefined ? undefined : threads.numbersOf(id, event);
  if (id === undefined || numbers === undefined || numbers.length > barriersOfHardware) return [site];
  return numbers.map((number) => {
    const right: Expr = { kind: "int", value: number, span: id.span };
    const test: Expr = { kind: "binary", op: "==", left: id, right, span: id.span };
    const tests = [...event.tests, { test, holds: true }];
    return { ...site, ids: [number + namedBarriers.cpp.firstOfUser], event: { ...event, tests } };
  });
}

/** Of the library's own barriers the name says which it is; to others it adds what it keeps for itself. */
function numbered(id: Expr, values: InstanceValues): readonly number[] | undefined {
  const { firstOfUser, reserved } = namedBarriers.cpp;
  if (id.kind === "name" && id.path.at(-2) === "ReservedNamedBarriers")
    return listed(reserved.get(id.path.at(-1) ?? ""));
  const own = values.number(id);
  if (own !== undefined) return [own + firstOfUser];
  const sides = id.kind === "cond" ? [numbered(id.then, values), numbered(id.else, values)] : [undefined];
  return sides.includes(undefined) ? undefined : sides.flatMap((side) => side ?? []);
}

const listed = (id: number | undefined): readonly number[] | undefined => (id === undefined ? undefined : [id]);

/** The name of a number, through casts. */
export const named = (id: Expr): string | undefined =>
  id.kind === "cast" ? named(id.value) : id.kind === "name" && id.path.length > 1 ? id.path.at(-1) : undefined;

interface Made {
  readonly ids: readonly number[] | undefined;
  readonly threads: number | undefined;
  readonly at?: { readonly idAt: Span; readonly threadsAt: Span };
}

/** `NamedBarrier bar(threads, id);` in the function, or one that stands there: `NamedBarrier(threads, id).sync()`. */
function declared(object: Expr, fn: FunctionItem, values: InstanceValues): Made | undefined {
  const name = object.kind === "name" && object.path.length === 1 ? object.path[0] : undefined;
  const [threads, id] = (name === undefined ? madeThere(object) : declarationsIn(fn).get(name)) ?? [];
  if (threads === undefined) return undefined;
  const at = { idAt: (id ?? threads).span, threadsAt: threads.span };
  const ids = id === undefined ? [namedBarriers.cpp.firstOfUser] : numbered(id, values);
  return { ids, threads: values.number(threads), at };
}

/** What a barrier object is made of where it stands. */
function madeThere(object: Expr): readonly Expr[] | undefined {
  if (object.kind !== "call" && object.kind !== "construct") return undefined;
  const type = object.kind === "call" ? object.callee : object.type;
  return isNamedBarrier(type) ? object.args.map(({ value }) => value) : undefined;
}

const isNamedBarrier = (type: Expr | undefined): boolean =>
  type?.kind === "name" && type.path.at(-1) === namedBarrierClass;

/** What barrier objects of the function are made of, by name. */
const declarationsIn = remembered((fn: FunctionItem): ReadonlyMap<string, readonly Expr[]> => {
  const found = new Map<string, readonly Expr[]>();
  visit(fn.body, (node) => {
    const { target, init, type } = node as { target?: Pattern; init?: Expr; type?: Expr };
    if (node.kind !== "let" || target?.kind !== "bind" || init?.kind !== "construct") return;
    if (!isNamedBarrier(type) || init.args.length === 0) return;
    found.set(
      target.name,
      init.args.map(({ value }) => value),
    );
  });
  return found;
});

function objectOf(value: Value | undefined): Made | undefined {
  if (value?.kind !== "builtin" || value.name !== "pipeline()") return undefined;
  const [, kind, id, threads] = value.targs;
  return kind?.kind === "text" && kind.value === namedBarrierClass
    ? { ids: listed(numberOf(id)), threads: numberOf(threads) }
    : undefined;
}

/** The calls whose value a name of the function is given. */
function madeAs(name: string, fn: FunctionItem): readonly Call[] {
  const found: Call[] = [];
  visit(fn.body, (node) => {
    const { target, value } = node as { target?: Pattern; value?: Expr };
    if (node.kind === "assign" && target?.kind === "bind" && target.name === name && value?.kind === "call")
      found.push(value);
  });
  return found;
}

/** The barrier that an allocator was made with. */
function barrierOf(allocators: readonly Call[]): Expr | undefined {
  const given = allocators.flatMap(({ args }) => args.filter(({ name }) => name === retrieves));
  return given.length === 1 ? given[0]?.value : undefined;
}

/** The parameter of an allocator that takes the barrier which its users wait at. */
export const retrieves = "barrier_for_retrieve";

function functionOf(callee: Expr, { language }: Unit, values: InstanceValues): NamedOperation | undefined {
  const { functions } = namedBarriers[language];
  const value = functions.size === 0 ? undefined : values.value(callee);
  return value?.kind === "builtin" ? functions.get(value.name) : undefined;
}

function ofFunction(call: Call, operation: NamedOperation, values: InstanceValues): NamedUse | undefined {
  const of = (name: string): Expr | undefined => call.args.find((one) => one.name === name)?.value;
  const [id, threads] = [of("barrier_id"), of("number_of_threads")];
  // Without a count it is the whole block's.
  if (threads === undefined) return undefined;
  const at = { idAt: (id ?? threads).span, threadsAt: threads.span };
  const ids = id === undefined ? [0] : listed(values.number(id));
  return { operation, ids, threads: values.number(threads), ...at, call };
}
