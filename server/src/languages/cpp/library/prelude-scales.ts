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

export const blockScaled = /* cpp */ `
// Scale factors that the MMA reads: blocks of 128 rows by 4 factors, a factor for so many values (detail/sm100_blockscaled_layout.hpp).
template <int Vector, cute::UMMA::Major major = cute::UMMA::Major::K>
struct Sm1xxBlockScaledBasicChunk {
  using Blk_MN = cute::_128;
  using Blk_SF = cute::_4;
  using Rows = cute::Shape<cute::_32, cute::_4>;
  using Values = cute::Shape<cute::Int<Vector>, cute::_4>;
  using OfRows = cute::Stride<cute::_16, cute::_4>;
  using OfValues = cute::Stride<cute::_0, cute::_1>;
  using SfKMajorAtom = cute::Layout<cute::Shape<Rows, Values>, cute::Stride<OfRows, OfValues>>;
  using SfMNMajorAtom = cute::Layout<cute::Shape<Values, Rows>, cute::Stride<OfValues, OfRows>>;
  using SfAtom = cute::conditional_t<major == cute::UMMA::Major::K, SfKMajorAtom, SfMNMajorAtom>;
  using Open = cute::Shape<cute::_1, int32_t>;
  template <class First, class Second>
  using ShapeOf = cute::Shape<cute::Shape<First, int32_t>, cute::Shape<Second, int32_t>, Open>;
  using OfBatch = cute::Stride<cute::_0, int32_t>;
  using LayoutK = cute::Layout<ShapeOf<Rows, Values>, cute::Stride<cute::Stride<OfRows, int32_t>, cute::Stride<OfValues, cute::_512>, OfBatch>>;
  using LayoutMN = cute::Layout<ShapeOf<Values, Rows>, cute::Stride<cute::Stride<OfValues, cute::_512>, cute::Stride<OfRows, int32_t>, OfBatch>>;
};

template <int Vector>
struct Sm1xxBlockScaledConfig {
  static constexpr int SFVecSize = Vector;
  using Sm1xxBlkScaledChunk = Sm1xxBlockScaledBasicChunk<Vector>;
  using Blk_MN = cute::_128;
  using Blk_SF = cute::_4;
  using SfAtom = typename Sm1xxBlkScaledChunk::SfAtom;
  using LayoutSF = typename Sm1xxBlkScaledChunk::LayoutK;

  static constexpr auto deduce_layoutSFA() { return LayoutSF{}; }
  static constexpr auto deduce_layoutSFB() { return LayoutSF{}; }

  template <class ProblemShape, class Of>
  static constexpr auto tiled(ProblemShape problem, Of of) {
    if constexpr (cute::rank(problem) == 3) {
      return cute::tile_to_shape(SfAtom{}, cute::make_shape(of, cute::get<2>(problem)), cute::Step<cute::_2, cute::_1>{});
    } else {
      return cute::tile_to_shape(SfAtom{}, cute::make_shape(of, cute::get<2>(problem), cute::get<3>(problem)), cute::Step<cute::_2, cute::_1, cute::_3>{});
    }
  }
  template <class ProblemShape, class LayoutSFA = LayoutSF>
  static constexpr auto tile_atom_to_shape_SFA(ProblemShape problem, LayoutSFA layout = LayoutSFA{}) { return tiled(problem, cute::get<0>(problem)); }
  template <class ProblemShape, class LayoutSFB = LayoutSF>
  static constexpr auto tile_atom_to_shape_SFB(ProblemShape problem, LayoutSFB layout = LayoutSFB{}) { return tiled(problem, cute::get<1>(problem)); }

  // Whole blocks of rows, then the factors of an instruction, then those of the tile's depth.
  template <int Blocks, int Depth, int Factors>
  static constexpr auto tile() {
    using Rows = cute::Shape<cute::Shape<cute::_32, cute::_4>, cute::Int<Blocks>>;
    using OfRows = cute::Stride<cute::Stride<cute::_16, cute::_4>, cute::_512>;
    auto shape = cute::make_shape(cute::make_shape(Rows{}, cute::Shape<cute::Int<Vector>, cute::Int<Factors>>{}), cute::_1{},
                                  cute::make_shape(cute::Int<4 / Factors>{}, cute::Int<Depth / Vector / 4>{}));
    auto stride = cute::make_stride(cute::make_stride(OfRows{}, cute::Stride<cute::_0, cute::_1>{}), cute::_0{},
                                    cute::make_stride(cute::Int<Factors>{}, cute::Int<Blocks * 512>{}));
    return cute::make_layout(shape, stride);
  }
  template <class TiledMma, class Tile>
  static constexpr auto deduce_smem_layoutSFA(TiledMma, Tile) {
    constexpr int rows = cute::size<0>(Tile{}) / cute::size<0>(typename TiledMma::ThrLayoutVMNK{});
    return tile<rows / 128, cute::size<2>(Tile{}), TiledMma::K / Vector>();
  }
  template <class TiledMma, class Tile>
  static constexpr auto deduce_smem_layoutSFB(TiledMma, Tile) {
    return tile<(cute::size<1>(Tile{}) + 127) / 128, cute::size<2>(Tile{}), TiledMma::K / Vector>();
  }
};

template <int Vector, cute::UMMA::Major major = cute::UMMA::Major::K>
struct Sm1xxBlockScaledOutputConfig {
  static constexpr int SFVecSize = Vector;
  using Sm1xxBlkScaledChunk = Sm1xxBlockScaledBasicChunk<Vector, major>;
  using Blk_MN = cute::_128;
  using Blk_SF = cute::_4;
  using SfAtom = typename Sm1xxBlkScaledChunk::SfAtom;
  using LayoutKMajorSF = typename Sm1xxBlkScaledChunk::LayoutK;
  using LayoutMNMajorSF = typename Sm1xxBlkScaledChunk::LayoutMN;
  using LayoutSF = cute::conditional_t<major == cute::UMMA::Major::K, LayoutKMajorSF, LayoutMNMajorSF>;

  static constexpr auto deduce_layoutSFD() { return LayoutSF{}; }
  template <class ProblemShape, class LayoutSFD = LayoutSF>
  static constexpr auto tile_atom_to_shape_SFD(ProblemShape problem, LayoutSFD layout = LayoutSFD{}) {
    auto [m, n, k, l] = cute::append<4>(problem, 1);
    if constexpr (major == cute::UMMA::Major::K) {
      return cute::tile_to_shape(SfAtom{}, cute::make_shape(m, n, l), cute::Step<cute::_2, cute::_1, cute::_3>{});
    } else {
      return cute::tile_to_shape(SfAtom{}, cute::make_shape(m, n, l), cute::Step<cute::_1, cute::_2, cute::_3>{});
    }
  }
};
`;

export const narrowOperands = /* cpp */ `
// Operands of 4, 6 and 8 bits: which MMA takes them, and in what form (detail/collective.hpp).
template <class T>
constexpr bool is_sm10x_f8f6f4_element() {
  return cute::is_same_v<T, float_e4m3_t> || cute::is_same_v<T, float_e5m2_t> || cute::is_same_v<T, float_e3m2_t> ||
         cute::is_same_v<T, float_e2m3_t> || cute::is_same_v<T, float_e2m1_t>;
}

template <class T>
constexpr bool is_sm10x_f4_element() { return cute::is_same_v<T, float_e2m1_t>; }

template <class A, class B>
constexpr bool is_sm10x_f8f6f4_inputs() {
  return (is_sm10x_f8f6f4_element<A>() || is_sm10x_runtime_f8f6f4<A>()) && (is_sm10x_f8f6f4_element<B>() || is_sm10x_runtime_f8f6f4<B>());
}

template <class TiledMma, int Depth>
constexpr bool is_depth() { return cute::size<2>(typename TiledMma::Shape_MNK{}) == Depth; }

template <class TiledMma, class A, class B>
constexpr bool is_sm100_mma_f8f6f4() { return is_depth<TiledMma, 32>() && is_sm10x_f8f6f4_inputs<A, B>(); }

template <class TiledMma, class A, class B>
constexpr bool is_sm120_f8f6f4() { return is_depth<TiledMma, 32>() && is_sm10x_f8f6f4_inputs<A, B>(); }

template <class TiledMma, class A, class B>
constexpr bool is_sm100_sparse_f8f6f4() { return is_depth<TiledMma, 64>() && is_sm10x_f8f6f4_inputs<A, B>(); }

template <class T>
constexpr bool is_sm10x_mxf8f6f4_input() {
  return cute::is_same_v<T, type_erased_dynamic_float8_t> || cute::is_same_v<T, cutlass::detail::type_erased_dynamic_float6_unpacksmem_t> ||
         cute::is_same_v<T, cutlass::detail::type_erased_dynamic_float4_unpacksmem_t> || cute::is_same_v<T, float_e4m3_t> ||
         cute::is_same_v<T, float_e5m2_t> || cute::is_same_v<T, cutlass::detail::float_e2m3_unpacksmem_t> ||
         cute::is_same_v<T, cutlass::detail::float_e3m2_unpacksmem_t> || cute::is_same_v<T, cutlass::detail::float_e2m1_unpacksmem_t>;
}

template <class T>
constexpr bool is_sm10x_mxf4nvf4_input() { return cute::is_same_v<T, type_erased_dynamic_float4_t> || cute::is_same_v<T, float_e2m1_t>; }

template <class T, bool IsOfTheRun>
struct sm10x_block_scale_runtime_input_t {
  static constexpr bool IsF8F6F4MmaInput = is_sm10x_mxf8f6f4_input<T>();
  static constexpr bool IsF4MmaInput = is_sm10x_mxf4nvf4_input<T>();
  using Type = cute::conditional_t<IsOfTheRun && IsF8F6F4MmaInput, cute::UMMA::MXF8F6F4Format,
                                   cute::conditional_t<IsOfTheRun && IsF4MmaInput, cute::UMMA::MXF4Format, void*>>;
};
`;
