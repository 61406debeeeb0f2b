// Helpers written in Python: from their source where the workspace's environment has it, else by the built-in model.
import { describe, expect, test } from "vitest";
import { checkFile, rowsOf } from "./facts-of.ts";

const site = "/p/.venv/lib/python3.11/site-packages";
const dsl = `${site}/nvidia_cutlass_dsl/dsl_packages/cutlass`;

const kernel = `import cutlass
import cutlass.cute as cute
import cutlass.utils.hopper_helpers as sm90_utils
from cutlass.utils import LayoutEnum

@cute.jit
def f():
    a = sm90_utils.make_smem_layout_a(LayoutEnum.ROW_MAJOR, (128, 128, 64), cutlass.Float16, 4)
`;

/** A helper that does something else than the model: what is installed counts. */
const helpers = `import cutlass.cute as cute
from cutlass.cutlass_dsl import dsl_user_op

@dsl_user_op
def make_smem_layout_a(layout, tile, dtype, stages, *, loc=None, ip=None):
    return cute.make_layout((*cute.select(tile, [0, 2]), stages), loc=loc, ip=ip)
`;

const resultIn = async (files: Readonly<Record<string, string>>) => {
  const [row] = (await rowsOf(files, "/p/a.py")).filter((one) => one.name === "a");
  return row === undefined ? [] : [row.value, ...row.from];
};

describe("helpers of cutlass.utils", () => {
  test("without an environment the model answers and says so", async () => {
    expect(await resultIn({ "/p/a.py": kernel })).toEqual([
      "S<3,4,3> o 0 o ((8,16),(64,1),(1,4)):((64,512),(1,0),(0,8192))",
      "cutlass.utils.hopper_helpers.make_smem_layout_a, a built-in model",
    ]);
  });

  test("the source of a virtual environment in the workspace comes first", async () => {
    const installed = {
      "/p/a.py": kernel,
      [`${site}/nvidia_cutlass_dsl-4.8.1.dist-info/METADATA`]: "",
      [`${dsl}/utils/__init__.py`]: "from .hopper_helpers import make_smem_layout_a as sm90_make_smem_layout_a\n",
      [`${dsl}/utils/hopper_helpers.py`]: helpers,
    };
    expect(await resultIn(installed)).toEqual([
      "(128,64,4):(1,128,8192)",
      "cutlass.utils.hopper_helpers.make_smem_layout_a, evaluated from the installed package (4.8.1)",
    ]);
    const exported = kernel
      .replace("sm90_utils.make", "utils.sm90_make")
      .replace(".hopper_helpers as sm90_utils", " as utils");
    expect(await resultIn({ ...installed, "/p/a.py": exported })).toEqual([
      "(128,64,4):(1,128,8192)",
      "cutlass.utils.sm90_make_smem_layout_a, evaluated from the installed package (4.8.1)",
    ]);
  });

  test("a helper of a package inside cutlass.utils is read too", async () => {
    const text = `import cutlass.cute as cute
from cutlass.utils.gemm.sm100 import epilogue_tile

def f():
    a = epilogue_tile((128, 64, 32))
`;
    const helper = "import cutlass.cute as cute\n\ndef epilogue_tile(tile):\n    return cute.make_layout(tile[:2])\n";
    const files = { "/p/a.py": text, [`${dsl}/utils/__init__.py`]: "", [`${dsl}/utils/gemm/sm100.py`]: helper };
    expect((await resultIn(files))[0]).toBe("(128,64):(1,128)");
  });

  test("where the source leads nowhere the model answers", async () => {
    const broken = helpers.replace("cute.make_layout(", "compiled_elsewhere(");
    const files = {
      "/p/a.py": kernel,
      [`${dsl}/utils/__init__.py`]: "",
      [`${dsl}/utils/hopper_helpers.py`]: broken,
    };
    expect((await resultIn(files))[1]).toBe("cutlass.utils.hopper_helpers.make_smem_layout_a, a built-in model");
  });

  const mixed = (helper: string, code: string) =>
    resultIn({
      "/p/a.py": `import cutlass.cute as cute
import cutlass.utils.mixed_input_helpers as mixed_input_utils
from cutlass.utils.mixed_input_helpers import TransformMode

def f(n):
    a = mixed_input_utils.${code}
`,
      [`${dsl}/utils/__init__.py`]: "from .mixed_input_helpers import scaled, tiles\n",
      [`${dsl}/utils/mixed_input_helpers.py`]: `import enum\nimport cutlass.cute as cute\n${helper}`,
    });

  test("a member of the library's enumeration is the same in its own source as where it is imported", async () => {
    const helper = `
class TransformMode(enum.Enum):
    ConvertOnly = 1
    ConvertScale = 2

def scaled(mode):
    return (mode is TransformMode.ConvertScale, mode == TransformMode.ConvertOnly)
`;
    expect((await mixed(helper, "scaled(TransformMode.ConvertScale)"))[0]).toBe("(True,False)");
  });

  test("without a model, what the source leaves open is shown, and why", async () => {
    const helper = "\ndef tiles(n):\n    return (cute.make_layout(4), n.rows)\n";
    expect(await mixed(helper, "tiles(n)")).toEqual([
      "(4:1,unknown)",
      "cutlass.utils.tiles, evaluated from the installed package",
    ]);
  });

  test("the source in CUTLASS's checkout, or in a project's copy of it, is read where no environment is", async () => {
    for (const copy of ["/p", "/p/3rdparty/cutlass"]) {
      const source = `${copy}/python/CuTeDSL/cutlass/utils`;
      const files = { "/p/a.py": kernel, [`${source}/__init__.py`]: "", [`${source}/hopper_helpers.py`]: helpers };
      expect((await resultIn(files))[0]).toBe("(128,64,4):(1,128,8192)");
    }
  });

  test("the workspace's interpreter setting names the environment", async () => {
    const elsewhere = (path: string) => path.replace("/p/.venv", "/opt/env");
    const files = {
      "/p/a.py": kernel,
      "/p/.vscode/settings.json": '{\n  "python.defaultInterpreterPath": "/opt/env/bin/python"\n}',
      [elsewhere(`${dsl}/utils/__init__.py`)]: "",
      [elsewhere(`${dsl}/utils/hopper_helpers.py`)]: helpers,
    };
    expect((await resultIn(files))[0]).toBe("(128,64,4):(1,128,8192)");
  });
});

describe("installed packages", () => {
  const files = {
    "/p/a.py": `import cutlass.cute as cute
from tiny import tiles
from other import tile_of

@cute.jit
def f():
    a = tiles.tile_of(8)  # a -> 8:1
    b = tile_of(8)  # b -> unknown: what tile_of gives is not known ← tile_of is not declared where this file can see it
`,
    [`${site}/tiny_kernels-1.0.dist-info/METADATA`]: "Name: tiny-kernels\nRequires-Dist: nvidia-cutlass-dsl>=4.4\n",
    [`${site}/tiny_kernels-1.0.dist-info/top_level.txt`]: "tiny\n",
    [`${site}/tiny/__init__.py`]: "",
    [`${site}/tiny/tiles.py`]: "import cutlass.cute as cute\ndef tile_of(n):\n    return cute.make_layout(n)\n",
    [`${site}/other.py`]: "import cutlass.cute as cute\ndef tile_of(n):\n    return cute.make_layout(n)\n",
  };

  test("those that build on CuTe DSL are read, others are not", () => checkFile(files, "/p/a.py"));

  test("the origin is told", async () => {
    const [row] = (await rowsOf(files, "/p/a.py")).filter((one) => one.name === "a");
    expect(row?.from).toEqual(["tiny.tiles.tile_of, evaluated from the installed package"]);
  });
});
