// Where a tile does not divide a mode, the hover tells how many tiles are whole and what the last one has.
import { expect, test } from "vitest";
import { lastTiles } from "../../server/src/features/last-tile.ts";
import { analysed } from "./analysed.ts";

async function told(source: string, language: "cpp" | "python"): Promise<readonly string[]> {
  const { index } = await analysed(source, language);
  return index.facts.facts.flatMap((fact) => (fact.kind === "call" ? lastTiles(fact) : []));
}

test("tiles at the end of a tensor, C++", async () => {
  const source = `
#include <cute/tensor.hpp>
using namespace cute;
void f(float* p, int n) {
  auto mA = make_tensor(make_gmem_ptr(p), make_shape(1000, 320, 16), make_stride(5120, _16{}, _1{}));
  auto gA = local_tile(mA, Shape<_128, _64, _32>{}, make_coord(_, _, _));
  auto mN = make_tensor(make_gmem_ptr(p), make_shape(n, Int<65>{}));
  auto gN = zipped_divide(mN, Shape<_128, _64>{});
}
`;
  expect(await told(source, "cpp")).toEqual([
    "mode 0: 7 whole tiles of 128, the last has 104 of 128",
    "mode 2: no tile is whole, the last has 16 of 32",
    "mode 1: 1 whole tile of 64, the last has 1 of 64",
  ]);
});

test("tiles at the end of a tensor, CuTe DSL", async () => {
  const source = `
import cutlass.cute as cute

@cute.jit
def f(p: cute.Pointer):
    m = cute.make_tensor(p, cute.make_layout((100, (8, 6)), stride=(48, (6, 1))))
    g = cute.local_tile(m, (32, (8, 4)), (None, None))
    h = cute.local_tile(m, (50, None), (None, None))
`;
  expect(await told(source, "python")).toEqual([
    "mode 0: 3 whole tiles of 32, the last has 4 of 32",
    "mode 1: 1 whole tile of 32, the last has 16 of 32",
  ]);
});
