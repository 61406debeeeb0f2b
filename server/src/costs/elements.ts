// Accesses of single elements as calls: what costs, tables and JSON count of `dst(i) = src(i)` is what they count of `copy(src, dst)`.
//
// A loop over all elements of both sides is one copy of whole tensors; anywhere else each access is one element, at an address that
// the loops' variables are part of.

import { isConstant, isInt, staticInt } from "../../../src-engine/algebra/int/int.ts";
import { size } from "../../../src-engine/algebra/layout/coords.ts";
import { layoutModes } from "../../../src-engine/algebra/layout/modes.ts";
import { sliceTensor } from "../../../src-engine/algebra/layout/tensor.ts";
import { type Int, layout, type Tensor, tuple, unknown, type Value } from "../../../src-engine/algebra/value.ts";
import { attempt, makeContext } from "../../../src-engine/calculator/context.ts";
import { bitsOf } from "../../../src-engine/costs/copy-cost.ts";
import type { CallFact, Fact } from "../../../src-engine/program/facts.ts";
import type { Expr, FunctionItem, Span } from "../../../src-engine/program/ir.ts";
import { absolute, type FactIndex, type Placed } from "../facts/fact-index.ts";
import { dialectOf } from "../facts/notation.ts";
import { remembered } from "../facts/remembered.ts";
import { type ElementExpr, type ElementSite, elementSites } from "./element-sites.ts";
import { integerOf, isStepOnly, type LoopStmt, stepsOf, variableOf } from "./loop-range.ts";
import { elementOp } from "./of-arguments.ts";
import { byInstance } from "./of-call.ts";
import { type Evaluated, launchedValues } from "./threads.ts";
import { functionOf } from "./uniform.ts";

type Found = (value: Expr) => Value | undefined;

/** What an instance's expressions are, and the function where it is a kernel. */
interface Source {
  readonly found: Found;
  readonly kernel: FunctionItem | undefined;
}

/** Of every instance, each at the element that is stored, else at the one that is loaded. */
export function elementCalls(index: FactIndex): readonly Placed<CallFact>[] {
  const sites = new Map<string, readonly ElementSite[]>();
  return [...byInstance(index.facts.facts)].flatMap(([instance, own]) => {
    const item = index.instances.get(instance)?.item;
    const fn = item === undefined ? undefined : functionOf(index.facts.unit.items, item);
    if (fn === undefined) return [];
    const all = sites.get(fn.id) ?? elementSites(fn);
    sites.set(fn.id, all);
    if (all.length === 0) return [];
    const source = { found: launchedValues(index, instance, own), kernel: fn.isKernel ? fn : undefined };
    return all.flatMap((site) => callsOf(index, instance, fn.id, site, source));
  });
}

/** The access of the element whose tensor is named at a place: alone, or with the element that it is stored to. */
export function elementCallAt(index: FactIndex, instance: string, tensor: Span): Placed<CallFact> | undefined {
  const item = index.instances.get(instance)?.item;
  const fn = item === undefined ? undefined : functionOf(index.facts.unit.items, item);
  if (fn === undefined) return undefined;
  const isHere = ({ start, end }: Span): boolean => start === tensor.start && end === tensor.end;
  const [site] = elementSites(fn).filter(({ stored, loaded }) =>
    [...(stored === undefined ? [] : [stored]), ...loaded].some((one) => isHere(one.tensor.span)),
  );
  if (site === undefined) return undefined;
  const own = byInstance(index.facts.facts).get(instance) ?? [];
  const source = { found: launchedValues(index, instance, own), kernel: fn.isKernel ? fn : undefined };
  const calls = callsOf(index, instance, fn.id, site, source);
  const pair = calls.find(({ fact }) => fact.args.length > 1);
  return calls.find(({ fact }) => isHere(fact.nameSpan)) ?? pair;
}

export interface SharedElement {
  readonly call: CallFact;
  /** It is the access of one round of an unrolled loop; there are others. */
  readonly isOneOf: boolean;
}

/** The single elements of shared memory that an instance reads and writes, each an access of its own; what is stored is stored at its statement's end. */
export function sharedElements(
  index: Evaluated,
  instance: string,
  own: readonly Fact[],
  fn: FunctionItem,
): readonly SharedElement[] {
  const values = launchedValues(index, instance, own);
  const dialect = dialectOf(index.facts.unit.language);
  const made = (element: ElementExpr, span: Span, isRead: boolean): readonly SharedElement[] => {
    let isOneOf = false;
    const found = (expr: Expr): Value | undefined => {
      const value = values(expr);
      const last = lastOf(value);
      isOneOf ||= last !== undefined;
      return last ?? value;
    };
    const source = { found, kernel: fn.isKernel ? fn : undefined };
    const engine = tensorOf(element.tensor, found(element.tensor), source.kernel)?.engine;
    if (engine?.kind !== "pointer" || engine.space !== "smem") return [];
    const side = sideOf(dialect, element, [], source);
    if (side === undefined) return [];
    const sides = isRead ? { from: side, to: undefined } : { from: undefined, to: side };
    return [{ call: callFact(instance, fn.id, span, element.tensor.span, sides), isOneOf }];
  };
  return sitesOf(fn).flatMap(({ stored, loaded, span }) => [
    ...loaded.flatMap((one) => made(one, one.span, true)),
    ...(stored === undefined ? [] : made(stored, { start: span.end, end: span.end }, false)),
  ]);
}

const sitesOf = remembered(elementSites);

/** In an unrolled loop a counter is each of its numbers in turn: the last of them is one that it certainly is. */
function lastOf(value: Value | undefined): Value | undefined {
  const last = value?.kind === "alternatives" ? value.options.at(-1) : undefined;
  return last?.under.length === 0 ? last.value : undefined;
}

/** A side of an access: the tensor that is gone through, and the loops that do so. */
interface Side {
  readonly tensor: Tensor;
  readonly through: readonly LoopStmt[];
  readonly element: ElementExpr;
}

function callsOf(index: FactIndex, instance: string, item: string, site: ElementSite, source: Source) {
  const made = (from: Side | undefined, to: Side | undefined): readonly Placed<CallFact>[] => {
    const at = to ?? from;
    if (at === undefined) return [];
    const outer = at.through.at(-1)?.span ?? site.span;
    const call = callFact(instance, item, outer, at.element.tensor.span, { from, to });
    const place = absolute(index.facts, item, call.nameSpan);
    return place === undefined ? [] : [{ fact: call, place }];
  };
  const language = index.facts.unit.language;
  const side = (element: ElementExpr | undefined, isWhole: boolean): Side | undefined =>
    element === undefined ? undefined : sideOf(dialectOf(language), element, isWhole ? site.alone : [], source);
  const [first] = site.loaded;
  if (site.isCopy && first !== undefined) {
    const [from, to] = [side(first, true), side(site.stored, true)];
    const isPair =
      from !== undefined &&
      to !== undefined &&
      from.through.length === to.through.length &&
      isTyped(from) &&
      isTyped(to);
    if (isPair && (isMemory(from) || isMemory(to))) return made(from, to);
  }
  const sides = [
    ...site.loaded.map((one) => made(memoryOnly(side(one, false)), undefined)),
    made(undefined, memoryOnly(side(site.stored, false))),
  ];
  return sides.flat();
}

const isMemory = ({ tensor: { engine } }: Side): boolean =>
  engine.kind === "pointer" && (engine.space === "smem" || engine.space === "gmem");

const isTyped = ({ tensor }: Side): boolean => bitsOf(tensor) !== undefined;

const memoryOnly = (side: Side | undefined): Side | undefined =>
  side !== undefined && isMemory(side) ? side : undefined;

/** Undefined for what is no element of a tensor, or at a coordinate that is no number. */
function sideOf(
  dialect: ReturnType<typeof dialectOf>,
  element: ElementExpr,
  alone: readonly LoopStmt[],
  { found, kernel }: Source,
): Side | undefined {
  const tensor = tensorOf(element.tensor, found(element.tensor), kernel);
  if (tensor === undefined || tensor.layout.kind === "unknown") return undefined;
  const ctx = makeContext(dialect);
  const through = wholeLoops(element, tensor, alone, found);
  if (through !== undefined) return { tensor, through, element };
  const coord = element.coord.map((one) => integerOf(one, found));
  const known = coord.filter((one): one is Int => one !== undefined);
  const [first] = known;
  if (known.length < coord.length || first === undefined) return undefined;
  const outcome = attempt(() => sliceTensor(ctx, tensor, known.length === 1 ? first : tuple(known)));
  return "value" in outcome ? { tensor: outcome.value, through: [], element } : undefined;
}

/** A tensor, or a pointer into shared memory or to what a kernel is handed: an element beside another is one further on. */
function tensorOf(expr: Expr, value: Value | undefined, kernel: FunctionItem | undefined): Tensor | undefined {
  if (value?.kind === "tensor") return value;
  if (value?.kind !== "pointer" || value.rows !== undefined) return undefined;
  const isParameter = kernel?.params.some(({ name }) => name === value.base || isName(expr, name)) === true;
  const space = value.space !== "smem" && isParameter ? "gmem" : value.space;
  return space === "smem" || space === "gmem"
    ? { kind: "tensor", engine: { ...value, space }, layout: line }
    : undefined;
}

/** Elements one behind the other, as many as anybody asks for. */
const line = layout(staticInt(2 ** 40), staticInt(1));

/** `for m, for n: t(m, n)` over every element: the loops, outermost last. */
function wholeLoops(
  { coord }: ElementExpr,
  tensor: Tensor,
  alone: readonly LoopStmt[],
  found: Found,
): readonly LoopStmt[] | undefined {
  const { layout } = tensor;
  if (layout.kind !== "layout" || coord.length === 0 || coord.length > alone.length) return undefined;
  const ctx = makeContext("cpp");
  const modes = coord.length === 1 ? [layout] : layoutModes(layout);
  if (modes.length !== coord.length) return undefined;
  const loops = alone.slice(0, coord.length);
  const isWhole = coord.every((at, i) => {
    const loop = loops.find((one) => isName(at, variableOf(one)));
    const [mode, rounds] = [modes[i], loop === undefined ? undefined : roundsFromZero(loop, found)];
    return mode !== undefined && rounds?.kind === "num" && isConstant(size(ctx, mode), rounds.value);
  });
  return isWhole && new Set(coord.map((at) => (at.kind === "name" ? at.path.join() : ""))).size === coord.length
    ? loops
    : undefined;
}

const isName = (value: Expr, name: string | undefined): boolean =>
  value.kind === "name" && value.path.length === 1 && value.path[0] === name;

/** Of a loop that begins at 0 and goes up by 1. */
function roundsFromZero(loop: LoopStmt, found: Found): Int | undefined {
  const name = variableOf(loop);
  if (loop.kind === "for") {
    const over = found(loop.iter);
    if (over?.kind !== "range" || !isInt(over.stop)) return undefined;
    return isConstant(over.start, 0) && isConstant(over.step, 1) ? over.stop : undefined;
  }
  if (loop.kind !== "c-for" || name === undefined || !isStepOnly(loop, name)) return undefined;
  const [start] = loop.init;
  const isPlain =
    start?.kind === "let" &&
    start.init?.kind === "int" &&
    start.init.value === 0 &&
    loop.step?.kind === "assign" &&
    loop.step.op === "+";
  const by = isPlain && loop.step?.kind === "assign" ? integerOf(loop.step.value, found) : undefined;
  return by?.kind === "num" && by.value === 1 ? stepsOf(loop, name, (value) => integerOf(value, found)) : undefined;
}

function callFact(
  instance: string,
  item: string,
  span: Span,
  nameSpan: Span,
  { from, to }: { readonly from: Side | undefined; readonly to: Side | undefined },
): CallFact {
  const arg = (role: string, side: Side | undefined) =>
    side === undefined ? [] : [{ role, value: side.tensor, span: side.element.span, text: "" }];
  return {
    kind: "call",
    instance,
    item,
    span,
    nameSpan,
    op: elementOp,
    args: [...arg("source", from), ...arg("destination", to)],
    result: unknown("an access of an element"),
    needs: [],
    certain: true,
  };
}
