// What CuTe DSL's types leave of a pointer's alignment where a block's own tile begins, against what a copy moves at once: each as CuTe DSL 4.8 judges it.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (row: string, tensor: string): Promise<readonly string[]> => {
  const source = `import cutlass
import cutlass.cute as cute
from cutlass.cute.runtime import make_fake_tensor

@cute.kernel
def kernel(mX: cute.Tensor, n: cutlass.Int32):
    tidx, _, _ = cute.arch.thread_idx()
    row, _, _ = cute.arch.block_idx()
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=128)
    tiled = cute.make_tiled_copy_tv(atom, cute.make_layout(128), cute.make_layout(8))
    gX = ${row}
    tXgX = tiled.get_slice(tidx).partition_S(gX)
    frag = cute.make_fragment_like(tXgX)
    cute.copy(tiled, tXgX, frag)

@cute.jit
def launch(mX: cute.Tensor, n: cutlass.Int32):
    kernel(mX, n).launch(grid=(64, 1, 1), block=(128, 1, 1))

cute.compile(launch, make_fake_tensor(cutlass.Float16, (64, 1024), ${tensor}), 3)
`;
  const { problems } = await analysed(source, "python");
  return problems
    .filter(({ code }) => code === "copy-alignment")
    .map(({ message }) => message.replace(/, the copy.*/, ""));
};

const padded = "stride=(1028, 1), assumed_align=16";

test.each([
  ["each row beside a vector", "mX[row, None]", padded, ["the tensor begins at multiples of 8 bytes"]],
  ["rows of whole vectors", "mX[row, None]", "stride=(1032, 1), assumed_align=16", []],
  ["one row for all", "mX[4, None]", padded, []],
  [
    "what the code says it is aligned to",
    "cute.make_tensor(mX[row, None].iterator.align(16), cute.make_layout(1024))",
    padded,
    [],
  ],
  [
    "a stride of the run that is a multiple of 8",
    "mX[row, None]",
    "stride=(cute.sym_int(divisibility=8), 1), assumed_align=16",
    [],
  ],
  ["nothing said of the pointer", "mX[row, None]", "stride=(1032, 1)", ["the tensor's pointer is aligned to 2 bytes"]],
])("%s", async (_name, row, tensor, wanted) => {
  expect(await told(row, tensor)).toEqual(wanted);
});
