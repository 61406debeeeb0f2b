// make_im2col_tma_copy: the arguments that reach cuTensorMapEncodeIm2col, as CUTLASS 4.7 passed them on the host for the same calls.
import { expect, test } from "vitest";
import type { TmaAtom } from "../src-engine/atoms/types.ts";
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
