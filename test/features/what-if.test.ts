// What-if fields: which numbers of the source they are, and the text that other numbers give.
import { describe, expect, test } from "vitest";
import { edited, editsFor, moved, movedBack } from "../../server/src/features/literal-edits.ts";
import { symbolNames } from "../../server/src/features/symbols.ts";
import { literalsAround } from "../../server/src/features/what-if.ts";
import type { Language } from "../../src-engine/program/ir.ts";
import { analysed } from "./analysed.ts";

async function literals(text: string, language: Language, functionName: string) {
  const { index } = await analysed(text, language);
  const instance = index.facts.instances.find((one) => one.function === functionName);
  return literalsAround(index, instance?.id ?? "");
}

const kernel = `#include <cute/tensor.hpp>
using namespace cute;
using TileShape = Shape<_128, _64>;
template <class Tile>
__global__ void kernel(float* p, Tile tile) {
  auto sA = make_layout(tile);
}
void unrelated() { auto other = make_shape(Int<7>{}, Int<9>{}); }
void host(float* p, int m) {
  auto bM = Int<128>{};
  auto tile = make_shape(bM, Int<64>{});
  auto smem = foo(3);
  kernel<<<m, 256>>>(p, tile);
}
`;

describe("C++", () => {
  test("those of callers and of the file, not those of other functions", async () => {
    const found = await literals(kernel, "cpp", "kernel");
    expect(found.map(({ name, text }) => `${name} ${text}`)).toEqual([
      "bM 128",
      "tile 64",
      "TileShape[0] _128",
      "TileShape[1] _64",
    ]);
  });

  test("the function's own come first, then those of its callers from the innermost outward", async () => {
    const text = `#include <cute/tensor.hpp>
using namespace cute;
template <class Tile> void outer(Tile tile) { auto bM = Int<32>{}; inner(tile, bM); }
template <class Tile, class M> void inner(Tile tile, M m) { auto own = make_layout(make_shape(tile, m, Int<5>{})); }
void host() { auto tile = Int<64>{}; outer(tile); }
`;
    const found = await literals(text, "cpp", "inner");
    expect(found.map(({ owner, name }) => `${owner}: ${name}`)).toEqual(["inner: own", "outer: bM", "host: tile"]);
  });

  test("those that lead to the shown value come first, through the caller's names", async () => {
    const text = `#include <cute/tensor.hpp>
using namespace cute;
template <class Tiler, class Smem>
__global__ void kernel(float* p, Tiler tiler, Smem) { Tensor s = make_tensor(p, Smem{}); }
void host(float* p, int m) {
  auto cluster = make_shape(Int<2>{}, Int<1>{});
  auto bM = Int<128>{};
  auto layout = make_layout(make_shape(bM, Int<32>{}));
  kernel<<<m, 256>>>(p, cluster, layout);
}
`;
    const { index } = await analysed(text, "cpp");
    const s = index.variables.find(({ fact }) => fact.name === "s");
    const found = literalsAround(index, s?.fact.instance ?? "", s?.place);
    const named = found.map(({ name, related }) => `${name}${related ? "" : " (near)"}`);
    expect(named).toEqual(["layout", "bM", "cluster[0] (near)", "cluster[1] (near)"]);
  });

  test("edits keep the way a number is written, and places go there and back", async () => {
    const found = await literals(kernel, "cpp", "kernel");
    const id = (name: string) => found.find((one) => one.name === name)?.id ?? "";
    const edits = editsFor(found, { [id("bM")]: "96", [id("TileShape[0]")]: "100", [id("TileShape[1]")]: "256" });
    const [text = ""] = edited([kernel], edits);
    expect(text).toContain("auto bM = Int<96>{};");
    expect(text).toContain("Shape<Int<100>, _256>");
    const at = kernel.indexOf("auto smem");
    const there = moved(edits, 0, at);
    expect(text.slice(there, there + 9)).toBe("auto smem");
    expect(movedBack(edits, { fragment: 0, start: there, end: there + 9 })).toEqual({
      fragment: 0,
      start: at,
      end: at + 9,
    });
  });
});

describe("Python", () => {
  test("assignments, defaults, named arguments and what the constructor keeps", async () => {
    const text = `import cutlass.cute as cute

class Gemm:
    def __init__(self, stages: int = 3):
        self.tile = (128, 64)
        self.stages = stages

    @cute.jit
    def __call__(self, n: cute.Int32):
        bK = 32
        layout = cute.make_layout((bK, 8))
        return layout

gemm = Gemm(stages=4)
`;
    const found = await literals(text, "python", "Gemm.__call__");
    expect(found.map(({ name, text: t }) => `${name} ${t}`)).toEqual([
      "bK 32",
      "layout 8",
      "stages 3",
      "self.tile[0] 128",
      "self.tile[1] 64",
      "stages 4",
    ]);
  });
});

test("of targets unpacked from a list each has its own part; a method's arguments stand behind its self; names are those of their function", async () => {
  const text = `import cutlass.cute as cute
import cutlass.pipeline as pipeline

class Attention:
    def __init__(self):
        self.tile = (128, 64)
        self.num_stages = 2

    @cute.jit
    def __call__(self, n: cute.Int32):
        self.sQ_layout, self.sK_layout = [
            cute.make_layout(shape) for shape in [self.tile, (self.tile, self.num_stages)]
        ]
        self.kernel(self.sQ_layout, self.sK_layout)

    @cute.kernel
    def kernel(self, sQ_layout: cute.Layout, sK_layout: cute.Layout):
        barrier = pipeline.make(num_stages=1)
        sQ = sQ_layout
        sK = sK_layout

Attention()(8)
`;
  const { index } = await analysed(text, "python");
  const behind = (name: string) => {
    const shown = index.variables.find(({ fact }) => fact.name === name);
    const found = literalsAround(index, shown?.fact.instance ?? "", shown?.place);
    return found.filter(({ related }) => related).map((one) => `${one.name} ${one.text}`);
  };
  expect(behind("sQ")).toEqual(["self.tile[0] 128", "self.tile[1] 64"]);
  expect(behind("sK")).toEqual(["self.tile[0] 128", "self.tile[1] 64", "self.num_stages 2"]);
  expect(behind("barrier")).toEqual(["num_stages 1"]);
});

test("a kernel that is launched by its address: its parameters are what its template's arguments say", async () => {
  const text = `#include <cute/tensor.hpp>
using namespace cute;
template <class Tile>
__global__ void kernel(float* p, Tile tile) {
  auto gC = local_tile(make_tensor(make_gmem_ptr(p), make_shape(512, 512)), tile, make_coord(0, 0));
}
void host(float* p) {
  auto bM = Int<128>{};
  auto other = Int<3>{};
  auto tile = make_shape(bM, Int<64>{});
  void const* address = reinterpret_cast<void const*>(&kernel<decltype(tile)>);
  cutlass::launch_kernel_on_cluster({1, 128, 1, 0}, address, p, tile);
}
`;
  const { index } = await analysed(text, "cpp");
  const instance = index.facts.instances.find((one) => one.function === "kernel");
  const start = text.indexOf("gC =");
  const found = literalsAround(index, instance?.id ?? "", { fragment: 0, start, end: start + 2 });
  const related = found.filter((one) => one.related);
  expect(related.map(({ name }) => name)).toEqual(["tile", "bM"]);
});

test("what the run reads is no part of a static layout, and no number to write; the factor and the instruction's extents are", async () => {
  const text = `#include <cute/tensor.hpp>
using namespace cute;
template <class T, class Layout>
void host(T const* a, Layout layout) {
  TiledMMA tiled_mma = make_tiled_mma(SM100_MMA_F16BF16_SS<T, T, float, 128, 256, UMMA::Major::K, UMMA::Major::K>{});
  auto bK = tile_size<2>(tiled_mma) * Int<4>{};
  auto shape = partition_shape_A(tiled_mma, make_shape(tile_size<0>(tiled_mma), bK));
  auto sA_layout = UMMA::tile_to_mma_shape(UMMA::Layout_K_SW128_Atom<T>{}, shape);
  Tensor mA = make_tensor(make_gmem_ptr(a), layout);
}
int main(int argc, char** argv) {
  int m = 512;
  if (argc >= 2) sscanf(argv[1], "%d", &m);
  int k = 256;
  std::vector<half_t> all(m * k);
  host(all.data(), make_layout(make_shape(m, k)));
}
`;
  const { index } = await analysed(text, "cpp");
  const related = (name: string) => {
    const one = index.variables.find(({ fact }) => fact.name === name && fact.value.kind !== "unknown");
    const found = literalsAround(index, one?.fact.instance ?? "", one?.place);
    return found.filter((literal) => literal.related).map((literal) => `${literal.name}=${literal.value}`);
  };
  expect(related("sA_layout")).toEqual(["tiled_mma[0]=128", "tiled_mma[1]=256", "bK=4"]);
  expect(related("mA")).toEqual(["k=256"]);
});

test("numbers are those of the callers on the way, not of another function of the same name", async () => {
  const text = `#include <cute/tensor.hpp>
using namespace cute;
template <class Layout>
__global__ void kernel(float* p, Layout layout) { auto s = make_tensor(p, layout); }
void host(float* p) {
  auto tile = make_layout(make_shape(Int<8>{}, Int<4>{}));
  kernel<<<1, 1>>>(p, tile);
}
void host(float* p, int n) {
  auto tile = make_layout(make_shape(Int<16>{}, Int<2>{}));
  kernel<<<n, 1>>>(p, tile);
}
`;
  const { index } = await analysed(text, "cpp");
  const kernels = index.facts.instances.filter((one) => one.function === "kernel");
  const start = text.indexOf("s = make_tensor");
  const numbers = kernels.map(({ id }) =>
    literalsAround(index, id, { fragment: 0, start, end: start + 1 }).map(({ value }) => value),
  );
  expect(numbers).toEqual([
    [8, 4],
    [16, 2],
  ]);
});

test("a module in a parameter's annotation is not what callers pass, and an element type has no numbers behind it", async () => {
  const text = `import cutlass.cute as cute

class Gemm:
    def __init__(self):
        self.tile = (128, 64)

    @cute.jit
    def __call__(self, mA: cute.Tensor):
        packed = cute.make_tensor(mA.iterator, cute.make_layout((16, 8)))
        self.dtype = packed.element_type
        self.kernel(packed)

    @cute.kernel
    def kernel(self, mA: cute.Tensor):
        shown = cute.make_layout(self.tile, width_of(self.dtype))
`;
  const { index } = await analysed(text, "python");
  const one = index.variables.find(({ fact }) => fact.name === "shown");
  const found = literalsAround(index, one?.fact.instance ?? "", one?.place);
  expect(found.filter(({ related }) => related).map(({ name }) => name)).toEqual(["self.tile[0]", "self.tile[1]"]);
});

test("an integer known by its type alone is no field", async () => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
using Strides = Stride<int, Int<1>>;
void f(int m, int64_t ld) { auto d = make_stride(ld, Int<1>{}); }
`;
  const { index } = await analysed(source, "cpp");
  const symbolsOf = (name: string) =>
    index.variables.filter(({ fact }) => fact.name === name).flatMap(({ fact }) => symbolNames(fact.value));
  expect([symbolsOf("Strides"), symbolsOf("d")]).toEqual([[], ["ld"]]);
});

test("a name has what it was given before it is read, in a loop also what the turn before gave it", async () => {
  const text = `import cutlass.cute as cute

@cute.jit
def host(mQ: cute.Tensor, mK: cute.Tensor):
    tile = mQ.shape
    shown = cute.make_layout(tile)
    mQ = packed(mQ, head_idx=2)
    for i in cutlass.range_constexpr(4):
        row = cute.make_layout(mK.shape)
        mK = moved(mK, mode=3)
`;
  const { index } = await analysed(text, "python");
  const related = (name: string) => {
    const one = index.variables.find(({ fact }) => fact.name === name);
    const found = literalsAround(index, one?.fact.instance ?? "", one?.place);
    return found.filter((literal) => literal.related).map((literal) => literal.name);
  };
  expect(related("shown")).toEqual([]);
  expect(related("row")).toEqual(["mode"]);
});

describe("of a tuple the elements that a value rests on", () => {
  const related = async (text: string, language: Language, name: string) => {
    const { index } = await analysed(text, language);
    const one = index.variables.find(({ fact }) => fact.name === name);
    const found = literalsAround(index, one?.fact.instance ?? "", one?.place);
    return found.filter((each) => each.related).map((each) => `${each.name} ${each.text}`);
  };

  test("Python: by index, slice, mode and unpacking, through copies and what is put together", async () => {
    const text = `import cutlass.cute as cute

class Gemm:
    def __init__(self, stages=3, tile=(128, 192, 64), cluster=(2, 1)):
        self.tile = tuple(tile) if len(tile) == 3 else (*tile, 16)
        self.cluster = cluster
        self.whole = (self.tile[0], self.tile[1], stages)

    @cute.jit
    def __call__(self, mA: cute.Tensor):
        m, n, k = self.tile
        row = cute.make_layout(m)
        two = cute.make_layout(self.tile[:2])
        mode = cute.make_layout(cute.size(self.tile, mode=[1]))
        chosen = cute.make_layout(cute.select(self.whole, mode=[0, 2]))
        all = cute.make_layout(self.whole)
`;
    expect(await related(text, "python", "row")).toEqual(["tile[0] 128"]);
    expect(await related(text, "python", "two")).toEqual(["tile[0] 128", "tile[1] 192"]);
    expect(await related(text, "python", "mode")).toEqual(["tile[1] 192"]);
    expect(await related(text, "python", "chosen")).toEqual(["stages 3", "tile[0] 128"]);
    expect(await related(text, "python", "all")).toEqual(["stages 3", "tile[0] 128", "tile[1] 192"]);
  });

  test("C++: get, size, select and take", async () => {
    const text = `#include <cute/tensor.hpp>
using namespace cute;
using Tile = Shape<_128, _192, _64>;
void f() {
  auto bM = Int<32>{};
  auto whole = make_shape(bM, get<1>(Tile{}), Int<4>{});
  auto one = make_layout(size<1>(whole));
  auto two = make_layout(select<0, 2>(whole));
  auto first = make_layout(take<0, 1>(Tile{}));
}
`;
    expect(await related(text, "cpp", "one")).toEqual(["Tile[1] _192"]);
    expect(await related(text, "cpp", "two")).toEqual(["whole 4", "bM 32"]);
    expect(await related(text, "cpp", "first")).toEqual(["Tile[0] _128"]);
  });
});
