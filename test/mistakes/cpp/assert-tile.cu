// The kernel's own assertion: the tile's rows are the threads' rows.
#include <cute/tensor.hpp>
using namespace cute;

template <class Tiler, class Threads>
__global__ void kernel(float const* A, Tiler tiler, Threads threads) {
  CUTE_STATIC_ASSERT_V(size<0>(tiler) % size<0>(threads) == Int<0>{}, "the threads must divide the rows");  // told
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(256, 64), make_stride(64, Int<1>{}));
  auto part = local_partition(local_tile(mA, tiler, make_coord(0, 0)), threads, threadIdx.x);
}

void launch(float const* A) {
  kernel<<<1, 96>>>(A, Shape<_48, _8>{}, Layout<Shape<Int<24>, _4>>{});  //! kernel<<<1, 96>>>(A, Shape<_32, _8>{}, Layout<Shape<Int<24>, _4>>{});
}
