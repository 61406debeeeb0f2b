// CUTLASS's templates with specialisations of the project's own: its collective builder, its kernel, launched by CUTLASS.
import { test } from "vitest";
import { checkCpp } from "./facts-of.ts";

const builder = `
#include <cutlass/gemm/collective/collective_builder.hpp>
namespace cutlass::gemm {
struct OwnSchedule {};
template <int Stages_, class Schedule_> struct OwnPolicy {
  static constexpr int Stages = Stages_;
  using Schedule = Schedule_;
};
}
namespace cutlass::gemm::collective {
template <class Policy, class Tile, class Atom> struct OwnMma {
  using DispatchPolicy = Policy;
  using TileShape = Tile;
  using SmemLayoutA = decltype(tile_to_shape(Atom{}, make_shape(shape<0>(Tile{}), shape<2>(Tile{}), Int<Policy::Stages>{})));
};
template <int Capacity, class Tile, int stages>
constexpr int stages_of(StageCount<stages>) { return stages; }
template <int Capacity, class Tile, int carveout>
constexpr int stages_of(StageCountAutoCarveout<carveout>) {
  return (Capacity - carveout) / (cutlass::bits_to_bytes(16 * size<0>(Tile{}) * size<2>(Tile{})) * 2);
}
template <class A, class TagA, int AlignA, class B, class TagB, int AlignB, class Acc, class Tile, class Cluster, class Count, class Schedule>
struct CollectiveBuilder<arch::Sm90, arch::OpClassTensorOp, A, TagA, AlignA, B, TagB, AlignB, Acc, Tile, Cluster, Count, Schedule,
    cute::enable_if_t<cute::is_same_v<Schedule, OwnSchedule>>> {
  static constexpr cute::GMMA::Major MajorA = detail::gmma_ss_tag_to_major_A<A, TagA>();
  using AtomA = decltype(detail::ss_smem_selector<MajorA, A, decltype(cute::get<0>(Tile{})), decltype(cute::get<2>(Tile{}))>());
  using CollectiveOp = OwnMma<OwnPolicy<stages_of<detail::sm90_smem_capacity_bytes, Tile>(Count{}), Schedule>, Tile, AtomA>;
};
}
template <class Schedule, class Count>
using Built = typename cutlass::gemm::collective::CollectiveBuilder<
    cutlass::arch::Sm90, cutlass::arch::OpClassTensorOp, half_t, cutlass::layout::RowMajor, 8, half_t, cutlass::layout::ColumnMajor, 8, float,
    Shape<_128, _128, _64>, Shape<_1, _1, _1>, Count, Schedule>::CollectiveOp;
`;

test("a builder that enable_if chooses by the project's schedule; CUTLASS's own for others", () =>
  checkCpp(`${builder}
using Own = Built<cutlass::gemm::OwnSchedule, cutlass::gemm::collective::StageCountAutoCarveout<1024>>;
using Fixed = Built<cutlass::gemm::OwnSchedule, cutlass::gemm::collective::StageCount<3>>;
using Theirs = Built<cutlass::gemm::KernelTmaWarpSpecialized, cutlass::gemm::collective::StageCount<4>>;
void f() {
  auto own = typename Own::SmemLayoutA{};  // own -> Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_16),(_64,_1),(_1,_7)):((_64,_512),(_1,_0),(_0,_8192))
  constexpr int fixed = Fixed::DispatchPolicy::Stages;  // fixed -> 3
  constexpr int counted = cutlass::gemm::collective::StageCount<3>::value;  // counted -> 3
  auto theirs = typename Theirs::SmemLayoutA{};  // theirs -> Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_16),(_64,_1),(_1,_4)):((_64,_512),(_1,_0),(_0,_8192))
}`));

test("what a specialisation leaves to the library's defaults is not known, one without them is chosen by what it says", () =>
  checkCpp(`
namespace cutlass::gemm::kernel {
template <class Problem, class Mainloop, class Epilogue, class Scheduler>
struct GemmUniversal<Problem, Mainloop, Epilogue, Scheduler, cute::enable_if_t<cute::is_same_v<Mainloop, float>>> {
  static constexpr int which = 5;
  using Chosen = Scheduler;
};
template <class Problem, class Mainloop>
struct GemmUniversal<Problem, Mainloop, half_t> { static constexpr int which = 3; };
}
void f() {
  constexpr int a = cutlass::gemm::kernel::GemmUniversal<Shape<int, int>, float, void>::which;  // a -> 5
  constexpr int b = cutlass::gemm::kernel::GemmUniversal<Shape<int, int>, double, half_t>::which;  // b -> 3
  using C = typename cutlass::gemm::kernel::GemmUniversal<Shape<int, int>, float, void>::Chosen;  // C -> unknown: the default of Scheduler in a library's template
}`));

test("a kernel that GemmUniversalAdapter launches hands its mainloop what it makes", () =>
  checkCpp(`${builder}
namespace cutlass::gemm::kernel {
template <class Problem, class Mainloop, class Epilogue, class Scheduler>
class GemmUniversal<Problem, Mainloop, Epilogue, Scheduler,
    cute::enable_if_t<cute::is_same_v<typename Mainloop::DispatchPolicy::Schedule, OwnSchedule>>> {
public:
  struct Params { Problem problem_shape; };
  template <class Tensor> void store(Tensor const& tile) {
    auto rows = size<0>(tile);  // rows -> _128
  }
  void operator()(Params const& params, char* smem) {
    auto sA = make_tensor(make_smem_ptr(reinterpret_cast<half_t*>(smem)), typename Mainloop::SmemLayoutA{});
    auto stage = sA(_, _, 0);  // stage -> Sw<3,4,3>_smem_ptr[16b] o ((_8,_16),(_64,_1)):((_64,_512),(_1,_0))
    store(stage);
  }
};
}
using Mainloop = Built<cutlass::gemm::OwnSchedule, cutlass::gemm::collective::StageCount<3>>;
using Kernel = cutlass::gemm::kernel::GemmUniversal<Shape<int, int, int, int>, Mainloop, void>;
using Gemm = cutlass::gemm::device::GemmUniversalAdapter<Kernel>;
`));
