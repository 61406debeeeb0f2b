// A tensor in the rounds of the loops around a copy of it: which stage it is may be what a loop counts.
import { difference, substitute, symbolsOf } from "../../../src-engine/algebra/int/ask.ts";
import { dynamicInt } from "../../../src-engine/algebra/int/int.ts";
import type { SymbolAtom } from "../../../src-engine/algebra/int/poly.ts";
import { mapInts, substituteValue } from "../../../src-engine/algebra/tuple/map-ints.ts";
import type { Int, Value } from "../../../src-engine/algebra/value.ts";
import type { SymbolMeaning } from "../../../src-engine/costs/term.ts";
import type { Around } from "./barrier-events.ts";
import type { Run } from "./barrier-functions.ts";
import { counterOf, isPlain, rangeIn } from "./loop-counter.ts";
import { pointerOf } from "./tensor-parts.ts";

/** More rounds of all loops together are not looked at. */
const most = 64;

/**
 * The tensor in every round of the loops; of the first `shared` of them, outermost first, in their first round alone. Undefined where it
 * rests on a loop whose rounds nobody knows.
 */
export function inRounds(
  value: Value,
  loops: readonly Around[],
  shared: number,
  { values }: Run,
): readonly Value[] | undefined {
  let rounds: readonly Value[] = [value];
  const open = symbolsIn(value);
  for (const [i, { stmt }] of [...loops.entries()].reverse()) {
    const counter = stmt?.kind === "c-for" || stmt?.kind === "for" ? counterOf(stmt) : undefined;
    const ids = [...open].flatMap(([id, name]) => (name === counter?.name ? [id] : []));
    const [id, ...others] = ids;
    if (id === undefined || (stmt?.kind !== "c-for" && stmt?.kind !== "for") || counter === undefined) continue;
    const numbers = numbersOf(stmt, counter.name, values, i < shared);
    if (numbers === undefined || others.length > 0 || rounds.length * numbers.length > most) return undefined;
    rounds = rounds.flatMap((one) =>
      numbers.map((number) => substituteValue(one, new Map([[id, dynamicInt(number)]]))),
    );
    open.delete(id);
  }
  return rounds;
}

/** The names of what the value rests on, by their symbols. */
function symbolsIn(value: Value): Map<string, string> {
  const found = new Map<string, string>();
  mapInts(value, (a) => {
    for (const { id, name } of symbolsOf(a)) found.set(id, name);
    return a;
  });
  return found;
}

type Values = Run["values"];

/** What the loop counts through; of one that both places are in any round will do, and the first one there is. */
function numbersOf(
  stmt: Parameters<typeof counterOf>[0],
  name: string,
  values: Values,
  isShared: boolean,
): readonly number[] | undefined {
  const range = rangeIn(stmt, values);
  if (range === undefined || range.step < 1 || range.to <= range.from) return undefined;
  if (isShared) return [range.from];
  if (!isPlain(stmt.body, name)) return undefined;
  const rounds = Math.ceil((range.to - range.from) / range.step);
  return rounds > most ? undefined : Array.from({ length: rounds }, (_, i) => range.from + i * range.step);
}

/**
 * Symbols of the run that move both tensors alike, a stage that neither loop counts: whatever they are, the two lie to each other as they do
 * at 0. Undefined where they may move the one and not the other.
 */
export function movingBoth(
  one: Value | undefined,
  other: Value | undefined,
  isThread: (atom: SymbolAtom) => SymbolMeaning,
): ReadonlyMap<string, Int> | undefined {
  const offsets = [one, other].map((value) => pointerOf(value)?.offset);
  const [a, b] = offsets;
  if (a === undefined || b === undefined || a.kind === "unknown" || b.kind === "unknown") return undefined;
  const atoms = [...symbolsOf(a), ...symbolsOf(b)];
  const zero = (of: readonly SymbolAtom[]): ReadonlyMap<string, Int> =>
    new Map(of.map(({ id }) => [id, dynamicInt(0)]));
  const uniform = atoms.filter((atom) => isThread(atom) === "uniform");
  if (uniform.length === 0) return new Map();
  const threads = zero(atoms.filter((atom) => !uniform.includes(atom)));
  return difference(substitute(a, threads), substitute(b, threads)) === undefined ? undefined : zero(uniform);
}
