// staged-name: a name that is an integer before a block that CuTe DSL traces as a whole, and a float in it; where it is told.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (body: string): Promise<readonly string[]> => {
  const source = `import cutlass
import cutlass.cute as cute
from cutlass import Int32, Float32

@cute.kernel
def kernel(x: cute.Tensor, offsets: cute.Tensor, n: Int32):
    tidx, _, _ = cute.arch.thread_idx()
${body}
    x[tidx] = Float32(total)

@cute.jit
def launch(p: cute.Pointer, offsets: cute.Tensor, n: Int32):
    x = cute.make_tensor(p, cute.make_layout(128))
    kernel(x, offsets, n).launch(grid=(1, 1, 1), block=(128, 1, 1))

cute.compile(launch, cute.runtime.make_ptr(Float32, 0, cute.AddressSpace.gmem, assumed_align=16), None, 3)
`;
  const { problems } = await analysed(source, "python");
  return problems.filter(({ code }) => code === "staged-name").map(({ place }) => source.slice(place.start, place.end));
};

test.each([
  ["a bare 0 is the culprit", "    total = 0\n    for k in cutlass.range(n):\n        total = total + x[k]", ["0"]],
  ["an Int32 is meant", "    total = Int32(0)\n    if tidx < n:\n        total = total + 1.0", ["total + 1.0"]],
  ["in a while", "    total = 0\n    while tidx < n:\n        total += x[tidx]\n        tidx += 128", ["0"]],
  ["a float from the start", "    total = 0.0\n    for k in cutlass.range(n):\n        total = total + x[k]", []],
  ["integers throughout", "    total = Int32(0)\n    if tidx < n:\n        total = total + tidx", []],
  ["cast back", "    total = Int32(0)\n    if tidx < n:\n        total = Int32(x[tidx])", []],
  ["an element of whatever type", "    total = Int32(0)\n    if tidx > 0:\n        total = offsets[tidx - 1]", []],
])("%s", async (_name, body, wanted) => {
  expect(await told(body)).toEqual(wanted);
});

test("what a parameter without a type is given", async () => {
  const source = `import cutlass.cute as cute
from cutlass import Float32, Int32

class Rotation:
    @cute.jit
    def turned(self, dim, value, cos: cute.Tensor):
        out = value
        if dim < Int32(4):
            c = cos[dim].to(Float32)
            out = value * c
        return out
`;
  const { problems } = await analysed(source, "python");
  expect(problems.map(({ code }) => code)).toEqual([]);
});
