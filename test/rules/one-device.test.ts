// What stands in a branch for a device is compiled for it, wherever else on the way a device is asked for: some one device has to
// meet all of it.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const kernel = (checks: string, branch: string): string => `
import torch
import cutlass
import cutlass.cute as cute


class Copy:
    def __init__(self, arch):
        ${checks}
        self.arch = arch

    @cute.jit
    def __call__(self, p: cute.Pointer):
        self.kernel(p).launch(grid=(1, 1, 1), block=(128, 1, 1))

    @cute.kernel
    def kernel(self, p: cute.Pointer):
        gA = cute.make_tensor(p, cute.make_layout((128, 64), stride=(64, 1)))
        if cutlass.const_expr(${branch}):
            gA[0, 0] = gA[0, 0, 0]


def run(p, cache, key):
    major, minor = torch.cuda.get_device_capability()
    if major < 8:
        return
    if key not in cache:
        cache[key] = cute.compile(Copy(major * 10 + minor), p)


run(cute.runtime.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128), {}, input())
`;

test.each([
  ["assert arch // 10 in [8, 9, 10]", "self.arch // 10 == 9", ["not-traced"]],
  ["assert arch // 10 in [8, 9, 10]", "self.arch // 10 in [10, 11]", ["not-traced"]],
  ["pass", "self.arch >= 90", ["not-traced"]],
  ["pass", "self.arch < 80", []],
  ["assert arch >= 100", "self.arch < 120", ["not-traced"]],
])("CuTe DSL: %s, then a mistake where %s", async (checks, branch, expected) => {
  const { problems } = await analysed(kernel(checks, branch), "python");
  expect(problems.map(({ code }) => code)).toEqual(expected);
});

const guarded = (test: string): string => `
import cutlass
import cutlass.cute as cute

@cute.kernel
def kernel(g: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    coords = cute.make_identity_tensor((128, 64))
    r = cute.make_rmem_tensor((8,), cutlass.Float16)
    if ${test}:
        s = cute.make_layout((2, 4), stride=(1,))
`;

test.each([
  ["cute.elem_less(cutlass.Int32(-1), coords[tidx, 0][1])", 1],
  ["cute.elem_less(coords[tidx, 0], (4, 5))", 1],
  ["r[0]", 1],
  ["r[0].type_that_nobody_knows", 0],
])("CuTe DSL: what a number of the run decides is traced on both sides: if %s", async (condition, count) => {
  const { problems } = await analysed(guarded(condition), "python");
  expect(problems.length).toBe(count);
});
