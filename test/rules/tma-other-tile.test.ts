// `tma_partition` of the tile of another operand: other elements in shared memory, another order in global memory.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const loads = (smem: string, partition: string, n = 256): string => `#include <cute/tensor.hpp>
using namespace cute;
struct Collective {
  using Mma = decltype(make_tiled_mma(SM100_MMA_MXF4_SS<float_e2m1_t, float_e2m1_t, float, float_ue4m3_t, 128, ${n}, 16, UMMA::Major::K, UMMA::Major::K>{}));
  using Config = cutlass::detail::Sm1xxBlockScaledConfig<16>;
  using TileShape = Shape<_128, _${n}, _256>;
  using Factors = decltype(Config::deduce_smem_layoutSFB(Mma{}, TileShape{}));
  using Operand = decltype(UMMA::tile_to_mma_shape(UMMA::Layout_K_SW128_Atom<float_e2m1_t>{}, partition_shape_B(Mma{}, Shape<_${n}, _256>{})));
  struct TensorStorage { alignas(1024) ArrayEngine<float_e2m1_t, cosize_v<Operand>> b; ArrayEngine<float_ue4m3_t, cosize_v<Factors>> sf; };
  using Tma = decltype(make_tma_atom_B_sm100<uint16_t>(SM90_TMA_LOAD{}, make_tensor(static_cast<float_ue4m3_t const*>(nullptr), typename Config::LayoutSF{}),
    Factors{}, TileShape{}, Mma{}, make_layout(Shape<_1, _1, _1, _1>{})));
  struct Params { Tma tma; typename Config::LayoutSF layout; };
  __device__ void load_init(Params const& params, TensorStorage& storage) const {
    Tensor gSF = local_tile(params.tma.get_tma_tensor(shape(params.layout)), TileShape{}, make_coord(_, _, _), Step<Underscore, _1, _1>{});
    Tensor sSF = make_tensor(make_smem_ptr(storage.sf.begin()), Factors{});
    Tensor sB = make_tensor(make_smem_ptr(storage.b.begin()), Operand{});
    Tensor tCgSF = Mma{}.get_slice(0).${partition}(gSF);
    auto [tg, ts] = tma_partition(params.tma, _0{}, make_layout(_1{}), group_modes<0, 3>(${smem}), group_modes<0, 3>(tCgSF));
  }
};`;

const told = async (source: string): Promise<readonly string[]> =>
  (await analysed(source, "cpp")).problems
    .filter(({ code }) => code === "tma-partition-size")
    .map(({ message }) => message);

test("the tile that the atom was made for", async () => {
  expect(await told(loads("sSF", "partition_B"))).toEqual([]);
  // As many rows as columns: both partitions are one.
  expect(await told(loads("sSF", "partition_A", 128))).toEqual([]);
});

test("the tile of the operand where that of its scale factors is meant", async () =>
  expect(await told(loads("sB", "partition_B"))).toEqual([
    "the tensor in shared memory has elements of 4 bits (float_e2m1_t), the TMA atom brings float_ue4m3_t of 8: give it the tile that the atom was made for",
  ]));

test("a tile of B that was partitioned as A", async () =>
  expect(await told(loads("sSF", "partition_A"))).toEqual([
    "the tile in global memory was partitioned as A (8192,2,4), the TMA atom was made for B (16384,1,4): its elements come in another order; partition it as B",
  ]));

const block = (rows: number): string => `
import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync
from cutlass.utils import block_copy


@cute.kernel
def kernel(atom: cute.CopyAtom, mA: cute.Tensor, layout: cute.Layout):
    smem = cutlass.utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, layout, 1024)
    bar = smem.allocate_array(cutlass.Int64, 1)
    gA = cute.group_modes(cute.local_tile(mA, (${rows}, 64), (0, None)), 0, 2)
    block_copy(atom, gA[None, 0], cute.group_modes(sA, 0, 2), tma_bar_ptr=bar)


@cute.jit
def main():
    p = cute.make_ptr(cutlass.Float16, 16, cute.AddressSpace.gmem, assumed_align=16)
    layout = cute.make_layout((64, 64), stride=(64, 1))
    mA = cute.make_tensor(p, cute.make_layout((128, 512), stride=(512, 1)))
    atom, tA = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), mA, layout, (64, 64))
    kernel(atom, tA, layout).launch(grid=(1, 1, 1), block=(128, 1, 1))
`;

test("block_copy of another tile than its atom's", async () => {
  const problems = async (rows: number): Promise<readonly string[]> =>
    (await analysed(block(rows), "python")).problems.map(({ message }) => message);
  expect(await problems(64)).toEqual([]);
  expect(await problems(128)).toEqual([
    "the first mode of the source has 8192 elements, of the destination 4096: make the first mode of both the tile that the TMA atom was made for",
  ]);
});
