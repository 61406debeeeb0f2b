// What a kernel reads of `self`: layouts and tensors of the host function are refused, what Python knows by itself is not.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (made: string, used: string): Promise<readonly string[]> => {
  const { problems } = await analysed(
    `
import cutlass
import cutlass.cute as cute

class Kernel:
    @cute.jit
    def __call__(self, mA: cute.Tensor):
        ${made}
        self.kernel(mA).launch(grid=(1, 1, 1), block=(128, 1, 1))

    @cute.kernel
    def kernel(self, mA: cute.Tensor):
        ${used}

def run(p: cute.Pointer):
    Kernel()(cute.make_tensor(p, cute.make_layout((64, 64))))
`,
    "python",
  );
  return problems.filter(({ code }) => code === "outer-value").map(({ message }) => message.replace(/:.*/, ""));
};

test("a layout and a tensor of the host function, once each", async () => {
  const layout = "self.layout = cute.make_layout((8, 8))";
  expect(await told(layout, "a = cute.make_tensor(mA.iterator, self.layout); b = cute.size(self.layout)")).toEqual([
    "self.layout was made by __call__, outside of the kernel",
  ]);
  expect(await told("self.mB = mA", "a = self.mB[0, 0]")).toEqual([
    "self.mB was made by __call__, outside of the kernel",
  ]);
});

test("numbers and shapes, and what is only asked for", async () => {
  expect(await told("self.tile = (8, 8)", "a = cute.local_tile(mA, self.tile, (0, 0))")).toEqual([]);
  expect(await told("self.layout = cute.make_layout(8)", "a = self.layout is None")).toEqual([]);
});

test("what the kernel makes itself", async () => {
  expect(await told("pass", "self.layout = cute.make_layout(8); a = cute.size(self.layout)")).toEqual([]);
});
