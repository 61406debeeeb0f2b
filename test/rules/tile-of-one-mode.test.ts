// local_tile without a projection: the message speaks of the coordinate alone.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

async function told(coordinate: string): Promise<readonly string[]> {
  const { problems } = await analysed(
    `
#include <cute/tensor.hpp>
using namespace cute;
void f(float* p) {
  auto t = make_tensor(make_gmem_ptr(p), make_layout(Int<1024>{}));
  auto g = local_tile(t, make_layout(Int<256>{}), ${coordinate});
}`,
    "cpp",
  );
  return problems.map(({ message }) => message);
}

test("a coordinate in parentheses for a tensor of one mode without them", async () => {
  expect(await told("make_coord(1)")).toEqual([
    "local_tile: the coordinate does not fit what the tiler leaves: give one item for each of its modes, nested alike",
  ]);
  expect(await told("1")).toEqual([]);
});
