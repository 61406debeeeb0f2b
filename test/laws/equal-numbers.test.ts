// The law of equal numbers: how a number was made changes no value. `_4`, `Int<2+2>{}` and `rank((_1,_1,_1,_1))` are one.
// A golden written as a C++ program gives what the library gave.
//
// Drawn from the goldens; LAW=all takes every golden once.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { staticInt } from "../../src-engine/algebra/int/int.ts";
import { parse } from "../../src-engine/algebra/notation/parse.ts";
import { print } from "../../src-engine/algebra/notation/print.ts";
import { mapInts } from "../../src-engine/algebra/tuple/map-ints.ts";
import type { Value } from "../../src-engine/algebra/value.ts";
import { attempt, makeContext } from "../../src-engine/calculator/context.ts";
import { evaluateText } from "../../src-engine/calculator/expression.ts";
import { ops } from "../../src-engine/calculator/ops/table.ts";
import { rowsOf } from "../evaluate/facts-of.ts";
import { calculatorCall, cppCall, type Golden, goldensOf, type Pick, plainly } from "./computed.ts";

const goldens = goldensOf(["algebra", "coords", "swizzle", "errors"]);
const isWhole = process.env.LAW === "all";

/** What came out, or the code of what stopped it. */
function outcome(run: () => Value): string {
  const one = attempt(run);
  return "value" in one ? print(one.value) : `stop ${one.stop.code}`;
}

describe("equal numbers give equal values", () => {
  test("however many objects they are: every golden of values", () => {
    const copied = (value: Value): Value => mapInts(value, (a) => ({ ...a }));
    const result = (golden: Golden, change: (value: Value) => Value): string =>
      outcome(() => {
        const args = golden.args.map((arg) => change(typeof arg === "number" ? staticInt(arg) : parse(arg)));
        return ops.get(golden.op)!.run(makeContext("cpp"), args);
      });
    const known = goldens.filter(({ op }) => ops.has(op));
    expect(known.filter((one) => result(one, copied) !== result(one, (value) => value))).toEqual([]);
  });

  test("however they are written in the calculator", () => {
    const said = goldens.filter((one) => answerOf(calculatorCall(one, plainly)) !== undefined);
    expect(said.length / goldens.length).toBeGreaterThan(0.8);
    overDrawn(said, 1500, (golden, pick) => {
      const text = calculatorCall(golden, pick) ?? "";
      expect(`${text} = ${answerOf(text)}`).toBe(`${text} = ${answerOf(calculatorCall(golden, plainly))}`);
    });
  });

  test("however they are written in a C++ program", { timeout: 1_200_000 }, async () => {
    const said = goldens.filter((one) => cppCall(one, plainly) !== undefined && hasModes(one));
    const drawn = isWhole ? said : fc.sample(fc.constantFrom(...said), 240);
    const pick = pickFrom(fc.sample(ways, 1)[0]!);
    const lines = drawn.map(
      (golden): Line => ({ golden, plain: cppCall(golden, plainly)!, computed: cppCall(golden, pick)! }),
    );
    for (let i = 0; i < lines.length; i += 120) expect(await differences(lines.slice(i, i + 120))).toEqual([]);
  });
});

/** Of a shape and strides that are not nested alike the golden says the function, coalesced; the library's `print` gives both as they are. */
function hasModes({ op, args }: Golden): boolean {
  if (op !== "make_layout" || args.length !== 2) return true;
  const [shape, stride] = args.map((arg) => (typeof arg === "number" ? staticInt(arg) : parse(arg)));
  return stride?.kind === "text" || nesting(shape) === nesting(stride);
}

const nesting = (value: Value | undefined): string =>
  value?.kind === "tuple" ? `(${value.items.map(nesting).join(",")})` : "";

const ways = fc.infiniteStream(fc.nat(1000));

function pickFrom(stream: fc.Stream<number>): Pick {
  return (all) => all[(stream.next().value ?? 0) % all.length]!;
}

function answerOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const answer = outcome(() => evaluateText(makeContext("cpp"), text));
  return /^stop (unknown-op|parse|unsupported|internal|arguments)$/.test(answer) ? undefined : answer;
}

function overDrawn(among: readonly Golden[], count: number, check: (golden: Golden, pick: Pick) => void): void {
  const drawn = fc.property(fc.constantFrom(...among), ways, (golden, stream) => check(golden, pickFrom(stream)));
  if (!isWhole) return fc.assert(drawn, { numRuns: count });
  for (const golden of among) check(golden, pickFrom(fc.sample(ways, 1)[0]!));
}

interface Line {
  readonly golden: Golden;
  readonly plain: string;
  readonly computed: string;
}

/** The lines whose two calls give different values in a program, or another than the library. */
async function differences(lines: readonly Line[]): Promise<readonly string[]> {
  const body = ({ plain, computed }: Line): string => `int one = 1; auto a = ${plain}; auto b = ${computed};`;
  const functions = lines.map((line, i) => `void f${i}() { ${body(line)} }`);
  const header = "#include <cute/tensor.hpp>\nusing namespace cute;\nconstexpr int Three = 3;\n";
  const rows = await rowsOf({ "/p/a.cu": header + functions.join("\n") }, "/p/a.cu");
  return lines.flatMap(({ golden, plain, computed }, i) => {
    const shown = (name: string) => rows.find((row) => row.function === `f${i}` && row.name === name)?.value;
    const [a, b] = [shown("a"), shown("b")];
    if (a === undefined || a !== b) return [`${plain} is ${a}, and ${computed} is ${b}`];
    const isRight = golden.result === undefined ? a.includes("unknown") : plainText(a) === plainText(golden.result);
    return isRight ? [] : [`${plain} is ${a}, and the library gives ${golden.result ?? "an error"}`];
  });
}

const plainText = (value: unknown): string => String(value).replace(/\s+/g, "");
