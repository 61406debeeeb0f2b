// What CUTLASS writes in C++ on top of CuTe, in our own words: run by the same evaluator as the user's code, for names that
// neither the project nor the table of operations has. Only what values of layouts, tiles and indices rest on is here.

import { blockScaled, blockwiseScales, narrowOperands } from "./prelude-scales.ts";

/** Where a program has it: no file of the user's has this path. */
export const cutlassPreludePath = "cute-lens:/cutlass.hpp";

export const cutlassPrelude = /* cpp */ `
#include <cute/tensor.hpp>

namespace cutlass {

// Division by a number that is made ready once (cutlass/fast_math.h). The ready-made factors are nobody's question.
struct FastDivmod {
  int divisor = 1;
  unsigned multiplier, shift_right;

  FastDivmod() {}
  FastDivmod(int by) { divisor = by; }

  void operator()(int& quotient, int& remainder, int dividend) const {
    quotient = dividend / divisor;
    remainder = dividend % divisor;
  }
  void fast_divmod(int& quotient, int& remainder, int dividend) const {
    quotient = dividend / divisor;
    remainder = dividend % divisor;
  }
  int div(int dividend) const { return dividend / divisor; }
  int divide(int dividend) const { return dividend / divisor; }
  int rem(int dividend) const { return dividend % divisor; }
  int remainder(int dividend) const { return dividend % divisor; }
  int divmod(int& remainder, int dividend) const {
    remainder = dividend % divisor;
    return dividend / divisor;
  }
  operator int() const { return divisor; }
};

struct FastDivmodU64 {
  uint64_t divisor = 0;
  uint64_t multiplier;
  unsigned shift_right, round_up;

  FastDivmodU64() {}
  FastDivmodU64(uint64_t by) { divisor = by; }

  void operator()(uint64_t& quotient, uint64_t& remainder, uint64_t dividend) const {
    quotient = dividend / divisor;
    remainder = dividend % divisor;
  }
  uint64_t divide(uint64_t dividend) const { return dividend / divisor; }
  uint64_t modulus(uint64_t quotient, uint64_t dividend) const { return dividend - quotient * divisor; }
  uint64_t divmod(uint64_t& remainder, uint64_t dividend) const {
    remainder = dividend % divisor;
    return dividend / divisor;
  }
};

namespace epilogue { namespace collective { namespace detail {

// The widest matrix store for a tile of the epilogue (epilogue/collective/builders/sm90_common.inl).
template <class StrideD, class ElementD, class Tile>
constexpr auto sm90_get_smem_store_op_for_accumulator() {
  constexpr bool IsColumnMajor = size<0>(StrideD{}) == 1;
  constexpr bool IsRowMajor = size<1>(StrideD{}) == 1;
  constexpr int N = size<1>(Tile{});
  if constexpr (sizeof(ElementD) == 2 && IsColumnMajor && N % 16 == 0) {
    return cute::SM90_U16x8_STSM_T{};
  } else if constexpr (sizeof(ElementD) == 2 && IsColumnMajor && N % 8 == 0) {
    return cute::SM90_U16x4_STSM_T{};
  } else if constexpr (sizeof(ElementD) == 2 && !IsColumnMajor && IsRowMajor && N % 16 == 0) {
    return cute::SM90_U32x4_STSM_N{};
  } else if constexpr (sizeof(ElementD) == 2 && !IsColumnMajor && IsRowMajor && N % 8 == 0) {
    return cute::SM90_U32x2_STSM_N{};
  } else if constexpr (sizeof(ElementD) != 2 || (!IsColumnMajor && !IsRowMajor)) {
    return cute::AutoVectorizingCopyWithAssumedAlignment<128>{};
  }
}

// The load that mirrors it.
template <class StrideC, class ElementC, class Tile>
constexpr auto sm90_get_smem_load_op_for_source() {
  using Store = decltype(sm90_get_smem_store_op_for_accumulator<StrideC, ElementC, Tile>());
  if constexpr (cute::is_same_v<Store, cute::SM90_U16x8_STSM_T>) {
    return cute::SM75_U16x8_LDSM_T{};
  } else if constexpr (cute::is_same_v<Store, cute::SM90_U16x4_STSM_T>) {
    return cute::SM75_U16x4_LDSM_T{};
  } else if constexpr (cute::is_same_v<Store, cute::SM90_U32x4_STSM_N>) {
    return cute::SM75_U32x4_LDSM_N{};
  } else if constexpr (cute::is_same_v<Store, cute::SM90_U32x2_STSM_N>) {
    return cute::SM75_U32x2_LDSM_N{};
  } else {
    return cute::AutoVectorizingCopyWithAssumedAlignment<128>{};
  }
}

// The rows that one warp group or two of them store at once; 0 for other schedules (epilogue/collective/detail.hpp).
template <class Schedule>
constexpr int rows_of_schedule() {
  using namespace cutlass::epilogue;
  if constexpr (cute::is_same_v<Schedule, TmaWarpSpecializedCooperative> || cute::is_same_v<Schedule, PtrArrayTmaWarpSpecializedCooperative>) {
    return 128;
  } else if constexpr (cute::is_same_v<Schedule, TmaWarpSpecialized> || cute::is_same_v<Schedule, PtrArrayTmaWarpSpecialized> || cute::is_same_v<Schedule, PtrArrayTmaWarpSpecializedPingpong>) {
    return 64;
  }
}

// Strides of an epilogue whose problem is computed transposed have their first two modes swapped (epilogue/collective/detail.hpp).
template <class Schedule, class Stride>
constexpr auto get_epilogue_stride(Stride stride) {
  if constexpr (cute::is_base_of_v<cutlass::gemm::EpilogueTransposed, Schedule> || cute::is_base_of_v<cutlass::epilogue::PtrArrayNoSmemWarpSpecializedTransposed, Schedule>) {
    return cute::make_stride(cute::get<1>(stride), cute::get<0>(stride), cute::get<2>(stride));
  } else {
    return stride;
  }
}

// An epilogue without TMA of its own, in a kernel that has pipelines for one.
template <class Epilogue>
class Sm90TmaWarpSpecializedAdapter : public Epilogue {
public:
  using GmemTiledCopyC = void;
  using GmemTiledCopyD = void;
  using LoadPipeline = cutlass::PipelineTransactionAsync<0>;
  using LoadPipelineState = cutlass::PipelineState<0>;
  using StorePipeline = cutlass::PipelineTmaStore<0>;
  using StorePipelineState = cutlass::PipelineState<0>;
  static constexpr uint32_t TmaTransactionBytes = 0;
  static constexpr bool RequiresTransactionBytes = false;
  using TensorStorage = typename Epilogue::SharedStorage;
  using TensorMapStorage = typename Epilogue::SharedStorage;
  using PipelineStorage = typename LoadPipeline::SharedStorage;

  Sm90TmaWarpSpecializedAdapter(typename Epilogue::Params const& params, TensorStorage& storage) : Epilogue(params) {}
  bool is_producer_load_needed() const { return false; }
};

// The tile that an epilogue stores at a time (epilogue/collective/builders/sm90_builder.inl).
template <class ElementD, class EpilogueTileType, class Schedule, class TileShape_MNK>
constexpr auto sm90_compute_tile_shape_or_override() {
  if constexpr (!cute::is_same_v<EpilogueTileType, cutlass::epilogue::collective::EpilogueTileAuto>) {
    return EpilogueTileType{};
  } else {
    constexpr int rows = rows_of_schedule<Schedule>();
    constexpr int wide = rows == 64 && cute::sizeof_bits_v<ElementD> == 8 && cute::size<1>(TileShape_MNK{}) % 64 == 0 ? 64 : 32;
    auto n = cute::size<1>(TileShape_MNK{});
    auto tile = cute::make_shape(cute::min(cute::Int<rows>{}, cute::size<0>(TileShape_MNK{})), cute::gcd(cute::min(cute::Int<wide>{}, n), n));
    return cute::transform(tile, cute::seq<0, 1>{}, [](auto one, auto I) {
      auto mode = cute::make_layout(cute::get<I>(TileShape_MNK{}));
      if constexpr (cute::depth(mode) == 0) {
        return one;
      } else if constexpr (cute::rank(mode) == 1) {
        return cute::make_tile(one);
      } else {
        return cute::composition(mode, one);
      }
    });
  }
}

}}}

// Conversions of registers (numeric_conversion.h): what they take and give; the numbers are the run's.
template <class T, class S>
struct NumericConverter {
  using result_type = T;
  using source_type = S;
  static result_type convert(source_type const& source);
  result_type operator()(source_type const& source) const;
};

template <class T, class S, int N>
struct NumericArrayConverter {
  using result_type = Array<T, N>;
  using source_type = Array<S, N>;
  static result_type convert(source_type const& source);
  result_type operator()(source_type const& source) const;
};

// Sizes in bits and in bytes (numeric_size.h).
template <class R = int, class T>
constexpr R bits_to_bytes(T bits) { return (R(bits) + R(7)) / R(8); }

template <class R = int, class T>
constexpr R bytes_to_bits(T bytes) { return R(bytes) * R(8); }

// The bytes after which a swizzle repeats: what a buffer under it has to be aligned to (detail/layout.hpp).
namespace detail {

template <int B, int M, int S>
constexpr size_t alignment_for_swizzle(cute::Swizzle<B, M, S>) {
  return size_t(1) << (B + M + cute::abs(S));
}

template <class Layout>
constexpr size_t alignment_for_swizzle(Layout layout) {
  return alignment_for_swizzle(cute::get_swizzle_portion(layout));
}

${blockwiseScales}
${blockScaled}
}

// Which mode of an operand is contiguous, by its layout's tag (gemm/gemm.h).
namespace gemm { namespace detail {

template <class Layout>
constexpr bool is_mn_major_A() { return is_major<0, cutlass::detail::TagToStrideA_t<Layout>>(); }

template <class Layout>
constexpr bool is_mn_major_B() { return is_major<0, cutlass::detail::TagToStrideB_t<Layout>>(); }

template <class Layout>
constexpr bool is_k_major_A() { return !is_mn_major_A<Layout>(); }

template <class Layout>
constexpr bool is_k_major_B() { return !is_mn_major_B<Layout>(); }

}}

// What builders of mainloops are made of (gemm/collective/builders/sm90_common.inl).
namespace gemm { namespace collective { namespace detail {

constexpr int tma_alignment_bytes = 16;
constexpr int cp_async_min_alignment_bytes = 4;
constexpr int sm90_smem_capacity_bytes = 232448;
constexpr int sm100_smem_capacity_bytes = 232448;

template <class Element>
constexpr bool may_be_mn_major() { return !cute::is_same_v<Element, tfloat32_t> && sizeof(Element) != 1; }

template <class Element, class Layout>
constexpr cute::GMMA::Major gmma_ss_tag_to_major_A() {
  return cutlass::gemm::detail::is_mn_major_A<Layout>() && may_be_mn_major<Element>() ? cute::GMMA::Major::MN : cute::GMMA::Major::K;
}

template <class Element, class Layout>
constexpr cute::GMMA::Major gmma_ss_tag_to_major_B() {
  return cutlass::gemm::detail::is_mn_major_B<Layout>() && may_be_mn_major<Element>() ? cute::GMMA::Major::MN : cute::GMMA::Major::K;
}

template <class Layout>
constexpr cute::GMMA::Major gmma_rs_tag_to_major_A() {
  return cutlass::gemm::detail::is_mn_major_A<Layout>() ? cute::GMMA::Major::MN : cute::GMMA::Major::K;
}

template <class Layout>
constexpr cute::GMMA::Major gmma_rs_tag_to_major_B() {
  return cutlass::gemm::detail::is_mn_major_B<Layout>() ? cute::GMMA::Major::MN : cute::GMMA::Major::K;
}

template <class A, class B>
constexpr bool is_input_size_two_bytes() { return sizeof(A) == 2 && sizeof(B) == 2; }

template <class T>
constexpr bool is_fp8() { return cute::is_same_v<T, float_e4m3_t> || cute::is_same_v<T, float_e5m2_t>; }

template <class A, class B>
constexpr bool is_input_fp8() { return is_fp8<A>() && is_fp8<B>(); }

template <class A, int AlignmentA, class B, int AlignmentB, int Bytes>
constexpr bool is_aligned() { return sizeof(A) * AlignmentA % Bytes == 0 && sizeof(B) * AlignmentB % Bytes == 0; }

${narrowOperands}
// Layouts of operands whose strides may be a layout of their own (detail/collective/mixed_input_utils.hpp).

template <int Stages, class LayoutAtom, class TileShape, class Stride>
constexpr auto get_smem_layout(LayoutAtom atom, TileShape const& tile, Stride const& stride) {
  if constexpr (cute::is_layout<Stride>::value) {
    return cute::make_layout_like(cute::append(cute::composition(stride, tile), cute::make_layout(cute::Int<Stages>{}, 0)));
  } else if constexpr (cute::size<0>(Stride{}) == 1) {
    return cute::tile_to_shape(atom, cute::append(tile, cute::Int<Stages>{}), cute::Step<cute::_2, cute::_1, cute::_3>{});
  } else {
    return cute::tile_to_shape(atom, cute::append(tile, cute::Int<Stages>{}), cute::Step<cute::_1, cute::_2, cute::_3>{});
  }
}

template <class Shape, class Stride>
constexpr auto get_gmem_layout(Shape const& shape, Stride const& stride) {
  if constexpr (cute::is_layout<Stride>::value) {
    return stride;
  } else {
    return cute::make_layout(shape, stride);
  }
}

}}}

}
`;
