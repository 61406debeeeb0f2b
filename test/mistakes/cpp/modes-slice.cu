#include <cute/tensor.hpp>
using namespace cute;
template <class Copy, class TS, class TD>
__device__ void load(Copy const& tiled, TS const& tAsA, TD& tArA, int pipe) {
  auto stage = tAsA(_, _, _, pipe);
  copy(tiled, stage(_, _, 0), tArA(_, _, 0));
  for (int k = 1; k < size<2>(tArA); k++) {
    copy(tiled, stage(_, _, k), tArA(_, _, k));  //! copy(tiled, stage(_, k), tArA(_, _, k));
  }
}
