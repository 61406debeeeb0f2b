#include <cute/tensor.hpp>
#include <cutlass/util/device_memory.h>
using namespace cute;
int main() {
  cutlass::DeviceAllocation<half_t> block(1 << 20);
  int skip = 8;  //! int skip = 4;
  half_t* base = block.get() + skip;
  auto g = make_tensor(make_gmem_ptr(base), make_shape(512, 1024), make_stride(1024, _1{}));
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, g, Layout<Shape<_64, _32>, Stride<_32, _1>>{});  // told
}
