// CollectiveBuilder in programs: the epilogue's storage decides how many stages the mainloop has; kernel types give what both have.
import { expect, test } from "vitest";
import { checkCpp, rowsOf } from "./facts-of.ts";

const builders = (layout: string, schedule: string, epilogue: string) => `
using E = cutlass::half_t;
using Layout0 = cutlass::layout::${layout};
using TileShape = Shape<_128, _128, _64>;
using ClusterShape = Shape<_2, _1, _1>;
using Epilogue = typename cutlass::epilogue::collective::CollectiveBuilder<
    cutlass::arch::Sm90, cutlass::arch::OpClassTensorOp, TileShape, ClusterShape,
    cutlass::epilogue::collective::EpilogueTileAuto, float, float,
    E, Layout0, 8, E, Layout0, 8, cutlass::epilogue::${epilogue}>::CollectiveOp;
using Mainloop = typename cutlass::gemm::collective::CollectiveBuilder<
    cutlass::arch::Sm90, cutlass::arch::OpClassTensorOp,
    E, Layout0, 8, E, cutlass::layout::ColumnMajor${layout.endsWith("*") ? " *" : ""}, 8, float, TileShape, ClusterShape,
    cutlass::gemm::collective::StageCountAutoCarveout<static_cast<int>(sizeof(typename Epilogue::SharedStorage))>,
    cutlass::gemm::${schedule}>::CollectiveOp;
using Kernel = cutlass::gemm::kernel::GemmUniversal<Shape<int, int, int>, Mainloop, Epilogue>;
using Gemm = cutlass::gemm::device::GemmUniversalAdapter<Kernel>;`;

test("a Hopper kernel of two collectives", () =>
  checkCpp(`${builders("RowMajor", "collective::KernelScheduleAuto", "TmaWarpSpecializedCooperative")}
void f() {
  auto bytes = sizeof(typename Epilogue::SharedStorage); // bytes -> 33792
  auto tensors = sizeof(typename Epilogue::TensorStorage); // tensors -> 33280
  auto pipeline = sizeof(typename Epilogue::PipelineStorage); // pipeline -> 64
  auto transaction = Epilogue::TmaTransactionBytes; // transaction -> _8192
  auto stages = Mainloop::DispatchPolicy::Stages; // stages -> _6
  auto sA = typename Mainloop::SmemLayoutA{}; // sA -> Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_16),(_64,_1),(_1,_6)):((_64,_512),(_1,_0),(_0,_8192))
  auto epi = typename Epilogue::EpilogueTile{}; // epi -> (_128,_32)
  auto threads = size(typename Kernel::TiledMma{}); // threads -> _256
  auto tile = typename Gemm::GemmKernel::TileShape{}; // tile -> (_128,_128,_64)
}`));

test("strides of a grouped kernel", () =>
  checkCpp(`${builders("RowMajor *", "KernelPtrArrayTmaWarpSpecializedCooperative", "PtrArrayTmaWarpSpecializedCooperative")}
void f() {
  auto l = make_layout(make_shape(64, 32, 1), typename Gemm::GemmKernel::InternalStrideA{}); // l -> (64,32,1):(0,_1,_0)
  auto stages = Mainloop::DispatchPolicy::Stages; // stages -> _6
}`));

test("what is not modelled says so", async () => {
  const text = `#include <cute/tensor.hpp>
using namespace cute;
${builders("RowMajor", "KernelTmaWarpSpecializedCooperativeFP8Blockwise", "TmaWarpSpecializedCooperative")}
void f() { auto sA = typename Mainloop::SmemLayoutA{}; }`;
  const [row] = (await rowsOf({ "/p/a.cu": text }, "/p/a.cu")).filter((one) => one.name === "sA");
  expect(row?.why).toContain("the schedule KernelTmaWarpSpecializedCooperativeFP8Blockwise is not modelled for Sm90");
});

const made = (
  arch: string,
  tile: string,
  cluster: string,
  schedule: string,
) => `typename cutlass::gemm::collective::CollectiveBuilder<
    cutlass::arch::${arch}, cutlass::arch::OpClassTensorOp, cutlass::half_t, cutlass::layout::RowMajor, 8, cutlass::half_t,
    cutlass::layout::ColumnMajor, 8, float, ${tile}, ${cluster}, cutlass::gemm::collective::StageCount<3>,
    cutlass::gemm::${schedule}>::CollectiveOp`;

test("the copies of a collective's Params are those that its class declares", () =>
  checkCpp(`
using M90 = ${made("Sm90", "Shape<_64,_128,_64>", "Shape<_2,_1,_1>", "KernelTmaWarpSpecialized")};
using S90 = typename M90::StrideB;
using L90 = typename M90::SmemLayoutB;
auto a = size<0>(typename M90::Params::TMA_B::TiledLayout_TV{}); // a -> _2
using T90 = decltype(make_tma_copy_B_sm90(SM90_TMA_LOAD_MULTICAST{},
  make_tensor(static_cast<uint16_t const*>(nullptr), repeat_like(S90{}, int32_t(0)), S90{}), L90{}(_,_,_0{}), Shape<_64,_128,_64>{}, Shape<_2,_1,_1>{}));
auto b = size<0>(typename T90::TiledLayout_TV{}); // b -> _2
using M100 = ${made("Sm100", "Shape<_256,_128,_64>", "Shape<_2,_2,_1>", "KernelTmaWarpSpecialized2SmSm100")};
void f(int m, int k, int l) {
  auto params = M100::to_underlying_arguments(make_shape(m, k, 3, l), 0, nullptr);
  Tensor g = params.tma_load_a.get_tma_tensor(make_shape(m, k, l)); // g -> ArithTuple(_0,_0,_0) o (m,k,l):(_1@1,_1@0,_1@2)
}`));

test("the first of a mode's own strides says the major mode", () =>
  checkCpp(`
using E = cutlass::half_t;
template <class Stride>
using Epilogue = typename cutlass::epilogue::collective::CollectiveBuilder<
    cutlass::arch::Sm90, cutlass::arch::OpClassTensorOp, Shape<_128, _128, _64>, Shape<_1, _1, _1>,
    cutlass::epilogue::collective::EpilogueTileAuto, float, float,
    E, Stride, 8, E, Stride, 8, cutlass::epilogue::TmaWarpSpecialized>::CollectiveOp;
void f() {
  auto rows = typename Epilogue<Stride<Stride<_1, int, _8>, int, int>>::SmemLayoutAtomD{}; // rows -> Sw<3,4,3> o smem_ptr[16b](unset) o (_64,_8):(_1,_64)
  auto columns = typename Epilogue<Stride<int, Stride<_1, int>, int>>::SmemLayoutAtomD{}; // columns -> Sw<2,4,3> o smem_ptr[16b](unset) o (_8,_32):(_32,_1)
}`));

test("the MMA of a tile whose A comes from tensor memory", () =>
  checkCpp(`
using Mma = decltype(cutlass::gemm::collective::detail::sm100_make_1sm_ts_trivial_tiled_mma<
    cutlass::bfloat16_t, cutlass::bfloat16_t, float, Shape<_128, _64, _128>, Shape<_1, _1, _1>, UMMA::Major::K, UMMA::Major::MN>());
void f() {
  Tensor acc = Mma::make_fragment_C(partition_shape_C(Mma{}, Shape<_128, _64>{})); // acc -> tmem_[32b](0x0000.0000) o ((_128,_64),_1,_1):((_65536,_1),_0,_0)
  auto a = size(Mma{}); // a -> _1
}`));

const scaled = (m: number, n: number, k: number, rest: string, pointer = "") => `
template <class Scales>
using Of = typename cutlass::gemm::collective::CollectiveBuilder<
    cutlass::arch::Sm100, cutlass::arch::OpClassTensorOp,
    cutlass::float_e4m3_t, cute::tuple<cutlass::layout::RowMajor${pointer}, decltype(Scales::deduce_layoutSFA())${pointer}>, 16,
    cutlass::float_e4m3_t, cute::tuple<cutlass::layout::ColumnMajor${pointer}, decltype(Scales::deduce_layoutSFB())${pointer}>, 16,
    float, ${rest}>::CollectiveOp;
using Scales = cutlass::detail::Sm100BlockwiseScaleConfig<${m}, ${n}, ${k}>;
using Op = Of<Scales>;
using Policy = typename Op::DispatchPolicy;
auto stages = make_tuple(Policy::Stages, Policy::SchedulerPipelineStageCount, Policy::AccumulatorPipelineStageCount);`;

// The stages are those that nvcc 13.0 gives with CUTLASS 4.7 for these types.
test("a Blackwell mainloop with a scale factor for each block of values", async () => {
  const cluster = "Shape<_2, _1, _1>";
  await checkCpp(`${scaled(
    1,
    128,
    128,
    `Shape<_256, _128, _128>, ${cluster}, cutlass::gemm::collective::StageCountAutoCarveout<33792>,
    cutlass::gemm::KernelPtrArrayTmaWarpSpecializedBlockwise2SmSm100`,
    "*",
  )} // stages -> (_7,_1,_4)
using SFA = typename Op::InternalLayoutSFA; // SFA -> ((_1,int),(_128,int),int):((_0,_1),(_0,int),int)
using A = typename Op::SmemLayoutA; // A -> Sw<3,4,3> o smem_ptr[8b](unset) o ((_128,_32),_1,_4,(_1,_7)):((_128,_1),_0,_32,(_0,_16384))`);
  await checkCpp(
    `${scaled(
      1,
      1,
      32,
      `Shape<_128, _64, _128>, ${cluster}, cutlass::gemm::collective::StageCountAutoCarveout<20000>,
    cutlass::gemm::KernelScheduleSm100Blockwise`,
    )} // stages -> (_13,_17,_16)`,
  );
});

test("how the scale factors of blocks lie", () =>
  checkCpp(`
using Scales = cutlass::detail::Sm100BlockwiseScaleConfig<1, 128, 128>;
using Deep = cutlass::detail::Sm100BlockwiseScaleConfig<4, 64, 32, UMMA::Major::K, UMMA::Major::K>;
auto a = Scales::smem_atom_layoutSFA(Shape<_128, _128, _128>{}); // a -> ((_1,_128),(_128,_1)):((_0,_1),(_0,_128))
auto b = Scales::smem_atom_layoutSFB(Shape<_128, _128, _128>{}); // b -> ((_128,_1),(_128,_1)):((_0,_1),(_0,_1))
auto d = Deep::smem_atom_layoutSFA(Shape<_128, _128, _128>{}); // d -> ((_4,_32),(_32,_4)):((_0,_4),(_0,_1))
void f(int m, int n, int k) {
  auto l = Scales::tile_atom_to_shape_SFA(make_shape(m, n, k, 1)); // l -> ((_1,m),(_128,⌈k/128⌉),1):((_0,_1),(_0,m),m*⌈k/128⌉)
}`));

test("a pointer to an atom or a layout leads to what its type says", () =>
  checkCpp(`
using Rows = Layout<Shape<_4, int>, Stride<int, _1>>;
using Of = remove_pointer_t<Rows*>; // Of -> (_4,int):(int,_1)
struct Loads {
  using Tma = decltype(make_tma_atom(SM90_TMA_LOAD{}, make_tensor(static_cast<half_t const*>(nullptr), Layout<Shape<_128, _64>, Stride<_64, _1>>{}),
    Layout<Shape<_128, _64>, Stride<_64, _1>>{}, Shape<_128, _64>{}));
  Tma const* observed{nullptr};
  void run(int m) {
    Tensor g = observed->get_tma_tensor(make_shape(m, 64)); // g -> ArithTuple(_0,_0) o (m,64):(_1@1,_1@0)
  }
};`));

const hopperScaled = (m: number, n: number, schedule: string, carveout: number): string => `
using Scales = cutlass::detail::Sm90BlockwiseScaleConfig<${m}, ${n}, 128>;
using Op = typename cutlass::gemm::collective::CollectiveBuilder<
    cutlass::arch::Sm90, cutlass::arch::OpClassTensorOp,
    cutlass::float_e4m3_t, cute::tuple<cutlass::layout::RowMajor, decltype(Scales::deduce_layoutSFA())>, 16,
    cutlass::float_e4m3_t, cute::tuple<cutlass::layout::ColumnMajor, decltype(Scales::deduce_layoutSFB())>, 16,
    float, Shape<_128, _128, _128>, Shape<_1, _2, _1>, cutlass::gemm::collective::StageCountAutoCarveout<${carveout}>,
    cutlass::gemm::${schedule}>::CollectiveOp;`;

// The stages are those that nvcc 13.0 gives with CUTLASS 4.7 for these types.
test("a Hopper mainloop with a scale factor for each block of values", async () => {
  await checkCpp(`${hopperScaled(1, 128, "KernelTmaWarpSpecializedCooperativeFP8Blockwise", 33792)}
auto stages = Op::DispatchPolicy::Stages; // stages -> _5
using SFA = typename Op::InternalLayoutSFA; // SFA -> ((_1,int),(_128,int),int):((_0,_1),(_0,int),int)
using A = typename Op::SmemLayoutA; // A -> Sw<3,4,3> o smem_ptr[8b](unset) o ((_8,_16),(_128,_1),(_1,_5)):((_128,_1024),(_1,_0),(_0,_16384))
void f() {
  auto threads = size(typename Op::TiledMma{}); // threads -> _256
}`);
  await checkCpp(`${hopperScaled(128, 128, "KernelTmaWarpSpecializedPingpongFP8BlockScaledAccum", 20000)}
auto stages = Op::DispatchPolicy::Stages; // stages -> _6
void f() {
  auto threads = size(typename Op::TiledMma{}); // threads -> _128
}`);
});
