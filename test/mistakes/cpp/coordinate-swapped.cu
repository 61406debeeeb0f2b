// Four subtiles of a tile: the loop's counter stands at the mode that has them.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void store(float* C) {
  Tensor mC = make_tensor(make_gmem_ptr(C), Layout<Shape<_128, _128>, Stride<_128, _1>>{});
  Tensor tiles = flat_divide(mC, Shape<_128, _32>{});
  Tensor mine = tiles(threadIdx.x, _, _, _);
  Tensor row = make_tensor<float>(Shape<_32>{});
  clear(row);
  for (int i = 0; i < size<2>(mine); ++i) {
    copy(row, mine(_, 0, i));  //! copy(row, mine(_, i, 0));
  }
}

void launch(float* C) { store<<<1, 128>>>(C); }
