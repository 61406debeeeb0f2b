// A kernel class of the library handed to a launcher as a pointer.
import { test } from "vitest";
import { checkCpp } from "./facts-of.ts";

test("launch_kernel_on_cluster starts what device_kernel<Kernel> is, through void const*", () =>
  checkCpp(`
#include "cutlass/cluster_launch.hpp"
template <class T>
struct Kernel {
  struct Params { int rows; };
  void operator()(Params const& params, char* smem) {
    auto l = make_layout(make_shape(params.rows, _4{})); // l -> (m,_4):(_1,m)
  }
};
void run(int m) {
  typename Kernel<half_t>::Params params{m};
  void const* kernel = (void const*) cutlass::device_kernel<Kernel<half_t>>;
  cutlass::ClusterLaunchParams launch{dim3(1), dim3(128), dim3(2), 0, nullptr};
  cutlass::launch_kernel_on_cluster(launch, kernel, params);
}`));

test("a template whose address is taken is shown with the arguments that it is given there", () =>
  checkCpp(`
#include <cute/tensor.hpp>
using namespace cute;
template <UMMA::Major MajorA> auto layout_of(int m, int k, int sm, int sk) {
  if constexpr (MajorA == UMMA::Major::K) {
    return make_layout(make_shape(m, k), make_stride(sm, Int<1>{}));
  } else {
    return make_layout(make_shape(m, k), make_stride(Int<1>{}, sk));
  }
}
template <int M, UMMA::Major MajorA> void host(int m, int k, int sm, int sk) {
  auto tile = make_layout(Int<M>{});  // tile -> _64:_1
  auto given = layout_of<MajorA>(m, k, sm, sk);  // given -> (m,k):(sm,_1)
}
using Host = void (*)(int, int, int, int);
void choose(Host* chosen, int stages) {
  if (stages == 1) *chosen = &host<64, UMMA::Major::K>;
}`));

test("a member of the library's enumerations that nobody gives may be any of them", () =>
  checkCpp(`
#include <cute/tensor.hpp>
using namespace cute;
template <UMMA::Major MajorA> auto layout_of(int m, int k, int sm, int sk) {
  if constexpr (MajorA == UMMA::Major::K) {
    return make_layout(make_shape(m, k), make_stride(sm, Int<1>{}));
  } else {
    return make_layout(make_shape(m, k), make_stride(Int<1>{}, sk));
  }
}
template <UMMA::Major MajorA> void host(int m, int k, int sm, int sk) {
  auto given = layout_of<MajorA>(m, k, sm, sk);  // given -> (m,k):(sm,_1) | (m,k):(_1,sk)
}`));
