// The fence between what threads write to shared memory and the MMA that reads it, in kernels that do more than that.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (lines: string): Promise<number> => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
void scale(float&);
template <class In, class Out>
__device__ void converted(In const& in, Out& out) {
  cutlass::NumericArrayConverter<half_t, float, 2> convert;
  auto pairs = recast<cutlass::Array<float, 2> const>(in);
  auto halves = recast<cutlass::Array<half_t, 2>>(out);
  for (int i = 0; i < size(pairs); ++i) halves[i] = convert(pairs[i]);
}
template <class Mma, class A, class B, class C>
__device__ void multiplied(Mma& mma, A const& a, B const& b, C& c) {
  warpgroup_fence_operand(c);
  warpgroup_arrive();
  cute::gemm(mma, a, b, c);
  warpgroup_commit_batch();
}
struct Storage {
  alignas(1024) array_aligned<half_t, 2 * 64 * 64> p;
  alignas(1024) array_aligned<half_t, 64 * 64> v;
};
__global__ void kernel(float* out, int n) {
  extern __shared__ char bytes[];
  Storage& storage = *reinterpret_cast<Storage*>(bytes);
  auto staged = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64, _64, _2>{});
  auto layout = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64, _64>{});
  auto sP = make_tensor(make_smem_ptr(storage.p.data()), staged);
  auto sV = make_tensor(make_smem_ptr(storage.v.data()), layout);
  auto mma = make_tiled_mma(SM90_64x64x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>{});
  auto fromRegisters = make_tiled_mma(SM90_64x64x16_F32F16F16_RS<GMMA::Major::K, GMMA::Major::K>{});
  auto slice = mma.get_slice(threadIdx.x);
  auto tOrP = slice.partition_fragment_A(sP);
  auto tOrV = slice.partition_fragment_B(sV);
  auto acc = partition_fragment_C(mma, Shape<_64, _64>{});
  auto store = make_tiled_copy_C(Copy_Atom<SM90_U32x4_STSM_N, half_t>{}, mma);
  auto slicePs = store.get_slice(threadIdx.x);
  auto tPsP = slicePs.partition_D(sP);
  auto rP = make_tensor_like<half_t>(acc);
  auto tPrP = slicePs.retile_S(rP);
  cutlass::arch::fence_view_async_shared();
  for (int tile = 0; tile < n; ++tile) {
    int stage = tile % 2;
    ${lines}
    warpgroup_wait<0>();
  }
}
void launch(float* out, int n) { kernel<<<4, 128, sizeof(Storage)>>>(out, n); }`;
  const { problems } = await analysed(source, "cpp");
  return problems.filter(({ code }) => code === "mma-operand-fence").length;
};

const fence = "cutlass::arch::fence_view_async_shared();";
const sync = "cutlass::arch::NamedBarrier::sync(128, 1);";
const stored = "copy(store, tPrP, tPsP(_, _, _, stage));";
const read = "multiplied(mma, tOrP(_, _, _, stage), tOrV, acc);";

test("what a function multiplies was stored before, with registers and barriers between", async () => {
  expect(await told(`${stored} ${sync} ${read}`)).toBe(1);
  expect(await told(`${stored} ${fence} ${sync} ${read}`)).toBe(0);
  expect(await told(`${stored} converted(acc, rP); ${sync} ${read}`)).toBe(1);
  expect(await told(`${stored} scale(out[0]); ${sync} ${read}`)).toBe(0);
});

test("another stage is other memory", async () => {
  expect(await told(`copy(store, tPrP, tPsP(_, _, _, stage ^ 1)); ${sync} ${read}`)).toBe(0);
  expect(await told(`${stored} ${sync} ++stage; ${read}`)).toBe(0);
  expect(await told(`copy(store, tPrP, tPsP(_, _, _, 0)); ${sync} multiplied(mma, tOrP(_, _, _, 1), tOrV, acc);`)).toBe(
    0,
  );
  expect(
    await told(`copy(store, tPrP, tPsP(_, _, _, 0)); ${sync} multiplied(mma, tOrP(_, _, _, Int<0>{}), tOrV, acc);`),
  ).toBe(1);
});

test("operands that lie in registers, and tiles that are not read", async () => {
  const op = "auto op = make_tensor(rP.data(), partition_fragment_A(fromRegisters, Shape<_64, _64>{}).layout());";
  expect(await told(`${stored} ${op} multiplied(fromRegisters, op, tOrV, acc);`)).toBe(0);
  expect(await told(`for (int i = 0; i < 8; ++i) sV(threadIdx.x / 2, i) = half_t(0); ${sync} ${read}`)).toBe(1);
});

test("what cp.async brings from global memory, as CUTLASS does it", async () => {
  const copies = (op: string): string =>
    `auto load = make_tiled_copy(Copy_Atom<${op}<uint128_t>, half_t>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
     auto part = load.get_slice(threadIdx.x);
     auto gV = make_tensor(make_gmem_ptr(reinterpret_cast<half_t*>(out)), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
     copy(load, part.partition_S(gV), part.partition_D(sV)); cp_async_fence(); cp_async_wait<0>(); __syncthreads();`;
  expect(await told(`${copies("SM80_CP_ASYNC_CACHEGLOBAL")} ${read}`)).toBe(0);
});

test("other tensors of one array, and others of the same name, are other memory", async () => {
  const written = "for (int i = 0; i < 8; ++i) sX(threadIdx.x / 2, i) = half_t(0);";
  const view = (name: string, address: string): string =>
    `auto ${name} = make_tensor(make_smem_ptr(reinterpret_cast<half_t*>(bytes) + ${address}), layout);`;
  const readOf = (name: string): string =>
    `multiplied(mma, tOrP(_, _, _, 0), slice.partition_fragment_B(${name}), acc);`;
  expect(await told(`${view("sX", "8192")} ${view("sY", "0")} ${written} ${sync} ${readOf("sY")}`)).toBe(0);
  expect(await told(`${view("sX", "8192")} ${view("sY", "8192")} ${written} ${sync} ${readOf("sY")}`)).toBe(1);
  expect(await told(`{ ${view("sX", "n")} ${written} } ${sync} { ${view("sX", "0")} ${readOf("sX")} }`)).toBe(0);
});

test("in a closure, the fence on the other side of a branch", async () => {
  const closure = (before: string, aside: string): string =>
    `auto step = [&](int stage) { ${stored} ${before} ${sync}
      if (threadIdx.x / 128 == 1) { ${aside} out[0] = 1.f; } else { auto now = tOrP(_, _, _, stage); multiplied(mma, now, tOrV, acc); } };
    step(tile % 2);`;
  expect(await told(closure("", ""))).toBe(1);
  expect(await told(closure("", fence))).toBe(1);
  expect(await told(closure(fence, ""))).toBe(0);
});

test("assembly that is no fence of proxies", async () => {
  expect(await told(`${stored} asm volatile("bar.sync 1, 128;"); ${read}`)).toBe(1);
  expect(await told(`${stored} asm volatile("fence.proxy.async.shared::cta; bar.sync 1, 128;"); ${read}`)).toBe(0);
});
