// The leading dimension comes from the host: 4100 floats for vectors of 8 bytes, 4099 are none.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float const* A, int m, int ld) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(m, Int<32>{}), make_stride(ld, _1{}));
  auto gA = local_tile(mA, Shape<_32, _32>{}, make_coord(blockIdx.x, 0));
  auto tiled = make_tiled_copy(Copy_Atom<UniversalCopy<uint64_t>, float>{}, Layout<Shape<_8, _16>, Stride<_16, _1>>{}, Layout<Shape<_1, _2>>{});
  auto tAgA = tiled.get_slice(threadIdx.x).partition_S(gA);  // told
  auto tArA = make_fragment_like(tAgA);
  copy(tiled, tAgA, tArA);
}

int main() {
  float* A = nullptr;
  int ld = 4100;  //! int ld = 4099;
  kernel<<<32, 128>>>(A, 1024, ld);
}
