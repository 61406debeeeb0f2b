#include <cute/tensor.hpp>
using namespace cute;
template <class Mma, class TA, class TB, class TC>
__device__ void mainloop(Mma mma, TA const& sA, TB const& sB, TC& acc) {
  auto thr = mma.get_slice(threadIdx.x);
  auto tCrA = thr.partition_fragment_A(sA);
  auto tCrB = thr.partition_fragment_B(sB);
  for (int k = 0; k < size<2>(tCrA); k++) {
    gemm(mma, tCrA(_, _, k), tCrB(_, _, k), acc);  //! gemm(mma, tCrB(_, _, k), tCrA(_, _, k), acc);
  }
}
