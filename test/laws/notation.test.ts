// What print writes, parse reads: values, symbols and their arithmetic, in both dialects.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "../../src-engine/algebra/notation/parse.ts";
import { print } from "../../src-engine/algebra/notation/print.ts";
import { mixedLayout } from "./draw.ts";

describe("print and parse", () => {
  test("are inverse on random layouts", () => {
    fc.assert(
      fc.property(mixedLayout, (a) => {
        expect(parse(print(a))).toEqual(a);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    "()",
    "((_8,2),_4):((_1,8),_16)",
    "(_-3,-4)",
    "(_1@0,4@1,_1@1@0)",
    "Sw<3,4,3>",
    "Sw<3,4,3> o _0 o (_8,_64):(_64,_1)",
    "Sw<2,0,-3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)",
    "Sw<2,3,3> o M_152|(0&96)=152 o (_8,_8):(_8,_1)",
    "(_4,_8):(_1,_4) o _0 o Sw<3,0,3>",
    "(_3:_3,(2,4):(1,8),_)",
    "counting_iter(12) o (4,5):(_1,4)",
    "ArithTuple(_0,128) o (_4,_5):(_1@0,_1@1)",
    "ArithTuple_0 o _8:_1",
    "counting_iter(0) o Sw<2,0,4> o _0 o (_2,_4):(_4,_1)",
    "(M,K):(_1,ldA)",
    "(_128,_64,⌈K/64⌉):(_1,ldA,64*ldA)",
    "(M*N+1,⌊K/64⌋,K%64,min(M,N),max(M,4))",
    "⌈[M+N]/64⌉",
    "N-M",
  ])("%s", (text) => {
    expect(print(parse(text))).toBe(text);
  });

  test.each(["(8,?)", "((?,8),?{div=8}):((1,?),?{i64})", "S<3,4,3> o 0 o (8,?):(?,1)", "(1@0,?@1)"])(
    "DSL %s",
    (text) => {
      expect(print(parse(text, { dialect: "dsl" }), "dsl")).toBe(text);
    },
  );

  test("two question marks are two unknowns, the same name is one", () => {
    expect(print(parse("?-?", { dialect: "dsl" }), "dsl")).toBe("?");
    expect(print(parse("M-M"))).toBe("0");
  });
});
