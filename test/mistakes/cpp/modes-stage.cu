#include <cute/tensor.hpp>
using namespace cute;
template <class Copy, class TG, class TS>
__device__ void fill(Copy const& tiled, TG const& tAgA, TS& tAsA, int stages) {
  for (int k = 0; k < stages; k++) copy(tiled, tAgA(_, _, _, k), tAsA(_, _, _, k));
  copy(tiled, tAgA(_, _, _, stages), tAsA(_, _, _, 0));  //! copy(tiled, tAgA(_, _, stages), tAsA(_, _, _, 0));
}
