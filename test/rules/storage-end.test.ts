// A tensor over a field of CuTe DSL storage: over its neighbour it may reach on purpose, past the whole storage it may not.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const kernel = (fields: string, field: string): string => `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils

@cute.kernel
def kernel():
    @cute.struct
    class Storage:
${fields.trim().replace(/^ */gm, "        ")}

    storage = utils.SmemAllocator().allocate(Storage)
    tile = storage.${field}.get_tensor(cute.make_layout((64, 64)))
`;

const half = (elements: number): string => `cute.struct.MemRange[cutlass.Float16, ${elements}]`;

async function told(text: string): Promise<readonly string[]> {
  const { problems } = await analysed(text, "python");
  return problems.map(({ code, severity }) => `${severity} ${code}`);
}

test("past the last field: an error", async () => {
  expect(await told(kernel(`a: ${half(64)}\nb: ${half(4096)}`, "b"))).toEqual([]);
  expect(await told(kernel(`a: ${half(64)}\nb: ${half(2048)}`, "b"))).toEqual(["error smem-array-size"]);
});

test("over the neighbour: an information", async () => {
  expect(await told(kernel(`a: ${half(2048)}\nb: ${half(4096)}`, "a"))).toEqual(["information smem-array-size"]);
});

test("a field without elements stands for what the launch asks for more", async () => {
  expect(await told(kernel(`a: ${half(64)}\nb: ${half(0)}`, "b"))).toEqual(["information smem-array-size"]);
});

test("a shape of which the tile of an MMA is larger", async () => {
  const text = (rows: number): string => `
import cutlass
import cutlass.cute as cute

@cute.kernel
def kernel():
    op = cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
    mma = cute.make_tiled_mma(op, (4, 1, 1))
    acc = cute.make_rmem_tensor(mma.partition_shape_C((${rows}, 64)), cutlass.Float32)
`;
  expect(await told(text(64))).toEqual([]);
  expect(await told(text(32))).toEqual(["warning mma-tile"]);
});

test("C++: an array that is named by the address of its first element", async () => {
  const source = (elements: number): string => `
#include <cute/tensor.hpp>
using namespace cute;
union Storage {
  struct { float a[2048]; } mainloop;
  struct { float c[${elements}]; } epilogue;
};
__global__ void kernel() {
  extern __shared__ char buf[];
  Storage& storage = *reinterpret_cast<Storage*>(buf);
  auto sC = make_tensor(make_smem_ptr(&storage.epilogue.c[0]), Layout<Shape<_32, _32>>{});
  auto sD = make_tensor(make_smem_ptr(&storage.epilogue.c[1]), Layout<Shape<_8, _8>>{});
}`;
  const problems = async (elements: number): Promise<readonly string[]> =>
    (await analysed(source(elements), "cpp")).problems.map(({ code, severity }) => `${severity} ${code}`);
  expect(await problems(1024)).toEqual([]);
  expect(await problems(512)).toEqual(["error smem-array-size"]);
});

test("coordinates for TMA of which the tile of an MMA is larger", async () => {
  const source = (rows: string): string => `
#include <cute/tensor.hpp>
using namespace cute;
void launch(half_t const* B, int n, int k) {
  auto mB = make_tensor(make_gmem_ptr(B), make_shape(n, k), make_stride(k, _1{}));
  auto sB = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<${rows}, _64>{});
  auto tma = make_tma_atom(SM90_TMA_LOAD{}, mB, sB, Shape<${rows}, _64>{});
  auto gB = local_tile(tma.get_tma_tensor(shape(mB)), Shape<${rows}, _64>{}, make_coord(_, _));
  auto mma = make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>{});
  auto tCgB = mma.get_slice(0).partition_B(gB);
}`;
  const codes = async (rows: string): Promise<readonly string[]> =>
    (await analysed(source(rows), "cpp")).problems.map(({ code }) => code);
  expect(await codes("_128")).toEqual([]);
  expect(await codes("_64")).toEqual(["mma-tile"]);
});

test("C++: an array before an anonymous union that is overrun into what lies there", async () => {
  const source = (elements: string): string => `
#include <cute/tensor.hpp>
using namespace cute;
using Tile = Layout<Shape<_64, _64>, Stride<_64, _1>>;
struct Mainloop {
  struct SharedStorage {
    array_aligned<half_t, ${elements}> q;
    union { array_aligned<half_t, cosize_v<Tile>> k; array_aligned<half_t, cosize_v<Tile>> v; };
  };
  __device__ void run(SharedStorage& storage) {
    Tensor sQ = make_tensor(make_smem_ptr(storage.q.data()), Tile{});
    Tensor sK = make_tensor(make_smem_ptr(storage.k.data()), Tile{});
  }
};
__global__ void kernel() {
  extern __shared__ char buf[];
  Mainloop{}.run(*reinterpret_cast<Mainloop::SharedStorage*>(buf));
}`;
  const problems = async (elements: string): Promise<readonly string[]> =>
    (await analysed(source(elements), "cpp")).problems.map(({ code, severity }) => `${severity} ${code}`);
  expect(await problems("cosize_v<Tile>")).toEqual([]);
  expect(await problems("cosize_v<Tile> / 2")).toEqual(["warning smem-array-size"]);
});
