// make_im2col_tma_copy: the arguments that reach cuTensorMapEncodeIm2col, as CUTLASS 4.7 passed them on the host for the same calls.
import { expect, test } from "vitest";
import { printValue } from "../server/src/facts/notation.ts";
import type { TmaAtom } from "../src-engine/algebra/atoms/types.ts";
import type { Language } from "../src-engine/program/ir.ts";
import { analysed } from "./features/analysed.ts";

const numbers = (values: readonly { readonly kind: string }[]) =>
  values.map((value) => ("value" in value ? value.value : undefined));

async function descriptorOf(lines: string) {
  const { index, problems } = await analysed(
    `#include <cute/tensor.hpp>
using namespace cute;
void f(half_t* A) {
${lines}
}`,
    "cpp",
  );
  expect(problems).toEqual([]);
  const copy = index.facts.facts.find((fact) => fact.kind === "variable" && fact.name === "c");
  const atom: TmaAtom | undefined =
    copy?.kind === "variable" && copy.value.kind === "tiled-copy" && copy.value.atom.kind === "tma-atom"
      ? copy.value.atom
      : undefined;
  const d = atom?.descriptor;
  if (d === undefined) return "no descriptor";
  const parts = {
    rank: d.rank,
    dims: numbers(d.globalDim),
    strides: numbers(d.globalStrides),
    box: numbers(d.boxDim),
    traversal: numbers(d.elementStrides),
    lower: numbers(d.im2col?.lowerCorner ?? []),
    upper: numbers(d.im2col?.upperCorner ?? []),
    swizzle: d.swizzle,
  };
  return parts;
}

const activations = `
  auto t = make_tensor(make_gmem_ptr(A), make_layout(make_shape(make_shape(32, 16, 8), 256), make_stride(make_stride(256, 8192, 131072), Int<1>{})));
  auto s = make_layout(Shape<_64, _64>{}, LayoutRight{});`;

test("a load with corners and traversal strides", async () => {
  const got = await descriptorOf(`
  auto t = make_tensor(make_gmem_ptr(A), make_layout(make_shape(make_shape(32, 16, 8), Int<64>{}), make_stride(make_stride(64, 2048, 32768), Int<1>{})));
  auto s = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{});
  auto c = make_im2col_tma_copy(SM90_TMA_LOAD_IM2COL{}, t, s, make_tile(Int<128>{}, Int<64>{}), Int<1>{}, make_tuple(-1, -1), make_tuple(-1, -1),
                                make_tuple(-1, -1), make_tuple(1, 1), make_tuple(1, 2), make_tuple(0, 0), make_tuple(1, 1));`);
  expect(got).toEqual({
    rank: 4,
    dims: [64, 32, 16, 8],
    strides: [128, 4096, 65536],
    box: [64, 128],
    traversal: [1, 1, 2, 1],
    lower: [-1, -1],
    upper: [-1, -1],
    swizzle: "128B",
  });
});

test("a multicast shares the pixels among the CTAs", async () => {
  const got = await descriptorOf(`${activations}
  auto c = make_im2col_tma_copy(SM90_TMA_LOAD_IM2COL_MULTICAST{}, t, s, make_tile(Int<64>{}, Int<64>{}), Int<2>{}, make_tuple(0, 0), make_tuple(-2, -2),
                                make_tuple(0, 0), make_tuple(0, 0), make_tuple(1, 1), make_tuple(0, 0), make_tuple(1, 1));`);
  expect(got).toMatchObject({ dims: [256, 32, 16, 8], strides: [512, 16384, 262144], box: [64, 32], upper: [-2, -2] });
});

test("a store has no window", async () => {
  const got = await descriptorOf(`${activations}
  auto c = make_im2col_tma_copy(SM90_TMA_STORE_IM2COL{}, t, s);`);
  expect(got).toMatchObject({ box: [64, 64], traversal: [1, 1, 1, 1], lower: [0, 0], upper: [0, 0], swizzle: "NONE" });
});

/** The coordinate tensor's value, by the name of its variable. */
async function tensorOf(language: Language, source: string, name: string) {
  const { index } = await analysed(source, language);
  const fact = index.facts.facts.find((one) => one.kind === "variable" && one.name === name);
  return fact?.kind === "variable" ? printValue(fact.value, language) : undefined;
}

const cppTensor = (tensor: string, call: string) => `#include <cute/tensor.hpp>
using namespace cute;
void f(half_t* A) {
  auto t = make_tensor(make_gmem_ptr(A), ${tensor});
  auto s = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{});
  auto low = make_tuple(Int<-1>{}, Int<-1>{});
  auto one = make_tuple(Int<1>{}, Int<1>{});
  auto c = make_im2col_tma_copy(${call});
  auto m = c.get_tma_tensor(shape(t));
  auto g = local_tile(m, Shape<_128, _64>{}, make_coord(_, _));
}`;
const still =
  "make_layout(make_shape(make_shape(Int<32>{}, Int<16>{}, Int<8>{}), Int<64>{}), make_stride(make_stride(Int<64>{}, Int<2048>{}, Int<32768>{}), Int<1>{}))";

test("the coordinates of a load, and a tile of them, as CUTLASS prints them", async () => {
  const call =
    "SM90_TMA_LOAD_IM2COL{}, t, s, make_tile(Int<128>{}, Int<64>{}), Int<1>{}, low, low, low, one, make_tuple(Int<1>{}, Int<2>{}), make_tuple(Int<0>{}, Int<0>{}), one";
  const source = cppTensor(still, call);
  const pixels =
    "ArithTuple(_0,(_-1,_-1),_0,(_0,_0)) o ((_32,_8,_8),(_64,_3,_3)):((_1@0@1,_2@1@1,_1@2),(_1@0,_1@0@3,_1@1@3))";
  expect(await tensorOf("cpp", source, "m")).toBe(
    `${pixels} o (_0,(_0,_0,_0)) o (_2048,(_64,_3,_3)):(_1@0,(_1@0@1,_1@1@1,_1@2@1))`,
  );
  expect(await tensorOf("cpp", source, "g")).toBe(
    `${pixels} o (_0,(_0,_0,_0)) o (_128,_64,_16,(_3,_3)):(_1@0,_1@0@1,_128@0,(_1@1@1,_1@2@1))`,
  );
});

test("the coordinates of a store", async () => {
  const source = cppTensor(still, "SM90_TMA_STORE_IM2COL{}, t, s, make_tile(Int<128>{}, Int<64>{}), Int<1>{}");
  expect(await tensorOf("cpp", source, "m")).toBe(
    "ArithTuple(_0,(_0,_0),_0,(_0,_0)) o ((_32,_16,_8),(_64,_1,_1)):((_1@0@1,_1@1@1,_1@2),(_1@0,_1@0@3,_1@1@3)) o (_0,(_0,_0,_0)) o (_4096,(_64,_1,_1)):(_1@0,(_1@0@1,_1@1@1,_1@2@1))",
  );
});

const dslTensor = (shape: string, stride: string, layout: string, window: string) => `
import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync

@cute.jit
def f():
    p = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16)
    t = cute.make_tensor(p, cute.make_layout(${shape}, stride=${stride}))
    s = cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, cute.make_layout(${layout}))
    tma, m = cpasync.make_im2col_tma_atom(cpasync.CopyBulkTensorIm2ColG2SOp(), t, s, ${window})
`;

test.each([
  [
    "a forward convolution with dilation",
    "((32, 16, 8), 64)",
    "((64, 2048, 32768), 1)",
    "(128, 64), stride=(64, 1)",
    "(128, 64), (-1, -1), (-1, -1), (-1, -1), (2, 2), (1, 1), (1, 2), (2, 1)",
    "(0,(-1,-1),0,(1,2)) o ((32,16,8),(64,2,4)):((1@0@1,1@1@1,1@2),(1@0,2@0@3,1@1@3)) o (0,(0,0,0)) o (4096,(64,2,4)):(1@0,(1@0@1,1@1@1,1@2@1))",
  ],
  [
    "one spatial dimension",
    "((32, 8), 64)",
    "((64, 2048), 1)",
    "(128, 64), stride=(64, 1)",
    "(128, 64), (-1,), (-1,), (-1,), (1,), (1,), (0,), (1,)",
    "(0,(-1),0,(0)) o ((32,8),(64,3)):((1@0@1,1@2),(1@0,1@0@3)) o (0,(0,0)) o (256,(64,3)):(1@0,(1@0@1,1@1@1))",
  ],
  [
    "weight gradients: channels first",
    "(64, (32, 16, 8))",
    "(1, (64, 2048, 32768))",
    "(64, 128), stride=(1, 64)",
    "(64, 128), (-1, -1), (-1, -1), (-1, -1), (1, 1), (1, 1), (0, 0), (1, 1)",
    "(0,(-1,-1),0,(0,0)) o ((64,3,3),(32,16,8)):((1@0,1@0@3,1@1@3),(1@0@1,1@1@1,1@2)) o ((0,0,0),0) o ((64,3,3),4096):((1@0@0,1@1@0,1@2@0),1@1)",
  ],
])("the DSL's coordinates: %s", async (_name, shape, stride, layout, window, wanted) => {
  expect(await tensorOf("python", dslTensor(shape, stride, layout, window), "m")).toBe(wanted);
});
