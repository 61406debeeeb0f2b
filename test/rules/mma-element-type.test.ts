// copy-element-type at an MMA: where the descriptors of another type are made.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (source: string, language: "cpp" | "python"): Promise<readonly string[]> => {
  const { problems } = await analysed(source, language);
  return problems
    .filter(({ code }) => code === "copy-element-type")
    .map(({ severity, message, place }) => `${severity} at ${source.slice(place.start, place.end)}: ${message}`);
};

const cpp = (tensor: string, mma: string, last: string): string => `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel() {
  __shared__ alignas(1024) char memory[64 * 128];
  auto sA = make_tensor(make_smem_ptr(reinterpret_cast<${tensor}*>(memory)), tile_to_shape(GMMA::Layout_K_SW128_Atom<${tensor}>{}, Shape<_64, _32>{}));
  auto mma = make_tiled_mma(${mma});
  auto thr = mma.get_slice(threadIdx.x);
  auto tCsA = thr.partition_A(sA);
  ${last}
}
void launch() { kernel<<<1, 128>>>(); }`;

const halves = "SM90_64x64x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>{}";
const bytes = "SM90_64x64x32_F32E4M3E4M3_SS_TN<>{}";
const fragment = "auto tCrA = thr.make_fragment_A(tCsA);";

test("C++ refuses any other type where it makes descriptors", async () => {
  expect(await told(cpp("half_t", halves, fragment), "cpp")).toEqual([]);
  expect(await told(cpp("bfloat16_t", halves, fragment), "cpp")).toEqual([
    "error at thr: the tensor has bfloat16_t, the MMA reads A as half_t and converts nothing; make it for the tensor's type",
  ]);
  expect(await told(cpp("int16_t", halves, fragment), "cpp")).toEqual([
    "error at thr: the tensor has int16_t, the MMA reads A as half_t and converts nothing; make it for the tensor's type",
  ]);
});

test("nobody reads as an operand what is only partitioned; bytes stand for other bytes", async () => {
  expect(await told(cpp("bfloat16_t", halves, ""), "cpp")).toEqual([]);
  expect(await told(cpp("uint8_t", bytes, fragment), "cpp")).toEqual([]);
});

const dsl = (type: string): string => `import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import warpgroup

@cute.kernel
def kernel():
    smem = utils.SmemAllocator()
    op = warpgroup.MmaF16BF16Op(
        cutlass.${type}, cutlass.Float32, (64, 64, 16),
        warpgroup.OperandSource.SMEM, warpgroup.OperandMajorMode.K, warpgroup.OperandMajorMode.K,
    )
    mma = cute.make_tiled_mma(op)
    thr = mma.get_slice(0)
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((64, 64), stride=(64, 1)), 1024, swizzle=cute.make_swizzle(3, 4, 3))
    tCrA = mma.make_fragment_A(thr.partition_A(sA))

@cute.jit
def launch():
    kernel().launch(grid=(1, 1, 1), block=(128, 1, 1))
`;

test("CuTe DSL traces it", async () => {
  expect(await told(dsl("Float16"), "python")).toEqual([]);
  expect(await told(dsl("BFloat16"), "python")).toEqual([
    "warning at thr: the tensor has Float16, the MMA reads A as BFloat16 and converts nothing; make it for the tensor's type",
  ]);
});
