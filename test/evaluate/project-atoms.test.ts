// Operations that a project defines itself, with traits of its own: the atom is what the traits say.
import { test } from "vitest";
import { checkCpp } from "./facts-of.ts";

const operation = `
template <class a_type, class b_type, class c_type, int M, int N, UMMA::Major a_major, UMMA::Major b_major, UMMA::ScaleIn a_neg = UMMA::ScaleIn::One>
struct SM100_MMA_OURS_WS_SS {};
namespace cute {
template <class a_type, class b_type, class c_type, int M, int N, UMMA::Major a_major, UMMA::Major b_major, UMMA::ScaleIn a_neg>
struct MMA_Traits<SM100_MMA_OURS_WS_SS<a_type, b_type, c_type, M, N, a_major, b_major, a_neg>> {
  using ValTypeD = c_type;
  using ValTypeA = a_type;
  using ValTypeB = b_type;
  using ValTypeC = c_type;
  using FrgTypeA = UMMA::smem_desc<a_major>;
  using FrgTypeB = UMMA::smem_desc<b_major>;
  using FrgTypeC = UMMA::tmem_frg_ws_1sm<c_type>;
  static constexpr int K = 256 / cute::sizeof_bits<ValTypeA>::value;
  using Shape_MNK = Shape<Int<M>, Int<N>, Int<K>>;
  using ThrID = Layout<_1>;
  using ALayout = Layout<Shape<_1, Shape<Int<M>, Int<K>>>, Stride<_0, Stride<_1, Int<M>>>>;
  using BLayout = Layout<Shape<_1, Shape<Int<N>, Int<K>>>, Stride<_0, Stride<_1, Int<N>>>>;
  using CLayout = Layout<Shape<_1, Shape<Int<M>, Int<N>>>, Stride<_0, Stride<_1, Int<M>>>>;
};
}`;

test("a project's own MMA operation", () =>
  checkCpp(`${operation}
void f(half_t* p) {
  auto mma = make_tiled_mma(SM100_MMA_OURS_WS_SS<half_t, half_t, float, 64, 256, UMMA::Major::K, UMMA::Major::K>{});
  auto c = partition_fragment_C(mma, Shape<_64, _256>{}); // c -> tmem_[32b](0x0000.0000) o ((_64,(_128,_2)),_1,_1):((_65536,(_1,_4194304)),_0,_0)
  auto s = tile_to_shape(UMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64, _64>{});
  auto a = mma.get_slice(_0{}).partition_fragment_A(make_tensor(make_smem_ptr(p), s)); // a -> UMMA::DescriptorIterator o (_1,_1,_4):(_0,_0,_2)
}`));

test("an operation of the project without traits stays unknown", () =>
  checkCpp(`
struct SM90_OURS {};
auto mma = make_tiled_mma(SM90_OURS{}); // mma -> unknown: a object is no MMA operation that is known here`));
