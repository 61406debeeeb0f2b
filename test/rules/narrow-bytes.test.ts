// What a barrier waits for where elements are narrower than a byte, and where scale factors have modes of stride 0.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (source: string): Promise<readonly string[]> => {
  const { problems } = await analysed(source, "cpp");
  return problems
    .filter(({ code }) => code === "tma-transaction-bytes")
    .map(({ message, place }) => `${source.slice(place.start, place.end)}: ${message}`);
};

const packed = (bytes: string): string => `#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;
using Tile = decltype(tile_to_shape(UMMA::Layout_K_SW128_Atom<float_e2m1_t>{}, Shape<_128, _256>{}));
struct Plan { alignas(1024) ArrayEngine<float_e2m1_t, cosize_v<Tile>> a; cutlass::arch::ClusterTransactionBarrier full; };
template <class Tma>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma) {
  extern __shared__ char buf[];
  Plan& plan = *reinterpret_cast<Plan*>(buf);
  auto sA = make_tensor(make_smem_ptr(plan.a.begin()), Tile{});
  auto thr = tma.get_slice(_0{});
  if (elect_one_sync()) {
    plan.full.arrive_and_expect_tx(${bytes});
    auto gA = local_tile(tma.get_tma_tensor(make_shape(512, 256)), Shape<_128, _256>{}, make_coord(0, 0));
    copy(tma.with(reinterpret_cast<uint64_t&>(plan.full), 0), thr.partition_S(gA), thr.partition_D(sA));
  }
}
void launch(float_e2m1_t const* A) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 256), make_stride(256, Int<1>{}));
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, Tile{});
  kernel<<<1, 128>>>(tma);
}`;

test("elements of 4 bits that lie packed", async () => {
  expect(await told(packed("128 * 256 / 2"))).toEqual([]);
  expect(await told(packed("128 * 256"))).toEqual([
    "128 * 256: the barrier expects 32768 B, the copies on it bring 16384 B: its wait never ends; expect 16384 B",
  ]);
});

const factors = (bytes: string): string => `#include <cute/tensor.hpp>
#include <cutlass/pipeline/pipeline.hpp>
using namespace cute;
struct CollectiveMma {
  using Mma = decltype(make_tiled_mma(SM100_MMA_MXF4_SS<float_e2m1_t, float_e2m1_t, float, float_ue4m3_t, 128, 128, 16, UMMA::Major::K, UMMA::Major::K>{}));
  using Config = cutlass::detail::Sm1xxBlockScaledConfig<16>;
  using MainloopPipeline = cutlass::PipelineTmaUmmaAsync<2, Shape<_1, _1, _1>, Shape<_1, _1, _1>>;
  using PipelineState = typename MainloopPipeline::PipelineState;
  using TileShape = Shape<_128, _128, _256>;
  using Atom = decltype(Config::deduce_smem_layoutSFA(Mma{}, TileShape{}));
  using SmemLayout = decltype(make_layout(append(shape(Atom{}), _2{}), append(stride(Atom{}), size(filter_zeros(Atom{})))));
  struct TensorStorage { ArrayEngine<float_ue4m3_t, cosize_v<SmemLayout>> sf; };
  using Tma = decltype(make_tma_atom_A_sm100<uint16_t>(SM90_TMA_LOAD{}, make_tensor(static_cast<float_ue4m3_t const*>(nullptr), typename Config::LayoutSF{}),
    SmemLayout{}(_, _, _, _0{}), TileShape{}, Mma{}, make_layout(Shape<_1, _1, _1, _1>{})));
  struct Params { Tma tma; typename Config::LayoutSF layout; };
  static constexpr uint32_t TmaTransactionBytes = ${bytes};
  template <class Problem>
  __device__ auto load_init(Problem const& problem, Params const& params, TensorStorage& storage) const {
    auto g = local_tile(params.tma.get_tma_tensor(shape(params.layout)), TileShape{}, make_coord(_, _, _), Step<_1, Underscore, _1>{});
    auto s = make_tensor(make_smem_ptr(storage.sf.begin()), SmemLayout{});
    auto [tg, ts] = tma_partition(params.tma, _0{}, make_layout(_1{}), group_modes<0, 3>(s), group_modes<0, 3>(Mma{}.get_slice(0).partition_A(g)));
    return make_tuple(tg, ts);
  }
  template <class G, class S>
  __device__ void load(Params const& params, MainloopPipeline pipeline, PipelineState state, cute::tuple<G, S> const& load_inputs, int m, int count) {
    auto [tg, ts] = load_inputs;
    for (int k = 0; k < count; ++k) {
      pipeline.producer_acquire(state);
      auto* bar = pipeline.producer_get_barrier(state);
      copy(params.tma.with(*bar), tg(_, m, k, 0), ts(_, state.index()));
      ++state;
    }
  }
};`;

test("scale factors come once for the values that share them", async () => {
  expect(await told(factors("128 * 256 / 16"))).toEqual([]);
  expect(await told(factors("128 * 256"))).toEqual([
    "128 * 256: the barrier expects 32768 B, the copies on it bring 2048 B: its wait never ends; expect 2048 B",
  ]);
});
