// The sides of `if constexpr` and `if const_expr(…)` that are compiled in no instance that is shown: an editor dims them.
//
// Only what is certain: the condition was read, the evaluation went on behind it or came to its end, and nothing inside was reached
// although its first statement would have said something. A run-time `if` compiles both sides.
import { blocksOf } from "../../../src-engine/program/blocks.ts";
import type { Block, Expr, FunctionItem, Item, Place, Span, Stmt } from "../../../src-engine/program/ir.ts";
import { absolute, type FactIndex } from "../facts/fact-index.ts";
import { expressionsIn } from "./expression-parts.ts";
import { lambdaBodies } from "./literal-walk.ts";
import { oneLine } from "./one-line.ts";

export interface UntakenSide {
  readonly place: Place;
  /** Which condition, and what its names are in which instance. */
  readonly lines: readonly string[];
}

type If = Stmt & { readonly kind: "if" };

/** Of one function: where something is known, instance by instance. */
type Reached = readonly (readonly [instance: string, starts: readonly number[]])[];

export function untakenSides(index: FactIndex): readonly UntakenSide[] {
  const starts = startsByItem(index);
  return functionsOf(index.facts.unit.items).flatMap((fn) => {
    const own = [...(starts.get(fn.id) ?? [])];
    const chosen = own.filter(([instance]) => index.chosen.has(instance));
    const reached: Reached = chosen.length > 0 ? chosen : own;
    return reached.length === 0 ? [] : sidesIn(index, fn, fn.body ?? [], reached);
  });
}

function startsByItem(index: FactIndex): ReadonlyMap<string, ReadonlyMap<string, number[]>> {
  const found = new Map<string, Map<string, number[]>>();
  for (const { item, instance, span } of index.facts.facts) {
    const byInstance = found.get(item) ?? new Map<string, number[]>();
    const starts = byInstance.get(instance);
    if (starts === undefined) byInstance.set(instance, [span.start]);
    else starts.push(span.start);
    found.set(item, byInstance);
  }
  return found;
}

const functionsOf = (items: readonly Item[]): readonly FunctionItem[] =>
  items.flatMap((item) => (item.kind === "function" ? [item] : item.kind === "class" ? functionsOf(item.members) : []));

/** The outermost ones: what stands in one is dimmed with it. */
function sidesIn(index: FactIndex, fn: FunctionItem, block: Block, reached: Reached): readonly UntakenSide[] {
  return block.flatMap((stmt): readonly UntakenSide[] => {
    const within = stmt.kind === "if" ? [] : blocksOf(stmt);
    const inside = [...within, ...lambdaBodies(stmt)].flatMap((one) => sidesIn(index, fn, one, reached));
    if (stmt.kind !== "if") return inside;
    return [stmt.then, stmt.else].flatMap((side, i) => {
      const untaken = isUntaken(index, stmt, side, reached) ? placeOf(index, fn, side) : undefined;
      if (untaken === undefined) return sidesIn(index, fn, side, reached);
      return [{ place: untaken, lines: linesOf(index, fn, stmt, { isElse: i === 1, reached }) }];
    });
  });
}

function isUntaken({ facts }: FactIndex, { constexpr, test, span }: If, side: Block, reached: Reached): boolean {
  const [first, last] = [side[0], side.at(-1)];
  if (!constexpr || first === undefined || last === undefined || !speaks(first)) return false;
  const came = reached.filter(([, starts]) => isIn(starts, test.span));
  const goesOn = (starts: readonly number[]) => facts.incomplete === undefined || starts.some((one) => one >= span.end);
  if (came.length === 0 || !came.every(([, starts]) => goesOn(starts))) return false;
  return !came.some(([, starts]) => isIn(starts, { start: first.span.start, end: last.span.end }));
}

const isIn = (starts: readonly number[], { start, end }: Span): boolean =>
  starts.some((one) => start <= one && one < end);

/** A statement that leaves a fact wherever it is reached: it declares a name, or reads one. */
function speaks(stmt: Stmt): boolean {
  switch (stmt.kind) {
    case "let":
      return stmt.target.kind === "bind" && stmt.init !== undefined;
    case "expr":
      return readsName(stmt.value);
    case "return":
      return stmt.value !== undefined && readsName(stmt.value);
    case "if":
      return readsName(stmt.test);
    default:
      return false;
  }
}

const readsName = (expr: Expr): boolean => expressionsIn(expr).some(({ kind }) => kind === "name");

function placeOf(index: FactIndex, fn: FunctionItem, side: Block): Place | undefined {
  const [first, last] = [side[0], side.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return absolute(index.facts, fn.id, { start: first.span.start, end: last.span.end });
}

interface SideOf {
  readonly isElse: boolean;
  readonly reached: Reached;
}

function linesOf(index: FactIndex, fn: FunctionItem, { test }: If, { isElse, reached }: SideOf): readonly string[] {
  const text = textOf(index, fn, test.span);
  const labels = reached.flatMap(([id]) => index.instances.get(id)?.label || []);
  const where = labels.length === 1 ? labels[0] : `any of ${labels.length} instances`;
  const here = labels.length === 0 ? "" : ` in ${where}`;
  return [`Not compiled${here}: ${text} ${isElse ? "holds" : "does not hold"}.`, ...valuesOf(index, fn, test, reached)];
}

/** What the names of the condition are: `Big is 0`. */
function valuesOf(index: FactIndex, fn: FunctionItem, test: Expr, reached: Reached): readonly string[] {
  const shown = new Set(reached.map(([id]) => id));
  const lines = index.facts.facts.flatMap((fact) => {
    const isInside = fact.item === fn.id && test.span.start <= fact.span.start && fact.span.end <= test.span.end;
    if (fact.kind !== "expression" || !isInside || !shown.has(fact.instance)) return [];
    const name = textOf(index, fn, fact.span);
    if (!/^[A-Za-z_][\w.:]*$/.test(name) || !/^(num|dtype|text|tuple)$/.test(fact.value.kind)) return [];
    return [`${name} is ${oneLine(fact.value, index.facts.unit.language)}`];
  });
  return [...new Set(lines)].slice(0, mostValues);
}

const mostValues = 4;

function textOf(index: FactIndex, fn: FunctionItem, span: Span): string {
  const place = absolute(index.facts, fn.id, span);
  const text = place === undefined ? "" : (index.texts[place.fragment] ?? "").slice(place.start, place.end);
  return text.replace(/\s+/g, " ");
}
