// Where a raw tensor map that a launch hands over was encoded: by the launching function itself, or by a function of the file that it
// calls for the map, `map = make(p, n)`, `make(&map, p, n)`.
import type { CallFact, FileFacts } from "../../../src-engine/program/facts.ts";
import type { Expr, FunctionItem } from "../../../src-engine/program/ir.ts";
import { isSameData } from "../../../src-engine/program/same-data.ts";
import { visit } from "../facts/code-nodes.ts";
import { argument } from "./arguments.ts";
import { functionsIn, isCallAt } from "./barrier-callees.ts";
import { factsByInstance } from "./by-instance.ts";
import { itemOf } from "./cause.ts";
import type { InstanceFacts } from "./rule.ts";

type Call = Extract<Expr, { kind: "call" }>;

export interface Encoding {
  readonly call: CallFact;
  /** The function that makes the call. */
  readonly by: InstanceFacts;
}

/** The one call that encodes the map, where no other may change it. */
export function encodingOf(
  name: string,
  caller: FunctionItem,
  launching: InstanceFacts,
  facts: FileFacts,
): Encoding | undefined {
  const isOwn = declares(caller, name);
  const users = isOwn ? [caller] : functionsIn(facts.unit.items).filter((fn) => !declares(fn, name));
  const ways = users.flatMap((fn) => waysIn(fn, name));
  const [way, ...others] = ways;
  if (way === undefined || others.length > 0 || (!isOwn && !waysIn(caller, name).length)) return undefined;
  const direct = way.kind === "address" ? callsFor(`&${name}`, launching) : [];
  const [only, ...more] = direct.length > 0 ? direct : madeBy(way, caller, launching, facts);
  return only !== undefined && more.length === 0 && only.call.certain ? only : undefined;
}

/** How a function gives the map what it holds. */
type Way = { readonly kind: "address" | "value"; readonly place: Expr };

function waysIn({ body }: FunctionItem, name: string): readonly Way[] {
  const found: Way[] = [];
  visit(body, (node) => {
    const { op, value, target, init } = node as {
      readonly op?: string;
      readonly value?: Expr;
      readonly init?: Expr;
      readonly target?: { readonly expr?: Expr; readonly kind: string; readonly name?: string };
    };
    if (node.kind === "unary" && op === "&" && value !== undefined && nameOf(value) === name)
      found.push({ kind: "address", place: node as Expr });
    const isBound = target?.kind === "bind" && target.name === name;
    if (node.kind === "assign" && (isBound || nameOf(target?.expr) === name) && value !== undefined)
      found.push({ kind: "value", place: value });
    if (node.kind === "let" && isBound && init?.kind === "call") found.push({ kind: "value", place: init });
  });
  return found;
}

function declares({ body, params }: FunctionItem, name: string): boolean {
  let isSo = params.some((param) => param.name === name);
  visit(body, (node) => {
    const { target } = node as { readonly target?: { readonly kind: string; readonly name?: string } };
    isSo ||= node.kind === "let" && target?.kind === "bind" && target.name === name;
  });
  return isSo;
}

const callsFor = (text: string, by: InstanceFacts): readonly Encoding[] =>
  encodingsIn(by).filter(({ call }) => argument(call, "map")?.text === text);

const encodingsIn = (by: InstanceFacts): readonly Encoding[] =>
  by.facts.flatMap((fact) =>
    fact.kind === "call" && fact.op === "cuTensorMapEncodeTiled" ? [{ call: fact, by }] : [],
  );

/** In the function that is called for the map: of its parameter, or of what it returns. */
function madeBy(way: Way, caller: FunctionItem, launching: InstanceFacts, facts: FileFacts): readonly Encoding[] {
  const call = way.kind === "value" ? way.place : callAround(way.place, caller);
  if (call?.kind !== "call") return [];
  const here = factsByInstance(facts).filter(({ instance: { calls } }) => {
    const last = calls.at(-1);
    const isThere = last !== undefined && last.item === caller.id && isCallAt(call, last.start);
    return isThere && isSameData(calls.slice(0, -1), launching.instance.calls);
  });
  return here.flatMap((by) => {
    const fn = itemOf(facts, by.instance.item);
    if (fn?.kind !== "function") return [];
    const name = way.kind === "value" ? returned(fn) : paramAt(fn, call, way.place);
    if (name === undefined) return [];
    if (way.kind === "value") return encodingOf(name, fn, by, facts) ?? [];
    // A pointer is handed on as it is.
    return waysIn(fn, name).length === 0 ? callsFor(name, by) : [];
  });
}

function callAround(place: Expr, { body }: FunctionItem): Call | undefined {
  let found: Call | undefined;
  visit(body, (node) => {
    if (node.kind === "call" && (node as Call).args.some(({ value }) => value.span.start === place.span.start))
      found = node as Call;
  });
  return found;
}

const paramAt = ({ params }: FunctionItem, { args }: Call, place: Expr): string | undefined =>
  params[args.findIndex(({ value }) => value.span.start === place.span.start)]?.name;

/** The one local that all returns give. */
function returned(fn: FunctionItem): string | undefined {
  const names = new Set<string | undefined>();
  visit(fn.body, (node) => {
    if (node.kind === "return") names.add(nameOf((node as { readonly value?: Expr }).value));
  });
  const [only, ...others] = names;
  return others.length === 0 && only !== undefined && declares(fn, only) ? only : undefined;
}

/** `map`, `&map`, `(uint64_t const*)&map`. */
export function nameOf(of: Expr | undefined): string | undefined {
  if (of?.kind === "cast" || (of?.kind === "unary" && of.op === "&")) return nameOf(of.value);
  return of?.kind === "name" && of.path.length === 1 ? of.path[0] : undefined;
}
