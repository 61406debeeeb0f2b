// Template parameters that no code binds: what rests on an example says so, and a real use replaces it.
import { expect, test } from "vitest";
import { rowsOf } from "./facts-of.ts";

const kernel = `#pragma once
#include <cute/tensor.hpp>
using namespace cute;
template <class Params, class ElementA, int kBlockM>
struct Kernel {
  using DType = typename Params::DTypeQ;
  using Atom = Copy_Atom<UniversalCopy<uint128_t>, ElementA>;
  using Copy = decltype(make_tiled_copy(Atom{}, Layout<Shape<_32, _4>>{}, Layout<Shape<_1, Int<16 / sizeof(ElementA)>>>{}));
  using Smem = Layout<Shape<Int<kBlockM>, _64>>;
};
`;

const rowsNamed = async (files: Readonly<Record<string, string>>, name: string) =>
  (await rowsOf(files, "/p/kernel.h", { untaken: true })).filter((row) => row.name === name);

test("a name is no example: an element type that nobody binds stays open, whatever it is called", async () => {
  const rows = await rowsNamed({ "/p/kernel.h": kernel }, "Copy");
  expect(rows.map(({ value }) => value)).toEqual(["unknown"]);
});

test("what a symbol can say stays a symbol", async () => {
  const [smem] = await rowsNamed({ "/p/kernel.h": kernel }, "Smem");
  expect(smem?.value).toBe("(kBlockM,_64):(_1,kBlockM)");
});

test("a real use comes before the example", async () => {
  const user = `#include "kernel.h"
struct P { using DTypeQ = float; };
void f() { Kernel<P, float, 64>::Copy copy; }`;
  const rows = await rowsNamed({ "/p/kernel.h": kernel, "/p/user.cu": user }, "Copy");
  expect(rows.map((row) => row.value.includes("(_32,_16)"))).toEqual([true]);
});

const dsl = `import cutlass
import cutlass.cute as cute

class Copy:
    def __init__(self, cta_tiler: tuple[int, int]):
        assert cta_tiler[0] in (128, 256)
        self.cta_tiler = cta_tiler

    @cute.jit
    def __call__(self, Q: cute.Tensor):
        assert Q.element_type == cutlass.Float16
        Q = cute.make_tensor(Q.iterator, cute.make_layout((Q.shape[0], Q.shape[1]), stride=(Q.stride[0], Q.stride[1])))
        atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), Q.element_type, num_bits_per_copy=128)
        vector = 128 // Q.element_type.width
        tile = cute.make_layout((self.cta_tiler[0], vector))
        copy = cute.make_tiled_copy_tv(atom, cute.make_layout((32, 1)), cute.make_layout((1, vector)))
`;

test("CuTe DSL: an element type and a tile that no caller gives are what the code asserts", async () => {
  const rows = await rowsOf({ "/p/a.py": dsl }, "/p/a.py", { untaken: true });
  const shown = rows.filter(({ name, instance }) => (name === "tile" || name === "vector") && instance !== "");
  expect(shown.map(({ name, value, instance }) => `${name} = ${value} ${instance}`)).toEqual([
    "vector = 8 if cta_tiler = (128,?), Q.rank = 2, Q.element_type = Float16",
    "tile = (128,8):(1,128) if cta_tiler = (128,?), Q.rank = 2, Q.element_type = Float16",
  ]);
});
