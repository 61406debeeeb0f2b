// Launches that give their kernels less dynamic shared memory than the storage over it has.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (source: string): Promise<readonly string[]> => {
  const { problems } = await analysed(source, "cpp");
  return problems.map(({ code, severity, place }) => `${severity} ${code} at ${source.slice(place.start, place.end)}`);
};

const storage = `#include <cute/tensor.hpp>
#include <cutlass/cluster_launch.hpp>
using namespace cute;
struct Storage {
  alignas(128) half_t a[64 * 32], b[64 * 32];
  alignas(8) uint64_t full[2];
};
`;

const kernel = (use: string): string => `${storage}
__global__ void kernel(half_t* out) {
  extern __shared__ __align__(128) char bytes[];
  Storage& storage = *reinterpret_cast<Storage*>(bytes);
  ${use}
}
`;

const tensors =
  "auto sB = make_tensor(make_smem_ptr(storage.b), Layout<Shape<_64, _32>>{}); out[threadIdx.x] = sB(threadIdx.x % 64, 0);";

test("a tensor over a field, and a field behind what the launch gives", async () => {
  const launch = (bytes: string): string => `void launch(half_t* out) { kernel<<<1, 128, ${bytes}>>>(out); }`;
  expect(await told(kernel(tensors) + launch("sizeof(Storage)"))).toEqual([]);
  expect(await told(kernel(tensors) + launch("6000"))).toEqual(["error smem-launch at 6000"]);
  const barrier = "out[0] = half_t(float(storage.full[0])); out[1] = storage.a[threadIdx.x];";
  expect(await told(kernel(barrier) + launch("sizeof(Storage)"))).toEqual([]);
  expect(await told(kernel(barrier) + launch("sizeof(Storage) / 2"))).toEqual([
    "error smem-launch at sizeof(Storage) / 2",
  ]);
});

test("an array that is given a part: it may use no more", async () => {
  const launch = (bytes: string): string => `void launch(half_t* out) { kernel<<<1, 128, ${bytes}>>>(out); }`;
  const element = "out[threadIdx.x] = storage.b[threadIdx.x];";
  expect(await told(kernel(element) + launch("8192"))).toEqual([]);
  expect(await told(kernel(element) + launch("6144"))).toEqual(["warning smem-launch at 6144"]);
});

test("the bytes of a cluster's launch", async () => {
  const launch = (bytes: string): string => `void launch(half_t* out) {
  dim3 grid(1), block(128), cluster(1);
  int size = ${bytes};
  auto* pointer = &kernel;
  cutlass::ClusterLaunchParams params = {grid, block, cluster, size};
  cutlass::launch_kernel_on_cluster(params, (void const*)pointer, out);
}`;
  expect(await told(kernel(tensors) + launch("sizeof(Storage)"))).toEqual([]);
  expect(await told(kernel(tensors) + launch("sizeof(Storage) / 2"))).toEqual(["error smem-launch at size"]);
});
