// What CUTLASS writes in C++ on top of CuTe, in our own words: run by the same evaluator as the user's code, for names that
// neither the project nor the table of operations has. Only what values of layouts, tiles and indices rest on is here.

/** Where a program has it: no file of the user's has this path. */
export const cutlassPreludePath = "cute-lens:/cutlass.hpp";

export const cutlassPrelude = /* cpp */ `
#include <cute/tensor.hpp>

namespace cutlass {

// Division by a number that is made ready once (cutlass/fast_math.h). The ready-made factors are nobody's question.
struct FastDivmod {
  int divisor = 1;

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

}}}

}
`;
