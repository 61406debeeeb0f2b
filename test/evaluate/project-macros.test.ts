// A project's own macros mean what their `#define` says, in the file or in what it includes: heads of kernels, qualifiers of
// parameters, namespaces, switches over values, checks that return.
import { expect, test } from "vitest";
import { nodeWasmFiles } from "../../server/src/languages/parse/node-wasm.ts";
import { createProject } from "../../server/src/project/create.ts";
import { checkCpp, checkFile, memoryHost, rowsOf } from "./facts-of.ts";

const cute = "#include <cute/tensor.hpp>\nusing namespace cute;\n";

const macros = `#pragma once
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define BY_VALUE const __grid_constant__
#else
#define BY_VALUE const
#endif
#define OPEN namespace attention { inline namespace v1 {
#define CLOSE }}
#define FORWARD_KERNEL(name, ...) template <class Traits, __VA_ARGS__> __global__ void name(BY_VALUE Params params)
#define DIM_SWITCH(dim, DIM, ...) [&] { \\
    switch (dim) { \\
      case 64: { constexpr int DIM = 64; return __VA_ARGS__(); } \\
      case 128: { constexpr int DIM = 128; return __VA_ARGS__(); } \\
    } }()
#define CHECK(call) do { int status = call; if (status != 0) { return; } } while (0)
`;

test("a kernel's head from a header's macro; the code after a check that may return", () =>
  checkFile(
    {
      "/p/macros.h": macros,
      "/p/a.cu": `#include "macros.h"
${cute}
struct Params { float* ptr; int n; };
OPEN
template <int N>
struct Traits { static constexpr int kN = N; };
FORWARD_KERNEL(forward, bool Causal) {
  auto tile = make_shape(Int<Traits::kN>{}, Int<Causal ? 2 : 1>{}); // tile -> (_64,_2) / (_128,_2)
  Tensor g = make_tensor(make_gmem_ptr(params.ptr), make_layout(params.n)); // g -> gmem_ptr[32b] o params.n:_1
}
void launch(Params params, int dim) {
  CHECK(cudaSetDevice(0));
  auto before = make_layout(Int<3>{}); // before -> _3:_1
  DIM_SWITCH(dim, kDim, [&] { forward<Traits<kDim>, true><<<1, 128>>>(params); });
}
CLOSE
`,
    },
    "/p/a.cu",
  ));

test("a macro's own variables are no facts of the file", async () => {
  const text = `${cute}#define SWAP(a, b) { auto keep = a; a = b; b = keep; }
void f() { int x = 1; int y = 2; SWAP(x, y); int z = x; }
`;
  const rows = await rowsOf({ "/p/a.cu": text }, "/p/a.cu");
  expect(rows.map((row) => `${row.name} = ${row.value}`)).toEqual(["x = 1", "y = 2", "x = 2", "y = 1", "z = 2"]);
});

test("statements in a macro's argument have their comments and places", () =>
  checkCpp(`
#define EACH(N, ...) { constexpr int N = 1; __VA_ARGS__ } { constexpr int N = 2; __VA_ARGS__ }
void f() {
  EACH(N, {
    auto l = make_layout(Int<N * 4>{}); // l -> _4:_1 | _8:_1
  })
  auto m = Int<5>{}; // m -> _5
}`));

test("two definitions that nobody decides between", () =>
  checkCpp(`
#ifdef WIDE
#define BM 128
#define ELEMENT float
#else
#define BM 64
#define ELEMENT half_t
#endif
void f() {
  auto l = make_layout(Int<BM>{}); // l -> _64:_1 | _128:_1
}`));

test("what the build defines is not defined again", async () => {
  const text = `${cute}#ifndef BM\n#define BM 128\n#endif\nauto l = make_layout(Int<BM>{}); // l\n`;
  const project = await createProject(
    { host: memoryHost({ "/p/a.cu": text }), roots: ["/p"], defines: { BM: "32" } },
    nodeWasmFiles(),
  );
  const facts = await project.analyse("/p/a.cu");
  project.dispose();
  const l = facts?.facts.find((fact) => fact.kind === "variable" && fact.name === "l");
  expect(l?.kind === "variable" && l.value.kind === "layout" ? JSON.stringify(l.value.shape) : "").toContain("32");
});

test("a macro without a definition to be seen is named in the settings", async () => {
  const text = `${cute}template <int N> MY_KERNEL void k() { auto l = make_layout(Int<N>{}); }\nvoid f() { k<4><<<1, 1>>>(); }\n`;
  const project = await createProject(
    { host: memoryHost({ "/p/a.cu": text }), roots: ["/p"], macros: ["MY_KERNEL"] },
    nodeWasmFiles(),
  );
  const facts = await project.analyse("/p/a.cu");
  project.dispose();
  expect(facts?.facts.some((fact) => fact.kind === "variable" && fact.name === "l")).toBe(true);
});
