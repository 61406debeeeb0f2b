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
