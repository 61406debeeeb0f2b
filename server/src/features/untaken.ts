// Places that nothing reaches: a branch that no call takes, and code that the preprocessor leaves out.
import { blocksOf } from "../../../src-engine/program/blocks.ts";
import type { Block, FunctionItem, Item, ItemId, Place, Span, Stmt } from "../../../src-engine/program/ir.ts";
import { absolute, covers, type FactIndex, type Where } from "../facts/fact-index.ts";
import { lambdaBodies } from "./literal-walk.ts";
import { oneLine } from "./one-line.ts";

type If = Stmt & { readonly kind: "if" };

interface Side {
  readonly item: ItemId;
  readonly of: If;
  readonly isElse: boolean;
  readonly place: Place;
}

/** Why nothing is known at a place that no call reaches; undefined where one does. */
export function untakenAt(index: FactIndex, where: Where): readonly string[] | undefined {
  const { inactive = [] } = index.facts.unit;
  const skipped = inactive.find(({ span }) => covers({ fragment: 0, ...span }, where));
  if (skipped !== undefined) return [`The preprocessor leaves this out: ${skipped.directive}.`];
  const side = sidesAround(index, where).find((one) => !isReached(index, one.place));
  if (side === undefined) return undefined;
  const test = textOf(index, side.item, side.of.test.span);
  const holds = side.isElse ? "does not hold" : "holds";
  return [`No call that was found takes this branch: it is for where ${test} ${holds}.`, ...foundValues(index, side)];
}

/** The sides of `if` around the place, outermost first, in functions that are reached. */
function sidesAround(index: FactIndex, where: Where): readonly Side[] {
  const functions = functionsOf(index.facts.unit.items);
  return functions.flatMap((fn) => {
    const place = index.facts.unit.places.get(fn.id);
    const isHere = place !== undefined && covers(place, where) && isReached(index, place);
    return isHere ? sidesIn(index, fn.id, fn.body ?? [], where) : [];
  });
}

const functionsOf = (items: readonly Item[]): readonly FunctionItem[] =>
  items.flatMap((item) => (item.kind === "function" ? [item] : item.kind === "class" ? functionsOf(item.members) : []));

function sidesIn(index: FactIndex, item: ItemId, block: Block, where: Where): readonly Side[] {
  return block.flatMap((stmt): readonly Side[] => {
    const sides = stmt.kind === "if" ? [sideOf(index, item, stmt, false), sideOf(index, item, stmt, true)] : [];
    const here = sides.flatMap((one) => (one !== undefined && covers(one.place, where) ? [one] : []));
    const inside = [...blocksOf(stmt), ...lambdaBodies(stmt)];
    return [...here, ...inside.flatMap((block) => sidesIn(index, item, block, where))];
  });
}

function sideOf(index: FactIndex, item: ItemId, of: If, isElse: boolean): Side | undefined {
  const block = isElse ? of.else : of.then;
  const [first, last] = [block[0], block.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  // From the condition on: comments before the first statement are the side's, too.
  const before = isElse ? of.then.at(-1)?.span.end : undefined;
  const place = absolute(index.facts, item, { start: before ?? of.test.span.end, end: last.span.end });
  return place === undefined ? undefined : { item, of, isElse, place };
}

const isReached = ({ variables, expressions, calls }: FactIndex, { fragment, start, end }: Place): boolean =>
  [variables, expressions, calls].some((placed) =>
    placed.some(({ place }) => place.fragment === fragment && start <= place.start && place.end <= end),
  );

/** What the names of the test are where calls were found: `Big is 0 (from g:19)`, `(from g:19 and 3 more)`. */
function foundValues(index: FactIndex, { item, of }: Side): readonly string[] {
  const { language } = index.facts.unit;
  const found = new Map<string, Set<string>>();
  for (const { fact } of index.expressions) {
    const isInside = fact.item === item && of.test.span.start <= fact.span.start && fact.span.end <= of.test.span.end;
    const name = isInside ? textOf(index, item, fact.span) : "";
    if (!/^[A-Za-z_][\w.:]*$/.test(name) || !isTold(fact.value.kind)) continue;
    const said = `${name} is ${oneLine(fact.value, language)}`;
    const label = index.instances.get(fact.instance)?.label ?? "";
    found.set(said, (found.get(said) ?? new Set()).add(label));
  }
  return [...found].slice(0, mostLines).map(([said, labels]) => `${said}${whereOf([...labels].filter(Boolean))}`);
}

const mostLines = 6;

function whereOf([first, ...others]: readonly string[]): string {
  if (first === undefined) return "";
  return others.length === 0 ? ` (from ${first})` : ` (from ${first} and ${others.length} more)`;
}

const isTold = (kind: string): boolean =>
  !["function", "builtin", "class", "module", "object", "unknown"].includes(kind);

function textOf(index: FactIndex, item: ItemId, span: Span): string {
  const place = absolute(index.facts, item, span);
  const text = place === undefined ? "" : (index.texts[place.fragment] ?? "").slice(place.start, place.end);
  return text.replace(/\s+/g, " ");
}
