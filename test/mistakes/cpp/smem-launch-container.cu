// The storage is an aligned array of the library's.
#include <cute/tensor.hpp>
using namespace cute;
template <class Element, class SmemLayout>
struct Storage {
  array_aligned<Element, cosize_v<SmemLayout>> first;
  array_aligned<Element, cosize_v<SmemLayout>> second;
};
template <class Element, class SmemLayout>
__global__ void kernel(Element const* A) {
  extern __shared__ char memory[];
  using Shared = Storage<Element, SmemLayout>;
  Shared& smem = *reinterpret_cast<Shared*>(memory);
  Tensor s = make_tensor(make_smem_ptr(smem.second.data()), SmemLayout{});
  s(threadIdx.x) = A[threadIdx.x];
}
void launch(float const* A) {
  using SmemLayout = Layout<Shape<_16, _64>, Stride<_64, _1>>;
  int bytes = sizeof(Storage<float, SmemLayout>);
  kernel<float, SmemLayout><<<1, 128, bytes>>>(A);  //! kernel<float, SmemLayout><<<1, 128, bytes / 2>>>(A);
}
