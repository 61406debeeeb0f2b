// The kernel hands its shared memory to an operator that is a class.
#include <cute/tensor.hpp>
using namespace cute;
template <class Operator>
__global__ void device(typename Operator::Params params) {
  extern __shared__ char memory[];
  Operator op;
  op(params, memory);
}
template <class Element, int M, int K>
struct Loader {
  using Layout_ = Layout<Shape<Int<M>, Int<K>>, Stride<Int<K>, _1>>;
  struct Params {
    Element const* A;
  };
  struct Storage {
    ArrayEngine<Element, cosize_v<Layout_>> a;
    ArrayEngine<Element, cosize_v<Layout_>> b;
  };
  CUTE_DEVICE void operator()(Params const& params, char* buffer) {
    Storage& storage = *reinterpret_cast<Storage*>(buffer);
    Tensor sA = make_tensor(make_smem_ptr(storage.a.begin()), Layout_{});
    Tensor sB = make_tensor(make_smem_ptr(storage.b.begin()), Layout_{});
    sA(threadIdx.x) = params.A[threadIdx.x];
    sB(threadIdx.x) = sA(threadIdx.x);
  }
};
template <class Operator>
struct Adapter {
  void run(typename Operator::Params const& params) {
    int bytes = sizeof(typename Operator::Storage);  //! int bytes = sizeof(typename Operator::Storage) / 2;
    device<Operator><<<1, 128, bytes>>>(params);     // told
  }
};
void launch(half_t const* A) {
  Adapter<Loader<half_t, 64, 32>> adapter;
  adapter.run({A});
}
