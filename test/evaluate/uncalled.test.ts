// Functions inside functions that nothing calls are shown all the same, and what they write does not stay.
import { expect, test } from "vitest";
import { checkCpp, checkFile, checkPython, rowsOf } from "./facts-of.ts";

test("a lambda that is only handed on", () =>
  checkCpp(`
void f(int m) {
  int n = 1;
  auto body = [&](int k) {
    n = 2;
    auto l = make_layout(make_shape(k, Int<4>{})); // l -> (k,_4):(_1,k)
  };
  int after = n; // after -> 1
}`));

test("a nested function that is called is shown with what it is called with", () =>
  checkPython(`
def f(m: int):
    def tile(shape):
        return cute.make_layout(shape)
    def other(n: int):
        l = cute.make_layout((n, 4)) # l -> (n,4):(1,n)
    a = tile((8, 4)) # a -> (8,4):(1,8)
`));

test("a lambda that is given to something unknown without a name runs what it makes", () =>
  checkPython(`
from elsewhere import build
class Kernel:
    def __init__(self, n):
        self.n = n
    @cute.jit
    def __call__(self, a: cute.Tensor):
        t = cute.local_tile(a, (2, self.n), (0, 0))  # t -> gmem_ptr[32b] o (2,4):(8,1)
def f():
    a = cute.runtime.make_fake_compact_tensor(cutlass.Float32, (4, 8), stride_order=(1, 0))
    return build("kernel", lambda: cute.compile(Kernel(4), a))
`));

test("a fake tensor has the rank of its shape, whatever an extent is", () =>
  checkPython(`
from elsewhere import rows
def f():
    a = cute.runtime.make_fake_compact_tensor(cutlass.Float32, (rows(), 8), stride_order=(1, 0))  # a -> gmem_ptr[32b] o (shape[0],8):(8,1)
`));

const runner = `import torch
import cutlass.cute as cute
from kernel import Kernel

def runner():
    class Runner:
        def __init__(self):
            self.columns = 64

        def forward(self, inputs, tile=None):
            if tile is None:
                tile = (128, self.columns)
            a = torch.empty((256, 64), dtype=torch.float16)
            return cute.compile(Kernel(tile), a)

    return Runner()
`;

const kernel = `import cutlass.cute as cute

class Kernel:
    def __init__(self, tile):
        self.tile = tile

    @cute.jit
    def __call__(self, a: cute.Tensor):
        l = cute.make_layout(self.tile)  # l -> (128,64):(1,128)
`;

test("a class that a function makes for a framework has its methods shown, and what they use", async () => {
  await checkFile({ "/p/kernel.py": kernel, "/p/runner.py": runner }, "/p/kernel.py");
  const rows = await rowsOf({ "/p/kernel.py": kernel, "/p/runner.py": runner }, "/p/runner.py");
  expect(rows.filter(({ name }) => name === "tile").map(({ value }) => value)).toContain("(128,64)");
});

test("what the target shows alone and with its users is shown once", async () => {
  const rows = await rowsOf(
    { "/p/kernel.py": kernel, "/p/other.py": "from kernel import Kernel\nuse(Kernel)\n" },
    "/p/kernel.py",
    {
      untaken: true,
    },
  );
  expect(rows.filter(({ name }) => name === "l")).toHaveLength(1);
});

test("C++: a launch in a lambda that a dispatcher of another file is handed", () =>
  checkFile(
    {
      "/p/kernel.cuh": `#pragma once
#include <cute/tensor.hpp>
using namespace cute;
template <int N> __global__ void kernel() {
  auto l = make_layout(Int<N>{}); // l -> _8:_1
}
`,
      "/p/launch.cu": `#include "kernel.cuh"
#include "dispatch.h"
void run(bool fast) {
  dispatch(fast, [&](auto tag) { kernel<8><<<1, 32>>>(); });
  auto again = [&](auto tag) { kernel<8><<<1, 32>>>(); };
}
`,
    },
    "/p/kernel.cuh",
  ));
