// `check` over a tree: a file of explicit instantiations costs nothing, the header that they come from is evaluated with its own.
import { expect, test } from "vitest";
import { projectOf, rowsOf } from "../evaluate/facts-of.ts";

const files = {
  "/p/launch.h":
    "#include <cute/tensor.hpp>\ntemplate <int N> void run() { auto a = cute::make_layout(cute::Int<N>{}); }\n",
  "/p/run64.cu": '#include "launch.h"\ntemplate void run<64>();\n',
  "/p/main.cu": '#include "launch.h"\ntemplate void run<64>();\nvoid f() { auto b = cute::make_layout(8); }\n',
};

test("explicit instantiations have nothing of their own", async () => {
  const project = await projectOf(files);
  const facts = await project.analyse("/p/run64.cu", { effort: "check" });
  const others = await project.analyse("/p/main.cu", { effort: "check" });
  project.dispose();
  expect(facts?.facts).toEqual([]);
  expect(others?.facts.some((one) => one.kind === "variable" && one.name === "b")).toBe(true);
});

test("also where few files are checked, each as far as the editor goes", async () => {
  const project = await projectOf(files);
  const facts = await project.analyse("/p/run64.cu", { effort: "few" });
  const header = await project.analyse("/p/launch.h", { effort: "few" });
  project.dispose();
  expect(facts?.facts).toEqual([]);
  expect(header?.facts.some((one) => one.kind === "variable" && one.name === "a")).toBe(true);
});

test("their header shows what they make", async () => {
  const rows = await rowsOf(files, "/p/launch.h", { effort: "check" });
  expect(rows.find((row) => row.name === "a")?.value).toBe("_64:_1");
});

// A question whether to go on is asked every 50 steps.
async function questions(of: Readonly<Record<string, string>>, path: string, effort: "check" | "few"): Promise<number> {
  let asked = 0;
  const cancelled = (): boolean => {
    asked++;
    return false;
  };
  const project = await projectOf(of);
  await project.analyse(path, { effort, cancelled });
  project.dispose();
  return asked;
}

const rounds = Array.from({ length: 200 }, (_, i) => `  auto l${i} = cute::make_layout(cute::Int<N>{}, ${i});\n`).join(
  "",
);
const specialised = {
  "/p/launch.h": `#include <cute/tensor.hpp>
struct Params { int n; };
template <int N> void run_sized(Params &params) {\n${rounds}  params.n = N;\n}
template <int N> void run(Params &params);
`,
  "/p/run64.cu": `#include "launch.h"
template <> void run<64>(Params &params) { run_sized<64>(params); }
`,
  "/p/used.cu": `#include "launch.h"
int sized(Params &params) { run_sized<64>(params); auto a = cute::make_layout(params.n); return params.n; }
`,
};

test("over a tree a specialisation is not followed into the header that does its work", async () => {
  const [check, few] = [
    await questions(specialised, "/p/run64.cu", "check"),
    await questions(specialised, "/p/run64.cu", "few"),
  ];
  expect(check).toBeLessThan(few / 2);
});

test("it is where something follows that sees what it leaves", async () => {
  const rows = await rowsOf(specialised, "/p/used.cu", { effort: "check" });
  expect(rows.find((row) => row.name === "a")?.value).toBe("64:_1");
});

const launched = {
  "/p/kernel.py": `import cutlass.cute as cute

class Kernel:
    def __init__(self, n):
        self.n = n

    @cute.jit
    def __call__(self, mX: cute.Tensor):
        self.kernel(mX).launch(grid=(1, 1, 1), block=(32, 1, 1))

    @cute.kernel
    def kernel(self, mX: cute.Tensor):
${Array.from({ length: 200 }, (_, i) => `        l${i} = cute.make_layout((self.n, ${i + 1}))\n`).join("")}`,
  "/p/interface.py": `import torch
import cutlass.cute as cute
from kernel import Kernel

def run():
    layout = cute.make_layout((8, 4))
    cute.compile(Kernel(64), torch.randn(8, 8))
`,
};

test("nor is a kernel of another file that cannot lead back", async () => {
  const [check, few] = [
    await questions(launched, "/p/interface.py", "check"),
    await questions(launched, "/p/interface.py", "few"),
  ];
  expect(check).toBeLessThan(few / 2);
  const rows = await rowsOf(launched, "/p/interface.py", { effort: "check" });
  expect(rows.find((row) => row.name === "layout")?.value).toBe("(8,4):(1,8)");
});
