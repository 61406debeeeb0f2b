// A module is run when a name of it is asked for; what its names mean is as if it had run where it is imported.
import { expect, test } from "vitest";
import { printValue } from "../../server/src/facts/notation.ts";
import { projectOf, rowsOf } from "./facts-of.ts";

const valuesOf = async (files: Readonly<Record<string, string>>, name: string): Promise<readonly string[]> =>
  (await rowsOf(files, "/p/run.py")).filter((row) => row.name === name).map((row) => row.value);

test("of two imports of a name the last counts, and a value between them until then", async () => {
  const files = {
    "/p/a.py": "tile = 4\n",
    "/p/b.py": "tile = 8\n",
    "/p/run.py":
      "from a import tile\nfrom b import tile\nlast = tile\ntile = 2\nown = tile\nfrom a import tile\nagain = tile\n",
  };
  expect(await valuesOf(files, "last")).toEqual(["8"]);
  expect(await valuesOf(files, "own")).toEqual(["2"]);
  expect(await valuesOf(files, "again")).toEqual(["4"]);
});

test("a module that changes another one does so where it is imported, whether or not anything of it is asked for", async () => {
  const files = {
    "/p/sizes.py": "class Sizes:\n    tile = 4\n",
    "/p/large.py": "from sizes import Sizes\nSizes.tile = 128\n\ndef unused():\n    return 1\n",
    "/p/by.py": "from large import unused\n",
    "/p/run.py": "from sizes import Sizes\nbefore = Sizes.tile\nfrom by import unused\nafter = Sizes.tile\n",
  };
  expect(await valuesOf(files, "before")).toEqual(["4"]);
  expect(await valuesOf(files, "after")).toEqual(["128"]);
});

test("a module that nobody asks for is not read: one that cannot be parsed costs nothing", async () => {
  const files = {
    "/p/broken.py": "def f(:\n  ((((\n",
    "/p/good.py": "tile = 4\n",
    "/p/run.py": "from broken import f\nfrom good import tile\nmine = tile\n",
  };
  expect(await valuesOf(files, "mine")).toEqual(["4"]);
});

test("modules that import each other know each other's functions", async () => {
  const files = {
    "/p/a.py": "from b import half\n\ndef double(n):\n    return n * 2\n\nfour = half(8)\n",
    "/p/b.py": "from a import double\n\ndef half(n):\n    return n // 2\n\ndef same(n):\n    return half(double(n))\n",
    "/p/run.py": "from a import four\nfrom b import same\nx = four\ny = same(6)\n",
  };
  expect(await valuesOf(files, "x")).toEqual(["4"]);
  expect(await valuesOf(files, "y")).toEqual(["6"]);
});

test("functions of an imported file that nobody calls count by what they change: lists, globals, attributes of classes", async () => {
  const shared = `rows = [1]
if True:
    columns = [1]
limit = 4

class Kernel:
    size = 4
    kept = 4
    parts = [1]

    def grow(self):
        Kernel.size = 8
        self.parts.append(2)

def change():
    global limit
    limit = 8
    rows.append(2)
    columns[0] = 2

def look():
    return rows[0] + columns[0] + Kernel.kept
`;
  const run = `from shared import columns, Kernel, limit, rows
a = rows
b = columns
c = limit
d = Kernel.size
e = Kernel.parts
f = Kernel.kept
`;
  const files = { "/p/shared.py": shared, "/p/run.py": run };
  const found = await Promise.all([..."abcdef"].map((name) => valuesOf(files, name)));
  expect(found).toEqual([...Array.from({ length: 5 }, () => ["unknown"]), ["4"]]);
});

test("an edit by which a file changes another one when it is imported counts at once", async () => {
  const kernel = "from sizes import Sizes\n\ndef shown(n):\n    size = n\n    return size\n";
  const files = {
    "/p/sizes.py": "class Sizes:\n    tile = 4\n",
    "/p/kernel.py": kernel,
    "/p/test_run.py": "from sizes import Sizes\nfrom kernel import shown\nn = Sizes.tile\nshown(n)\n",
  };
  const project = await projectOf(files);
  const sizes = async (text: string): Promise<readonly string[]> => {
    project.setDocument("/p/kernel.py", { path: "/p/kernel.py", language: "python", version: 1, fragments: [text] });
    const facts = await project.analyse("/p/kernel.py");
    return (facts?.facts ?? []).flatMap((one) =>
      one.kind === "variable" && one.name === "size" ? [printValue(one.value, "python")] : [],
    );
  };
  expect(await sizes(kernel)).toEqual(["4"]);
  expect(await sizes(`${kernel}Sizes.tile = 8\n`)).toEqual(["8"]);
  project.dispose();
});
