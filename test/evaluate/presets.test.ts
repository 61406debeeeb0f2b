// Presets of classes and functions: one line in the source or in the workspace file.
import { test } from "vitest";
import { checkPython } from "./facts-of.ts";

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
