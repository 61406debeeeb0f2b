// Comments as contracts: what counts as a shape comment, whose it is, what the fix writes, and the offer to write one.
import { describe, expect, test } from "vitest";
import { composeComment } from "../../server/src/comments/compose.ts";
import { contractsOf, declarationsOf } from "../../server/src/comments/contracts.ts";
import { parseShapeComment } from "../../server/src/comments/shape-comment.ts";
import { commentActions } from "../../server/src/features/comment-action.ts";
import { tuple } from "../../src-engine/algebra/value.ts";
import type { Language } from "../../src-engine/program/ir.ts";
import { analysed } from "./analysed.ts";
import { readMarks } from "./marks.ts";

describe("a shape comment is nothing else", () => {
  test.each([
    ["(BLK_M,BLK_K,k)", true],
    ["((ATOM_V, REST_V), RestK)", true],
    ["=> (M, K/2)", true],
    ["(128,64):(64,1)", true],
    ["(see the note above)", false],
    ["(M,K) if A is transposed", false],
    ["(M,", false],
    ["()", false],
    ["copy (M,K)", false],
    ["(".repeat(10_000), false],
  ])("%s", (text, is) => expect(parseShapeComment(text) !== undefined).toBe(is));
});

async function ownersIn(text: string, language: Language): Promise<readonly string[]> {
  const { index } = await analysed(text, language);
  return contractsOf(declarationsOf(index.facts, index.texts)).map(({ name, comment }) => `${name} ${comment?.text}`);
}

test("whose comment it is, in C++", async () => {
  const text = `#include <cute/tensor.hpp>
using namespace cute;
void f() {
  // (M,K)
  auto a = make_layout(make_shape(4, 8));
  auto b = make_layout(make_shape(4, 8));   // (N,K)
  // the next one (it is small)
  auto c = make_layout(make_shape(4, 8));
  auto d = make_layout(make_shape(4,        // (not,mine)
                                  8));
}`;
  expect(await ownersIn(text, "cpp")).toEqual(["a (M,K)", "b (N,K)"]);
});

test("names of one statement take the comments above it in their order", async () => {
  const text = `import cutlass.cute as cute
def pair():
    return cute.make_layout((4, 8)), cute.make_layout(4)
@cute.jit
def f():
    # (M, K)
    # (K)
    a, b = pair()
    # (M, K)
    c, d = pair()
`;
  expect(await ownersIn(text, "python")).toEqual(["a (M, K)", "b (K)"]);
});

test("names are kept where they fit", () => {
  const print = (value: { kind: string }) => ("value" in value ? `_${String(value.value)}` : "?");
  const size = (value: number) => ({ kind: "num", know: "static", value }) as const;
  const known = [
    { name: "BLK_M", size: size(128) },
    { name: "BLK_K", size: size(64) },
  ];
  const write = (text: string, ...shape: readonly number[]) =>
    composeComment(tuple(shape.map(size)), parseShapeComment(text)?.shape, { known, print });
  expect(write("(BLK_M,BLK_K)", 128, 64, 4)).toBe("(BLK_M,BLK_K,4)");
  expect(write("(BLK_M,BLK_K,PIPE)", 128, 64)).toBe("(BLK_M,BLK_K)");
  expect(write("(BLK_K,BLK_M)", 128, 64)).toBe("(BLK_M,BLK_K)");
  expect(write("(BLK_M,PIPE)", 128, 64, 3)).toBe("(BLK_M,PIPE,3)");
  expect(write("(PIPE,BLK_K)", 3, 128, 64)).toBe("(PIPE,BLK_M,BLK_K)");
});

test("the light bulb writes the shape behind a declaration", async () => {
  const { text, cursor } = readMarks(`#include <cute/tensor.hpp>
using namespace cute;
void f(half_t const* A, int M, int K) {
  auto bM = Int<128>{};
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(M, K), make_stride(K, Int<1>{}));  // (M,K)
  auto $0gA = local_tile(mA, make_shape(bM, Int<64>{}), make_coord(0, _));
}`);
  const { index } = await analysed(text, "cpp");
  const [action] = commentActions(index, { fragment: 0, start: cursor, end: cursor });
  const edit = action?.edits[0];
  const after = edit === undefined ? "" : text.slice(0, edit.place.start) + edit.text + text.slice(edit.place.end);
  expect(after.split("\n")[5]).toBe(
    "  auto gA = local_tile(mA, make_shape(bM, Int<64>{}), make_coord(0, _));  // (bM,64,⌈K/64⌉)",
  );
});

test("the first mode of descriptors stands for the tile behind it", async () => {
  const { problems } = await analysed(
    `#include <cute/tensor.hpp>
using namespace cute;
void f(half_t* p, int stages) {
  auto mma = make_tiled_mma(SM90_64x64x16_F16F16F16_SS<GMMA::Major::K, GMMA::Major::K>{});
  auto sA = make_tensor(make_smem_ptr(p), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{}));
  auto tCrA = mma.get_slice(0).make_fragment_A(mma.get_slice(0).partition_A(sA));  // ((M,K),MMA_M,MMA_K)
  auto tCrB = mma.get_slice(0).make_fragment_A(mma.get_slice(0).partition_A(sA));  // (MMA,MMA_M)
}`,
    "cpp",
  );
  expect(problems.map(({ message }) => message)).toEqual([
    "tCrB is (_1,_2,_4): 3 modes, its comment has 2: (MMA,MMA_M)",
  ]);
});
