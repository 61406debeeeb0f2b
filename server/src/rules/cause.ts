// Where a value at fault was chosen: from an argument over its declaration to what the caller passes.
//
// A step is taken only where facts prove it: the parameter's value and that of the caller's expression are the same. An op that
// hands its tensor or layout on, as a partition does, leads to it. Spans are item-relative; the caller's item is in this file.
import type { Value } from "../../../src-engine/algebra/value.ts";
import type {
  CallArg,
  CallFact,
  ExpressionFact,
  Fact,
  FileFacts,
  Instance,
  VariableFact,
} from "../../../src-engine/program/facts.ts";
import type { Expr, FunctionItem, Item, ItemId, Span } from "../../../src-engine/program/ir.ts";
import { eachNode } from "../../../src-engine/program/nodes.ts";
import { isSameData } from "../../../src-engine/program/same-data.ts";
import { remembered } from "../facts/remembered.ts";
import { factsByInstance } from "./by-instance.ts";
import { calleeName, passedFor } from "./passed-for.ts";
import type { Fault, Site } from "./rule.ts";
import { fieldBehind } from "./storage-field.ts";

export interface Cause extends Site {
  /** Of the function in which the value is chosen. */
  readonly function: string;
  /** Is it the one that the site stands in, or one that calls it? */
  readonly where: "own" | "caller";
  /** It is the memory itself that is asked for there, or the partition itself. */
  readonly isAllocation: boolean;
}

/** The expression that chose what stands at `site` of an instance. */
export function causeOf(facts: FileFacts, instance: Instance, site: Site, what: Fault = "value"): Cause {
  let last: At = { facts, instance, item: site.item, span: site.span, what };
  for (let steps = 0; steps < most; steps++) {
    const next = stepFrom(last);
    if (next === undefined) break;
    last = next;
  }
  const made = what === "field" ? expressionAt(last) : undefined;
  const field = made && fieldBehind(facts.unit, made);
  if (field !== undefined) return { ...field, function: last.instance.function, where: "own", isAllocation: true };
  const { item, span } = last;
  const isAllocation = callAt(last, what === "operand" ? partitions : allocations) !== undefined;
  return { item, span, function: last.instance.function, where: item === site.item ? "own" : "caller", isAllocation };
}

const allocations: ReadonlySet<string> = new Set(["allocate_tensor"]);

const partitions: ReadonlySet<string> = new Set(["partition_A", "partition_B", "partition_C"]);

const most = 24;

interface At extends Site {
  readonly facts: FileFacts;
  readonly instance: Instance;
  readonly what: Fault;
}

/** One step nearer to where the value at a place was chosen; undefined at its end. */
function stepFrom(at: At): At | undefined {
  const expr = expressionAt(at);
  if (at.what === "operand" && callAt(at, partitions) !== undefined) return undefined;
  const name = expr === undefined ? undefined : nameIn(expr);
  if (name !== undefined) return fromDeclaration(at, name) ?? fromCaller(at, name);
  if (expr?.kind === "call" && callAt(at, slices) !== undefined) return { ...at, span: expr.callee.span };
  const within = expr === undefined ? undefined : at.what === "field" ? pointerIn(expr) : slicedIn(expr, at.what);
  if (within !== undefined) return { ...at, span: within.span };
  const tiled = at.what === "shape" ? callAt(at, tiles)?.args.find(({ role }) => role === "tiler") : undefined;
  const call = callAt(at, handsOn) ?? (at.what === "shape" ? callAt(at, alike) : undefined);
  const handed = tiled ?? call?.args.find(at.what === "address" || at.what === "field" ? isPlaced : isLaidOut);
  if (handed !== undefined) return handed.text === "" ? undefined : { ...at, span: handed.span };
  const grouped = expr?.kind === "call" && calleeName(expr.callee) === "group_modes" ? expr.args[0]?.value : undefined;
  return grouped === undefined ? undefined : { ...at, span: grouped.span };
}

/** `(half_t*)p`, `make_smem_ptr(p)`: where the pointer comes from. */
function pointerIn(expr: Expr): Expr | undefined {
  if (expr.kind === "cast") return expr.value;
  return expr.kind === "call" && calleeName(expr.callee) === "make_smem_ptr" ? expr.args[0]?.value : undefined;
}

/** `tiled_mma.get_slice(threadIdx.x)`: what it is a thread's slice of. */
function slicedIn(expr: Expr, what: Fault): Expr | undefined {
  if (what !== "atom" || expr.kind !== "call" || expr.callee.kind !== "member") return undefined;
  return slicing.has(expr.callee.name) ? expr.callee.object : undefined;
}

const slicing: ReadonlySet<string> = new Set(["get_slice", "get_thread_slice"]);

const isLaidOut = ({ role }: CallArg): boolean => role === "tensor" || role === "layout";
const isPlaced = ({ role, value }: CallArg): boolean => role === "tensor" || value.kind === "pointer";

/** Ops whose result has the shape of their tiler. */
const tiles: ReadonlySet<string> = new Set(["local_tile"]);

/** `x`, `X{}`, `decltype(x){}`: what only names another value. */
function nameIn(expr: Expr): string | undefined {
  switch (expr.kind) {
    case "name":
      return expr.path.length === 1 ? expr.path[0] : undefined;
    case "typeof":
      return nameIn(expr.of);
    case "construct":
      return expr.args.length === 0 && expr.type !== undefined ? nameIn(expr.type) : undefined;
    case "call":
      return expr.args.length === 0 && expr.launch === undefined ? nameIn(expr.callee) : undefined;
    default:
      return undefined;
  }
}

/** Ops whose result is wrong where the tensor or layout that they are given is. */
const handsOn: ReadonlySet<string> = new Set([
  "make_tensor",
  "partition_A",
  "partition_B",
  "partition_C",
  "partition_S",
  "partition_D",
  "tensor",
  "group_modes",
  "slice",
  "slice_",
]);

/** Ops whose result has other elements, in a shape that follows that of the tensor that they are given. */
const alike: ReadonlySet<string> = new Set([
  "make_fragment_A",
  "make_fragment_B",
  "make_fragment_C",
  "make_fragment_like",
  "make_tensor_like",
  "partition_fragment_A",
  "partition_fragment_B",
  "partition_fragment_C",
  "retile",
  "retile_D",
  "retile_S",
]);

/** `sA(_, _, 0)`: what is called is the tensor or layout itself. */
const slices: ReadonlySet<string> = new Set(["tensor", "layout", "composed"]);

const callAt = ({ facts, instance, item, span }: At, ops: ReadonlySet<string>): CallFact | undefined =>
  factsOf(facts, instance).find(
    (fact): fact is CallFact =>
      fact.kind === "call" && fact.item === item && isSameSpan(fact.span, span) && ops.has(fact.op),
  );

function fromDeclaration(at: At, name: string): At | undefined {
  const known = declarationOf(at, name);
  return known?.source === undefined || isParameter(known) ? undefined : { ...at, span: known.source };
}

/** The last one before the place, in the same instance. */
function declarationOf({ facts, instance, item, span }: At, name: string): VariableFact | undefined {
  const named = factsOf(facts, instance).filter(
    (fact): fact is VariableFact =>
      fact.kind === "variable" && fact.item === item && fact.name === name && fact.span.start < span.start,
  );
  return named.reduce<VariableFact | undefined>(
    (last, fact) => (last === undefined || fact.span.start > last.span.start ? fact : last),
    undefined,
  );
}

const isParameter = ({ role, source }: VariableFact): boolean => role === "parameter" && source === undefined;

function fromCaller(at: At, name: string): At | undefined {
  const own = itemOf(at.facts, at.instance.item);
  const call = at.instance.calls.at(-1);
  if (own?.kind !== "function" || call === undefined || call.file !== at.facts.unit.file) return undefined;
  if (isWritten(own, name)) return undefined;
  const caller = callerOf(at.facts, at.instance);
  const from = itemOf(at.facts, call.item);
  if (caller === undefined || from === undefined) return undefined;
  const passed = passedFor(own, name, from, call.start) ?? typePassedFor(own, name, from, call.start);
  if (passed === undefined) return undefined;
  const next: At = { ...at, instance: caller, item: call.item, span: passed.span };
  return isProven(at, name, next, passed) ? next : undefined;
}

/** Where a launcher is handed the kernel, its template arguments alone are written: `&kernel<decltype(mma)>`. */
function typePassedFor(own: FunctionItem, name: string, from: Item, start: number): Expr | undefined {
  const type = own.params.find((param) => param.name === name)?.type;
  const typed = type?.kind === "name" ? type.path.at(-1) : undefined;
  return typed === undefined || typed === name ? undefined : passedFor(own, typed, from, start);
}

/** The instance that made the call: one step shorter, in the item where the call stands. */
function callerOf(facts: FileFacts, { calls }: Instance): Instance | undefined {
  const before = calls.slice(0, -1);
  const item = calls.at(-1)?.item;
  const found = facts.instances.filter((one) => one.item === item && isSameData(one.calls, before));
  return found.length === 1 ? found[0] : undefined;
}

/** The parameter's value is that of the expression, or of the name in it. */
function isProven(at: At, name: string, next: At, passed: Expr): boolean {
  const value = factsOf(at.facts, at.instance).find(
    (fact): fact is VariableFact => fact.kind === "variable" && fact.name === name && fact.item === at.instance.item,
  )?.value;
  if (value === undefined || value.kind === "unknown") return false;
  const inner = nameIn(passed);
  const given = inner === undefined ? undefined : declarationOf(next, inner)?.value;
  const said = given ?? expressionValue(next);
  return said !== undefined && isSameData(made(said), made(value));
}

/** What a type makes, `T{}`, stands for the type. */
const made = (value: Value): Value => (value.kind === "type" ? value.of : value);

const expressionValue = ({ facts, instance, item, span }: At): Value | undefined =>
  factsOf(facts, instance).find(
    (fact): fact is ExpressionFact => fact.kind === "expression" && fact.item === item && isSameSpan(fact.span, span),
  )?.value;

const isWritten = (item: FunctionItem, name: string): boolean => {
  let found = false;
  eachNode(item.body ?? [], (node) => {
    const expr = node as Expr;
    if (expr.kind === "assign" && expr.target.kind === "bind" && expr.target.name === name) found = true;
  });
  return found;
};

function expressionAt({ facts, item, span }: At): Expr | undefined {
  const root = itemOf(facts, item);
  return root === undefined ? undefined : expressionsIn(root).get(placeKey(span));
}

/** By where they stand: each finding asks for its own. */
const expressionsIn = remembered((item: Item): ReadonlyMap<string, Expr> => {
  const found = new Map<string, Expr>();
  eachNode(item, (node) => {
    if (isExpr(node) && !found.has(placeKey(node.span))) found.set(placeKey(node.span), node);
  });
  return found;
});

const placeKey = ({ start, end }: Span): string => `${start}-${end}`;

const exprKinds: ReadonlySet<string> = new Set([
  "name",
  "call",
  "construct",
  "cast",
  "unary",
  "typeof",
  "member",
  "index",
  "template",
]);

const isExpr = (node: object): node is Expr => "kind" in node && exprKinds.has(String(node.kind)) && "span" in node;

const isSameSpan = (a: Span, b: Span): boolean => a.start === b.start && a.end === b.end;

export const itemOf = ({ unit }: Pick<FileFacts, "unit">, id: ItemId): Item | undefined => itemsById(unit).get(id);

const itemsById = remembered((unit: FileFacts["unit"]): ReadonlyMap<ItemId, Item> => {
  const found = new Map<ItemId, Item>();
  const todo: Item[] = [...unit.items];
  for (let item = todo.pop(); item !== undefined; item = todo.pop()) {
    if (!found.has(item.id)) found.set(item.id, item);
    if (item.kind === "class") todo.push(...item.members);
  }
  return found;
});

const factsOf = (facts: FileFacts, { id }: Instance): readonly Fact[] => instancesById(facts).get(id) ?? [];

const instancesById = remembered(
  (facts: FileFacts) => new Map(factsByInstance(facts).map((one) => [one.instance.id, one.facts])),
);
