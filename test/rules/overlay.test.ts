// A field of shared storage that is read as other elements is laid over on purpose: its length says nothing of the tensor.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const kernel = (statement: string): string => `
#include <cute/tensor.hpp>
using namespace cute;
struct Storage {
  cute::array_aligned<half_t, 4096> smem_k0;
  cute::array_aligned<half_t, 4096> smem_k1;
};
__global__ void kernel() {
  extern __shared__ char buffer[];
  Storage& plan = *reinterpret_cast<Storage*>(buffer);
  ${statement}
}
`;

test("an output tile of floats over the two stages of the keys", async () => {
  const statement = `auto sO = make_tensor(make_smem_ptr((float*)(char*)plan.smem_k0.data()), Layout<Shape<_64, _64>, Stride<_64, _1>>{});`;
  const { problems } = await analysed(kernel(statement), "cpp");
  expect(problems).toEqual([]);
});

test("an output tile over an array of elements of a byte each, and over bytes", async () => {
  const plan = (element: string): string => `
#include <cute/tensor.hpp>
using namespace cute;
struct Plan {
  alignas(16) ${element} smem_k0[4096];
  alignas(16) ${element} smem_k1[16384];
};
template <class T> __device__ void store(char* address) {
  auto sO = make_tensor(make_smem_ptr((T*)address), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
}
__global__ void kernel() {
  extern __shared__ char buffer[];
  Plan& plan = *reinterpret_cast<Plan*>(buffer);
  store<float>((char*)plan.smem_k0);
}`;
  const told = async (element: string): Promise<readonly string[]> =>
    (await analysed(plan(element), "cpp")).problems.map(({ code }) => code);
  expect(await told("float_e4m3_t")).toEqual([]);
  expect(await told("char")).toEqual(["smem-array-size"]);
});

test("the same elements in a layout that is too long", async () => {
  const statement = `auto sK = make_tensor(make_smem_ptr(plan.smem_k0.data()), Layout<Shape<_128, _64>, Stride<_64, _1>>{});`;
  const { problems } = await analysed(kernel(statement), "cpp");
  expect(problems.map(({ code, severity }) => `${code}: ${severity}`)).toEqual(["smem-array-size: information"]);
});

test("TMA types over layouts whose strides only the run knows", async () => {
  const type = `decltype(make_tma_atom(SM90_TMA_LOAD{}, make_tensor(make_gmem_ptr((float const*)nullptr), Layout<Shape<_64, int>, Stride<_1, int>>{}), Layout<Shape<_64, _8>>{}, Shape<_64, _8>{}))`;
  const { problems } = await analysed(kernel(`using Tma = ${type};`), "cpp");
  expect(problems).toEqual([]);
});
