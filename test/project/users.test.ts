// Who uses a header: its own architecture's tests come before those of others, however telling their names are.
import { expect, test } from "vitest";
import { Files } from "../../server/src/project/files.ts";
import { Users } from "../../server/src/project/users.ts";
import { memoryHost } from "../evaluate/facts-of.ts";

const including = '#include "gemm/collective.hpp"\n';

test("a header of one architecture is used by files that name it, or none", async () => {
  const host = memoryHost({
    "/p/LICENSE": "",
    "/p/include/gemm/sm80_mma.hpp": "",
    "/p/include/gemm/collective.hpp": '#include "gemm/sm80_mma.hpp"\n',
    "/p/test/sm80_gemm_f16.cu": including,
    "/p/test/sm90_gemm_f8_cluster_pingpong.cu": including,
    "/p/examples/ampere_conv.cu": including,
    "/p/examples/gather.cu": including,
  });
  const users = await new Users(new Files(host), []).of("/p/include/gemm/sm80_mma.hpp");
  expect(users.filter((one) => one.endsWith(".cu")).sort()).toEqual([
    "/p/examples/ampere_conv.cu",
    "/p/examples/gather.cu",
    "/p/test/sm80_gemm_f16.cu",
  ]);
});

/** A package inside a checkout, with tests of its own outside the package. */
const checkout = {
  "/c/quack/.git/HEAD": "",
  "/c/quack/quack/__init__.py": "",
  "/c/quack/quack/pyproject.toml": "",
  "/c/quack/quack/softmax.py": "",
  "/c/quack/quack/interface.py": "from quack.softmax import kernel\n",
  "/c/quack/tests/test_softmax.py": "from quack.interface import softmax\n",
  "/c/other/bench.py": "from quack.softmax import kernel\n",
};

test.each([
  ["no folder open", []],
  ["the checkout open", ["/c/quack"]],
  ["the package open", ["/c/quack/quack"]],
])("the users of a file are those of its checkout, with %s", async (_, open) => {
  const users = await new Users(new Files(memoryHost(checkout)), open).of("/c/quack/quack/softmax.py");
  expect([...users].sort()).toEqual(["/c/quack/quack/interface.py", "/c/quack/tests/test_softmax.py"]);
});

test("an open folder around several checkouts has the users in all of them", async () => {
  const users = await new Users(new Files(memoryHost(checkout)), ["/c"]).of("/c/quack/quack/softmax.py");
  expect(users).toContain("/c/other/bench.py");
});

test("a file that nothing marks belongs to what holds its package", async () => {
  const host = memoryHost({
    "/p/pkg/__init__.py": "",
    "/p/pkg/ops/__init__.py": "",
    "/p/pkg/ops/cute/__init__.py": "",
    "/p/pkg/ops/cute/gemm.py": "",
    "/p/bench/run.py": "from pkg.ops.cute.gemm import Gemm\n",
  });
  expect(await new Users(new Files(host), []).of("/p/pkg/ops/cute/gemm.py")).toEqual(["/p/bench/run.py"]);
});

test("the users of a Python file are those whose words lead to its names, through what others call them", async () => {
  const wide = Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [`/p/tests/test_other${i}.py`, "import pkg\npkg.other()\n"]),
  );
  const host = memoryHost({
    "/p/setup.py": "",
    "/p/pkg/__init__.py": "from .norm import norm_quant as quantised, other as other\n",
    "/p/pkg/norm.py": "from .kernels import run_quant\ndef norm_quant(x):\n    run_quant(x)\ndef other(x):\n    pass\n",
    "/p/pkg/kernels.py": "class NormQuant:\n    pass\ndef run_quant(x):\n    NormQuant()(x)\n",
    ...wide,
    "/p/tests/test_zz.py": "import pkg\ndef test_a():\n    pkg.quantised(1)\n",
  });
  const users = await new Users(new Files(host), []).of("/p/pkg/kernels.py");
  expect(users.filter((one) => one.includes("/tests/"))).toEqual(["/p/tests/test_zz.py"]);
});

test("users that share more words with a header come before those that say something new", async () => {
  const user = '#include "sm100_mma_blockwise.hpp"\n';
  const others = Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [`/p/examples/7${i}_blackwell_word${i}_more${i}/7${i}_blackwell.cu`, user]),
  );
  const host = memoryHost({
    "/p/LICENSE": "",
    "/p/include/sm100_mma_blockwise.hpp": "",
    ...others,
    "/p/examples/81_blackwell_blockwise/81_blackwell_gemm.cu": user,
    "/p/examples/81_blackwell_blockwise/81_blackwell_grouped_gemm.cu": user,
  });
  const users = await new Users(new Files(host), []).of("/p/include/sm100_mma_blockwise.hpp");
  expect(users.slice(0, 2)).toEqual([
    "/p/examples/81_blackwell_blockwise/81_blackwell_gemm.cu",
    "/p/examples/81_blackwell_blockwise/81_blackwell_grouped_gemm.cu",
  ]);
});
