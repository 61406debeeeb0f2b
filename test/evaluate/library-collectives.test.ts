// CUTLASS's own collectives as the user's file: real instances by the builder that a test uses, symbols where nobody uses them.
import { expect, test } from "vitest";
import { checkFile, rowsOf } from "./facts-of.ts";

const policies = `namespace cutlass::gemm {
struct KernelTmaWarpSpecialized { };
template <int Stages_, class ClusterShape_ = Shape<_1,_1,_1>, class KernelSchedule = KernelTmaWarpSpecialized>
struct MainloopSm90TmaGmmaWarpSpecialized {
  constexpr static int Stages = Stages_;
  using ClusterShape = ClusterShape_;
};
}`;

const collective = `#pragma once
#include "cutlass/gemm/dispatch_policy.hpp"
#include "cute/tensor.hpp"
namespace cutlass::gemm::collective {
using namespace cute;
template <int Stages, class ClusterShape, class KernelSchedule, class TileShape_, class ElementA_, class StrideA_, class ElementB_,
  class StrideB_, class TiledMma_, class GmemTiledCopyA_, class SmemLayoutAtomA_, class SmemCopyAtomA_, class TransformA_,
  class GmemTiledCopyB_, class SmemLayoutAtomB_, class SmemCopyAtomB_, class TransformB_>
struct CollectiveMma<MainloopSm90TmaGmmaWarpSpecialized<Stages, ClusterShape, KernelSchedule>, TileShape_, ElementA_, StrideA_,
  ElementB_, StrideB_, TiledMma_, GmemTiledCopyA_, SmemLayoutAtomA_, SmemCopyAtomA_, TransformA_, GmemTiledCopyB_,
  SmemLayoutAtomB_, SmemCopyAtomB_, TransformB_> {
  using TileShape = TileShape_; // TileShape -> (_64,_128,_64)
  using Order = conditional_t<cutlass::gemm::detail::is_major<0, StrideA_>(), Step<_2,_1,_3>, Step<_1,_2,_3>>; // Order -> (_1,_2,_3)
  using SmemLayoutA = decltype(tile_to_shape(SmemLayoutAtomA_{}, make_shape(_64{}, _64{}, Int<Stages>{}), Order{})); // SmemLayoutA -> Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_8),(_64,_1),(_1,_3)):((_64,_512),(_1,_0),(_0,_4096))
  struct Params {
    using TMA_A = decltype(make_tma_copy_A_sm90(GmemTiledCopyA_{},
      make_tensor(static_cast<ElementA_ const*>(nullptr), repeat_like(StrideA_{}, int32_t(0)), StrideA_{}),
      SmemLayoutA{}(_,_,Int<0>{}), TileShape{}, ClusterShape{}));
    TMA_A tma_load_a;
  };
  template <class ProblemShape>
  auto load_init(ProblemShape const& problem_shape_MNKL, Params const& params) const {
    auto [M,N,K,L] = problem_shape_MNKL;
    Tensor mA = params.tma_load_a.get_tma_tensor(make_shape(M,K,L)); // mA -> ArithTuple(_0,_0,_0) o (M,K,L):(_1@1,_1@0,_1@2)
    return make_tuple(mA);
  }
  template <class TensorA>
  void load(Params const& params, cute::tuple<TensorA> const& load_inputs) {
    auto x = get<0>(load_inputs); // x -> ArithTuple(_0,_0,_0) o (M,K,L):(_1@1,_1@0,_1@2)
  }
  template <class Shape>
  static bool can(Shape const& shape) {
    auto full = append<4>(shape, 1); // full -> (m,n,k,l)
    auto [m,n,k,l] = full;
  }
};
}`;

const user = `#include "cutlass/gemm/collective/mine.hpp"
using namespace cute;
TEST(Sm90, 64x128x64_1x1x1) {
  using Mainloop = typename cutlass::gemm::collective::CollectiveBuilder<cutlass::arch::Sm90, cutlass::arch::OpClassTensorOp,
    cutlass::half_t, cutlass::layout::RowMajor, 8, cutlass::half_t, cutlass::layout::ColumnMajor, 8, float,
    Shape<_64,_128,_64>, Shape<_1,_1,_1>, cutlass::gemm::collective::StageCount<3>,
    cutlass::gemm::KernelTmaWarpSpecialized>::CollectiveOp;
}`;

const files = {
  "/p/include/cutlass/gemm/dispatch_policy.hpp": policies,
  "/p/include/cutlass/gemm/collective/mine.hpp": collective,
  "/p/test/a.cu": user,
};

test("a collective has the instances that builders make of it", () =>
  checkFile(files, "/p/include/cutlass/gemm/collective/mine.hpp"));

test("a collective that nobody uses has symbols under its parameters' names", async () => {
  const rows = await rowsOf({ ...files, "/p/test/a.cu": "" }, "/p/include/cutlass/gemm/collective/mine.hpp");
  const shown = (name: string) => rows.find((row) => row.name === name)?.value;
  expect([shown("Stages"), shown("full")]).toEqual(["Stages", "(m,n,k,l)"]);
  expect(rows.find((row) => row.name === "SmemLayoutA")?.why).toContain("SmemLayoutAtomA_ is not bound");
});

test("a collective that a test names itself has that instance", () =>
  checkFile(
    {
      "/p/include/cutlass/gemm/dispatch_policy.hpp": `namespace cutlass::gemm {
template <int Stages_, class ClusterShape_ = Shape<_1,_1,_1>> struct MainloopSm80CpAsync { constexpr static int Stages = Stages_; };
}`,
      "/p/include/cutlass/gemm/collective/mine.hpp": `#include "cutlass/gemm/dispatch_policy.hpp"
#include "cute/tensor.hpp"
namespace cutlass::gemm::collective {
using namespace cute;
template <int Stages, class ClusterShape_, class TileShape_, class Transform_>
struct CollectiveMma<MainloopSm80CpAsync<Stages, ClusterShape_>, TileShape_, Transform_> {
  using SmemLayout = decltype(make_layout(append(TileShape_{}, Int<Stages>{}))); // SmemLayout -> (_128,_64,_3):(_1,_128,_8192)
};
}`,
      "/p/test/config.hpp": `#include "cutlass/gemm/collective/mine.hpp"
namespace cutlass::gemm::device {
using namespace cute;
template <class Layout> struct Config {
  using DispatchPolicy = MainloopSm80CpAsync<3>;
  using CollectiveMainloop = collective::CollectiveMma<DispatchPolicy, Shape<_128, _64>, cute::identity>;
};
}`,
      "/p/test/a.cu": `#include "config.hpp"
TEST(Sm80, 128x64) {
  using Config = cutlass::gemm::device::Config<cutlass::layout::RowMajor>;
  using Kernel = cutlass::gemm::kernel::GemmUniversal<Shape<int,int,int,int>, Config::CollectiveMainloop, Config::CollectiveEpilogue>;
}`,
    },
    "/p/include/cutlass/gemm/collective/mine.hpp",
  ));

test("what a method takes of a load is what its own initialiser gives", () =>
  checkFile(
    {
      "/p/include/cutlass/gemm/collective/mine.hpp": `#include "cute/tensor.hpp"
namespace cutlass::gemm::collective {
using namespace cute;
struct Loads {
  auto load_ab_init() const { return make_tuple(make_layout(Shape<_4, _8>{})); }
  auto load_sf_init() const { return make_tuple(make_layout(Shape<_2>{})); }
  template <class T>
  void load_ab(cute::tuple<T> const& load_inputs) {
    auto [a] = load_inputs; // a -> (_4,_8):(_1,_4)
  }
  template <class T>
  void load_sf(cute::tuple<T> const& load_inputs) {
    auto [s] = load_inputs; // s -> (_2):(_1)
  }
};
}`,
    },
    "/p/include/cutlass/gemm/collective/mine.hpp",
  ));
