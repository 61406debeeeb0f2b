// A call that hands a stream in where the traced function asks for a tensor: nothing that follows from it is a mistake of the function.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const source = (args: string): string => `
import cuda.bindings.driver as cuda
import cutlass
import cutlass.cute as cute
import torch
from typing import Optional
from cutlass.cute.runtime import from_dlpack

@cute.kernel
def kernel(mA: cute.Tensor, mL: Optional[cute.Tensor]):
    a = cute.make_layout((2, 3), stride=(1,))

@cute.jit
def run(mA: cute.Tensor, mL: Optional[cute.Tensor] = None, stream: cuda.CUstream = None):
    kernel(mA, mL).launch(grid=(1, 1, 1), block=(128, 1, 1))

def host():
    a = from_dlpack(torch.empty(512, 512, dtype=torch.float16))
    stream = cuda.CUstream(torch.cuda.current_stream().cuda_stream)
    cute.compile(run, ${args})

host()
`;

test.each([
  ["a, stream", []],
  ["a, None, stream", ["layout-not-congruent"]],
])("called with %s", async (args, codes) => {
  const { problems } = await analysed(source(args), "python");
  expect(problems.map(({ code }) => code)).toEqual(codes);
});
