// Is a variable the same for all threads of a warp? Read off what the function assigns to it.
//
// A variable whose every value is made of uniform ones is uniform; one that is made of the thread's index is not; where a value
// comes from elsewhere (a parameter, a call) nobody has said, and the answer that rests on it says so.
import { symbolsOf } from "../../../src-engine/algebra/int/ask.ts";
import { isInt } from "../../../src-engine/algebra/int/int.ts";
import type { Value } from "../../../src-engine/algebra/value.ts";
import type { Arg, Expr, FunctionItem, Item, Pattern, Stmt } from "../../../src-engine/program/ir.ts";
import { isSameData } from "../../../src-engine/program/same-data.ts";
import type { Option } from "../../../src-engine/program/values.ts";
import { nodesOfKind } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";
import { originOf } from "../languages/thread-symbols.ts";

/** `assumed`: nothing says that it differs. */
export type Sameness = "uniform" | "assumed" | "differs";

export interface UniformQuery {
  readonly items: readonly Item[];
  /** What a library's name is to the threads; undefined for other names. */
  readonly builtin: (name: string) => Sameness | undefined;
  /** What the expression was found to be. */
  readonly foundValue: (value: Expr) => Value | undefined;
}

export function samenessOf(name: string, item: string, query: UniformQuery): Sameness {
  const fn = functionOf(query.items, item);
  if (fn === undefined) return "assumed";
  // Where a tensor begins that was cut elsewhere: mostly it is a thread's part.
  const tensor = /^(\w+)\.offset$/.exec(name)?.[1];
  if (tensor !== undefined) return ofName(tensor, fn, query, new Set()) === "uniform" ? "uniform" : "differs";
  return ofName(name, fn, query, new Set());
}

/** The numbers of a variable that only loops over known ranges set; undefined for another, or for too many. */
export function loopValues(name: string, item: string, query: UniformQuery): readonly number[] | undefined {
  const fn = functionOf(query.items, item);
  if (fn === undefined || fn.params.some((param) => param.name === name)) return undefined;
  const number = (value: Expr | undefined): number | undefined => {
    const found = value === undefined ? undefined : query.foundValue(value);
    return found?.kind === "num" ? found.value : value?.kind === "int" ? value.value : undefined;
  };
  const ranges: (Range | undefined)[] = [];
  let steps = 0;
  for (const loop of assignedIn(fn).loops) {
    const range = rangeOf(loop, name, number);
    if (range === "none") continue;
    ranges.push(range);
    if (loop.kind === "c-for") steps += 2;
  }
  // Whatever else sets it: the initialiser and the step of each loop are counted already.
  const forLoops = ranges.length - steps / 2;
  if (ranges.length === 0 || (assignedIn(fn).values.get(name) ?? []).length !== steps + forLoops) return undefined;
  const values = ranges.flatMap((range) => (range === undefined ? [Number.NaN] : numbersOf(range)));
  return values.length > mostValues || values.some(Number.isNaN) ? undefined : [...new Set(values)];
}

const mostValues = 64;

export interface Range {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

const numbersOf = ({ from, to, step }: Range): readonly number[] =>
  Array.from(
    { length: Math.min(mostValues + 1, Math.max(0, Math.ceil((to - from) / step))) },
    (_, i) => from + i * step,
  );

type Loop = Extract<Stmt, { kind: "c-for" | "for" }>;

/** `none`: the node is no loop over the name. */
export function rangeOf(
  loop: Loop,
  name: string,
  number: (value: Expr | undefined) => number | undefined,
): Range | undefined | "none" {
  if (loop.kind === "for") return "none";
  const [start] = loop.init;
  if (start?.kind !== "let" || start.target.kind !== "bind" || start.target.name !== name) return "none";
  const { test, step } = loop;
  const isTest = test?.kind === "binary" && (test.op === "<" || test.op === "<=") && isName(test.left, name);
  const isStep = step?.kind === "assign" && step.target.kind === "bind" && step.target.name === name && step.op === "+";
  const [from, last, by] = [
    number(start.init),
    isTest ? number(test.right) : undefined,
    isStep ? number(step.value) : undefined,
  ];
  if (from === undefined || last === undefined || by === undefined || by < 1) return undefined;
  return { from, to: isTest && test.op === "<=" ? last + 1 : last, step: by };
}

const isName = (value: Expr, name: string): boolean => value.kind === "name" && value.path.join("::") === name;

export const functionOf = (items: readonly Item[], id: string): FunctionItem | undefined =>
  functionsById(items).get(id);

const functionsById = remembered((items: readonly Item[]): ReadonlyMap<string, FunctionItem> => {
  const found = new Map<string, FunctionItem>();
  const add = (item: Item): void => {
    if (item.kind === "function" && !found.has(item.id)) found.set(item.id, item);
    if (item.kind === "class") item.members.forEach(add);
  };
  items.forEach(add);
  return found;
});

function ofName(name: string, fn: FunctionItem, query: UniformQuery, asked: Set<string>): Sameness {
  if (asked.has(name)) return "uniform";
  asked.add(name);
  const known = query.builtin(name);
  if (known !== undefined) return known;
  const { constants, ...assigned } = assignedIn(fn);
  const values = assigned.values.get(name) ?? [];
  // Another variable of that name may be no constant.
  if (values.length > 0 && constants.get(name) === values.length) return "uniform";
  if (fn.params.some((param) => param.name === name)) return fn.isKernel && values.length === 0 ? "uniform" : "assumed";
  if (values.length === 0) return "assumed";
  return worst(values.map((value) => ofExpression(value, fn, query, asked)));
}

const rank = { uniform: 0, assumed: 1, differs: 2 } as const;
const worst = (all: readonly Sameness[]): Sameness => all.reduce((a, b) => (rank[b] > rank[a] ? b : a), "uniform");

function ofExpression(value: Expr, fn: FunctionItem, query: UniformQuery, asked: Set<string>): Sameness {
  const known = ofFound(query.foundValue(value), query);
  if (known !== undefined) return known;
  const of = (one: Expr): Sameness => ofExpression(one, fn, query, asked);
  // What a slice moves a tensor by rests on the indices that are no whole modes.
  const indices = (args: readonly Arg[]): readonly Sameness[] =>
    args.flatMap(({ value: one }) => (query.foundValue(one)?.kind === "underscore" ? [] : [of(one)]));
  switch (value.kind) {
    case "int":
    case "float":
    case "bool":
    case "text":
    case "none":
    case "sizeof":
      return "uniform";
    case "name":
      return value.path.length === 1 ? ofName(value.path[0] ?? "", fn, query, asked) : "assumed";
    case "member":
      return query.builtin(dotted(value)) ?? of(value.object);
    case "unary":
    case "cast":
      return of(value.value);
    case "binary":
      return worst([of(value.left), of(value.right)]);
    case "cond":
      return worst([of(value.test), of(value.then), of(value.else)]);
    case "construct":
    case "tuple":
      return worst((value.kind === "tuple" ? value.items : value.args).map((arg) => of(arg.value)));
    case "call":
      return query.builtin(`${dotted(value.callee)}()`) ?? ofCall(value, query, indices);
    case "index":
      return worst([ofElement(value, value.object, query), ...indices(value.args)]);
    default:
      return "assumed";
  }
}

function ofCall(
  call: Extract<Expr, { kind: "call" }>,
  query: UniformQuery,
  indices: (args: readonly Arg[]) => readonly Sameness[],
): Sameness {
  if (isOfOneLane(call)) return "uniform";
  const own = isOfArguments(call, query) ? "uniform" : ofElement(call, call.callee, query);
  return worst([own, ...indices(call.args)]);
}

/** What a value that was found says already. */
function ofFound(value: Value | undefined, { builtin }: UniformQuery): Sameness | undefined {
  if (value?.kind === "num" || (value?.kind === "range" && isKnownRange(value))) return "uniform";
  const own = value?.kind === "sym" ? symbolsOf(value).map((one) => builtin(originOf(one))) : [];
  return own.includes("differs")
    ? "differs"
    : own.length > 0 && own.every((one) => one === "uniform")
      ? "uniform"
      : undefined;
}

/** An element is what memory holds: in registers what is the thread's own. A slice is where its tensor is. */
function ofElement(value: Expr, tensor: Expr, { foundValue }: UniformQuery): Sameness {
  if (foundValue(value)?.kind === "tensor") return "uniform";
  const held = foundValue(tensor);
  const isRegisters = held?.kind === "tensor" && held.engine.kind === "pointer" && held.engine.space === "rmem";
  return isRegisters ? "differs" : "assumed";
}

/**
 * The number that was found rests on nothing but what the call is given: `min(M, N)`. What the function decided by itself, as by the
 * thread's index, stands in a condition that is none of its arguments'.
 */
function isOfArguments(call: Extract<Expr, { kind: "call" }>, { foundValue }: UniformQuery): boolean {
  const options = optionsOf(foundValue(call));
  const given = call.args.flatMap(({ value }) => optionsOf(foundValue(value)));
  const symbols = new Set(given.flatMap(({ value }) => symbolIds(value)));
  const conditions = given.flatMap(({ under }) => under);
  const isGiven = ({ value, under, further }: Option): boolean =>
    further !== true &&
    isInt(value) &&
    symbolIds(value).every((id) => symbols.has(id)) &&
    under.every((one) => conditions.some((other) => isSameData(one, other)));
  return options.length > 0 && options.every(isGiven);
}

const optionsOf = (value: Value | undefined): readonly Option[] =>
  value === undefined ? [] : value.kind === "alternatives" ? value.options : [{ when: "", under: [], value }];

const symbolIds = (value: Value): readonly string[] => (isInt(value) ? symbolsOf(value).map(({ id }) => id) : []);

/** What one lane hands to all: `__shfl_sync(mask, value, 0)`; with a width each group of lanes has its own. */
const isOfOneLane = ({ callee, args }: Extract<Expr, { kind: "call" }>): boolean =>
  callee.kind === "name" && callee.path.at(-1) === "__shfl_sync" && args.length === 3 && args[2]?.value.kind === "int";

const isKnownRange = ({ start, stop, step }: Value & { kind: "range" }): boolean =>
  [start, stop, step].every(({ kind }) => kind === "num");

const dotted = (value: Expr): string =>
  value.kind === "member"
    ? `${dotted(value.object)}.${value.name}`
    : value.kind === "name"
      ? (value.path.at(-1) ?? "")
      : "";

/** What a function's body gives its variables, wherever it does, and its loops. */
interface Assigned {
  readonly values: ReadonlyMap<string, readonly Expr[]>;
  readonly loops: readonly Loop[];
  /** How many of the values the compiler knows: `constexpr`. */
  readonly constants: ReadonlyMap<string, number>;
}

const assignedIn = remembered(({ body }: FunctionItem): Assigned => {
  const values = new Map<string, Expr[]>();
  const constants = new Map<string, number>();
  const give = (target: Pattern, value: Expr | undefined): void => {
    if (target.kind === "bind" && value !== undefined)
      values.set(target.name, [...(values.get(target.name) ?? []), value]);
  };
  const loops = nodesOfKind(body, "for");
  for (const { target, value } of nodesOfKind(body, "assign")) give(target, value);
  for (const { target, iter } of loops) give(target, iter);
  for (const { target, init, attributes } of nodesOfKind(body, "let")) {
    give(target, init);
    if (target.kind === "bind" && init !== undefined && attributes.includes("constexpr"))
      constants.set(target.name, (constants.get(target.name) ?? 0) + 1);
  }
  return { values, loops: [...nodesOfKind(body, "c-for"), ...loops], constants };
});
