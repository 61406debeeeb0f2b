// Strides of swizzled partitions as one reads them: the values are all that the formula has, over every thread.
import { describe, expect, test } from "vitest";
import { plainText } from "../../server/src/convert/hover.ts";
import { readable } from "../../server/src/facts/readable.ts";
import { hover } from "../../server/src/features/hover.ts";
import { inlayHints } from "../../server/src/features/inlay-hints.ts";
import { defaults } from "../../server/src/settings/read.ts";
import { substitute, symbol } from "../../src-engine/algebra/int/ask.ts";
import { add, bitAnd, bitXor, compare, div, dynamicInt, mod, mul, sub } from "../../src-engine/algebra/int/int.ts";
import { print } from "../../src-engine/algebra/notation/print.ts";
import type { Int } from "../../src-engine/algebra/value.ts";
import { analysed } from "./analysed.ts";
import { readMarks } from "./marks.ts";

const t = symbol("t", "t");
const n = dynamicInt;
const eights = mul(n(8), mod(t, n(8)));

const periodic: readonly (readonly [string, Int])[] = [
  ["±8", sub(mul(n(16), compare("==", bitAnd(n(64), mul(n(64), mod(div(t, n(4)), n(8)))), n(0))), n(8))],
  ["112|144", add(mul(n(32), compare("==", bitAnd(n(16), eights), n(0))), n(112))],
  ["8|16|40|48", add(bitAnd(n(40), mul(n(5), t)), n(8))],
  ["0…56", bitXor(eights, n(56))],
  ["0|8", bitAnd(t, n(8))],
  ["0|32", bitAnd(mod(t, n(96)), n(32))],
];

describe("formulas of bits", () => {
  test.each(periodic)("%s", (expected, formula) => {
    expect(print(readable(formula).value)).toBe(expected);
    expect(told(expected)).toEqual(bruteForce(formula));
  });

  const u = symbol("u", "u");
  test.each<readonly [string, Int]>([
    ["no bits", mul(n(64), mod(t, n(8)))],
    ["what grows", add(bitAnd(t, n(8)), t)],
    ["two symbols", bitAnd(mul(t, u), n(8))],
    ["a run without an end", bitXor(t, n(5))],
  ])("%s: as it is", (_what, formula) => {
    expect(readable(formula).replaced).toEqual([]);
  });
});

/** The values of `±8`, `0|8`; the least and the largest of `0…56`. */
const told = (text: string): readonly number[] =>
  text.startsWith("±") ? [-Number(text.slice(1)), Number(text.slice(1))] : text.split(/[|…]/).map(Number);

function bruteForce(formula: Int): readonly number[] {
  const all = new Set<number>();
  for (let i = 0; i < 1000; i++) {
    const at = substitute(formula, new Map([["t", n(i)]]));
    if (at.kind === "num") all.add(at.value);
  }
  const values = [...all].sort((a, b) => a - b);
  return values.length <= 4 ? values : [values[0] ?? 0, values.at(-1) ?? 0];
}

test("a swizzled partition: hint and hover", async () => {
  const { text, cursor } = readMarks(`#include <cute/tensor.hpp>
using namespace cute;
__global__ void f(half_t* p) {
  Tensor sA = make_tensor(make_smem_ptr(p), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64, _64>{}));
  TiledCopy copier = make_tiled_copy(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, Layout<Shape<_16, _8>>{}, Layout<Shape<_1, _8>>{});
  Tensor $0tXsA = copier.get_slice(threadIdx.x).partition_S(as_position_independent_swizzle_tensor(sA));
}
`);
  const { index } = await analysed(text, "cpp");
  const answer = hover(index, { fragment: 0, offset: cursor }, { detail: "short" });
  const hovered = answer === undefined ? "" : plainText(answer);
  const hints = inlayHints(index, { fragment: 0, start: 0, end: text.length }, defaults).map((hint) => hint.text);
  expect(hints.at(-1)).toMatchInlineSnapshot(`"8×4×1"`);
  expect(hovered).toMatchInlineSnapshot(`
    "tXsA  smem_ptr[16b] o (((_2,(_2,_2)),_1),_4,_1):(((_1,(56|72,112|144)),_0),_1024,_0)
    memory      smem half_t (16 bits) of p at 0…830
    size        _32 = 64 B
    contiguous  2 elements = 4 B, from mode 0 on · accesses up to 4 B
    56|72       16*[[8*[⌊threadIdx.x/4⌋%2]]==0]+56
    112|144     32*[[16&[16*[⌊threadIdx.x/32⌋%4]+256*[[threadIdx.x%4]%2]+8*[⌊threadIdx.x/4⌋%2]]]==0]+112
    0…830       2*[⌊threadIdx.x/8⌋%4]+512*⌊[threadIdx.x%4]/2⌋+[[[16*[⌊threadIdx.x/32⌋%4]+256*[[threadIdx.x%4]%2]+8*[⌊threadIdx.x/4⌋%2]]&312]^⌊[[16*[⌊threadIdx.x/32⌋%4]+256*[[threadIdx.x%4]%2]+8*[⌊threadIdx.x/4⌋%2]]&256]/8⌋]&312
      0: ((_2,(_2,_2)),_1):((_1,(56|72,112|144)),_0) (_8)
      1: _4:_1024
      2: _1:_0
    56|72, 112|144, 0…830 by threadIdx.x
    copier.get_slice(threadIdx.x).partition_S(as_position_independent_swizzle_tensor(sA)) · no call is known: parameters are symbols"
  `);
});
