// What expressions of a function are in each thread of the block: conditions above all.
//
// A thousand threads ask the same conditions: what is the same for all of them is worked out once, and nothing is made on the way.
import { substitute, symbolsOf } from "../../../src-engine/algebra/int/ask.ts";
import { dynamicInt, isInt } from "../../../src-engine/algebra/int/int.ts";
import type { SymbolMeaning } from "../../../src-engine/costs/term.ts";
import type { Expr, FunctionItem } from "../../../src-engine/program/ir.ts";
import type { Block } from "../costs/block.ts";
import type { InstanceThreads } from "../costs/threads.ts";
import { numberOf } from "../facts/sizes.ts";
import type { BarrierCalls } from "../languages/barrier-calls.ts";
import { originOf, type ThreadSymbols } from "../languages/thread-symbols.ts";
import { type Answer, combined, negated } from "./barrier-answer.ts";
import { hasRole, roleIn } from "./barrier-roles.ts";
import { ofBlock, ofExtents } from "./block-symbols.ts";
import type { InstanceValues } from "./instance-values.ts";

/** A function in one of its instances, and the block that runs it. */
export interface Place {
  readonly fn: FunctionItem;
  readonly values: InstanceValues;
  readonly calls: BarrierCalls;
  readonly threads: InstanceThreads;
  readonly extents: Block | undefined;
  /** Blocks have more than one dimension. */
  readonly isPlane: boolean;
  readonly symbols: ThreadSymbols;
}

/** With what was found out. */
export interface Question extends Place {
  readonly leaves: Map<Expr, OfThread>;
  readonly same: Map<Expr, Answer | undefined>;
  readonly differing: Map<Expr, boolean>;
  /** By name and thread; and the names whose branches are being asked about. */
  readonly roles: Map<string, Map<number, number | undefined>>;
  readonly asked: Set<string>;
}

export const asking = (place: Place): Question => ({
  ...place,
  leaves: new Map(),
  same: new Map(),
  differing: new Map(),
  roles: new Map(),
  asked: new Set(),
});

/** What an expression is in a thread; `same` where it is that in each of them. */
interface OfThread {
  readonly same?: Answer;
  readonly in: (thread: number) => Answer;
}

const everywhere = (same: Answer): OfThread => ({ same, in: () => same });

function remembered<K, V>(known: Map<K, V>, key: K, find: () => V): V {
  if (!known.has(key)) known.set(key, find());
  return known.get(key)!;
}

/** What an expression is in one thread of the block. */
export function answer(test: Expr, thread: number, ask: Question): Answer {
  const same = sameOf(test, ask);
  if (same !== undefined) return same;
  switch (test.kind) {
    case "cast":
      return answer(test.value, thread, ask);
    case "unary":
      return ofUnary(test.op, answer(test.value, thread, ask));
    case "binary": {
      const left = answer(test.left, thread, ask);
      const right = answer(test.right, thread, ask);
      // Whether a thread's own number meets one of its warp's nobody can say.
      const isMixed = test.op !== "&&" && test.op !== "||" && (left === "warp" || right === "warp");
      if (isMixed && (differs(test.left, ask) || differs(test.right, ask))) return "unknown";
      return combined(test.op, left, right);
    }
    default: {
      const found = leafOf(test, ask).in(thread);
      return typeof found === "number" || test.kind !== "name" ? found : (ofRole(test, thread, ask) ?? found);
    }
  }
}

/** What the expression is in every thread alike: most conditions ask nothing of the thread. Undefined where that may differ. */
const sameOf = (test: Expr, ask: Question): Answer | undefined =>
  remembered(ask.same, test, (): Answer | undefined => {
    switch (test.kind) {
      case "int":
        return test.value;
      case "bool":
        return Number(test.value);
      case "cast":
        return sameOf(test.value, ask);
      case "unary": {
        const value = sameOf(test.value, ask);
        return value === undefined ? undefined : ofUnary(test.op, value);
      }
      case "binary": {
        const [left, right] = [sameOf(test.left, ask), sameOf(test.right, ask)];
        return left === undefined || right === undefined ? undefined : combined(test.op, left, right);
      }
      default: {
        const { same } = leafOf(test, ask);
        const isRole = test.kind === "name" && typeof same !== "number" && hasRole(nameIn(test), ask.fn);
        return isRole ? undefined : same;
      }
    }
  });

const leafOf = (leaf: Expr, ask: Question): OfThread => remembered(ask.leaves, leaf, () => ofLeaf(leaf, ask));

const ofUnary = (op: string, value: Answer): Answer =>
  op === "!" ? negated(value, false) : typeof value === "number" ? "unknown" : value;

const nameIn = ({ path }: Extract<Expr, { kind: "name" }>): string => path.join("::");

/** A variable that branches give something else in other threads. */
function ofRole(leaf: Extract<Expr, { kind: "name" }>, thread: number, ask: Question): number | undefined {
  const name = nameIn(leaf);
  if (ask.asked.has(name)) return undefined;
  const known = remembered(ask.roles, name, () => new Map<number, number | undefined>());
  const numberOf = (of: Expr): number | undefined => {
    const found = answer(of, thread, ask);
    return typeof found === "number" ? found : undefined;
  };
  ask.asked.add(name);
  const role = remembered(known, thread, () => roleIn(name, leaf.span, ask.fn, { number: numberOf, holds: numberOf }));
  ask.asked.delete(name);
  return role;
}

/** The side is not the same in all threads of a warp. */
const differs = (side: Expr, ask: Question): boolean =>
  remembered(ask.differing, side, () => {
    const first = answer(side, 0, ask);
    return Array.from({ length: 31 }, (_, lane) => answer(side, lane + 1, ask)).some((one) => one !== first);
  });

function ofLeaf(leaf: Expr, { values, calls, threads, extents, isPlane, symbols }: Question): OfThread {
  const value = values.value(leaf);
  if (value === undefined || !isInt(value)) {
    // A loop's counter has another value in each round, and may be the same for all threads.
    const isSame = leaf.kind === "name" && leaf.path.length === 1 && threads.sameness(leaf.path[0] ?? "") === "uniform";
    return everywhere(isSame ? "warp" : "unknown");
  }
  const own: { readonly id: string; readonly meaning: (thread: number) => number }[] = [];
  const always = ofExtents(value, extents, symbols);
  for (const atom of symbolsOf(value)) {
    if (always.has(atom.id)) continue;
    const meaning: SymbolMeaning = calls.elects.test(originOf(atom).replace("()", ""))
      ? (one) => Number(one % 32 === 0)
      : (ofBlock(originOf(atom), isPlane, symbols) ?? threads.isThread(atom));
    const isSum = typeof meaning === "object" && "is" in meaning;
    if (threads.assumed.has(atom.name) || meaning === "unsure" || isSum) return everywhere("unknown");
    if (typeof meaning === "function") own.push({ id: atom.id, meaning });
  }
  // What is left is the same for the warp, unless a thread's own number stands beside it.
  const left: Answer = own.length === 0 ? "warp" : "unknown";
  const numberAt = (thread: number): Answer => {
    const numbers = own.map(({ id, meaning }) => [id, dynamicInt(meaning(thread))] as const);
    return numberOf(substitute(value, new Map([...always, ...numbers]))) ?? left;
  };
  if (own.length === 0) return everywhere(numberAt(0));
  // By what the symbols are in the thread: a warp's number is one for all its threads.
  const known = new Map<string | number, Answer>();
  const [first] = own;
  return {
    in: (thread) => {
      const isOne = own.length === 1 && first !== undefined;
      const key = isOne ? first.meaning(thread) : own.map(({ meaning }) => meaning(thread)).join();
      return remembered(known, key, () => numberAt(thread));
    },
  };
}
