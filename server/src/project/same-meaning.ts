// Do two versions of a file mean the same? They do when their IR differs in places only: a comment, white space, a new line.
//
// The answer is how places moved, item by item; undefined where anything else differs. What the evaluator found out about the
// old version then holds for the new one, at the moved places.
import type { Item, ItemId, Span, Unit } from "../../../src-engine/ir.ts";

/** Where offsets of the old version stand in the new one, by item; an item that is missing has not changed inside. */
export type Moves = ReadonlyMap<ItemId, Offsets>;

interface Offsets {
  readonly starts: Map<number, number>;
  readonly ends: Map<number, number>;
}

export function samePlaces(before: Unit, after: Unit): Moves | undefined {
  if (before === after) return new Map();
  if (before.file !== after.file || before.language !== after.language) return undefined;
  const moves = new Map<ItemId, Offsets>();
  const directives = newOffsets();
  if (!alike(before.directives, after.directives, directives)) return undefined;
  return sameItems(before.items, after.items, moves) ? moves : undefined;
}

/** An old span in the new version; undefined where the comparison has not met it. */
export function movedSpan(moves: Moves, item: ItemId, span: Span): Span | undefined {
  const offsets = moves.get(item);
  if (offsets === undefined) return span;
  const start = offsets.starts.get(span.start);
  const end = offsets.ends.get(span.end);
  return start === undefined || end === undefined ? undefined : { start, end };
}

/** Where a span that starts here starts now. */
export const movedStart = (moves: Moves, item: ItemId, start: number): number | undefined => {
  const offsets = moves.get(item);
  return offsets === undefined ? start : offsets.starts.get(start);
};

const newOffsets = (): Offsets => ({ starts: new Map(), ends: new Map() });

function sameItems(before: readonly Item[], after: readonly Item[], moves: Map<ItemId, Offsets>): boolean {
  return before.length === after.length && before.every((one, i) => sameItem(one, after[i]!, moves));
}

/** Members of a class have places of their own. */
function sameItem(before: Item, after: Item, moves: Map<ItemId, Offsets>): boolean {
  if (before === after) return true;
  if (before.id !== after.id || before.kind !== after.kind) return false;
  const offsets = newOffsets();
  moves.set(before.id, offsets);
  if (before.kind !== "class" || after.kind !== "class") return alike(before, after, offsets);
  const { members: old, ...head } = before;
  const { members, ...newHead } = after;
  return alike(head, newHead, offsets) && sameItems(old, members, moves);
}

const isSpan = (data: object): data is Span =>
  "start" in data && "end" in data && typeof data.start === "number" && Object.keys(data).length === 2;

/** Equal but for spans and the hash of the text; every span met is noted. A stack, because expressions nest deeply. */
function alike(before: unknown, after: unknown, offsets: Offsets): boolean {
  const stack: [unknown, unknown][] = [[before, after]];
  for (let pair = stack.pop(); pair !== undefined; pair = stack.pop()) {
    const [a, b] = pair;
    if (typeof a !== "object" || a === null || typeof b !== "object" || b === null) {
      if (a !== b) return false;
      continue;
    }
    if (isSpan(a) && isSpan(b)) {
      if (!note(offsets.starts, a.start, b.start) || !note(offsets.ends, a.end, b.end)) return false;
      continue;
    }
    if (Array.isArray(a) !== Array.isArray(b)) return false;
    const names = Object.keys(a);
    if (names.length !== Object.keys(b).length) return false;
    for (const name of names) {
      if (!(name in b)) return false;
      // The border to plain data: both are records of the IR.
      if (name !== "hash") stack.push([(a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]]);
    }
  }
  return true;
}

/** One old place stands at one new place, or the versions are not comparable. */
function note(offsets: Map<number, number>, before: number, after: number): boolean {
  const known = offsets.get(before);
  offsets.set(before, after);
  return known === undefined || known === after;
}
