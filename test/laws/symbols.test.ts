// The law of symbols: putting numbers for the symbols of a result gives what the operation gives for the numbers.
//
// Drawn from the golden cases: some of their run-time integers become symbols, equal numbers sometimes the same symbol.
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { before, difference, divides, equal, less, substitute, symbol } from "../../src-engine/algebra/int/ask.ts";
import { add, dynamicInt, isInt, mul, staticInt } from "../../src-engine/algebra/int/int.ts";
import { parse } from "../../src-engine/algebra/notation/parse.ts";
import { print } from "../../src-engine/algebra/notation/print.ts";
import { mapInts, substituteValue } from "../../src-engine/algebra/tuple/map-ints.ts";
import type { Int, Value } from "../../src-engine/algebra/value.ts";
import { attempt, makeContext } from "../../src-engine/calculator/context.ts";
import { ops } from "../../src-engine/calculator/ops/table.ts";

interface Golden {
  readonly op: string;
  readonly args: readonly (string | number)[];
  readonly result: string;
}

const read = (file: string): Golden[] =>
  readFileSync(new URL(`../goldens/${file}`, import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

/** Mixed bits have no symbolic words; nothing else is left out. */
const goldens = ["algebra", "coords", "swizzle"]
  .flatMap((family) => read(`${family}.public.jsonl`))
  .filter(
    ({ op, args }) => !op.startsWith("mixed") && op !== "make_mixed_bits" && /(?<![_\d-])\d/.test(args.join(" ")),
  );

test("a question about integers too large to compare has an answer", () => {
  const product = (name: string): Int =>
    Array.from({ length: 14 }, (_, i) => add(symbol(`${name}${i}`, `${name}${i}`), staticInt(1)))
      .slice(0, 7)
      .reduce(mul, staticInt(1));
  const [a, b] = [product("a"), product("b")];
  expect([difference(a, b), equal(a, b), less(a, b), before(a, b), divides(a, b)]).toEqual([
    undefined,
    "unknown",
    "unknown",
    "unknown",
    "unknown",
  ]);
});

describe("symbols", () => {
  test("stand for any number: every op, some run-time integers replaced", () => {
    const choice = fc.tuple(fc.constantFrom(...goldens), fc.infiniteStream(fc.boolean()));
    fc.assert(
      fc.property(choice, ([golden, coins]) => {
        const numbers = new Map<string, Int>();
        const args = golden.args.map((arg) =>
          typeof arg === "number" ? staticInt(arg) : symbolic(parse(arg), numbers, coins),
        );
        const outcome = attempt(() => ops.get(golden.op)!.run(makeContext(), args));
        // Forms that nobody could read end with "budget"; nothing else may stop.
        fc.pre(!("stop" in outcome && outcome.stop.code === "budget"));
        if ("stop" in outcome) throw new Error(outcome.stop.message);
        expect(print(substituteValue(outcome.value, numbers))).toBe(golden.result);
      }),
      { numRuns: 1500 },
    );
  });
});

function symbolic(value: Value, numbers: Map<string, Int>, coins: fc.Stream<boolean>): Value {
  const shared = new Map<number, Int>();
  const toss = (): boolean => coins.next().value === true;
  return mapInts(value, (a) => {
    if (a.kind !== "num" || a.know !== "dynamic" || a.value < 0 || toss()) return a;
    const known = shared.get(a.value);
    if (known !== undefined && toss()) return known;
    const name = `s${numbers.size}`;
    const made = symbol(name, name, { min: a.value > 0 ? 1 : 0 });
    numbers.set(name, a);
    shared.set(a.value, made);
    return made;
  });
}

describe("questions about symbols", () => {
  const K = symbol("K", "K", { min: 1 });
  const aligned = symbol("N", "N", { min: 8, divisor: 8 });
  const int = (text: string): Int => {
    const value = parse(text, { resolve: (name) => (name === "K" ? K : name === "N" ? aligned : undefined) });
    if (isInt(value)) return value;
    throw new Error(`${text} is not an integer`);
  };

  test.each([
    ["8", "N", "yes"],
    ["8", "N+4", "no"],
    ["8", "K", "unknown"],
    ["16", "N", "unknown"],
    ["4", "4*K", "yes"],
    ["4", "4*K+2", "no"],
    ["K", "K*N", "yes"],
  ])("%s divides %s: %s", (divisor, of, answer) => expect(divides(int(divisor), int(of))).toBe(answer));

  test.each([
    ["K", "K", "yes"],
    ["K", "0", "no"],
    ["2*K", "7", "no"],
    ["K", "4", "unknown"],
  ])("%s equals %s: %s", (a, b, answer) => expect(equal(int(a), int(b))).toBe(answer));

  test.each([
    ["0", "K", "yes"],
    ["K", "K+1", "yes"],
    ["N", "8", "no"],
    ["K", "100", "unknown"],
  ])("%s is less than %s: %s", (a, b, answer) => expect(less(int(a), int(b))).toBe(answer));

  test.each([
    ["⌊64*K/64⌋", "K"],
    ["⌈⌈K/8⌉/8⌉", "⌈K/64⌉"],
    ["⌈64*K/64⌉", "K"],
    ["K%1", "0"],
    ["N%8", "0"],
    ["min(K,K+1)", "K"],
    ["⌊[2*K+4]/2⌋", "K+2"],
  ])("%s is %s", (text, simple) => expect(print(int(text))).toBe(simple));

  test("answers agree with numbers, whatever is put for the symbols", () => {
    const terms = fc.array(fc.tuple(fc.integer({ min: -6, max: 12 }), fc.constantFrom("K", "N", "")), {
      minLength: 1,
      maxLength: 3,
    });
    const poly = terms.map((list) =>
      list
        .map(([c, s]) => (s === "" ? `${c}` : `${c}*${s}`))
        .join("+")
        .replace(/\+-/g, "-"),
    );
    fc.assert(
      fc.property(poly, poly, fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 12 }), (left, right, k, n) => {
        const values = new Map([
          ["K", dynamicInt(k)],
          ["N", dynamicInt(8 * n)],
        ]);
        const [a, b] = [int(left), int(right)];
        const [x, y] = [substitute(a, values), substitute(b, values)];
        for (const ask of [equal, less, divides]) {
          const answer = ask(a, b);
          if (answer !== "unknown") expect(ask(x, y)).toBe(answer);
        }
      }),
      { numRuns: 500 },
    );
  });
});
