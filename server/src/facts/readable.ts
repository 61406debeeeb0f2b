// Strides of swizzled partitions as one reads them: `±8` where the formula is `16*[[64&[64*[⌊threadIdx.x/4⌋%8]]]==0]-8`.
//
// A formula of one symbol whose value comes back after a period is evaluated over a period: the values are all that it has.
// For display only: the symbol that stands for them is no value to compute with.
import { substitute, symbol, symbolsOf } from "../../../src-engine/algebra/int/ask.ts";
import { dynamicInt } from "../../../src-engine/algebra/int/int.ts";
import type { OpAtom, Poly, PolyAtom, SymbolAtom, Term } from "../../../src-engine/algebra/int/poly.ts";
import { constantOf } from "../../../src-engine/algebra/int/poly-math.ts";
import { mapInts } from "../../../src-engine/algebra/tuple/map-ints.ts";
import type { Int, Value } from "../../../src-engine/algebra/value.ts";
import { printValue } from "./notation.ts";

/** A formula that was replaced: `±8` by `threadIdx.x`. */
export interface Replaced {
  readonly text: string;
  readonly formula: string;
  readonly by: string;
}

export interface Readable {
  readonly value: Value;
  readonly replaced: readonly Replaced[];
}

/** The value with its values over all threads in place of formulas of bits. */
export function readable(value: Value): Readable {
  if (value.kind === "type") {
    const { value: of, replaced } = readable(value.of);
    return { value: { ...value, of }, replaced };
  }
  const replaced = new Map<string, Replaced>();
  const shown = mapInts(value, (a) => {
    const found = bitsText(a);
    if (found === undefined) return a;
    replaced.set(`${found.text} ${found.formula}`, found);
    return symbol(`readable ${found.text}`, found.text);
  });
  return { value: replaced.size === 0 ? value : shown, replaced: [...replaced.values()] };
}

/** Most values that are told one by one. */
const mostValues = 4;
/** Longest period that is tried. */
const longest = 4096;

function bitsText(a: Int): Replaced | undefined {
  if (a.kind !== "sym" || !hasBits(a.poly)) return undefined;
  const [over, ...others] = symbolsOf(a);
  if (over === undefined || others.length > 0 || over.divisor !== 1) return undefined;
  const values = valuesOf(a, over);
  const text = values === undefined ? undefined : textOf(values);
  return text === undefined ? undefined : { text, formula: printValue(a, "cpp"), by: over.name };
}

const hasBits = (p: Poly): boolean => atomsOf(p).some(({ op }) => ["and", "or", "xor", "cmp"].includes(op));

const atomsOf = (p: Poly): readonly PolyAtom[] =>
  p.terms.flatMap(({ factors }) =>
    factors.flatMap(({ atom }) => (atom.op === "symbol" ? [atom] : [atom, ...atom.args.flatMap(atomsOf)])),
  );

/** Every value, in order; undefined where the formula has no period that is found. */
function valuesOf(a: Int & { kind: "sym" }, over: SymbolAtom): readonly number[] | undefined {
  const period = periods.find((one) => stepOf(a.poly, one) === 0);
  if (period === undefined) return undefined;
  const from = over.min ?? 0;
  const count = Math.min(period, over.max === undefined ? period : over.max - from + 1);
  const values = new Set<number>();
  for (let i = 0; i < count; i++) {
    const at = substitute(a, new Map([[over.id, dynamicInt(from + i)]]));
    if (at.kind !== "num") return undefined;
    values.add(at.value);
  }
  return [...values].sort((x, y) => x - y);
}

const periods = Array.from({ length: Math.log2(longest) + 1 }, (_, i) => [2 ** i, 3 * 2 ** i])
  .flat()
  .filter((one) => one <= longest)
  .sort((x, y) => x - y);

/** How much the polynomial grows when its symbol grows by `by`: the same at each place, or undefined. */
function stepOf(p: Poly, by: number): number | undefined {
  let sum = 0;
  for (const one of p.terms) {
    const step = termStep(one, by);
    if (step === undefined) return undefined;
    sum += step;
  }
  return sum;
}

function termStep({ coef, factors }: Term, by: number): number | undefined {
  const steps = factors.map(({ atom }) => (atom.op === "symbol" ? by : atomStep(atom, by)));
  if (steps.every((step) => step === 0)) return 0;
  const [first] = factors;
  return factors.length === 1 && first?.power === 1 && steps[0] !== undefined ? coef * steps[0] : undefined;
}

function atomStep({ op, args }: OpAtom, by: number): number | undefined {
  const steps = args.map((arg) => stepOf(arg, by));
  if (steps.every((step) => step === 0)) return 0;
  const [step, other] = steps;
  const [first, second] = args.map((arg) => constantOf(arg));
  if (op === "and") return masked(step, second) || masked(other, first) ? 0 : undefined;
  if (step === undefined || second === undefined || second <= 0 || step % second !== 0) return undefined;
  if (op === "floor_div" || op === "ceil_div") return step / second;
  return op === "mod" ? 0 : undefined;
}

/** Steps of a power of two leave the bits below it as they are. */
function masked(step: number | undefined, mask: number | undefined): boolean {
  if (step === undefined || mask === undefined || mask < 0) return false;
  return step % 2 ** Math.ceil(Math.log2(mask + 1)) === 0;
}

/** `±8`, `112|144`, `0|8|16|24`; a few of many say nothing. */
function textOf(values: readonly number[]): string | undefined {
  const [least, most] = [values[0], values.at(-1)];
  if (least === undefined || most === undefined) return undefined;
  if (values.length === 2 && least === -most) return `±${most}`;
  return values.length <= mostValues ? values.join("|") : `${least}…${most}`;
}
