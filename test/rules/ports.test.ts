// CuTe for other hardware: nothing is said to be wrong by conditions that are those of NVIDIA's library and GPUs.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const kernel = (more = ""): string => `
#include <cute/tensor.hpp>
${more}
using namespace cute;
__global__ void f(float* p) {
  auto t = make_tensor(make_gmem_ptr(p), Layout<Shape<_4, Shape<_4, _4>>>{});
  auto a = t(_, 0, 1);
}`;

type Files = Readonly<Record<string, string>>;

async function told(source: string, others: Files = {}): Promise<readonly string[]> {
  const { problems } = await analysed(source, "cpp", {}, others);
  return problems.map(({ code }) => code);
}

const wrong = ["coordinate-rank"];

test("another vendor's header or intrinsic, in the file or in what it includes", async () => {
  expect(await told(kernel())).toEqual(wrong);
  expect(await told(kernel("#include <hip/hip_runtime.h>"))).toEqual([]);
  expect(await told(kernel("#include <mctlass/array.h>"))).toEqual([]);
  expect(await told(kernel("__device__ int g() { return __builtin_amdgcn_workitem_id_x(); }"))).toEqual([]);
  const header = "#ifndef ROWS_H\n#define ROWS_H\n#include <hip/hip_fp16.h>\n#endif\n";
  expect(await told(kernel('#include "rows.h"'), { "rows.h": header })).toEqual([]);
});

test("what stands under a condition says that NVIDIA's is meant too", async () => {
  expect(await told(kernel("#ifdef USE_ROCM\n#include <hip/hip_runtime.h>\n#endif"))).toEqual(wrong);
  expect(await told(kernel("// as in #include <hip/hip_runtime.h>"))).toEqual(wrong);
});

test("build scripts that name other targets alone", async () => {
  const include = "target_compile_options(a PRIVATE --offload-arch=gfx90a)";
  expect(await told(kernel(), { "CMakeLists.txt": include })).toEqual([]);
  expect(await told(kernel(), { "CMakeLists.txt": `${include}\n-gencode arch=compute_90a,code=sm_90a` })).toEqual(
    wrong,
  );
  expect(
    await told(kernel(), { "setup.py": 'flags = ["--offload-arch=gfx90a"] if rocm else ["-arch=sm_90a"]' }),
  ).toEqual(wrong);
});

test("CuTe's headers without CUTLASS's beside them", async () => {
  expect(await told(kernel(), { "include/cute/layout.hpp": "" })).toEqual([]);
  expect(await told(kernel(), { "include/cute/layout.hpp": "", "include/cutlass/cutlass.h": "" })).toEqual(wrong);
});
