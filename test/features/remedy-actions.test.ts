// What the light bulb offers at a bank conflict: what frees the copy of it where that is certain, and its banks in any case.
import { expect, test } from "vitest";
import { codeActions } from "../../server/src/features/code-actions.ts";
import { remediesOf } from "../../server/src/features/costs/remedy-actions.ts";
import { edited } from "../../server/src/features/literal-edits.ts";
import { analysed } from "./analysed.ts";

const kernel = (layout: string, more = "") => `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(float const* in) {
  __shared__ float shared[32 * 33];
  auto rows = Layout<Shape<_8, _32>, Stride<_32, _1>>{};
  auto columns = Layout<Shape<_32, _8>>{};
  auto gIn = make_tensor(make_gmem_ptr(in), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  auto sA = make_tensor(make_smem_ptr(shared), ${layout});
  copy(local_partition(gIn, rows, threadIdx.x), local_partition(sA, rows, threadIdx.x));
  auto r = make_tensor<float>(Shape<_1, _8>{});
  auto down = local_partition(sA, columns, threadIdx.x);
  copy(down, r);
${more}}
void host(float const* p) { kernel<<<1, 256>>>(p); }
`;

async function offeredAt(text: string) {
  const { index, problems } = await analysed(text, "cpp");
  const problem = problems.find(({ code }) => code === "bank-conflict");
  if (problem === undefined) throw new Error("no conflict");
  return codeActions([problem], problem.place, [text], "cpp", (one) => remediesOf(index, one));
}

const titleOf = (action: Awaited<ReturnType<typeof offeredAt>>[number]): string =>
  action.kind === "fix" ? action.fix.title : action.title;

test("the swizzle and the padding that free it, its banks, and only then the comment", async () => {
  const text = kernel("Layout<Shape<_32, _32>, Stride<_32, _1>>{}");
  const actions = await offeredAt(text);
  expect(actions.map(titleOf)).toEqual([
    "Write Swizzle<5,0,5> into the source",
    "Write rows padded by 1 into the source",
    "Show the banks in the preview",
    "Ignore bank-conflict here",
  ]);
  for (const action of actions.filter((one) => titleOf(one).startsWith("Write"))) {
    const [mended = ""] = action.kind === "fix" ? edited([text], action.fix.edits) : [];
    const { problems } = await analysed(mended, "cpp");
    expect(problems.filter(({ code }) => code === "bank-conflict")).toEqual([]);
  }
});

test("where the buffer is read in a way that nobody knows nothing is written, but its banks are shown", async () => {
  const text = kernel(
    "Layout<Shape<_32, _32>, Stride<_32, _1>>{}",
    "  elsewhere(sA);\n  copy(sA, unknown_thing(r));\n",
  );
  expect((await offeredAt(text)).map(titleOf)).toEqual(["Show the banks in the preview", "Ignore bank-conflict here"]);
});
