// What a text means depends on the CUTLASS that it is compiled with: where the versions differ, its version.h decides.
import { expect, test } from "vitest";
import { headerVersion } from "../../server/src/project/cutlass-version.ts";
import { Files } from "../../server/src/project/files.ts";
import { print } from "../../src-engine/algebra/notation/print.ts";
import { isVersionBefore } from "../../src-engine/program/library-version.ts";
import { analysed } from "../features/analysed.ts";

const kernel = (third: string): string => `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_4, _1, _1>>{}, ${third}{});
}`;

async function seen(third: string, version?: string): Promise<readonly string[]> {
  const [major, minor] = version?.split(".") ?? [];
  const header = `#define CUTLASS_MAJOR ${major}\n#define CUTLASS_MINOR ${minor}\n`;
  const others = version === undefined ? {} : { "third_party/cutlass/include/cutlass/version.h": header };
  const { index, problems } = await analysed(kernel(third), "cpp", {}, others);
  const mma = index.facts.facts.find((one) => one.kind === "variable" && one.name === "mma");
  return [
    mma?.kind === "variable" ? mma.value.kind : "missing",
    ...problems.map(({ code, severity }) => `${severity} ${code}`),
  ];
}

test("the third argument of a TiledMMA was a layout of values before CUTLASS 3.4", async () => {
  const values = "Layout<Shape<_1, _2, _1>>";
  expect(await seen(values, "3.3")).toEqual(["unknown"]);
  expect(await seen(values, "4.7")).toEqual(["tiled-mma", "warning tiler-is-layout"]);
});

test("where no version is found, a layout of small numbers may be of values; one that holds the atoms permutes them", async () => {
  expect(await seen("Layout<Shape<_1, _2, _1>>")).toEqual(["unknown"]);
  expect(await seen("Layout<Shape<_64, _32, _16>>")).toEqual(["tiled-mma", "warning tiler-is-layout"]);
  expect(await seen("Tile<_64, _16, _16>")).toEqual(["tiled-mma"]);
});

test("the version of a file is that on its include path, else that of the nearest copy around it", async () => {
  const texts: Readonly<Record<string, string>> = {
    "/a/csrc/cutlass/include/cutlass/version.h": "#define CUTLASS_MAJOR 3\n#define CUTLASS_MINOR 2\n",
    "/other/cutlass/version.h": "#define CUTLASS_MAJOR 4\n#define CUTLASS_MINOR 1\n#define CUTLASS_PATCH 0\n",
  };
  const files = new Files({
    read: async (path) => texts[path],
    list: async (folder) => (Object.keys(texts).some((path) => path === `${folder}/version.h`) ? ["version.h"] : []),
    watch: () => () => undefined,
  });
  expect(await headerVersion(files, "/a/csrc/src/kernel.cu", [])).toBe("3.2");
  expect(await headerVersion(files, "/a/csrc/src/kernel.cu", ["/other"])).toBe("4.1.0");
  expect(await headerVersion(files, "/b/kernel.cu", [])).toBeUndefined();
  expect(["3.2", "3.3.0", "3.4.1", "4.1.0"].map((one) => isVersionBefore(one, "3.4"))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("before CUTLASS 3.8 a tile repeated over a shape had modes joined: its shape is a tiler of a plain tensor", async () => {
  const text = `
#include <cute/tensor.hpp>
using namespace cute;
void f(float* p, int rows, int columns, int heads) {
  auto tile = tile_to_shape(GMMA::Layout_K_SW128_Atom<float>{}, Shape<_256, _32>{});
  auto g = make_tensor(make_gmem_ptr(p), make_shape(rows, columns, heads), make_stride(columns, _1{}, rows));
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, g, tile, tile.shape(), _1{});
}`;
  const told = async (version?: string): Promise<readonly unknown[]> => {
    const [major, minor] = version?.split(".") ?? [];
    const header = `#define CUTLASS_MAJOR ${major}\n#define CUTLASS_MINOR ${minor}\n`;
    const others = version === undefined ? {} : { "third_party/cutlass/include/cutlass/version.h": header };
    const { index, problems } = await analysed(text, "cpp", {}, others);
    const tile = index.facts.facts.find((one) => one.kind === "variable" && one.name === "tile");
    const shown = tile?.kind === "variable" ? print(tile.value) : "missing";
    return [shown, ...problems.filter(({ severity }) => severity === "error").map(({ code }) => code)];
  };
  expect(await told("3.5")).toEqual(["Sw<3,4,3> o smem_ptr[32b](unset) o (_256,_32):(_32,_1)"]);
  expect(await told("4.3")).toEqual([
    "Sw<3,4,3> o smem_ptr[32b](unset) o ((_8,_32),(_32,_1)):((_32,_256),(_1,_0))",
    "tiler-rank",
  ]);
  expect(await told()).toEqual(["Sw<3,4,3> o smem_ptr[32b](unset) o ((_8,_32),(_32,_1)):((_32,_256),(_1,_0))"]);
});
