// role-swapped: tiles of A and B that are picked by each other's coordinates.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (source: string, language: "cpp" | "python"): Promise<readonly string[]> => {
  const { problems } = await analysed(source, language);
  return problems
    .filter(({ code }) => code === "role-swapped")
    .map(({ message, place }) => `${source.slice(place.start, place.end)}: ${message}`);
};

const cpp = (a: string, b: string, tileB = "tile"): string => `#include <cute/tensor.hpp>
using namespace cute;
template <class Tile, class TA, class TB>
__device__ void load(Tile tile, Tile other, TA const& mA, TB const& mB, int m, int n, int k) {
  auto gA = local_tile(mA, select<0, 2>(tile), make_coord(${a}));
  auto gB = local_tile(mB, select<1, 2>(${tileB}), make_coord(${b}));
}`;

test("C++: one coordinate for the tiles of both operands", async () => {
  expect(await told(cpp("m, _", "n, _"), "cpp")).toEqual([]);
  expect(await told(cpp("m, _", "m, _"), "cpp")).toEqual([
    "make_coord(m, _): m picks the tile of A along M and that of B along N: one of them has the other's coordinate",
  ]);
  // Another product, one tile of each, a tile along all modes.
  expect(await told(cpp("m, _", "m, _", "other"), "cpp")).toEqual([]);
  expect(await told(cpp("0, _", "0, _"), "cpp")).toEqual([]);
  expect(await told(cpp("m, k", "m, k"), "cpp")).toEqual([]);
});

test("C++: a coordinate along K, where the other operand goes through K", async () => {
  expect(await told(cpp("_, m", "n, _"), "cpp")).toEqual([
    "make_coord(_, m): m picks the tile of A along K and leaves M open, B has it the other way: exchange the two",
  ]);
  expect(await told(cpp("_, k", "_, k"), "cpp")).toEqual([]);
  expect(await told(cpp("m, k", "n, _"), "cpp")).toEqual([]);
});

const dsl = (a: string, b: string, second = "thr"): string => `
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync

@cute.jit
def load(mma: cute.TiledMma, two: cute.TiledMma, tmaA: cute.CopyAtom, tmaB: cute.CopyAtom, gA, gB, sA, sB, coord):
    thr = mma.get_slice(0)
    other = two.get_slice(0)
    tCgA = thr.partition_A(gA)
    tCgB = ${second}.partition_B(gB)
    tAsA, tAgA = cpasync.tma_partition(tmaA, 0, cute.make_layout(1), cute.group_modes(sA, 0, 3), cute.group_modes(tCgA, 0, 3))
    tBsB, tBgB = cpasync.tma_partition(tmaB, 0, cute.make_layout(1), cute.group_modes(sB, 0, 3), cute.group_modes(tCgB, 0, 3))
    a = tAgA[(None, ${a}, None, coord[2])]
    b = tBgB[(None, ${b}, None, coord[2])]
`;

test("CuTe DSL: slices of what TMA brings of the tiles that one MMA takes", async () => {
  expect(await told(dsl("coord[0]", "coord[1]"), "python")).toEqual([]);
  expect(await told(dsl("coord[0]", "coord[0]"), "python")).toEqual([
    "tBgB[(None, coord[0], None, coord[2])]: coord[0] picks the tile of A along M and that of B along N: one of them has the other's coordinate",
  ]);
  expect(await told(dsl("coord[0]", "coord[0]", "other"), "python")).toEqual([]);
});
