// Tensors larger than their array: which of them reach past it.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (body: string): Promise<readonly string[]> => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
using Small = Layout<Shape<_64, _16>, Stride<_16, _1>>;
using Large = Layout<Shape<_128, _16, _4>, Stride<_16, _1, _2048>>;
struct Storage { array_aligned<half_t, cosize_v<Small>> a; array_aligned<half_t, 64> c; };
__global__ void kernel() {
  extern __shared__ char raw[];
  auto& storage = *reinterpret_cast<Storage*>(raw);
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_4, _1, _1>>{});
  auto thr = mma.get_slice(threadIdx.x);
  auto sA = make_tensor(make_smem_ptr(storage.a.data()), Small{});
  auto sB = make_tensor(make_smem_ptr(storage.a.data()), Large{});
  copy(thr.partition_A(sA), thr.partition_fragment_A(sA));
  ${body}
}
void launch() { kernel<<<1, 128, sizeof(Storage)>>>(); }`;
  const { problems } = await analysed(source, "cpp");
  return problems.flatMap(({ code, severity }) => (code === "smem-array-size" ? severity : []));
};

test("a second, larger view of a field is information, and nothing where only its shape is asked for", async () => {
  const shape = "CUTE_STATIC_ASSERT_V(size<1>(sA) == size<1>(sB)); auto rB = thr.partition_fragment_B(sB(_, _, _0{}));";
  expect(await told("copy(thr.partition_B(sB(_, _, 1)), thr.partition_fragment_B(sB(_, _, 1)));")).toEqual([
    "information",
  ]);
  expect(await told(`${shape} copy(thr.partition_B(sB(_, _, 1)), rB);`)).toEqual(["information"]);
  expect(await told(shape)).toEqual([]);
});
