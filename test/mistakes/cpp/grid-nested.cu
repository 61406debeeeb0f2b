// The atom lies two structs deep.
#include <cute/tensor.hpp>
using namespace cute;

template <class Tma>
struct Mainloop {
  Tma load;
};
template <class Tma>
struct Arguments {
  Mainloop<Tma> mainloop;
  float alpha;
};

template <class A>
__global__ void kernel(CUTE_GRID_CONSTANT A const args) {  //! __global__ void kernel(A args) {
  auto mA = args.mainloop.load.get_tma_tensor(make_shape(512, 1024));
}

void launch(half_t* A) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  kernel<<<8, 128>>>(Arguments<decltype(tma)>{{tma}, 1.0f});
}
