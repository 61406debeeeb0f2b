// The tree: incremental edits give what a fresh parse gives; tree-sitter-cpp and tree-sitter-cuda see the same calls in plain C++.
import { beforeAll, describe, expect, it } from "vitest";
import type { Node } from "web-tree-sitter";
import { type Grammars, loadGrammars, type WasmFiles } from "../../server/src/languages/parse/grammars.ts";
import { languageOf } from "../../server/src/languages/parse/language.ts";
import { nodeWasmFiles } from "../../server/src/languages/parse/node-wasm.ts";
import { parse } from "../../server/src/languages/parse/parse.ts";

let grammars: Grammars;
beforeAll(async () => {
  grammars = await loadGrammars(nodeWasmFiles());
});

/** Plain C++ as host code of CuTe programs has it. */
const plainCpp = `
#include <cute/tensor.hpp>
using namespace cute;
template <class Shape, class Stride = LayoutLeft::Apply<Shape>>
struct Traits : Base<Shape> {
  using Layout = decltype(tile_to_shape(Atom{}, make_shape(Int<128>{}, Int<64>{})));
  static constexpr int kSize = cosize_v<Layout>;
  template <class T> auto get(T const& t) const { return make_tensor(t.data(), t.layout()); }
};
int main(int argc, char** argv) {
  auto layout = make_layout(make_shape(_4{}, Int<8>{}), GenRowMajor{});
  auto [m, n] = make_tuple(size<0>(layout), size<1>(layout));
  auto f = [&](auto const& x) { return composition(x, make_layout(Int<4>{})); };
  for (int i = 0; i < size(layout); ++i) print(f(layout)(i));
  if constexpr (is_static<decltype(layout)>::value) std::cout << size<0>(layout) * size<1>(layout) << std::endl;
  return static_cast<int>(argc > 1 && std::atoi(argv[1]) < int(cosize(layout)));
}
`;

function calls(root: Node): string[] {
  const own = root.type === "call_expression" ? [root.text.replace(/\s+/g, " ")] : [];
  return [...own, ...root.children.flatMap((child) => (child === null ? [] : calls(child)))];
}

describe("grammars", () => {
  it("tree-sitter-cuda and tree-sitter-cpp find the same calls in plain C++", async () => {
    const cuda = await parse(grammars, "cpp", plainCpp);
    const cpp = await parse(grammars, "cpp", plainCpp, undefined, { grammar: "cpp" });
    expect(cpp.tree.rootNode.hasError).toBe(false);
    expect(calls(cuda.tree.rootNode)).toEqual(calls(cpp.tree.rootNode));
    expect(calls(cuda.tree.rootNode).length).toBeGreaterThan(20);
    cuda.dispose();
    cpp.dispose();
  });

  it("launches parse", async () => {
    const parsed = await parse(grammars, "cpp", "void f() { k<<<grid, block, 0, stream>>>(a, b); }");
    expect(parsed.tree.rootNode.toString()).toContain("kernel_call_syntax");
    parsed.dispose();
  });

  it("the language comes from the name", () => {
    const of = ["a.cu", "b.cuh", "c.hpp", "d.CC", "e.py", "f.ipynb", "g.rs"].map(languageOf);
    expect(of).toEqual(["cpp", "cpp", "cpp", "cpp", "python", "python", undefined]);
  });
});

describe("edits", () => {
  const edits: readonly (readonly [string, string])[] = [
    ["_4{}", "_16{}"],
    ["Int<8>{}", "Int<8>{"],
    ["#include <cute/tensor.hpp>\n", ""],
    ["return static_cast", "// été 🎉\n  return static_cast"],
    ["int main", "#if 0\nint main"],
  ];

  it("an incremental parse equals a fresh one", async () => {
    let text = plainCpp;
    let parsed = await parse(grammars, "cpp", text);
    for (const [from, to] of edits) {
      text = text.replace(from, to);
      parsed = await parse(grammars, "cpp", text, parsed);
      const fresh = await parse(grammars, "cpp", text);
      expect(parsed.tree.rootNode.toString()).toBe(fresh.tree.rootNode.toString());
      fresh.dispose();
    }
    parsed.dispose();
  });

  it("deep nesting and empty text are trees", async () => {
    for (const text of ["", `int x = ${"(".repeat(10_000)}1${")".repeat(10_000)};`, "}".repeat(5000)]) {
      const parsed = await parse(grammars, "cpp", text);
      expect(parsed.tree.rootNode.endIndex).toBeGreaterThanOrEqual(0);
      parsed.dispose();
    }
  });
});

it("a grammar is loaded once a process, however many projects come and go", async () => {
  const asked: string[] = [];
  const { locate } = nodeWasmFiles();
  const files: WasmFiles = {
    locate: (name) => {
      asked.push(name);
      return locate(name);
    },
  };
  for (let i = 0; i < 3; i++) {
    const again = await loadGrammars(files);
    (await again.parser("cuda")).parse("int x;")?.delete();
    again.dispose();
  }
  expect(asked.length).toBeLessThan(2);
});
