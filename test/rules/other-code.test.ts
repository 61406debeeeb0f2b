// Code of other people that is right, or whose mistake nothing proves: each was told an error or a warning once.
import { expect, test } from "vitest";
import type { Language } from "../../src-engine/program/ir.ts";
import { analysed } from "../features/analysed.ts";

const told = async (source: string, language: Language): Promise<readonly string[]> => {
  const { problems } = await analysed(source, language);
  return problems.filter(({ severity }) => severity === "error" || severity === "warning").map(({ code }) => code);
};

const twoTiles = (index: string): string => `
#include <cute/tensor.hpp>
using namespace cute;
template <bool A, class Mma, class T>
CUTE_DEVICE auto part(Mma const& mma, T const& tensor) {
  if constexpr (A) return mma.partition_fragment_A(tensor);
  else return mma.partition_fragment_B(tensor);
}
template <class Mma, class Atom, bool A>
CUTE_DEVICE void f(half_t* p, int i) {
  auto mma = Mma{}.get_slice(threadIdx.x);
  auto q = part<A>(mma, make_tensor(make_smem_ptr(p), tile_to_shape(Atom{}, Shape<_64, _64>{})));
  auto k = part<A>(mma, make_tensor(make_smem_ptr(p), tile_to_shape(Atom{}, Shape<_64, _64, _2>{})));
  auto r = k(${index});
}`;

test("C++: two tiles that are known by their numbers of modes alone go through one function", async () => {
  expect(await told(twoTiles("_, _, _, i"), "cpp")).toEqual([]);
  expect(await told(twoTiles("_, _, i"), "cpp")).toEqual(["coordinate-rank"]);
});

const modesOfEither = (index: string): string => `
#include <cute/tensor.hpp>
using namespace cute;
template <class Atom, class Flags>
CUTE_DEVICE void f(half_t* p, Flags flags, int i) {
  using L = std::conditional_t<Flags::isStaged, decltype(tile_to_shape(Atom{}, Shape<_64, _64, _2>{})), decltype(tile_to_shape(Atom{}, Shape<_64, _64>{}))>;
  auto s = make_tensor(make_smem_ptr(p), L{});
  auto r = s(${index});
}`;

test.each(["_, _, i", "_, i"])("C++: a layout of two or of three modes, taken as %s", async (index) => {
  expect(await told(modesOfEither(index), "cpp")).toEqual([]);
});

const mapOf = (fill: string): string => `
#include <cuda.h>
enum class Kind;
void make(void* p, Kind kind, uint64_t d0, uint64_t d1) {
  CUtensorMap map{};
  CUtensorMapDataType type;
  int bytes;
  switch (kind) {
    case Kind::half: type = CU_TENSOR_MAP_DATA_TYPE_FLOAT16; bytes = 2; break;
    case Kind::bfloat: type = CU_TENSOR_MAP_DATA_TYPE_BFLOAT16; bytes = 2; break;
    case Kind::e4m3:
    case Kind::e5m2: type = CU_TENSOR_MAP_DATA_TYPE_UINT8; bytes = 1; break;
    default: throw 1;
  }
  uint64_t size[2] = {d0, d1};
  uint64_t stride[1] = {d0 * bytes};
  uint32_t box[2] = {64, 64};
  uint32_t steps[2] = {1, 1};
  auto none = CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
  auto nan = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
  auto fill = ${fill};
  cuTensorMapEncodeTiled(&map, type, 2, p, size, stride, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
                         CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, fill);
}`;

test.each([
  ["type == CU_TENSOR_MAP_DATA_TYPE_UINT8 ? none : nan", []],
  ["type != CU_TENSOR_MAP_DATA_TYPE_UINT8 ? nan : none", []],
  ["nan", ["tma-raw-descriptor"]],
])("C++: cases of a switch exclude each other: fill = %s", async (fill, expected) => {
  expect(await told(mapOf(fill), "cpp")).toEqual(expected);
});

test("CuTe DSL: what an assert equates a size with is Python's own number", async () => {
  const source = `
import cutlass
import cutlass.cute as cute

class Kernel:
    def __init__(self, d):
        assert d == 128
        self.d = d

    @cute.jit
    def __call__(self):
        atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=128)
        threads = cute.make_ordered_layout((self.d // 8, 2), order=(0, 1))
        copy = cute.make_tiled_copy_tv(atom, threads, cute.make_layout((8, 1)))

def run(q):
    _, _, _, d = q.shape
    cute.compile(Kernel(d))
`;
  expect(await told(source, "python")).toEqual([]);
});

const fragment = (use: string): string => `
#include <cute/tensor.hpp>
using namespace cute;
template <class Mma, class Tile>
CUTE_DEVICE void f(Tile const& sK) {
  Mma mma;
  auto thr = mma.get_slice(threadIdx.x);
  auto tKsK = thr.partition_B(sK);
  auto tKrK = thr.make_fragment_A(tKsK);
  auto left = thr.partition_fragment_A(sK);
  auto right = thr.make_fragment_B(tKsK);
  gemm(mma, ${use}, right, thr.partition_fragment_C(sK));
}`;

test("C++: a fragment of the other operand that nothing uses does no harm", async () => {
  expect(await told(fragment("left"), "cpp")).toEqual([]);
  expect(await told(fragment("tKrK"), "cpp")).toEqual(["role-swapped"]);
});
