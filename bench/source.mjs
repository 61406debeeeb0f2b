// Files of a wanted length for the latency bench: the same kernel again and again under other names, as big headers are.

const cpp = (i) => `
template <class TA, class TB, class TC>
void gemm_${i}(int m, int n, int k, TA const* A, int ldA, TB const* B, int ldB, TC* C, int ldC)
{
  auto prob_shape = make_shape(m, n, k);
  auto dA = make_stride(Int<1>{}, ldA);
  auto dB = make_stride(Int<1>{}, ldB);
  auto dC = make_stride(Int<1>{}, ldC);
  auto bM = Int<128>{};
  auto bN = Int<128>{};
  auto bK = Int<64>{};
  auto cta_tiler = make_shape(bM, bN, bK);
  auto sA = make_layout(make_shape(bM, bK));
  auto sB = make_layout(make_shape(bN, bK), LayoutRight{});
  auto sC = tile_to_shape(make_layout(make_shape(Int<8>{}, Int<8>{})), make_shape(bM, bN));
  Tensor mA = make_tensor(make_gmem_ptr(A), select<0, 2>(prob_shape), dA);
  Tensor mB = make_tensor(make_gmem_ptr(B), select<1, 2>(prob_shape), dB);
  Tensor mC = make_tensor(make_gmem_ptr(C), select<0, 1>(prob_shape), dC);
  auto coord = make_coord(blockIdx.x, blockIdx.y, _);
  Tensor gA = local_tile(mA, cta_tiler, coord, Step<_1, X, _1>{});
  Tensor gB = local_tile(mB, cta_tiler, coord, Step<X, _1, _1>{});
  Tensor gC = local_tile(mC, cta_tiler, coord, Step<_1, _1, X>{});
  auto tA = make_layout(make_shape(Int<32>{}, Int<8>{}));
  auto tC = make_layout(make_shape(Int<16>{}, Int<16>{}));
  Tensor tAgA = local_partition(gA, tA, threadIdx.x);
  Tensor tCgC = local_partition(gC, tC, threadIdx.x, Step<_1, _1>{});
  auto divided = zipped_divide(sA, make_shape(Int<32>{}, Int<16>{}));
}
`;

const python = (i) => `

@cute.jit
def gemm_${i}(m: cutlass.Int32, n: cutlass.Int32, k: cutlass.Int32, a: cute.Pointer, b: cute.Pointer, c: cute.Pointer):
    problem = (m, n, k)
    bM = 128
    bN = 128
    bK = 64
    tiler = (bM, bN, bK)
    mA = cute.make_tensor(a, cute.make_layout((m, k), stride=(1, m)))
    mB = cute.make_tensor(b, cute.make_layout((n, k), stride=(1, n)))
    mC = cute.make_tensor(c, cute.make_layout((m, n), stride=(1, m)))
    sA = cute.make_layout((bM, bK))
    sB = cute.make_layout((bN, bK), stride=(bK, 1))
    sC = cute.tile_to_shape(cute.make_layout((8, 8)), (bM, bN), order=(0, 1))
    bidx, bidy, _ = cute.arch.block_idx()
    tidx, _, _ = cute.arch.thread_idx()
    coord = (bidx, bidy, None)
    gA = cute.local_tile(mA, tiler, coord, proj=(1, None, 1))
    gB = cute.local_tile(mB, tiler, coord, proj=(None, 1, 1))
    gC = cute.local_tile(mC, tiler, coord, proj=(1, 1, None))
    tA = cute.make_layout((32, 8))
    tC = cute.make_layout((16, 16))
    tAgA = cute.local_partition(gA, tA, tidx)
    tCgC = cute.local_partition(gC, tC, tidx, proj=(1, 1))
    divided = cute.zipped_divide(sA, (32, 16))
    return divided
`;

const heads = {
  cpp: "#include <cute/tensor.hpp>\n\nusing namespace cute;\n",
  python: "import cutlass\nimport cutlass.cute as cute\n",
};

/** A file of about `lines` lines, and the literal in its middle that the bench types over. */
export function benchSource(language, lines) {
  const part = language === "cpp" ? cpp : python;
  let text = heads[language];
  for (let i = 0; text.split("\n").length < lines; i++) text += part(i);
  const literal = language === "cpp" ? "auto bM = Int<128>" : "bM = 128";
  const middle = text.indexOf(literal, text.length / 2);
  const at = middle + literal.indexOf("128");
  const before = text.slice(0, at).split("\n");
  return {
    text,
    lines: text.split("\n").length,
    place: { line: before.length - 1, character: before.at(-1).length },
  };
}
