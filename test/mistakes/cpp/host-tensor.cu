// The element type of a kernel comes from the tensor of CUTLASS's utilities that holds its operand.
#include <cutlass/util/host_tensor.h>
#include <cute/tensor.hpp>
using namespace cute;

template <class T>
void launch(T const* A, int ldA) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(128, 256), make_stride(ldA, Int<1>{}));
  auto sA = Layout<Shape<_32, _64>, Stride<_64, _1>>{};  //! auto sA = Layout<Shape<_32, Int<36>>, Stride<Int<36>, _1>>{};
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, sA);  // told
}

void run() {
  cutlass::HostTensor<half_t, cutlass::layout::RowMajor> A(cutlass::MatrixCoord(128, 256));
  launch(A.device_data(), 256);
}
