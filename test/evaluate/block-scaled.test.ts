// Block-scaled collectives of data-centre Blackwell: what CollectiveBuilder makes, how their scale factors lie, what a collective's own file
// shows. The numbers are those that nvcc makes of CUTLASS's headers.
import { test } from "vitest";
import { checkCpp } from "./facts-of.ts";

const builder = `
using nv = cutlass::nv_float4_t<cutlass::float_e2m1_t>;
using mx4 = cutlass::mx_float4_t<cutlass::float_e2m1_t>;
using mx8 = cutlass::mx_float8_t<cutlass::float_e4m3_t>;
using RowMajor = cutlass::layout::RowMajor;
using ColumnMajor = cutlass::layout::ColumnMajor;
using Auto = cutlass::gemm::collective::KernelScheduleAuto;
template <int Bytes> using Beside = cutlass::gemm::collective::StageCountAutoCarveout<Bytes>;
template <class A, class LayoutA, int AlignA, class B, class LayoutB, int AlignB, class Tile, class Cluster, class Stages, class Schedule>
using Of = typename cutlass::gemm::collective::CollectiveBuilder<cutlass::arch::Sm100, cutlass::arch::OpClassBlockScaledTensorOp,
    A, LayoutA, AlignA, B, LayoutB, AlignB, float, Tile, Cluster, Stages, Schedule>::CollectiveOp;
`;

test("block-scaled mainloops: packed operands, pairs of SMs, bytes for operands of mixed widths", () =>
  checkCpp(`${builder}
using One = Of<nv, RowMajor, 32, nv, ColumnMajor, 32, Shape<_128,_128,_256>, Shape<_2,_4,_1>, Beside<33792>, Auto>;
auto one = One::DispatchPolicy::Stages; // one -> _5
using A = typename One::SmemLayoutA; // A -> Sw<3,4,3> o smem_ptr[4b](unset) o ((_128,_64),_1,_4,(_1,_5)):((_256,_1),_0,_64,(_0,_32768))
using SFA = typename One::SmemLayoutAtomSFA; // SFA -> ((((_32,_4),_1),(_16,_4)),_1,(_1,_4)):((((_16,_4),_512),(_0,_1)),_0,(_4,_512))
using Pair = Of<nv, RowMajor, 32, nv, ColumnMajor, 32, Shape<_256,_192,_256>, Shape<_2,_1,_1>, Beside<20000>, cutlass::gemm::KernelTmaWarpSpecialized2SmNvf4Sm100>;
auto pair = Pair::DispatchPolicy::Stages; // pair -> _6
using SFB = typename Pair::SmemLayoutAtomSFB; // SFB -> ((((_32,_4),_2),(_16,_4)),_1,(_1,_4)):((((_16,_4),_512),(_0,_1)),_0,(_4,_1024))
using CopyB = typename Pair::GmemTiledCopyB; // CopyB -> SM100_TMA_2SM_LOAD
using CopySFB = typename Pair::GmemTiledCopySFB; // CopySFB -> SM100_TMA_2SM_LOAD_MULTICAST
using Mixed = Of<mx8, RowMajor, 16, mx4, ColumnMajor, 128, Shape<_256,_256,_256>, Shape<_4,_4,_1>, Beside<33792>, Auto>;
auto mixed = Mixed::DispatchPolicy::Stages; // mixed -> _2
using B = typename Mixed::SmemLayoutB; // B -> Sw<3,4,3> o smem_ptr[8b](unset) o ((_128,_32),_1,(_4,_2),(_1,_2)):((_128,_1),_0,(_32,_16384),(_0,_32768))
using Transposed = Of<mx8, ColumnMajor, 16, mx8, RowMajor, 16, Shape<_256,_128,_128>, Shape<_2,_1,_1>, cutlass::gemm::collective::StageCount<5>, cutlass::gemm::KernelTmaWarpSpecialized2SmMxf8f6f4Sm100>;
using TA = typename Transposed::SmemLayoutA; // TA -> Sw<3,4,3> o smem_ptr[8b](unset) o ((_128,_32),_1,_4,(_1,_5)):((_1,_128),_0,_4096,(_0,_16384))
`));

test("block-scaled mainloops of groups: pointers to strides and to layouts of factors", () =>
  checkCpp(`${builder}
using Open = Shape<int32_t, int32_t, _1>;
using Group = Of<nv, RowMajor*, 32, nv, ColumnMajor*, 32, Shape<_256,_256,_256>, Open, Beside<50000>, cutlass::gemm::KernelPtrArrayTmaWarpSpecialized2SmNvf4Sm100>;
using Policy = typename Group::DispatchPolicy;
auto stages = make_tuple(Policy::Stages, Policy::SchedulerPipelineStageCount, Policy::AccumulatorPipelineStageCount); // stages -> (_4,_8,_1)
auto grouped = !is_same_v<typename Group::InternalStrideA, typename Group::StrideA>; // grouped -> _1
using SF = typename Group::InternalLayoutSFA; // SF -> (((_32,_4),int),((_16,_4),int),(_1,int)):(((_16,_4),int),((_0,_1),_512),(_0,int))
using Ragged = Of<nv, RowMajor, 32, nv, ColumnMajor*, 32, Shape<_128,_128,_256>, Shape<_1,_1,_1>, Beside<50000>, cutlass::gemm::KernelPtrArrayTmaWarpSpecialized1SmNvf4Sm100>;
auto ragged = Ragged::DispatchPolicy::Stages; // ragged -> _4
using TagStride = cutlass::gemm::TagToStrideA_t<RowMajor*>;
using Rows = remove_pointer_t<TagStride>; // Rows -> (int64_t,_1,_0)
`));

test("epilogues of block-scaled kernels: half of the widest tile at a time", () =>
  checkCpp(`
template <class Tile, class Cluster>
using Of = typename cutlass::epilogue::collective::CollectiveBuilder<cutlass::arch::Sm100, cutlass::arch::OpClassBlockScaledTensorOp, Tile, Cluster,
    cutlass::epilogue::collective::EpilogueTileAuto, float, float, half_t, cutlass::layout::RowMajor, 8, half_t, cutlass::layout::RowMajor, 8,
    cutlass::epilogue::collective::EpilogueScheduleAuto>::CollectiveOp;
void f() {
  auto wide = typename Of<Shape<_256,_256,_256>, Shape<_2,_4,_1>>::EpilogueTile{}; // wide -> (_128,_128)
  auto bytes = sizeof(typename Of<Shape<_256,_256,_256>, Shape<_2,_4,_1>>::SharedStorage); // bytes -> 100352
  auto narrow = sizeof(typename Of<Shape<_128,_128,_256>, Shape<_2,_4,_1>>::SharedStorage); // narrow -> 33792
}`));

test("how the scale factors lie that the MMA reads", () =>
  checkCpp(`${builder}
using Config = cutlass::detail::Sm1xxBlockScaledConfig<16>;
using Op = Of<nv, RowMajor, 32, nv, ColumnMajor, 32, Shape<_256,_192,_256>, Shape<_2,_1,_1>, Beside<20000>, cutlass::gemm::KernelTmaWarpSpecialized2SmNvf4Sm100>;
using Mma = typename Op::TiledMma;
using SFB = decltype(Config::deduce_smem_layoutSFB(Mma{}, Shape<_256,_192,_256>{})); // SFB -> ((((_32,_4),_2),(_16,_4)),_1,(_1,_4)):((((_16,_4),_512),(_0,_1)),_0,(_4,_1024))
using OfFactors = TiledMMA<MMA_Atom<typename Mma::MMA_ScaleFactor>>;
auto n = tile_size<1>(OfFactors{}); // n -> _256
auto depth = size<1, 1>(typename OfFactors::AtomLayoutB_TV{}); // depth -> _64
void f(int m, int n, int k, int l) {
  Tensor factors = make_tensor<typename Mma::FrgTypeSFA>(shape(typename Op::SmemLayoutAtomSFA{})); // factors -> tmem_[8b](0x0000.0000) o ((((_32,_4),_4),(_16,_4)),_1,(_1,_4)):((((_262144,_4),_8388608),(_0,_1)),_0,(_0,_16))
  auto sfa = Config::tile_atom_to_shape_SFA(make_shape(m, n, k, l)); // sfa -> (((_32,_4),⌈m/128⌉),((_16,_4),⌈k/64⌉),(_1,l)):(((_16,_4),512*⌈k/64⌉),((_0,_1),_512),(_0,512*⌈k/64⌉*⌈m/128⌉))
  auto sfd = cutlass::detail::Sm1xxBlockScaledOutputConfig<16>::tile_atom_to_shape_SFD(make_shape(m, n, k)); // sfd -> (((_32,_4),⌈m/128⌉),((_16,_4),⌈n/64⌉),(_1,1)):(((_16,_4),512*⌈n/64⌉),((_0,_1),_512),(_0,512*⌈m/128⌉*⌈n/64⌉))
}`));

test("a collective's accumulators and factors in tensor memory are what its own initialiser gives", () =>
  checkCpp(`
struct Loads {
  using Mma = decltype(make_tiled_mma(SM100_MMA_F16BF16_SS<half_t, half_t, float, 128, 64, UMMA::Major::K, UMMA::Major::K>{}));
  template <class Acc> struct TmemStorage { Acc accumulators; };
  template <class EpilogueTile, bool IsOverlapping = false>
  static auto init_tmem_tensors(EpilogueTile tile) {
    Tensor accumulators = cutlass::detail::make_sm100_accumulator<2, IsOverlapping>(Mma{}, partition_shape_C(Mma{}, Shape<_128, _64>{}), EpilogueTile{});
    TmemStorage<decltype(accumulators)> storage;
    storage.accumulators = accumulators;
    return storage;
  }
  template <class TmemStorage>
  static auto slice_accumulator(TmemStorage tmem_storage, int stage) { return tmem_storage.accumulators(_, _, _, stage); }
  auto load_init(int k) const {
    return tuple_cat(make_tuple(make_layout(Shape<_4, _8>{})), make_tuple(unknown_thing(k)));
  }
  template <class L, class M>
  void load(cute::tuple<L, M> const& load_inputs) {
    auto [l, m] = load_inputs; // l -> (_4,_8):(_1,_4)
  }
  template <class Engine, class Layout>
  void mma(cute::Tensor<Engine, Layout>& accumulators) {
    auto v = size<0>(accumulators); // v -> _8192
  }
  auto store_init(int k) const { return make_tuple(k); }
  template <class Engine, class Layout>
  void store(cute::Tensor<Engine, Layout> const& accumulators) {
    auto v = size<0>(accumulators); // v -> _8192
  }
};`));
