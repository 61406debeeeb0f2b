// A variable of the file that gets another value later: a call sees what it is then, and so does a call that an edit runs again.
import { describe, expect, test } from "vitest";
import { nodeWasmFiles } from "../../server/src/languages/parse/node-wasm.ts";
import { createProject } from "../../server/src/project/create.ts";
import { shown } from "../fuzz/shown.ts";
import { memoryHost, rowsOf } from "./facts-of.ts";

const dsl = (code: string): string => `import cutlass.cute as cute\n${code}`;
const tile = "def tile():\n    return cute.make_layout((n, 8))\n";

async function valuesOf(path: string, text: string): Promise<Readonly<Record<string, string>>> {
  const rows = await rowsOf({ [path]: text }, path);
  return Object.fromEntries(rows.filter(({ name }) => /^[a-c]$/.test(name)).map(({ name, value }) => [name, value]));
}

describe("two calls with another value between them", () => {
  test.each([
    ["assigned", `n = 4\n${tile}a = tile()\nn = 16\nb = tile()\n`, { a: "(4,8):(1,4)", b: "(16,8):(1,16)" }],
    [
      "changed in its place",
      "n = [4]\ndef tile():\n    return cute.make_layout((n[0], 8))\na = tile()\nn[0] = 16\nb = tile()\n",
      { a: "(4,8):(1,4)", b: "(16,8):(1,16)" },
    ],
    [
      "a field of an object",
      "class Sizes:\n    n = 4\nn = Sizes()\nn.m = 4\ndef tile():\n    return cute.make_layout((n.m, 8))\na = tile()\nn.m = 16\nb = tile()\n",
      { a: "(4,8):(1,4)", b: "(16,8):(1,16)" },
    ],
    [
      "read by a function that the function calls",
      `n = 4\n${tile}def outer():\n    return tile()\na = outer()\nn = 16\nb = outer()\n`,
      { a: "(4,8):(1,4)", b: "(16,8):(1,16)" },
    ],
    [
      "an object that a method changes",
      "class Counter:\n    def __init__(self):\n        self.n = 4\n    def next(self):\n        self.n = 16\nn = Counter()\ndef tile():\n    return cute.make_layout((n.n, 8))\na = tile()\nn.next()\nb = tile()\n",
      { a: "(4,8):(1,4)", b: "(16,8):(1,16)" },
    ],
    [
      "a list that another function fills",
      "n = []\ndef fill(items):\n    items.append(1)\ndef tile():\n    return cute.make_layout((len(n) + 4, 8))\na = tile()\nfill(n)\nb = tile()\n",
      { a: "(4,8):(1,4)", b: "(5,8):(1,5)" },
    ],
    ["of a loop", `${tile}for n in (4, 16):\n    a = tile()\n`, { a: "(4,8):(1,4) | (16,8):(1,16)" }],
  ])("Python: %s", async (_, code, values) => {
    expect(await valuesOf("/p/a.py", dsl(code))).toEqual(values);
  });

  test.each([
    ["a name of another module", "import sizes", "sizes.n", "sizes.n = 16"],
    ["what another module's function reads", "import sizes\nfrom sizes import get", "get()", "sizes.n = 16"],
    ["an attribute of a class", "from sizes import Sizes", "Sizes.n", "Sizes.n = 16"],
    ["an attribute of an object's class", "from sizes import Sizes", "Sizes().n", "Sizes.n = 16"],
  ])("Python: %s", async (_, imports, n, between) => {
    const sizes = "n = 4\nclass Sizes:\n    n = 4\ndef get():\n    return n\n";
    const tiled = tile.replace("n,", `${n},`);
    const files = { "/p/a.py": dsl(`${imports}\n${tiled}a = tile()\n${between}\nb = tile()\n`), "/p/sizes.py": sizes };
    const rows = (await rowsOf(files, "/p/a.py")).filter(({ name }) => /^[ab]$/.test(name));
    expect(rows.map(({ value }) => value)).toEqual(["(4,8):(1,4)", "(16,8):(1,16)"]);
  });

  test.each([
    ["a function that it is given", "sizes.get", "n()"],
    ["an object that calls it, whose class it is given", "sizes.Made", "n().rows"],
    ["an object with an operator", "sizes.Called()", "n()"],
  ])("Python: what a call reads by %s", async (_, given, n) => {
    const sizes = `n = 4
def get():
    return n
class Made:
    def __init__(self):
        self.rows = get()
class Called:
    def __call__(self):
        return get()
`;
    const code = `import sizes\ndef tile(n):\n    return cute.make_layout((${n}, 8))\na = tile(${given})\nsizes.n = 16\nb = tile(${given})\n`;
    const rows = (await rowsOf({ "/p/a.py": dsl(code), "/p/sizes.py": sizes }, "/p/a.py")).filter(({ name }) =>
      /^[ab]$/.test(name),
    );
    expect(rows.map(({ value }) => value)).toEqual(["(4,8):(1,4)", "(16,8):(1,16)"]);
  });

  test("Python: a module that is imported gives its own class another value between two calls", async () => {
    const sizes = `class Sizes:
    n = 4
def get():
    return Sizes.n
first = get()
Sizes.n = 16
second = get()
`;
    const code =
      "from sizes import first, second\na = cute.make_layout((first, 8))\nb = cute.make_layout((second, 8))\n";
    const rows = (await rowsOf({ "/p/a.py": dsl(code), "/p/sizes.py": sizes }, "/p/a.py")).filter(({ name }) =>
      /^[ab]$/.test(name),
    );
    expect(rows.map(({ value }) => value)).toEqual(["(4,8):(1,4)", "(16,8):(1,16)"]);
  });

  test("C++: a global in a namespace, by its name and through a pointer", async () => {
    const text = `#include <cute/tensor.hpp>
using namespace cute;
namespace sizes { int n = 4; auto tile() { return make_layout(make_shape(n, Int<8>{})); } }
void host() {
  auto a = sizes::tile();
  sizes::n = 16;
  auto b = sizes::tile();
  int* p = &sizes::n;
  *p = 32;
  auto c = sizes::tile();
}
`;
    const values = { a: "(4,_8):(_1,4)", b: "(16,_8):(_1,16)", c: "(32,_8):(_1,32)" };
    expect(await valuesOf("/p/a.cu", text)).toEqual(values);
  });

  test("C++: a global that is written by reference or through a pointer alone", async () => {
    const text = `#include <cute/tensor.hpp>
using namespace cute;
int n = 4;
int m = 4;
auto tile() { return make_layout(make_shape(n, m)); }
void set(int& x) { x = 16; }
void host() {
  auto a = tile();
  int* p = &n;
  *p = 16;
  auto b = tile();
  set(m);
  auto c = tile();
}
`;
    expect(await valuesOf("/p/a.cu", text)).toEqual({ a: "(4,4):(_1,4)", b: "(16,4):(_1,16)", c: "(16,16):(_1,16)" });
  });

  test("C++: a global that a function writes", async () => {
    const text = `#include <cute/tensor.hpp>
using namespace cute;
int n = 4;
auto tile() { return make_layout(make_shape(n, Int<8>{})); }
void host() {
  auto a = tile();
  n = 16;
  auto b = tile();
}
`;
    expect(await valuesOf("/p/a.cu", text)).toEqual({ a: "(4,_8):(_1,4)", b: "(16,_8):(_1,16)" });
  });
});

const kernel = "@cute.jit\ndef f():\n    a = cute.make_layout((n, 8))\n";

describe("after an edit in the function all is as from a fresh evaluation", () => {
  test.each([
    ["the variable has another value by now", dsl(`n = 4\n${kernel}f()\nn = 16\n`)],
    ["two calls, the variable between them", dsl(`n = 4\n${kernel}f()\nn = 16\nf()\n`)],
    ["the list has another item by now", dsl(`n = [4]\n${kernel.replace("n,", "n[0],")}f()\nn[0] = 16\n`)],
    ["the variable comes after the call", dsl(`${kernel}f()\nn = 16\n`)],
    ["the import comes after the call", `${kernel}f()\nimport cutlass.cute as cute\n`],
    [
      "the function that is called comes after the call",
      dsl(`${kernel.replace("n,", "g(),")}f()\ndef g():\n    return 4\n`),
    ],
  ])("%s", async (_, text) => {
    const path = "/p/a.py";
    const edited = text.replace("    a = ", "    a =  ");
    const opened = async (first: string) => {
      const project = await createProject({ host: memoryHost({}), roots: ["/p"] }, nodeWasmFiles());
      const facts = async (version: number, now: string) => {
        project.setDocument(path, { path, language: "python", version, fragments: [now] });
        const found = await project.analyse(path);
        return found === undefined ? [] : shown(found, [now]);
      };
      return { facts, first: await facts(1, first) };
    };
    const { facts } = await opened(text);
    expect(await facts(2, edited)).toEqual((await opened(edited)).first);
  });

  test.each([
    ["a user writes a variable of another module that they do not read", "sizes.n = 16"],
    ["a module that is imported later changes its own classes", "from patched import Made\nm = Made.tile"],
  ])("an edit has its function evaluated and not its user where %s", async (_, between) => {
    const path = "/p/a.py";
    const text = dsl("def tile():\n    return cute.make_layout((4, 8))\ndef host():\n    a = tile()\n    return a\n");
    const others = Array.from({ length: 500 }, (_, i) => `x${i} = ${i} + 1\n`).join("");
    const files = {
      [path]: text,
      "/p/user.py": `from a import host\nimport sizes\n${others}host()\n${between}\n`,
      "/p/sizes.py": "n = 4\n",
      "/p/patched.py": "class Made:\n    pass\nMade.tile = 4\n",
    };
    const project = await createProject({ host: memoryHost(files), roots: ["/p"] }, nodeWasmFiles());
    const asked = async (version: number, now: string): Promise<number> => {
      let times = 0;
      project.setDocument(path, { path, language: "python", version, fragments: [now] });
      await project.analyse(path, { cancelled: () => ++times < 0 });
      return times;
    };
    const opened = await asked(1, text);
    expect(opened).toBeGreaterThan(10);
    expect(await asked(2, text.replace("make_layout(", "make_layout( "))).toBeLessThan(opened / 3);
  });

  test("C++: a function comes to write the variable that another one reads", async () => {
    const path = "/p/a.cu";
    const text = (between: string): string => `#include <cute/tensor.hpp>
using namespace cute;
int n = 4;
auto tile() { return make_layout(make_shape(n, Int<8>{})); }
void host() { auto a = tile(); ${between} auto b = tile(); }
`;
    const project = await createProject({ host: memoryHost({}), roots: ["/p"] }, nodeWasmFiles());
    const labels = async (version: number, now: string) => {
      project.setDocument(path, { path, language: "cpp", version, fragments: [now] });
      return ((await project.analyse(path))?.instances ?? []).map((one) => `${one.function} ${one.label}`);
    };
    const fresh = await labels(1, text("n = 16;"));
    expect(fresh.filter((one) => one.startsWith("tile"))).toHaveLength(2);
    await labels(2, text(""));
    expect(await labels(3, text("n = 16;"))).toEqual(fresh);
  });
});
