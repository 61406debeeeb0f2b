// Presets of classes and functions: one line in the source or in the workspace file.
import { expect, test } from "vitest";
import { checkCpp, checkFile, checkPython, projectOf } from "./facts-of.ts";

const kernel = (above: string, use: string): string => `${above}
class Kernel:
    def __init__(self, tile_shape_mn, a_dtype, stages=2):
        self.tile = tile_shape_mn
        self.a_dtype = a_dtype
        self.stages = stages

    @cute.jit
    def __call__(self, a: cute.Tensor):
        l = cute.make_layout((*self.tile, self.stages))  # MARK
        bits = self.a_dtype.width  # bits -> 16
${use}
`;

test("a preset comment above a class binds its constructor", () =>
  checkPython(
    kernel("# cute-lens: tile_shape_mn = (128, 256), a_dtype = cutlass.Float16", "").replace(
      "MARK",
      "l -> (128,256,2):(1,128,32768)",
    ),
  ));

test("the workspace file does the same, with element types by their plain names", () =>
  checkPython(kernel("", "").replace("MARK", "l -> (128,64,3):(1,128,8192)"), {
    presets: { Kernel: ["tile_shape_mn = (128, 64), a_dtype = Float16, stages = 3"] },
  }));

test("a caller's own values count; what a caller does not know comes from the preset", () =>
  checkPython(
    kernel(
      "# cute-lens: tile_shape_mn = (128, 256), a_dtype = cutlass.Float16, stages = 7",
      "def host(config):\n    Kernel((64, 64), config.dtype)(None)\n\nhost(load_config())",
    ).replace("MARK", "l -> (64,64,2):(1,64,4096)"),
  ));

test("a preset comment above a function binds its parameters", () =>
  checkPython(`
# cute-lens: n = 32
@cute.jit
def f(n: cutlass.Constexpr):
    l = cute.make_layout(n)  # l -> 32:1
`));

const mainloop = (above: string): string => `${above}
template <class TileShape, int kStages, class Element>
struct Mainloop {
  using Layout_ = decltype(make_layout(append(TileShape{}, Int<kStages>{})));  // Layout_ -> (_128,_64,_4):(_1,_128,_8192)
  static constexpr int Twice = kStages * 2;  // Twice -> 8
  CUTE_DEVICE void load(int n) {
    auto v = make_layout(TileShape{});  // v -> (_128,_64):(_1,_128)
    inner(v, n);
  }
};
`;
const callee = `
template <class L> CUTE_DEVICE void inner(L l, int n) {
  auto whole = make_layout(l, make_layout(n));  // whole -> ((_128,_64),5):((_1,_128),_1)
}
`;

test("C++: a preset comment above a class template binds it for its members and methods that nobody calls", () =>
  checkCpp(
    callee.replace("// whole -> ((_128,_64),5):((_1,_128),_1)", "") +
      mainloop("// cute-lens: TileShape = Shape<_128,_64>, kStages = 4"),
  ));

test("C++: the workspace file does the same, for a method by its class's name too; what a preset reaches says so", async () => {
  const files = { "/p/a.cu": `#include <cute/tensor.hpp>\nusing namespace cute;\n${callee}${mainloop("")}` };
  const presets = { Mainloop: ["TileShape = Shape<_128,_64>, kStages = 4"], "Mainloop::load": ["n = 5"] };
  const project = await projectOf(files);
  const facts = await project.analyse("/p/a.cu", { presets });
  project.dispose();
  const assumed = new Map(facts?.instances.map((one) => [one.function, one.assumes]));
  expect(assumed.get("Mainloop")).toEqual(["TileShape by preset", "kStages by preset"]);
  expect(assumed.get("Mainloop::load")).toEqual(["TileShape by preset", "kStages by preset", "n by preset"]);
  expect(assumed.get("inner")).toEqual(["TileShape by preset", "kStages by preset", "n by preset"]);
  await checkFile(files, "/p/a.cu", { presets });
});

test("C++: a real use counts more than a preset", () =>
  checkCpp(`
// cute-lens: N = 7
template <int N> struct Box { using L = Layout<Int<N>>; };
void f() {
  using Used = Box<3>::L;  // Used -> _3:_1
}
`));
