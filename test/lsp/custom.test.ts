// Requests of our own, over stdio: the preview's view, facts, what-if, why, and notebooks.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Hover } from "vscode-languageserver";
import { RemotePicture } from "../../client/webview/remote-view.ts";
import { unpacked } from "../../server/src/protocol/packed-cells.ts";
import type {
  ExplainResult,
  FactsResult,
  ViewParams,
  ViewResult,
  WhyResult,
} from "../../server/src/protocol/requests.ts";
import { renderSvg } from "../../src-engine/views/svg.ts";
import { naturalPanels } from "../../src-engine/views/svg-metrics.ts";
import { type LspClient, startClient } from "./client.ts";

const uri = "file:///work/gemm.cu";
const kernel = `#include <cute/tensor.hpp>
using namespace cute;

void gemm(half_t const* A, int M, int K) {
  auto layout = make_layout(make_shape(M, K), make_stride(K, Int<1>{}));
  auto tiles = zipped_divide(layout, make_shape(Int<2>{}, Int<4>{}));
  auto small = make_layout(make_shape(Int<4>{}, Int<8>{}));
  auto lost = make_layout(mystery());
}
`;

const withThreads = `#include <cute/tensor.hpp>
using namespace cute;
__global__ void f() {
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{});
  auto down = make_tiled_copy(Copy_Atom<UniversalCopy<half_t>, half_t>{}, make_layout(Shape<_8, _8>{}), make_layout(Shape<_1, _1>{}));
  __shared__ half_t smem[256];
  Tensor sA = make_tensor(make_smem_ptr(smem), make_layout(Shape<_16, _16>{}));
  Tensor mine = down.get_slice(threadIdx.x).partition_S(sA);
}
`;

const withSwizzle = `#include <cute/tensor.hpp>
using namespace cute;
__global__ void f() {
  __shared__ half_t smem[2048];
  auto layout = composition(Swizzle<3, 3, 3>{}, Layout<Shape<_32, _64>, Stride<_64, _1>>{});
  Tensor sA = make_tensor(make_smem_ptr(smem), layout);
  using Atom = Copy_Atom<UniversalCopy<uint128_t>, half_t>;
  auto copier = make_tiled_copy(Atom{}, Layout<Shape<_32, _1>>{}, Layout<Shape<_1, _8>>{});
  Tensor mine = copier.get_slice(threadIdx.x).partition_S(sA);
}
`;

let client: LspClient;
beforeAll(async () => {
  client = await startClient();
  client.open(uri, "cuda-cpp", kernel);
});
afterAll(async () => {
  expect(await client.stop()).toBe(0);
  expect(client.errors).toEqual([]);
});

const view = (params: Omit<ViewParams, "uri">) =>
  client.connection.sendRequest<ViewResult | null>("cuteLens/view", { uri, ...params });

describe("cuteLens/view", () => {
  test("a layout: notation, facts, range and cells", async () => {
    const small = await view({ position: client.position(uri, "small") });
    expect(small?.notation).toBe("(_4,_8):(_1,_4)");
    expect(small?.facts).toContainEqual(["size", "_32 · cosize _32"]);
    expect(small?.range?.start).toEqual(client.position(uri, "small"));
    expect(small?.picture?.panels[0]?.cells).toHaveLength(32);
    expect(small?.picture?.panels[0]?.cells[1]?.labels.offset).toBe("4");
  });

  test("a window of a picture", async () => {
    const window = { row: 1, column: 2, rows: 2, columns: 3, step: 1 };
    const small = await view({ position: client.position(uri, "small"), window });
    expect(small?.picture?.panels[0]?.cells).toHaveLength(6);
  });

  test("threads and values of an MMA, a copy and a partition", async () => {
    const threads = "file:///work/threads.cu";
    client.open(threads, "cuda-cpp", withThreads);
    const labels = async (name: string) => {
      const position = client.position(threads, `${name} =`);
      const shown = await client.connection.sendRequest<ViewResult | null>("cuteLens/view", { uri: threads, position });
      return shown?.picture?.panels.map(
        ({ view: { stacked }, cells }) => `${cells.length} ${stacked}, ${cells[1]?.labels[stacked ?? ""]}`,
      );
    };
    expect(await labels("mma")).toEqual([
      "128 thread value, T4 V0",
      "256 thread value, T0 V1",
      "128 thread value, T0 V1",
    ]);
    expect(await labels("down")).toEqual(["64 thread value, T8 V0", "64 thread value, T8 V0"]);
    expect(await labels("mine")).toEqual(["64 thread value, T8 V0", "256 thread value, T8 V0"]);
  });

  test("of a large picture the colours of the whole come with it, of one of its panels no other's", async () => {
    const large = "file:///work/large.cu";
    client.open(
      large,
      "cuda-cpp",
      `#include <cute/tensor.hpp>
using namespace cute;
void f() { auto mma = make_tiled_mma(SM90_64x256x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>{}, Layout<Shape<_4, _1, _1>>{}); }
`,
    );
    const at = { uri: large, position: client.position(large, "mma =") };
    const asked = (more: object) =>
      client.connection.sendRequest<ViewResult | null>("cuteLens/view", { ...at, ...more });
    const sizes = (found: ViewResult | null) =>
      found?.picture?.panels.map(({ cells, packed }) => (packed === undefined ? cells : unpacked(packed)).length);
    // B 16×256, A 256×16, C 256×256: every second row and column.
    const first = await asked({ packed: true });
    expect(sizes(first)).toEqual([8 * 128, 128 * 8, 128 * 128]);
    expect(JSON.stringify(first?.picture).length).toBeLessThan(80_000);
    // As the page fits and draws it: with nothing to ask for.
    if (first?.picture === undefined) throw new Error("no picture");
    const needed: object[] = [];
    const { picture } = new RemotePicture(first.picture, (one) => needed.push(one));
    naturalPanels(picture, "thread value");
    renderSvg(picture, { theme: "light", maxWidth: 1200, maxHeight: 1200, cell: 2, step: 2, color: "thread" });
    expect(needed).toEqual([]);
    // Other colours, and labels, when one wants them.
    renderSvg(picture, { theme: "light", maxWidth: 1200, maxHeight: 1200, cell: 2, step: 2, color: "value" });
    expect(needed).toContainEqual(expect.objectContaining({ unlabelled: true, color: "value", panel: 2 }));
    expect(sizes(await asked({}))).toEqual([4096, 4096, 0]);
    const window = { row: 0, column: 0, rows: 8, columns: 8, step: 1 };
    expect(sizes(await asked({ packed: true, window: { ...window, panel: 1 } }))).toEqual([0, 64, 0]);
  });

  test("strides of a swizzled partition by their values, in facts and in the operation's result", async () => {
    const swizzled = "file:///work/swizzled.cu";
    client.open(swizzled, "cuda-cpp", withSwizzle);
    const position = client.position(swizzled, "mine =");
    const shown = await client.connection.sendRequest<ViewResult | null>("cuteLens/view", { uri: swizzled, position });
    const told = [shown?.facts.find(([name]) => name === "stride")?.[1], shown?.step?.readableResult];
    for (const text of told) expect(text).toMatch(/^[^%&]*±16[^%&]*$/);
    expect(shown?.formulas?.map(([short]) => short)).toEqual(["±8", "±16", "±32"]);
    expect(shown?.formulas?.[1]?.[1]).toMatch(/&.*threadIdx\.x/);
  });

  test("the operation behind a value", async () => {
    const tiles = await view({ position: client.position(uri, "tiles") });
    expect(tiles?.step?.op).toBe("zipped_divide");
    expect(tiles?.step?.inputs[0]?.range?.start).toEqual(client.position(uri, "layout, make_shape"));
    expect(tiles?.step?.inputs.map(({ role, notation }) => [role, notation])).toEqual([
      ["layout", "(M,K):(K,_1)"],
      ["tiler", "(_2,_4)"],
    ]);
  });

  test("what-if: values for symbols, which stay dynamic", async () => {
    const symbolic = await view({ position: client.position(uri, "layout") });
    expect(symbolic?.symbols.map(({ name }) => name)).toEqual(expect.arrayContaining(["M", "K"]));
    const bound = await view({ position: client.position(uri, "layout"), bindings: { M: "8", K: "16" } });
    expect(bound?.notation).toBe("(8,16):(16,_1)");
    const again = await view({ position: client.position(uri, "layout") });
    expect(again?.notation).toBe("(M,K):(K,_1)");
  });

  test("what-if: another number in the source, said in places of the source as it is", async () => {
    const position = client.position(uri, "small");
    const asIs = await view({ position });
    const sizes = asIs?.literals?.map(({ name, value, text }) => [name, value, text]);
    expect(sizes).toContainEqual(["small[0]", "4", "4"]);
    const rows = asIs?.literals?.find(({ name }) => name === "small[0]");
    const tried = await view({ position, literals: { [rows?.id ?? ""]: "128" } });
    expect(tried?.notation).toBe("(_128,_8):(_1,_128)");
    expect(tried?.range).toEqual(asIs?.range);
    expect(tried?.literals?.find(({ id }) => id === rows?.id)?.tried).toEqual({ value: "128", text: "128" });
    expect(rows?.range.start).toEqual(client.position(uri, "4>{}, Int<8>{}));\n  auto lost"));
    expect((await view({ position }))?.notation).toBe("(_4,_8):(_1,_4)");
  });

  test("what-if: the values that the layout rests on come first; others stand near it", async () => {
    const found = await view({ position: client.position(uri, "small") });
    expect(found?.symbols.filter(({ near }) => near !== true)).toEqual([]);
    const layout = await view({ position: client.position(uri, "layout") });
    expect(layout?.symbols.filter(({ near }) => near !== true).map(({ name }) => name)).toEqual(["M", "K"]);
  });

  test("what-if: the problems and the budget of a number are told before it is written", async () => {
    const tiled = "file:///work/tiled.cu";
    client.open(
      tiled,
      "cuda-cpp",
      `#include <cute/tensor.hpp>
using namespace cute;
__global__ void f() {
  auto bK = Int<64>{};
  auto sA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, make_shape(Int<128>{}, bK));
  __shared__ half_t smem[cosize_v<decltype(sA)>];
  Tensor tA = make_tensor(make_smem_ptr(smem), sA);
}
`,
    );
    const at = { uri: tiled, position: client.position(tiled, "sA = ") };
    const asIs = await client.connection.sendRequest<ViewResult | null>("cuteLens/view", at);
    const bK = asIs?.literals?.find(({ name }) => name === "bK");
    const tried = async (value: string) =>
      (
        await client.connection.sendRequest<ViewResult | null>("cuteLens/view", {
          ...at,
          literals: { [bK?.id ?? ""]: value },
        })
      )?.effects;
    expect(asIs?.effects).toBeUndefined();
    const lost = await tried("48");
    expect(lost?.problems.join()).toMatch(/^tile-to-shape-block: .*does not divide/);
    // What is not known has no problems: that mends nothing.
    expect(lost?.mended).toBe(0);
    expect(await tried("128")).toMatchObject({ problems: [], mended: 0 });
    expect((await tried("128"))?.budgets.join()).toMatch(/shared memory 32 KiB/);
  });

  test("an expression typed by the user, and a wrong one", async () => {
    expect((await view({ expression: "coalesce((_2,_4):(_1,_2))" }))?.notation).toBe("_8:_1");
    const wrong = await view({ expression: "coalesce((_2" });
    expect(wrong?.kind).toBe("unknown");
  });

  test("nothing where nothing is known", async () => {
    expect(await view({ position: { line: 2, character: 0 } })).toBeNull();
  });
});

test("cuteLens/facts", async () => {
  const { facts } = await client.connection.sendRequest<FactsResult>("cuteLens/facts", { uri });
  expect(facts.find(({ name }) => name === "small")).toMatchObject({ kind: "layout", value: "(_4,_8):(_1,_4)" });
});

test("cuteLens/why", async () => {
  const position = client.position(uri, "lost");
  const { lines } = await client.connection.sendRequest<WhyResult>("cuteLens/why", { uri, position });
  expect(lines.join(" ")).toContain("mystery is not declared");
});

test("cuteLens/explain", async () => {
  const text = 'error: static assertion failed with "TMA requires CTA_Tile and SLayout top-level size equivalence."';
  const [first] = await client.connection.sendRequest<ExplainResult[]>("cuteLens/explain", { text });
  expect(first?.rules).toContain("tma-size-mismatch (TMA060)");
});

test("a notebook: cells see the cells above, hovers and edits in each", async () => {
  const notebook = "file:///work/tour.ipynb";
  const cell = (id: number, text: string) => ({
    uri: `vscode-notebook-cell:/work/tour.ipynb#C${id}`,
    languageId: "python",
    version: 1,
    text,
  });
  const cells = [
    cell(1, "import cutlass.cute as cute\n%load_ext autoreload\n"),
    cell(2, "@cute.jit\ndef f():\n    a = cute.make_layout((4, 8))\n"),
  ];
  await client.connection.sendNotification("notebookDocument/didOpen", {
    notebookDocument: {
      uri: notebook,
      notebookType: "jupyter-notebook",
      version: 1,
      cells: cells.map(({ uri: document }) => ({ kind: 2, document })),
    },
    cellTextDocuments: cells,
  });
  const params = { textDocument: { uri: cells[1]!.uri }, position: { line: 2, character: 4 } };
  const hover = await client.connection.sendRequest<Hover | null>("textDocument/hover", params);
  expect(JSON.stringify(hover?.contents)).toContain("(4,8):(1,4)");
});
