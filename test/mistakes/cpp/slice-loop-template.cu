// A loop that counts to the extent itself, in a template that nobody calls.
#include <cute/tensor.hpp>
using namespace cute;

template <class Mat, class Vec>
__global__ void rows(Mat mA, Vec out) {
  float sum = 0;
  for (int k = 0; k < size<1>(mA); ++k) {  //! for (int k = 0; k <= size<1>(mA); ++k) {
    sum += mA(blockIdx.x, k);  // told
  }
  out(blockIdx.x) = sum;
}
