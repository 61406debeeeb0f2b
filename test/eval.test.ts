// The calculator: expressions in C++ and DSL words, bindings, symbols, questions, and errors with the place marked.
import { describe, expect, test } from "vitest";
import { caret } from "../server/src/cli/caret.ts";
import { print } from "../src-engine/algebra/notation/print.ts";
import { attempt, makeContext } from "../src-engine/calculator/context.ts";
import { evaluateText } from "../src-engine/calculator/expression.ts";

/** The result as text, or the error with its caret. */
function evaluate(text: string, dialect: "cpp" | "dsl" = "cpp"): string {
  const outcome = attempt(() => print(evaluateText(makeContext(dialect), text), dialect));
  return "value" in outcome ? outcome.value : caret(text, outcome.stop);
}

/** The needs that a result rests on: kind, answer, and what divides what. */
function needs(text: string): readonly string[] {
  const ctx = makeContext();
  evaluateText(ctx, text);
  return ctx.needs.map(({ kind, holds, facts }) => {
    const { divisor, of } = facts;
    return kind === "divides" && divisor && of
      ? `${print(divisor)} divides ${print(of)}: ${holds}`
      : `${kind}: ${holds}`;
  });
}

describe("C++ words", () => {
  test.each([
    [
      "logical_divide((_9,(_4,_8)):(_59,(_13,_1)), (_3:_3, (_2,_4):(_1,_8)))",
      "((_3,_3),((_2,_4),(_2,_2))):((_177,_59),((_13,_2),(_26,_1)))",
    ],
    ["composition(Layout<Shape<_4,_8>,Stride<_1,_4>>{}, _2:_2)", "_2:_2"],
    ["make_layout(make_shape(Int<8>{}, 4), LayoutRight{})", "(_8,4):(4,_1)"],
    ["cute::size<1>(make_layout(make_shape(_2{}, 3)))", "3"],
    ["let A = (_4,_8):(_8,_1); A(1, 2)", "10"],
    ["auto A = (_4,_8):(_8,_1); auto B = A(_, 2); size(B) * _2 + _1", "_9"],
    [
      "composition(Swizzle<3,3,3>{}, make_layout(Shape<_8,_64>{}, LayoutRight{}))",
      "Sw<3,3,3> o _0 o (_8,_64):(_64,_1)",
    ],
    ["recast_layout<half_t, uint8_t>((_8,_4):(_1,_8))", "(_16,_4):(_1,_16)"],
    ["make_identity_tensor((4,5))(_, 3)", "ArithTuple(_0,3) o (4):(_1@0)"],
    ["group<0,2>((2,3,4):(_1,2,6))", "((2,3),4):((_1,2),6)"],
  ])("%s is %s", (text, result) => expect(evaluate(text)).toBe(result));
});

describe("DSL words", () => {
  test.each([
    ["cute.make_layout((8,4), stride=(4,1))", "(8,4):(4,1)"],
    ["cute.size((4,(8,?)), mode=[1,0])", "8"],
    ["cute.append_ones(cute.make_layout((8,4)), up_to_rank=4)", "(8,4,1,1):(1,8,0,0)"],
    ["cute.make_composed_layout(cute.make_swizzle(3,4,3), 0, (8,64):(64,1))", "S<3,4,3> o 0 o (8,64):(64,1)"],
    ["cute.zipped_divide((?,8):(1,?), (3,4))", "((3,4),(?,2)):((1,?),(3,?{div=4}))"],
    ["cute.recast_layout(32, 16, (8,4):(1,8))", "(4,4):(1,4)"],
  ])("%s is %s", (text, result) => expect(evaluate(text, "dsl")).toBe(result));
});

describe("symbols", () => {
  test.each([
    ["zipped_divide((M,K):(_1,ldA), (_128,_64))", "((_128,_64),(⌈M/128⌉,⌈K/64⌉)):((_1,ldA),(_128,64*ldA))"],
    ["make_layout((M,N,L))", "(M,N,L):(_1,M,M*N)"],
    ["size((M,_8,N))", "8*M*N"],
    ["ceil_div(ceil_div(K, 8), 8)", "⌈K/64⌉"],
    ["upcast<8>((M,N):(_1,ldA))", "(⌈M/8⌉,N):(_1,⌊ldA/8⌋)"],
    ["cosize((M,N):(_1,ldA))", "N*ldA+M-ldA"],
  ])("%s is %s", (text, result) => expect(evaluate(text)).toBe(result));
});

describe("what a result rests on", () => {
  test.each([
    ["composition((_10,_2):(_16,_4), (_5,_4):(_1,_3))", ["exact: no"]],
    ["composition((10,2):(16,4), (5,4):(1,5))", []],
    ["composition((M,N):(_1,ldA), _4:_1)", ["_4 divides M: unknown"]],
    ["zipped_divide((M,_512):(_1,ldA), (_128,_64))", ["_128 divides M: unknown"]],
    ["upcast<8>((_16,N):(_1,ldA))", ["_8 divides ldA: unknown"]],
    ["upcast<8>((_16,N):(_1,24))", ["_8 divides 24: yes"]],
  ])("%s", (text, wanted) => {
    const found = needs(text);
    for (const need of wanted) expect(found.join("; ")).toContain(need);
    if (wanted.length === 0) expect(found).toEqual([]);
  });
});

describe("questions", () => {
  test.each([
    ["is_injective((_2,_2,_2):(_1,_1,_5))", "_0"],
    ["is_injective((_4,_8):(_8,_1))", "_1"],
    ["is_injective((_4,_8):(_0,_1))", "_0"],
    ["is_injective((M,K):(_1,ldA))", "unknown"],
    ["is_injective((M,K):(_1,M))", "_1"],
    ["is_injective((_4,_8):(_1@0,_1@1))", "_1"],
    ["is_injective(Sw<3,4,3> o _0 o (_8,_64):(_64,_1))", "_1"],
    ["is_surjective((_4,_8):(_16,_1))", "_0"],
    ["is_surjective((_2,_4):(_1,_1))", "_1"],
    ["is_bijective((_4,_8):(_8,_1))", "_1"],
    ["is_bijective((_2,_2,_2):(_1,_1,_5))", "_0"],
    ["same_image((_4,_8):(_8,_1), _32:_1)", "_1"],
    ["same_image((_4,_8):(_8,_1), _32:_2)", "_0"],
    ["leading_dim((4,(_1,8)):(8,(_1,_1)))", "(_1,_1)"],
    ["leading_dim((4,8):(8,8))", "_"],
    ["is_major(1, (8,_1))", "_1"],
    ["find((3,(4,_5)), _5)", "(_1,_1)"],
    ["coord_forms(16, (3,(2,3)))", "(16,(1,5),(1,(1,2)))"],
  ])("%s: %s", (text, result) => expect(evaluate(text)).toBe(result));
});

describe("errors say where", () => {
  test.each([
    [
      "composition((_4,_6):(_1,_8), _3:_3)",
      `error: composition: size 3 does not split into 2 at mode 0 of the left side (layout.hpp:1101)
  composition((_4,_6):(_1,_8), _3:_3)
  ^^^^^^^^^^^
`,
    ],
    [
      "size((4,(5,6))",
      `error: this bracket is not closed
  size((4,(5,6))
      ^
`,
    ],
    [
      "let A = (4,8); sise(A)",
      `error: no operation is called sise
  let A = (4,8); sise(A)
                 ^^^^
`,
    ],
    [
      "(4,8):(1,x y)",
      `error: expected \`)\`
  (4,8):(1,x y)
             ^
`,
    ],
    [
      "4 / 0",
      `error: integer division by zero
`,
    ],
  ])("%s", (text, message) => expect(evaluate(text)).toBe(message));
});

describe("bounds", () => {
  const deep = (n: number): string => `${"(".repeat(n)}_4${")".repeat(n)}`;

  test.each([
    [`size(${deep(10_000)})`, "_4"],
    [`depth(${deep(10_000)})`, "_10000"],
    [`coalesce(${deep(10_000)}:${deep(10_000)})`, "_4:_4"],
    [`size((${Array(10_000).fill("_1").join(",")}))`, "_1"],
    ["(94906265,94906265):(_1,94906265)", "(94906265,94906265):(_1,94906265)"],
    ["size((94906265,94906265))", "9007199136250225"],
  ])("large values have answers", (text, result) => expect(evaluate(text)).toBe(result));

  test("what cannot be computed says so", () => {
    expect(evaluate("size((94906267,94906267))")).toContain("2^53");
    expect(evaluate(`complement(${deep(10_000)}:${deep(10_000)}, 12)`)).toMatch(/^(3:|_1:_0|_4:_1|\(|error)/);
    expect(evaluate(`make_layout(${deep(20_000)})`)).toMatch(/^(\(|error: the value is nested too deeply)/);
    expect(evaluate("99999999999999999999")).toContain("2^53");
  });
});
