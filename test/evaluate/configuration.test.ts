// Which configuration an instance is: whose file, element types, sizes and conditions its values are.
import { expect, test } from "vitest";
import { projectOf } from "./facts-of.ts";

const kernel = `import cutlass
import cutlass.cute as cute

class Copy:
    def __init__(self, tile, dtype):
        self.tile = tile
        self.dtype = dtype

    @cute.kernel
    def kernel(self, mX: cute.Tensor):
        tiled = cute.zipped_divide(mX, self.tile)

    @cute.jit
    def __call__(self, mX: cute.Tensor):
        self.kernel(mX).launch(grid=[1, 1, 1], block=[128, 1, 1])
`;

const host = `import torch
import cutlass
from cutlass.cute.runtime import from_dlpack
from kernel import Copy

def run(x, arch):
    if arch // 10 == 9:
        Copy((128, 64), cutlass.Float16)(x)
    else:
        Copy((256, 64), cutlass.BFloat16)(x)

run(from_dlpack(torch.empty(512, 512, dtype=torch.float32)), torch.cuda.get_device_capability()[0] * 10)
`;

test("an instance says from which file it comes, its types and tile, and the architecture that its call stands under", async () => {
  const project = await projectOf({ "/p/kernel.py": kernel, "/p/host.py": host });
  const facts = await project.analyse("/p/kernel.py");
  project.dispose();
  const told = facts?.instances
    .filter((one) => one.function === "Copy.kernel")
    .map((one) => one.configuration.join(", "));
  expect(told).toEqual([
    "host.py, dtype = Float16, mX of Float32, tile = (128,64), under arch // 10 == 9",
    "host.py, dtype = BFloat16, mX of Float32, tile = (256,64), under not arch // 10 == 9",
  ]);
});
