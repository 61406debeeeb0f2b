// The part of the prelude about scale factors, in namespace cutlass::detail.

export const blockwiseScales = /* cpp */ `
// Scale factors, one for a block of values: how they lie in global and in shared memory (detail/blockwise_scale_layout.hpp).
template <int M, int N, int K, cute::UMMA::Major MajorA = cute::UMMA::Major::MN, cute::UMMA::Major MajorB = cute::UMMA::Major::MN>
struct Sm1xxBlockwiseScaleConfig {
  using AlongMN = cute::Stride<cute::Stride<cute::_0, cute::_1>, cute::Stride<cute::_0, int32_t>, int32_t>;
  using AlongK = cute::Stride<cute::Stride<cute::_0, int32_t>, cute::Stride<cute::_0, cute::_1>, int32_t>;
  template <int MN>
  using ShapeOf = cute::Shape<cute::Shape<cute::Int<MN>, int32_t>, cute::Shape<cute::Int<K>, int32_t>, int32_t>;
  using LayoutSFA = cute::Layout<ShapeOf<M>, cute::conditional_t<MajorA == cute::UMMA::Major::MN, AlongMN, AlongK>>;
  using LayoutSFB = cute::Layout<ShapeOf<N>, cute::conditional_t<MajorB == cute::UMMA::Major::MN, AlongMN, AlongK>>;

  static constexpr auto deduce_layoutSFA() { return LayoutSFA{}; }
  static constexpr auto deduce_layoutSFB() { return LayoutSFB{}; }

  template <int Values, bool IsAlongMN, class Extent, class Depth>
  static constexpr auto blocks(Extent extent, Depth depth) {
    auto rows = cute::ceil_div(extent, cute::Int<Values>{});
    auto columns = cute::ceil_div(depth, cute::Int<K>{});
    auto shape = cute::make_shape(cute::make_shape(cute::Int<Values>{}, rows), cute::make_shape(cute::Int<K>{}, columns));
    if constexpr (IsAlongMN) {
      return cute::make_layout(shape, cute::make_stride(cute::make_stride(cute::_0{}, cute::_1{}), cute::make_stride(cute::_0{}, rows)));
    } else {
      return cute::make_layout(shape, cute::make_stride(cute::make_stride(cute::_0{}, columns), cute::make_stride(cute::_0{}, cute::_1{})));
    }
  }

  template <class CtaShape>
  static constexpr auto smem_atom_layoutSFA(CtaShape) {
    return blocks<M, MajorA == cute::UMMA::Major::MN>(cute::size<0>(CtaShape{}), cute::size<2>(CtaShape{}));
  }
  // By the major mode of A's factors, as CUTLASS has it.
  template <class CtaShape>
  static constexpr auto smem_atom_layoutSFB(CtaShape) {
    return blocks<N, MajorA == cute::UMMA::Major::MN>(cute::size<1>(CtaShape{}), cute::size<2>(CtaShape{}));
  }

  template <class Layout, class Batch>
  static constexpr auto batched(Layout one, Batch batch) {
    return cute::make_layout(cute::append(cute::shape(one), batch), cute::append(cute::stride(one), cute::size(cute::filter_zeros(one))));
  }
  template <class ProblemShape>
  static constexpr auto tile_atom_to_shape_SFA(ProblemShape problem) {
    auto [m, n, k, l] = cute::append<4>(problem, 1);
    return batched(blocks<M, MajorA == cute::UMMA::Major::MN>(m, k), l);
  }
  template <class ProblemShape>
  static constexpr auto tile_atom_to_shape_SFB(ProblemShape problem) {
    auto [m, n, k, l] = cute::append<4>(problem, 1);
    return batched(blocks<N, MajorB == cute::UMMA::Major::MN>(n, k), l);
  }
};

template <int M, int N, int K, cute::UMMA::Major MajorA = cute::UMMA::Major::MN, cute::UMMA::Major MajorB = cute::UMMA::Major::MN>
using Sm100BlockwiseScaleConfig = Sm1xxBlockwiseScaleConfig<M, N, K, MajorA, MajorB>;

template <int M, int N, int K, cute::GMMA::Major MajorA = cute::GMMA::Major::MN, cute::GMMA::Major MajorB = cute::GMMA::Major::MN>
using Sm90BlockwiseScaleConfig = Sm1xxBlockwiseScaleConfig<M, N, K,
    MajorA == cute::GMMA::Major::MN ? cute::UMMA::Major::MN : cute::UMMA::Major::K,
    MajorB == cute::GMMA::Major::MN ? cute::UMMA::Major::MN : cute::UMMA::Major::K>;

template <int M, int N, int K, cute::UMMA::Major MajorA = cute::UMMA::Major::MN, cute::UMMA::Major MajorB = cute::UMMA::Major::MN>
using Sm120BlockwiseScaleConfig = Sm1xxBlockwiseScaleConfig<M, N, K, MajorA, MajorB>;

template <class Tile>
constexpr auto sm90_trivial_blockwise_scale_config(Tile) {
  return Sm90BlockwiseScaleConfig<cute::size<0>(Tile{}), cute::size<1>(Tile{}), cute::size<2>(Tile{})>{};
}

template <class Tile>
constexpr auto sm100_trivial_blockwise_scale_config(Tile) {
  return Sm100BlockwiseScaleConfig<cute::size<0>(Tile{}), cute::size<1>(Tile{}), cute::size<2>(Tile{})>{};
}
`;
