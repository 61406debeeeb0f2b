// PyTorch's tensors in C++: what a launcher of a kernel does with its arguments.
import { test } from "vitest";
import { checkCpp } from "./facts-of.ts";

test("extents and strides are numbers of the run, data_ptr<T>() is a pointer to T", () =>
  checkCpp(`
#include <torch/extension.h>
#include <cute/tensor.hpp>
using namespace cute;
template <int kTile>
torch::Tensor run(const torch::Tensor a, torch::Tensor const& b, at::Tensor& c) {
  auto M = a.size(0); // M -> a.size(0)
  int K = b.size(-1); // K -> b.size(-1)
  auto mA = make_tensor(make_gmem_ptr((half_t*)a.data_ptr()), make_shape(M, b.size(1)), make_stride(a.stride(0), _1{})); // mA -> gmem_ptr[16b] o (a.size(0),b.size(1)):(a.stride(0),_1)
  auto mC = make_tensor(make_gmem_ptr(c.data_ptr<float>()), make_layout(make_shape(M, Int<kTile>{}), LayoutRight{})); // mC -> gmem_ptr[32b] o (a.size(0),_64):(_64,_1)
  auto d = torch::empty({M, 64}, a.options());
  auto mD = make_tensor(make_gmem_ptr(d.data_ptr<float>()), make_layout(Int<8>{})); // mD -> gmem_ptr[32b] o _8:_1
  return d;
}
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.def("run", &run<64>);
}`));
