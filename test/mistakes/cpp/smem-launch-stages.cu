// Each number of stages has its own bytes.
#include <cute/tensor.hpp>
using namespace cute;

template <class Layout>
__global__ void kernel(Layout layout) {
  extern __shared__ half_t buffer[];
  auto sA = make_tensor(make_smem_ptr(buffer), layout);
}

template <int Stages> void launch() {
  auto layout = make_layout(Shape<_128, _32, Int<Stages>>{});
  int bytes = cosize(layout) * sizeof(half_t);  //! int bytes = size<0>(layout) * size<1>(layout) * sizeof(half_t);
  kernel<<<1, 128, bytes>>>(layout);  // told
}

void run(int stages) {
  if (stages == 2) launch<2>();
  else if (stages == 3) launch<3>();
  else launch<4>();
}
