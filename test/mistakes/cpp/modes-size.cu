#include <cute/tensor.hpp>
using namespace cute;
template <class Mma, class TA, class TB, class TC>
__device__ void mainloop(Mma mma, TA const& tCrA, TB const& tCrB, TC& acc) {
  gemm(mma, tCrA(_, _, 0), tCrB(_, _, 0), acc);
  for (int k = 1; k < size<2>(tCrA); k++) {  //! for (int k = 1; k < size<3>(tCrA); k++) {
    gemm(mma, tCrA(_, _, k), tCrB(_, _, k), acc);
  }
}
