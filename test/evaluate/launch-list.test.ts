// Kernels that are launched with a list of the addresses of their arguments.
import { test } from "vitest";
import { checkCpp } from "./facts-of.ts";

test("cudaLaunchKernel with a void* list", () =>
  checkCpp(`
struct Params { int rows; };
template <int N>
__global__ void kernel(Params const params, int n) {
  auto l = make_layout(make_shape(params.rows, Int<N>{}, n)); // l -> (m,_4,m):(_1,m,4*m)
}
void run(int m, cudaStream_t stream) {
  Params params{m};
  auto fn = (void*)kernel<4>;
  void* args[] = {&params, &m};
  cudaLaunchKernel(fn, dim3(1), dim3(32), args, 0, stream);
}`));
