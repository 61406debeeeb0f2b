// A kernel class launched through CUTLASS's launcher with an array of the addresses of its parameters.
import { test } from "vitest";
import { checkCpp } from "./facts-of.ts";

test("the items of the array are the kernel's arguments", () =>
  checkCpp(`
struct Kernel {
  struct Params { int m; };
  void operator()(Params const& params, char* smem) {
    auto l = make_layout(make_shape(params.m, _4{})); // l -> (n,_4):(_1,n)
  }
};
void run(int n) {
  Kernel::Params params{n};
  void* kernel_params[] = {&params};
  void const* kernel = (void const*) cutlass::device_kernel<Kernel>;
  cutlass::ClusterLauncher::launch(dim3(1), dim3(1), dim3(128), 0, nullptr, cutlass::device_kernel<Kernel>, kernel_params);
}`));
