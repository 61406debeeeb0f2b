// Inlay hints as text: each `⟦…⟧` stands where the editor shows the hint.
import { expect, test } from "vitest";
import { inlayHints } from "../../server/src/features/inlay-hints.ts";
import { defaults } from "../../server/src/settings/read.ts";
import type { Settings } from "../../server/src/settings/schema.ts";
import type { Language } from "../../src-engine/program/ir.ts";
import { analysed } from "./analysed.ts";

async function withHints(text: string, language: Language, changes: Partial<Settings> = {}): Promise<string> {
  const { index } = await analysed(text, language);
  const all = { fragment: 0, start: 0, end: text.length };
  const hints = inlayHints(index, all, { ...defaults, ...changes });
  const backwards = [...hints].reverse().sort((a, b) => b.where.offset - a.where.offset);
  return backwards.reduce(
    (t, { where, text: hint }) => `${t.slice(0, where.offset)}⟦${hint}⟧${t.slice(where.offset)}`,
    text,
  );
}

const kernel = `#include <cute/tensor.hpp>
using namespace cute;
void f(half_t const* A, int M, int K) {
  auto bM = Int<128>{};
  auto tile = make_shape(bM, Int<64>{});
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(M, K), make_stride(K, Int<1>{}));
  auto sA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, tile);
  auto [a, b] = make_tuple(make_layout(_4{}), make_layout(_8{}));
  auto unknown_thing = mystery();
}
`;

test("at the ends of declarations", async () => {
  expect(await withHints(kernel, "cpp")).toMatchInlineSnapshot(`
    "#include <cute/tensor.hpp>
    using namespace cute;
    void f(half_t const* A, int M, int K) {
      auto bM = Int<128>{};
      auto tile = make_shape(bM, Int<64>{});⟦(_128,_64)⟧
      auto mA = make_tensor(make_gmem_ptr(A), make_shape(M, K), make_stride(K, Int<1>{}));⟦(M,K):(K,_1) · gmem half_t⟧
      auto sA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, tile);⟦((_8,_16),(_64,_1)):((_64,_512),(_1,_0)) · SW128⟧
      auto [a, b] = make_tuple(make_layout(_4{}), make_layout(_8{}));⟦a: _4:_1⟧⟦b: _8:_1⟧
      auto unknown_thing = mystery();
    }
    "
  `);
});

test("behind names, short, tensors only", async () => {
  const changes = { "inlayHints.position": "name", "inlayHints.maxLength": 16, "inlayHints.layouts": false } as const;
  expect(await withHints(kernel, "cpp", changes)).toMatchInlineSnapshot(`
    "#include <cute/tensor.hpp>
    using namespace cute;
    void f(half_t const* A, int M, int K) {
      auto bM = Int<128>{};
      auto tile = make_shape(bM, Int<64>{});
      auto mA⟦(M,K):(K,_1)⟧ = make_tensor(make_gmem_ptr(A), make_shape(M, K), make_stride(K, Int<1>{}));
      auto sA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, tile);
      auto [a, b] = make_tuple(make_layout(_4{}), make_layout(_8{}));
      auto unknown_thing = mystery();
    }
    "
  `);
});

test("a DSL function", async () => {
  const source = `import cutlass.cute as cute

@cute.jit
def f(mA: cute.Tensor):
    tile = (128, 64)
    layout = cute.make_layout(tile, stride=(64, 1))
    gA = cute.zipped_divide(mA, tile)
`;
  expect(await withHints(source, "python")).toMatchInlineSnapshot(`
    "import cutlass.cute as cute

    @cute.jit
    def f(mA: cute.Tensor):
        tile = (128, 64)
        layout = cute.make_layout(tile, stride=(64, 1))⟦(128,64):(64,1)⟧
        gA = cute.zipped_divide(mA, tile)
    "
  `);
});

test("a type parameter is silent where a parameter of it says the same; hints stand at the end of the line, and say whose they are", async () => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
template <class SLayout, class TLayout>
__global__ void f(SLayout sA, TLayout) {
  auto t = TLayout{};  // (THR)
  auto two = make_layout(_2{}); auto four = make_layout(_4{});
}
void run() { f<<<1, 1>>>(make_layout(Shape<_8, _4>{}), make_layout(_32{})); }
`;
  expect(await withHints(source, "cpp", { "inlayHints.position": "line" })).toMatchInlineSnapshot(`
    "#include <cute/tensor.hpp>
    using namespace cute;
    template <class SLayout, class TLayout>⟦TLayout: _32:_1⟧
    __global__ void f(SLayout sA, TLayout) {⟦sA: (_8,_4):(_1,_8)⟧
      auto t = TLayout{};  // (THR)⟦_32:_1⟧
      auto two = make_layout(_2{}); auto four = make_layout(_4{});⟦two: _2:_1⟧⟦four: _4:_1⟧
    }
    void run() { f<<<1, 1>>>(make_layout(Shape<_8, _4>{}), make_layout(_32{})); }
    "
  `);
});

test("behind the parentheses around an initialiser", async () => {
  const source = `import cutlass.cute as cute
@cute.jit
def f():
    a = (
        cute.make_layout((4, 8))
    )
    b = cute.make_layout((2, 4))
`;
  expect(await withHints(source, "python")).toContain(
    "    )⟦(4,8):(1,4)⟧\n    b = cute.make_layout((2, 4))⟦(2,4):(1,2)⟧\n",
  );
});

test("several names of one statement have theirs at its end, whatever stands between; what is not named has none", async () => {
  const source = `import cutlass.cute as cute
def pair():
    return cute.make_layout(4), cute.make_layout(8)
@cute.jit
def f():
    first, second = pair(
    )  # two
    _, other = pair()
`;
  const shown = await withHints(source, "python");
  expect(shown).toContain("    )  # two⟦first: 4:1⟧⟦second: 8:1⟧\n    _, other = pair()⟦8:1⟧\n");
});

test("a line with its hints takes no more than its width: the shape alone, then nothing", async () => {
  const source = `import cutlass.cute as cute
@cute.jit
def f():
    a = cute.make_layout((128, 64), stride=(64, 1))
    quite_a_long_name = cute.make_layout((128, 64), stride=(64, 1))
    another_name_that_is_longer = cute.make_layout((128, 64), stride=(64, 1))
`;
  const shown = await withHints(source, "python", { "inlayHints.maxLineLength": 76 });
  expect(shown.split("\n").slice(3, 6)).toEqual([
    "    a = cute.make_layout((128, 64), stride=(64, 1))⟦(128,64):(64,1)⟧",
    "    quite_a_long_name = cute.make_layout((128, 64), stride=(64, 1))⟦(128,64)⟧",
    "    another_name_that_is_longer = cute.make_layout((128, 64), stride=(64, 1))",
  ]);
});

test("of tiles that stand at one of two places the shape they share, where there is no room for more", async () => {
  const text = `import cutlass.cute as cute
@cute.jit
def f(mA: cute.Tensor, flag: cutlass.Boolean):
    m = 0
    if flag:
        m = 1
    coords = cute.make_identity_tensor((256, 64))
    tile_of_the_coordinates = cute.local_tile(coords, (128, 32), (m, None))
`;
  const hint = async (most: number) =>
    (await withHints(text, "python", { "inlayHints.maxLineLength": most }))
      .split("\n")
      .at(-2)!
      .replace(/.*None\)\)/, "");
  expect(await hint(200)).toBe("⟦(128,32,2):(1@0,1@1,32@1)⟧");
  expect(await hint(92)).toBe("⟦(128,32,2)⟧");
  expect(await hint(80)).toBe("");
});

test("a parameter that would only repeat its own name says nothing; in C++ the others are shown", async () => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
template <class T>
void f(Stride<int, _1> dA, Shape<int, int> other) {}
`;
  expect(await withHints(source, "cpp")).toContain(
    "void f(Stride<int, _1> dA, Shape<int, int> other) {}⟦dA: (dA.0,_1)⟧\n",
  );
});

test("all: computed integers too", async () => {
  const source = `import cutlass.cute as cute
@cute.jit
def f():
    n = cute.size((4, 8))
`;
  expect(await withHints(source, "python", { "inlayHints.density": "all" })).toContain("n = cute.size((4, 8))⟦32⟧");
});

test("what does not fit is cut to the layout, then to the shape; off: none", async () => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
__global__ void f() {
  __shared__ half_t smem[64];
  Tensor s = make_tensor(make_smem_ptr(smem), make_layout(_8{}, _4{}));
}
`;
  const lines = async (most: number) =>
    (await withHints(source, "cpp", { "inlayHints.maxLineLength": most })).split("\n")[4]?.split("⟦")[1];
  expect(await lines(100)).toBe("_8:_4 · smem half_t⟧");
  expect(await lines(80)).toBe("_8:_4⟧");
  expect(await lines(74)).toBe("_8⟧");
  expect(await lines(70)).toBeUndefined();
  const nested = `#include <cute/tensor.hpp>
using namespace cute;
void f() { auto d = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{}); }
`;
  const hint = async (most: number) =>
    /⟦(.*)⟧/.exec(await withHints(nested, "cpp", { "inlayHints.maxLineLength": most }))?.[1];
  expect(await hint(120)).toBe("((_8,_16),(_64,_1))");
  expect(await hint(105)).toBe("128×64");
  expect(await withHints(source, "cpp", { "inlayHints.density": "off" })).toBe(source);
});

test("no hint stands before code: what is on a line stays where it is", async () => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
template <class A, class B>
__global__ void f(A a, B b) {  // two
  auto [x, y] = make_tuple(a, b);  auto z = make_layout(_4{}); /* c */
  copy(a,
       b);  // copy
}
void run() { f<<<1, 1>>>(make_layout(Shape<_8, _4>{}), make_layout(_32{})); }
`;
  const shown = await withHints(source, "cpp");
  expect(shown).toMatch(/⟦/);
  for (const line of shown.split("\n")) expect(line).toMatch(/^[^⟦]*(?:⟦[^⟧]*⟧)*$/);
});

const tma = `import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync

@cute.jit
def launch(mA: cute.Tensor):
    p = cute.make_ptr(cutlass.BFloat16, 0, cute.AddressSpace.gmem, assumed_align=16)
    mA = cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1024, 1)))
    tma_atom, tma_tensor = cpasync.make_tiled_tma_atom(
        cpasync.CopyBulkTensorTileG2SOp(),
        mA,
        cute.make_layout((128, 64), stride=(64, 1)),
        (128, 64),
    )
`;

test("what a lens above the call says of a TMA descriptor is said once", async () => {
  const [behind, without] = [
    await withHints(tma, "python"),
    await withHints(tma, "python", { "codeLens.tma": false }),
  ].map((text) => text.split("\n").at(-2));
  expect(behind).toMatchInlineSnapshot(`"    )⟦tma_tensor: (512,1024):(1@1,1@0)⟧"`);
  expect(without).toMatchInlineSnapshot(
    `"    )⟦tma_atom: bf16 · box 64×128 · no swizzle · 16 KiB · 1 instruction⟧⟦tma_tensor: (512,1024):(1@1,1@0)⟧"`,
  );
});

test("what is too long loses its last parts, never half a word", async () => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto mma = make_tiled_mma(SM90_64x128x16_F32BF16BF16_SS<GMMA::Major::K, GMMA::Major::K>{});
  auto tile = make_layout(make_shape(Shape<_8, _16>{}, Shape<_64, _2>{}), make_stride(Stride<_64, _512>{}, Stride<_1, _8192>{}));
}
`;
  const shown = async (most: number) =>
    [
      ...(await withHints(source, "cpp", { "inlayHints.maxLength": most, "inlayHints.maxLineLength": 400 })).matchAll(
        /⟦(.*)⟧/g,
      ),
    ].map(([, text]) => text);
  expect(await shown(80)).toEqual([
    "SM90_64x128x16_F32BF16BF16_SS · VMNK (_128,_1,_1,_1)",
    "((_8,_16),(_64,_2)):((_64,_512),(_1,_8192))",
  ]);
  expect(await shown(40)).toEqual(["SM90_64x128x16_F32BF16BF16_SS", "((_8,_16),(_64,_2))"]);
  expect(await shown(12)).toEqual(["SM90_64x128…", "128×128"]);
});

test("a field that repeats its own name has no hint, one of which a part is known has", async () => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
struct Params {
  using Shape4 = cute::Shape<int32_t, int32_t, int32_t, int32_t>;
  using Stride3 = cute::Stride<int64_t, _1, int64_t>;
  Shape4 const shape_Q;
  Stride3 const stride_Q;
};
`;
  const shown = [...(await withHints(source, "cpp")).matchAll(/(\w+);⟦(.*)⟧/g)].map(
    ([, name, text]) => `${name} ${text}`,
  );
  expect(shown).toEqual(["stride_Q (stride_Q.0,_1,stride_Q.2)"]);
});
