// grid-range: block indices that go past the mode they pick, and where nothing is told because somebody asks for bounds.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

async function told(text: string, language: "cpp" | "python"): Promise<readonly string[]> {
  const { problems } = await analysed(text, language);
  const lines = (start: number): number => text.slice(0, start).split("\n").length;
  return problems
    .filter(({ code }) => code === "grid-range")
    .map(({ place, message }) => `${lines(place.start)}: ${message}`);
}

/** The kernel's lines begin in line 5. */
const cpp = (body: string, grid = "8, 8"): string => `#include <cute/tensor.hpp>
using namespace cute;
template <class T>
__global__ void kernel(T mA, int valid) {
${body}
}
void launch(half_t* A, int valid) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 512), make_stride(512, _1{}));
  dim3 grid(${grid});
  kernel<<<grid, 128>>>(mA, valid);
}`;

const tile = "  auto gA = local_tile(mA, Shape<_128, _64>{}, make_coord(blockIdx.x, blockIdx.y));";

test.each([
  [
    "past the last tile",
    tile,
    [
      "5: mode 0 ends at 3 here, the index goes up to 7: the grid has 8 blocks along x; launch as many as there are, or pick the mode that they count",
    ],
  ],
  ["behind a test of threads", `  if (threadIdx.x < 64) {\n  ${tile}\n  }`, ["6: mode 0 ends at 3"]],
  [
    "in a loop",
    `  for (int k = 0; k < 4; ++k) {\n    auto row = mA(k, blockIdx.x + 506);\n  }`,
    ["6: mode 1 ends at 511 here, the index goes up to 513"],
  ],
  [
    "one of two",
    `${tile}\n  auto gB = local_tile(mA, Shape<_64, _64>{}, make_coord(blockIdx.x, blockIdx.y));`,
    ["5: mode 0 ends at 3"],
  ],
  [
    "every block: tile-coordinate's",
    "  auto gA = local_tile(mA, Shape<_128, _64>{}, make_coord(blockIdx.x + 4, 0));",
    [],
  ],
  ["an early end", `  if (blockIdx.x >= 4) return;\n${tile}`, []],
  ["a bound that only the run knows", `${tile}\n  if (int(blockIdx.x) < valid) gA(0) = half_t(0);`, []],
  ["elements that are compared", `${tile}\n  if (elem_less(make_coord(0, 0), shape(mA))) gA(0) = half_t(0);`, []],
  [
    "an index that is mapped",
    "  auto gA = local_tile(mA, Shape<_128, _64>{}, make_coord(blockIdx.x % 4, blockIdx.y));",
    [],
  ],
  [
    "one element for all",
    "  auto one = make_tensor(mA.data(), make_layout(make_shape(_4{}, _64{}), make_stride(_0{}, _1{})));\n  auto row = one(blockIdx.x, _);",
    [],
  ],
])("C++: %s", async (_name, body, wanted) => {
  const found = await told(cpp(body), "cpp");
  expect(found.map((one, i) => one.slice(0, wanted[i]?.length))).toEqual(wanted);
});

test("axes that are exchanged in all of the kernel are told at the launch", async () => {
  const text = cpp(`${tile}\n${tile.replace("gA", "gB")}`, "8, 4");
  expect((await told(text, "cpp")).map((one) => one.slice(0, 60))).toEqual([
    "10: the grid has 8 blocks along x and 4 along y, the modes t",
  ]);
});

test("a grid that is known at run time only fits", async () => {
  const host = `#include <cute/tensor.hpp>
using namespace cute;
template <class T>
__global__ void kernel(T mA) {
  auto gA = local_tile(mA, Shape<_128, _64>{}, make_coord(blockIdx.x, blockIdx.y));
}
void launch(half_t* A, int m, int n, int blocks) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(m, n), make_stride(n, _1{}));
  kernel<<<dim3(ceil_div(m, 128), ceil_div(n, 64)), 128>>>(mA);
}`;
  expect(await told(host, "cpp")).toEqual([]);
  expect(await told(host.replace("ceil_div(m, 128), ceil_div(n, 64)", "blocks, blocks"), "cpp")).toEqual([]);
  expect(
    await told(host.replace("ceil_div(m, 128), ceil_div(n, 64)", "ceil_div(n, 64), ceil_div(m, 128)"), "cpp"),
  ).toEqual([
    "5: the grid has ⌈n/64⌉ blocks along x and ⌈m/128⌉ along y, the modes that they pick have ⌈m/128⌉ and ⌈n/64⌉: exchange the two in the launch or in the coordinate",
  ]);
});

const dsl = (body: string, grid: string): string => `import cutlass
import cutlass.cute as cute

@cute.kernel
def kernel(mA: cute.Tensor, tma: cute.CopyAtom, mT: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
${body}

@cute.jit
def launch(p: cute.Pointer):
    mA = cute.make_tensor(p, cute.make_layout((512, 512), stride=(512, 1)))
    op = cute.nvgpu.cpasync.CopyBulkTensorTileG2SOp()
    tma, mT = cute.nvgpu.cpasync.make_tiled_tma_atom(op, mA, cute.make_layout((128, 64), stride=(64, 1)), (128, 64))
    kernel(mA, tma, mT).launch(grid=${grid}, block=(128, 1, 1))
`;

const of = (tensor: string): string => `    gA = cute.local_tile(${tensor}, (128, 64), (bx, by))`;

test.each([
  ["past the last tile", of("mA"), "(5, 8, 1)", ["8: mode 0 ends at 3 here, the index goes up to 4"]],
  ["exchanged", of("mA"), "(8, 4)", ["8: the grid has 8 blocks along x and 4 along y"]],
  ["exchanged, through TMA", of("mT"), "(8, 4, 1)", ["8: the grid has 8 blocks along x and 4 along y"]],
  ["TMA leaves out what is too much", of("mT"), "(6, 8, 1)", []],
  ["a predicate", `${of("mA")}\n    cute.copy(tma, gA, gA, pred=gA)`, "(5, 8, 1)", []],
  ["an if of the block", `${of("mA")}\n    if bx < 4:\n        gA[tidx, 0] = 0.0`, "(5, 8, 1)", []],
  ["a subscript", "    row = mA[by, None]", "(1, 600, 1)", ["8: mode 0 ends at 511 here, the index goes up to 599"]],
])("DSL: %s", async (_name, body, grid, wanted) => {
  const found = await told(dsl(body, grid), "python");
  expect(found.map((one, i) => one.slice(0, wanted[i]?.length))).toEqual(wanted);
});
