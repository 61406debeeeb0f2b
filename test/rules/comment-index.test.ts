// A name in a shape comment that the code uses as the index along that mode is no size.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const kernel = (last: string): string => `
import cutlass.cute as cute

@cute.jit
def f(mK: cute.Tensor, n: int):
    mK = cute.make_tensor(mK.iterator, cute.make_layout((n, 64)))
    n_blocks = cute.ceil_div(n, 64)
    n_block = ${last}
    # (block_size, head_dim, n_block)
    gK = cute.local_tile(mK, (64, 64), (None, 0))
`;

test("the last block is where the loop begins", async () => {
  const { problems } = await analysed(kernel("n_blocks - 1"), "python");
  expect(problems).toEqual([]);
});

test("another count is another size", async () => {
  const { problems } = await analysed(kernel("n_blocks - 2"), "python");
  expect(problems.map(({ code }) => code)).toEqual(["comment-size"]);
});

test("names of the entries of the first mode are no modes", async () => {
  const source = (comment: string): string => `
import cutlass.cute as cute

@cute.jit
def f():
    # ${comment}
    info = cute.make_layout((4, 2), stride=(1, 4))
f()
`;
  const codes = async (comment: string): Promise<readonly string[]> =>
    (await analysed(source(comment), "python")).problems.map(({ code }) => code);
  expect(await codes("(bidx, bidy, bidz, valid)")).toEqual([]);
  expect(await codes("(bidx, bidy, valid)")).toEqual(["comment-shape"]);
});
