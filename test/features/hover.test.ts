// Hovers as text: `$0` is the cursor, the snapshot below is what a client without Markdown shows.
import { describe, expect, test } from "vitest";
import { plainText } from "../../server/src/convert/hover.ts";
import { hover } from "../../server/src/features/hover.ts";
import type { Language } from "../../src-engine/program/ir.ts";
import { analysed } from "./analysed.ts";
import { readMarks } from "./marks.ts";

async function hoverAt(source: string, language: Language = "cpp"): Promise<string> {
  const { text, cursor } = readMarks(source);
  const { index } = await analysed(text, language);
  const answer = hover(index, { fragment: 0, offset: cursor }, { detail: "short" });
  return answer === undefined ? "(no hover)" : plainText(answer);
}

const cpp = (body: string, parameters = "half_t const* A, int M, int K") => `#include <cute/tensor.hpp>
using namespace cute;
void f(${parameters}) {
${body}
}
`;

describe("C++", () => {
  test("a call that is made for what it does has no value to tell; its arguments have", async () => {
    const fragment = "  auto r = make_tensor<float>(Shape<_4, _8>{});";
    expect(await hoverAt(cpp(`${fragment}\n  $0clear(r);`))).toBe("(no hover)");
    expect(await hoverAt(cpp(`${fragment}\n  transform(r, $0r, [](float x) { return x; });`))).toContain(
      "(_4,_8):(_1,_4)",
    );
    expect(await hoverAt(cpp(`${fragment}\n  $0transform(r, r, [](float x) { return x; });`))).toBe("(no hover)");
    expect(await hoverAt(cpp("  warpgroup_$0arrive();"))).toBe("(no hover)");
    expect(
      await hoverAt(cpp("  cudaFunc$0SetAttribute(f, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);")),
    ).toContain("cudaFuncSetAttribute  called for what it does");
  });

  test("what the library's type is not known to have is told by its name", async () => {
    expect(await hoverAt(cpp("  auto $0r = SM90_U32x4_STSM_N::elsewhere(A);"))).toContain(
      "SM90_U32x4_STSM_N is not known to have a member elsewhere",
    );
  });

  test("what a thread reads and gets with ldmatrix", async () => {
    expect(await hoverAt(cpp("  auto $0copier = Copy_Atom<SM75_U32x1_LDSM_N, half_t>{};"))).toMatchInlineSnapshot(`
      "copier  SM75_U32x1_LDSM_N
      instruction  SM75_U32x1_LDSM_N · 16-bit values · SM75
      a thread     16 B read, 4 B written, 2 values
      PTX          ldmatrix.sync.aligned.x1.m8n8.shared.b16
      Copy_Atom<SM75_U32x1_LDSM_N, half_t>{}"
    `);
  });

  test("what a thread moves with a tiled copy, and all threads together", async () => {
    const value = `make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, half_t>{}, Layout<Shape<_32, _8>>{},
    Layout<Shape<_8, _1>>{})`;
    expect(await hoverAt(cpp(`  auto $0copier = ${value};`))).toMatchInlineSnapshot(`
      "copier  (_256,_8) · SM80_CP_ASYNC_CACHEALWAYS<uint128_t>
      instruction  SM80_CP_ASYNC_CACHEALWAYS<uint128_t> · 16-bit values · SM80
      a thread     8 values, 16 B at once
      tile         (_256,_8) · 4 KiB by all threads
      threads      _256
      make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, half_t>{}, Layout<Shape<_32, _8>>{}…"
    `);
  });

  test("how much of what a thread has goes at a time; vectors that the tensors decide are not said to be single values", async () => {
    const copy = (op: string) =>
      `  auto $0c = make_tiled_copy(Copy_Atom<${op}, half_t>{}, Layout<Shape<_32, _8>>{}, Layout<Shape<_8, _4>>{});`;
    expect(await hoverAt(cpp(copy("UniversalCopy<uint64_t>")))).toContain(
      "a thread     32 values, 64 B, 8 B at a time",
    );
    expect(await hoverAt(cpp(copy("DefaultCopy")))).toContain(
      "a thread     32 values, 64 B, in vectors as the tensors allow",
    );
    const text = await hoverAt(
      cpp("  auto $0atom = Copy_Atom<AutoVectorizingCopyWithAssumedAlignment<128>, half_t>{};"),
    );
    expect(text).toContain("a thread     in vectors as the tensors allow");
  });

  test("a tensor, with the names of its comment", async () => {
    const source = cpp(`  auto mA = make_tensor(make_gmem_ptr(A), make_shape(M, K), make_stride(K, Int<1>{}));
  Tensor $0gA = local_tile(mA, make_shape(Int<128>{}, Int<64>{}), make_coord(0, _));  // (BLK_M,BLK_K,k)`);
    expect(await hoverAt(source)).toMatchInlineSnapshot(`
      "gA  gmem_ptr[16b] o (_128,_64,⌈K/64⌉):(K,_1,_64)
      memory      gmem half_t (16 bits) of A
      size        8192*⌈K/64⌉
      contiguous  64 elements = 128 B, from mode 1 on · accesses up to 16 B where 8 divides K
        BLK_M: _128:K
        BLK_K: _64:_1
        k: ⌈K/64⌉:_64
      K known at run time only
      needs: _128 divides M; _64 divides K
      local_tile(mA, make_shape(Int<128>{}, Int<64>{}), make_coord(0, _)) · no call is known: parameters are symbols"
    `);
  });

  test("a swizzled layout", async () => {
    const source = cpp(
      "  auto $0sA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, make_shape(Int<128>{}, Int<64>{}));",
    );
    expect(await hoverAt(source)).toMatchInlineSnapshot(`
      "sA  Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_16),(_64,_1)):((_64,_512),(_1,_0))
      size        _8192 = 16 KiB · cosize _8192
      swizzle     SW128: 16-byte chunks, XORed over 8 rows of 128 bytes; repeats every 1 KiB
      contiguous  8192 elements = 16 KiB before the swizzle, from mode 1 on · accesses up to 16 B
        0: (_8,_16):(_64,_512) (_128)
        1: (_64,_1):(_1,_0) (_64)
      tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, make_shape(Int<128>{}, Int<64>{}))"
    `);
  });

  test("an operation says its inputs and its formula", async () => {
    const source = cpp("  auto a = $0logical_divide(make_layout(make_shape(_8{}, _4{})), _4{});");
    expect(await hoverAt(source)).toMatchInlineSnapshot(`
      "logical_divide  (_4,_8):(_1,_4)
      size        _32 · cosize _32
      contiguous  32 elements, from mode 0 on
      layout = (_8,_4):(_1,_8)
      tiler = _4
      formula: composition(A, (B, complement(B, size(A))))"
    `);
  });

  test("an integer and a use of a name", async () => {
    expect(await hoverAt(cpp("  auto bM = Int<128>{}; auto x = $0bM;"))).toMatchInlineSnapshot(`"bM  _128"`);
  });

  test("over the name of a function, what its call gives", async () => {
    expect(await hoverAt(cpp("  auto s = $0make_shape(Int<4>{}, M);"))).toMatchInlineSnapshot(`
      "make_shape(Int<4>{}, M)  (_4,M)
      no call is known: parameters are symbols"
    `);
    const partition = `  auto mma = make_tiled_mma(SM80_16x8x16_F16F16F16F16_TN{});
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(Int<32>{}, Int<32>{}));
  auto tA = mma.get_slice(0).$0partition_A(mA);`;
    expect(await hoverAt(cpp(partition))).toMatchInlineSnapshot(`
      "partition_A  gmem_ptr[16b] o ((_2,_2,_2),_2,_2):((_32,_8,_256),_16,_512)
      memory  gmem half_t (16 bits) of A
      size    _32 = 64 B · cosize _825
        0: (_2,_2,_2):(_32,_8,_256) (_8)
        1: _2:_16
        2: _2:_512
      threads = slice (0,_0,_0,_0)
      tensor = gmem_ptr[16b] o (_32,_32):(_1,_32)
      formula: the tensor by atoms, at the thread's atoms: (values of an atom, atoms of each mode…)"
    `);
  });

  test("an unknown value says why", async () => {
    expect(await hoverAt(cpp("  auto $0x = make_layout(mystery());"))).toMatchInlineSnapshot(`
      "x  unknown
      an argument of make_layout is not known
      mystery is not declared where this file can see it
      make_layout(mystery())"
    `);
  });

  test("instances that differ are listed", async () => {
    const source = `#include <cute/tensor.hpp>
using namespace cute;
template <class L> void g(L layout) { auto $0d = logical_divide(layout, _2{}); }
void a() { g(make_layout(_8{})); }
void b() { g(make_layout(_4{})); }
`;
    expect(await hoverAt(source)).toMatchInlineSnapshot(`
      "d  (_2,_4):(_1,_2)
      size        _8 · cosize _8
      contiguous  8 elements, from mode 0 on
      a:4: (_2,_4):(_1,_2)
      b:5: (_2,_2):(_1,_2)
      logical_divide(layout, _2{}) · bound from a:4"
    `);
  });

  test("nothing to say about plain code", async () => {
    expect(await hoverAt(cpp("  $0return;"))).toBe("(no hover)");
  });
});

describe("Python", () => {
  test("a tiled MMA, a layout, a tensor", async () => {
    const source = `import cutlass
import cutlass.cute as cute

@cute.jit
def f(mA: cute.Tensor):
    $0layout = cute.make_layout((8, (2, 4)), stride=(1, (8, 16)))
`;
    expect(await hoverAt(source, "python")).toMatchInlineSnapshot(`
      "layout  (8,(2,4)):(1,(8,16))
      size        64 · cosize 64
      contiguous  64 elements, from mode 0 on
        0: 8:1
        1: (2,4):(8,16) (8)
      cute.make_layout((8, (2, 4)), stride=(1, (8, 16)))"
    `);
  });
});

describe("a swizzle of CuTe DSL says what it counts", () => {
  const source = (last: string) => `import cutlass
import cutlass.cute as cute
@cute.jit
def f():
    layout = cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, cute.make_layout((8, 64), stride=(64, 1)))
    p = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.smem, assumed_align=1024)
    swizzled = cute.recast_ptr(p, layout.inner, dtype=cutlass.Float16)
    ${last}
`;
  const swizzles = async (last: string) =>
    (await hoverAt(source(last), "python"))?.split("\n").filter((each) => /^(swizzle|on a pointer)/.test(each));

  // Run on the CPU: layout((1, 0)) is 64, the tensor over it writes element 64, the one over the swizzled pointer element 72.
  test("of a layout: elements as it stands, bytes on a pointer", async () =>
    expect(await swizzles("$0again = layout")).toMatchInlineSnapshot(`
      [
        "swizzle       of offsets in elements: 16-element chunks, XORed over 8 rows of 128 elements; repeats every 1024 elements",
        "on a pointer  of bytes, SW128: 16-byte chunks, XORed over 8 rows of 128 bytes; repeats every 1 KiB",
      ]
    `));
  test("of a tensor over that layout: elements", async () =>
    expect(await swizzles("$0t = cute.make_tensor(p, layout)")).toMatchInlineSnapshot(`
      [
        "swizzle     16-element chunks, XORed over 8 rows of 128 elements; repeats every 1024 elements",
      ]
    `));
  test("of a tensor over a swizzled pointer: bytes", async () =>
    expect(await swizzles("$0t = cute.make_tensor(swizzled, layout.outer)")).toMatchInlineSnapshot(`
      [
        "swizzle     SW128: 16-byte chunks, XORed over 8 rows of 128 bytes; repeats every 1 KiB",
      ]
    `));
});

describe("assertions", () => {
  const source = (assertion: string) =>
    cpp(`  auto tile = make_shape(Int<128>{}, Int<64>{});
  ${assertion}`);

  test("holds, fails or unknown, with the numbers put in", async () => {
    const holds = "CUTE_STATIC_ASSERT_V(size<0>(tile) == Int<128>{});";
    expect(await hoverAt(source(`$0${holds}`))).toMatchInlineSnapshot(`"CUTE_STATIC_ASSERT_V  holds: _128 == _128"`);
    expect(await hoverAt(source('$0static_assert(size<1>(tile) > 64, "wide enough");'))).toMatchInlineSnapshot(`
      "static_assert  fails: _64 > 64
      wide enough"
    `);
    expect(await hoverAt(source("$0assert(M % size<0>(tile) == 0);"))).toMatchInlineSnapshot(
      `"assert  unknown: M%_128 == 0"`,
    );
  });
});

test("a member that nobody calls says which instance of its class it is shown in", async () => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
template <class Element, class Tile, class Transform>
struct Collective {
  using TileLayout = decltype(make_layout(Tile{}));
  static void load(Element* storage) {
    auto $0sA = make_tensor(make_smem_ptr(storage), TileLayout{});
  }
};
using Small = Collective<half_t, Shape<_64, _32>, void>;
using Large = Collective<tfloat32_t, Shape<_128, _32>, void>;
void host() {
  auto small = typename Small::TileLayout{};
  auto large = typename Large::TileLayout{};
}
`;
  expect(await hoverAt(source)).toMatchInlineSnapshot(`
    "sA  smem_ptr[16b] o (_64,_32):(_1,_64)
    memory      smem half_t (16 bits) of storage
    size        _2048 = 4 KiB · cosize _2048
    contiguous  2048 elements = 4 KiB, from mode 0 on · accesses up to 16 B
    make_tensor(make_smem_ptr(storage), TileLayout{}) · as Element = half_t, Tile = (64,32)"
  `);
});
