// Imports that a function makes where it needs them, as hosts do that compile a kernel on first use.
import { expect, test } from "vitest";
import { rowsOf } from "./facts-of.ts";

const kernel = `import cutlass
import cutlass.cute as cute

class Kernel:
    def __init__(self, tile):
        self.tile = tile

    @cute.jit
    def __call__(self, mA: cute.Tensor):
        tiles = cute.zipped_divide(mA, self.tile)
`;
const host = `import cutlass
import cutlass.cute as cute
from cutlass.cute.runtime import make_fake_compact_tensor

try:
    from .sizes import TILE
except ImportError:
    TILE = (1, 1)

def compile_kernel(dtype):
    from .kernel import Kernel
    a = make_fake_compact_tensor(dtype, (256, 128), stride_order=(1, 0), assumed_align=16)
    return cute.compile(Kernel(TILE), a)
`;
const files = {
  "/p/pkg/__init__.py": "",
  "/p/pkg/sizes.py": "TILE = (64, 32)\n",
  "/p/pkg/kernel.py": kernel,
  "/p/pkg/host.py": host,
};

test("a kernel is reached through an import inside a function; an element type that nobody gives leaves the shape", async () => {
  const rows = await rowsOf(files, "/p/pkg/kernel.py");
  expect(rows.filter((row) => row.name === "tiles").map((row) => row.value)).toEqual([
    "gmem_ptr o ((64,32),(4,4)):((128,1),(8192,32))",
  ]);
});

test("a module that its package imports in a circle is that module", async () => {
  const circle = {
    "/p/pkg/__init__.py": "from pkg.kernel import host\n",
    "/p/pkg/kernel.py":
      "import cutlass.cute as cute\nfrom pkg import tools\n\ndef host():\n    tile = tools.tile(8)\n\nhost()\n",
    "/p/pkg/tools.py": "import cutlass.cute as cute\n\ndef tile(n):\n    return cute.make_layout(n)\n",
    "/p/run.py": "import cutlass\nfrom pkg import tools\n",
  };
  const rows = await rowsOf(circle, "/p/pkg/kernel.py");
  expect(rows.filter((row) => row.name === "tile").map((row) => row.value)).toEqual(["8:1"]);
});

test("a module of a package is its attribute once the package itself has imported from it", async () => {
  const package_ = {
    "/p/pkg/__init__.py": "from .norm import rows as rows\n",
    "/p/pkg/norm/__init__.py": "def rows(n):\n    return n * 2\n\ndef columns(n):\n    return n * 3\n",
    "/p/run.py": "import pkg\nrows = pkg.rows(4)\ncolumns = pkg.norm.columns(4)\n",
  };
  const rows = await rowsOf(package_, "/p/run.py");
  expect(rows.map(({ name, value }) => `${name} = ${value}`)).toEqual(["rows = 8", "columns = 12"]);
});
