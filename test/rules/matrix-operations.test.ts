// Copies of 8x8 matrices that CuTe DSL refuses to make; the messages of nvidia-cutlass-dsl 4.8 stand beside.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (operation: string): Promise<readonly string[]> => {
  const text = `
import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import warp

@cute.kernel
def kernel(flag: cutlass.Constexpr):
    atom = cute.make_copy_atom(warp.${operation}, cutlass.Float16)
`;
  return (await analysed(text, "python")).problems.map(({ message }) => message.replace(/^\w+: /, ""));
};

test("how many matrices, transposed or not, unpacked or not", async () => {
  // expects the 'num_matrices' Op parameter to be one of [1,2,4]
  expect(await told("LdMatrix8x8x16bOp(flag, 3)")).toEqual(["num_matrices is 3: it takes 1 or 2 or 4"]);
  expect(await told("StMatrix8x8x16bOp(transpose=True, num_matrices=8)")).toEqual([
    "num_matrices is 8: it takes 1 or 2 or 4",
  ]);
  // Op only supports transpose
  expect(await told("LdMatrix16x16x8bOp(False, 2)")).toEqual(["it exists with transpose=True only"]);
  // Op doesn't support transpose
  expect(await told("LdMatrix8x16x8bOp(True, 4)")).toEqual(["it has no transposed form"]);
  // Op unpack bits must be 4 or 6 or None
  expect(await told("LdMatrix8x16x8bOp(False, 4, 5)")).toEqual(["unpack_bits is 5: it takes 4 or 6"]);
});

test("those that there are, and what nobody knows", async () => {
  expect(await told("LdMatrix8x8x16bOp(flag, 4)")).toEqual([]);
  expect(await told("LdMatrix8x16x8bOp(False, 4, 6)")).toEqual([]);
  expect(await told("LdMatrix16x16x8bOp(transpose=True, num_matrices=2)")).toEqual([]);
  expect(await told("StMatrix8x8x16bOp(flag, 2 if flag else 4)")).toEqual([]);
});
