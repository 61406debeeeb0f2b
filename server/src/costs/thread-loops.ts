// What a loop's variable is in each thread: `for (int i = threadIdx.x; i < 1024; i += blockDim.x)` begins at the thread's own number.
//
// In each round it is where it began and as many steps as rounds have passed, which is the same for all threads. A name may count
// several loops of a function: the symbol says which.
import { symbol } from "../../../src-engine/algebra/int/ask.ts";
import { add, dynamicInt, isInt, mul } from "../../../src-engine/algebra/int/int.ts";
import type { SymbolAtom } from "../../../src-engine/algebra/int/poly.ts";
import type { Int, Value } from "../../../src-engine/algebra/value.ts";
import type { Expr, FunctionItem } from "../../../src-engine/program/ir.ts";
import { nodesOfKind } from "../facts/code-nodes.ts";
import { integerOf, isStepOnly, type LoopStmt, stepsBetween, variableOf } from "./loop-range.ts";

export interface Counting {
  /** Of where it begins and `round`, the rounds that have passed. */
  readonly value: Int;
  readonly round: string;
  /** How many rounds the thread has whose number is 0. */
  readonly rounds: number | undefined;
  /** All its numbers, where it begins at one. */
  readonly values: readonly number[] | undefined;
}

type Found = (value: Expr) => Value | undefined;

/** Undefined for a symbol that no loop of the function steps through. */
export function countingOf(atom: SymbolAtom, fn: FunctionItem, found: Found): Counting | undefined {
  const loops = [...nodesOfKind(fn.body, "c-for"), ...nodesOfKind(fn.body, "for")];
  const loop = loops.find((one) => variableOf(one) === atom.name && isCountedBy(one, atom, found));
  const numbers = loop && numbersOf(loop, atom.name, found);
  if (numbers === undefined) return undefined;
  const { from, to, by } = numbers;
  const round = `round of ${atom.id}`;
  const count = to === undefined ? undefined : stepsBetween(dynamicInt(constantOf(from)), to, by);
  const rounds = count?.kind === "num" ? count.value : undefined;
  const value = add(from, mul(by, symbol(round, atom.name, { min: 0 })));
  return { value, round, rounds, values: valuesOf(from, by, rounds) };
}

export const mostRounds = 64;

function valuesOf(from: Int, by: Int, rounds: number | undefined): readonly number[] | undefined {
  if (from.kind !== "num" || by.kind !== "num" || rounds === undefined || rounds > mostRounds) return undefined;
  return Array.from({ length: rounds }, (_, i) => from.value + i * by.value);
}

/** The symbol stands for the variable somewhere in the loop. */
function isCountedBy(loop: LoopStmt, { name, id }: SymbolAtom, found: Found): boolean {
  return nodesOfKind(loop, "name").some((node) => {
    const value = node.path.length === 1 && node.path[0] === name ? found(node) : undefined;
    const factor = value?.kind === "sym" ? value.poly.terms[0]?.factors[0]?.atom : undefined;
    return factor?.op === "symbol" && factor.id === id;
  });
}

interface Numbers {
  readonly from: Int;
  readonly to: Int | undefined;
  readonly by: Int;
}

function numbersOf(loop: LoopStmt, name: string, found: Found): Numbers | undefined {
  if (loop.kind === "for") {
    const over = found(loop.iter);
    if (over?.kind !== "range" || !isInt(over.start) || !isInt(over.step)) return undefined;
    return { from: over.start, to: isInt(over.stop) ? over.stop : undefined, by: over.step };
  }
  if (loop.kind !== "c-for" || !isStepOnly(loop, name)) return undefined;
  const { init, test, step } = loop;
  const [start] = init;
  if (start?.kind !== "let" || start.target.kind !== "bind" || start.target.name !== name) return undefined;
  if (step?.kind !== "assign" || step.target.kind !== "bind" || step.target.name !== name || step.op !== "+")
    return undefined;
  const [from, by] = [integerOf(start.init, found), integerOf(step.value, found)];
  const isBelow = test?.kind === "binary" && test.op === "<" && test.left.kind === "name" && test.left.path[0] === name;
  return from && by && { from, to: isBelow ? integerOf(test.right, found) : undefined, by };
}

/** What is left of an integer without its symbols: the number of the thread, block and loop 0. */
const constantOf = (a: Int): number =>
  a.kind === "num" ? a.value : (a.poly.terms.find(({ factors }) => factors.length === 0)?.coef ?? 0);
