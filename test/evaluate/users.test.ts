// Files that use the target are started in turn, and what cannot lead to the target is not followed.
import { expect, test } from "vitest";
import { checkFile, projectOf, rowsOf } from "./facts-of.ts";

const wanted = `import cutlass.cute as cute

class Wanted:
    def __init__(self, n):
        self.n = n

    @cute.jit
    def __call__(self, mX: cute.Tensor):
        tile = cute.make_layout((self.n, 2))  # tile -> (32,2):(1,32)
`;

test("a user that runs other kernels does not keep the next one from being started", () =>
  checkFile(
    {
      "/p/wanted.py": wanted,
      "/p/other.py": `import cutlass.cute as cute

class Other:
    @cute.jit
    def __call__(self, mX: cute.Tensor):
        for i in range(10):
            for j in range(10):
                tile = cute.make_layout((i + 1, j + 1))
`,
      "/p/test_a.py": `import torch
import cutlass.cute as cute
from wanted import Wanted
from other import Other

${Array.from({ length: 20 }, (_, i) => `def test_other_${i}():\n    cute.compile(Other(), torch.randn(8, 8))\n`).join("\n")}`,
      "/p/test_b.py": `import torch
import cutlass.cute as cute
from wanted import Wanted

def test_wanted():
    cute.compile(Wanted(32), torch.randn(8, 8))
`,
    },
    "/p/wanted.py",
  ));

test("what a header declares is what the file that is included with it defines", () =>
  checkFile(
    {
      "/p/tile.h": `#include <cute/tensor.hpp>
template <class Layout> void show(Layout layout) {
  auto tile = layout; // tile -> (_8,_4):(_1,_8)
}
`,
      "/p/run.h": "namespace n { template <int N> void run(); }\n",
      "/p/run.cuh": `#include "run.h"
#include "tile.h"
namespace n {
template <int N> void run() { show(cute::make_layout(cute::Shape<cute::Int<N>, cute::_4>{})); }
}
`,
      "/p/main.cu": '#include "run.h"\n#include "run.cuh"\nint main() { n::run<8>(); }\n',
      "/p/compile_commands.json": "[]",
    },
    "/p/tile.h",
  ));

test("a source that includes another gives its templates their bindings", () =>
  checkFile(
    {
      "/p/tile.h": `#include <cute/tensor.hpp>
template <class Layout> void show(Layout layout) {
  auto tile = layout; // tile -> (_16,_4):(_1,_16)
}
`,
      "/p/program.cu": `#include "tile.h"
template <int N> void run() { show(cute::make_layout(cute::Shape<cute::Int<N>, cute::_4>{})); }
`,
      "/p/test.cu": '#include "program.cu"\nint main() { run<16>(); }\n',
      "/p/compile_commands.json": "[]",
    },
    "/p/tile.h",
  ));

test("a header without includes sees the library where it is included", () =>
  checkFile(
    {
      "/p/producer.h": `
template <class Tile>
__device__ void produce(Tile tile) {
  auto layout = make_layout(tile); // layout -> (_8,_4):(_1,_8)
}
`,
      "/p/kernel.cu": `#include <cute/tensor.hpp>
using namespace cute;
#include "producer.h"
__global__ void k() { produce(make_shape(_8{}, _4{})); }
`,
    },
    "/p/producer.h",
  ));

test("each of two users has a main, and both call themselves", () => {
  const user = (n: number): string => `#include "tile.h"
void single() { show(cute::make_layout(cute::Shape<cute::Int<${n}>, cute::_4>{})); }
int main(int argc, char** argv) {
  if (argc > 2) return main(argc - 1, argv);
  single();
}
`;
  return checkFile(
    {
      "/p/tile.h": `#include <cute/tensor.hpp>
template <class Layout> void show(Layout layout) {
  auto rows = size<0>(layout); // rows -> _8
}
`,
      "/p/a.cu": user(8),
      "/p/b.cu": user(16),
      "/p/compile_commands.json": "[]",
    },
    "/p/tile.h",
  );
});

const indirectUses: Readonly<Record<string, string>> = {
  "a function between": "from between import direct\n\ndef test_it():\n    direct(32)\n",
  "a table that holds it": 'from between import makers\n\ndef test_it():\n    makers["plain"](32)\n',
  "a variable of the user": "from between import made as other\n\nchosen = other\n\ndef test_it():\n    chosen(32)\n",
  "a method of a class that is made by a function":
    "from between import runner\n\ndef test_it():\n    runner().run(32)\n",
};

for (const [what, user] of Object.entries(indirectUses))
  test(`a user comes to the target under another name, by ${what}`, () =>
    checkFile(
      {
        "/p/wanted.py": `import cutlass.cute as cute

def tile_of(n):
    tile = cute.make_layout((n, 2))  # tile -> (32,2):(1,32)
    return tile
`,
        "/p/between.py": `from wanted import tile_of as made
import wanted

makers = {}
makers["plain"] = wanted.tile_of

def direct(n):
    return made(n)

class Runner:
    def run(self, n):
        direct(n)

def runner():
    return Runner()
`,
        "/p/test_it.py": user,
      },
      "/p/wanted.py",
    ));

test("of a user's functions those that cannot come to the target are left out, however long they are", () =>
  checkFile(
    {
      "/p/wanted.py": `import cutlass.cute as cute

def tile_of(n):
    tile = cute.make_layout((n, 2))  # tile -> (32,2):(1,32)
    return tile
`,
      "/p/test_a.py": `from wanted import tile_of

${Array.from({ length: 40 }, (_, i) => `def test_other_${i}():\n    for i in range(100):\n        for j in range(100):\n            x = i * j + ${i}\n`).join("\n")}

def test_wanted():
    tile_of(32)
`,
    },
    "/p/wanted.py",
  ));

test("a launcher runs for the first configurations from a place; what a further one leaves in its object nobody knows", () =>
  checkFile(
    {
      "/p/a.py": `import torch
import cutlass.cute as cute

class Options:
    def __init__(self, stages):
        self.stages = stages

class Kernel:
    def __init__(self, options):
        self.options = options

    @cute.jit
    def __call__(self, mX: cute.Tensor):
        self.options[0].stages = self.options[0].stages + 1

def stages_of(stages):
    options = Options(stages)
    cute.compile(Kernel([options]), torch.randn(8, 8))
    return options.stages

first = stages_of(1)  # first -> 2
second = stages_of(2)  # second -> 3
third = stages_of(3)  # third -> 4
fourth = stages_of(4)  # fourth -> 5
fifth = stages_of(5)  # fifth -> unknown: __call__ may write stages
`,
    },
    "/p/a.py",
  ));

test("users that have handed nothing new to the target for long are the last ones", () => {
  const run = (name: string, n: number): string => `
def test_${name}():
    cute.compile(Wanted(${n}), torch.randn(8, 8))
    total = 0
    for i in range(16):
        for j in range(16):
            for k in range(16):
                total = total + i * j * k
`;
  const file = (last: number): string =>
    `import torch\nimport cutlass.cute as cute\nfrom wanted import Wanted\n${["a", "b", "c", "d"].map((one) => run(one, 32)).join("")}${run("last", last)}`;
  return checkFile(
    {
      "/p/wanted.py": `${wanted}
    def nobody_calls_this(self):
        return self.n
`,
      "/p/test_a.py": file(32),
      "/p/test_b.py": file(32),
      "/p/test_c.py": file(64),
    },
    "/p/wanted.py",
  );
});

test("a script that is left after it has shown what it shows leaves the facts complete", async () => {
  const files = {
    "/p/wanted.py": `import cutlass.cute as cute

@cute.jit
def wanted(mX: cute.Tensor):
    tile = cute.make_layout((32, 2))
`,
    "/p/run.py": `import torch
import cutlass.cute as cute
from wanted import wanted

cute.compile(wanted, torch.randn(8, 8))
total = 0
for i in range(16):
    for j in range(16):
        for k in range(16):
            total = total + i * j * k
`,
  };
  const project = await projectOf(files);
  const facts = await project.analyse("/p/wanted.py");
  project.dispose();
  expect(facts?.instances.length).toBe(1);
  expect(facts?.incomplete).toBeUndefined();
});

test("what a script has launched does not wait long for its end: it is left sooner than one that has launched nothing", async () => {
  const script = (run: string): string => `import torch
import cutlass.cute as cute
from wanted import launched, traced

for n in (32, 48):
    cute.compile(${run}, torch.randn(8, 8), n)
    total = 0
    for i in range(16):
        for j in range(16):
            for k in range(4):
                total = total + i * j * k
`;
  const wantedFile = `import cutlass.cute as cute

@cute.kernel
def kernel(n: cutlass.Constexpr):
    tile = cute.make_layout((n, 2))

@cute.jit
def launched(mX: cute.Tensor, n: cutlass.Constexpr):
    kernel(n).launch(grid=(1, 1, 1), block=(128, 1, 1))

@cute.jit
def traced(mX: cute.Tensor, n: cutlass.Constexpr):
    tile = cute.make_layout((n, 2))
`;
  const tilesOf = async (run: string, item: string): Promise<readonly string[]> => {
    const rows = await rowsOf({ "/p/wanted.py": wantedFile, "/p/run.py": script(run) }, "/p/wanted.py");
    return rows.flatMap((one) => (one.name === "tile" && one.function === item ? [one.value] : []));
  };
  expect(await tilesOf("traced", "traced")).toEqual(["(32,2):(1,32)", "(48,2):(1,48)"]);
  expect(await tilesOf("launched", "kernel")).toEqual(["(32,2):(1,32)"]);
});
