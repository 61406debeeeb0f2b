// Bad and hostile input ends with an answer: recursion, deep nesting, endless loops, too many instances.
import { expect, test } from "vitest";
import { checkCpp, rowsOf } from "./facts-of.ts";

test("a function that calls itself", () =>
  checkCpp(`
constexpr int f(int n) { return n == 0 ? 0 : f(n - 1) + 1; }
int spin(int n) { return spin(n); }
void g(int n) {
  int a = f(3); // a -> 3
}`));

test("an expression nested 10,000 deep", async () => {
  // On many lines: of one so long the file's reader sees nothing.
  const line = "(".repeat(100);
  const deep = `${`${line}\n`.repeat(100)}1${`\n${")".repeat(100)}`.repeat(100)}`;
  const sum = Array.from({ length: 10_000 }, () => "1").join("\n+ ");
  const rows = await rowsOf({ "/p/a.cu": `void f() { int a = ${deep}; int b = ${sum}; int c = 3; }` }, "/p/a.cu");
  expect(rows.find((row) => row.name === "c")?.value).toBe("3");
});

test("a line of more than 10,000 characters costs itself alone", async () => {
  const table = `int const table[] = {${"1, ".repeat(5_000)}1};`;
  const rows = await rowsOf({ "/p/a.cu": `${table}\nvoid f() { int c = 3; }` }, "/p/a.cu");
  expect(rows.find((row) => row.name === "c")?.value).toBe("3");
});

test("a condition over sums of more than 8,000 characters costs itself alone", async () => {
  const names = (letter: string): readonly string[] => Array.from({ length: 90 }, (_, i) => letter.repeat(50) + i);
  const params = [...names("a"), ...names("b")].map((name) => `int ${name}`).join(",\n");
  const test = `(${names("a").join(" +\n")}) && (${names("b").join(" +\n")})`;
  const rows = await rowsOf({ "/p/a.cu": `void f(${params}) { bool c = ${test}; int d = 3; }` }, "/p/a.cu");
  expect(rows.find((row) => row.name === "c")?.value).toBe("c");
  expect(rows.find((row) => row.name === "d")?.value).toBe("3");
});

test("a chain of calls that never ends", async () => {
  const text = "template <int N> int f() { return f<N + 1>(); }\nint g() { int a = f<0>(); int b = 2; return b; }";
  const rows = await rowsOf({ "/p/a.cu": text }, "/p/a.cu");
  expect(rows.find((row) => row.name === "b")?.value).toBe("2");
});

test("a function that calls itself for each item of an index that nobody knows", async () => {
  const text = `import cutlass.cute as cute

def mode_of(shape, mode):
    if isinstance(shape, tuple) and mode < len(shape):
        return shape[mode]
    return None

def canonical(idx, shape=None):
    if idx is Ellipsis:
        return (None,) * len(shape)
    if not isinstance(idx, tuple):
        return idx
    result = []
    mode = 0
    for item in idx:
        if item is Ellipsis:
            mode += len(shape)
        else:
            result.append(canonical(item, mode_of(shape, mode)))
            mode += 1
    return tuple(result)

def getitem(self, idx):
    idx = canonical(idx, self.shape if idx is Ellipsis else None)
    known = canonical(((1, 2), (3, (4, 5))), None)
    last = 3
`;
  const rows = await rowsOf({ "/p/a.py": text }, "/p/a.py");
  expect(rows.find((row) => row.name === "known")?.value).toBe("((1,2),(3,(4,5)))");
  expect(rows.find((row) => row.name === "last")?.value).toBe("3");
});

test("a call that calls itself too often leaves nobody knows what; one that counts down in an object ends", async () => {
  const text = `import cutlass.cute as cute

def fill(xs, n):
    if n == 0:
        return
    xs.append(1)
    fill(xs, n - 1)

def behind(xs, n):
    if n == 0:
        return
    behind(xs, n - 1)
    xs.append(1)

class Counter:
    def __init__(self):
        self.left = 3
        self.seen = 0
    def down(self, x):
        if self.left == 0:
            return 5
        self.left -= 1
        self.seen += 1
        return self.down(x)

@cute.jit
def f(n):
    a = []
    fill(a, n)
    filled = len(a)
    b = []
    behind(b, n)
    filled_behind = len(b)
    counter = Counter()
    result = counter.down(n)
    seen = counter.seen
`;
  const rows = await rowsOf({ "/p/a.py": text }, "/p/a.py");
  const value = (name: string): string | undefined => rows.find((row) => row.name === name)?.value;
  expect(["filled", "filled_behind"].map(value)).toEqual(["unknown", "unknown"]);
  expect(["result", "seen"].map(value)).toEqual(["5", "3"]);
});

test("C++: what a call that is not run takes by reference is not what it was", () =>
  checkCpp(`
void fill(int& count, int n) { if (n > 0) { count = count + 1; fill(count, n - 1); } }
int twice(int n) { return n > 0 ? twice(n - 1) : 0; }
void g(int n) {
  int count = 0;
  fill(count, n);
  int a = count; // a -> count
  int b = 7;
  twice(b);
  int c = b; // c -> 7
}`));

test("a class template that halves a symbol has no end", async () => {
  const text = `template <int N, int Now = N, int Count = 0>
struct log2_down { enum { value = log2_down<N, (Now >> 1), Count + 1>::value }; };
template <int N, int Count>
struct log2_down<N, 1, Count> { enum { value = Count }; };
template <int N>
void f() { int a = log2_down<N>::value; int b = log2_down<64>::value; }`;
  const rows = await rowsOf({ "/p/a.cu": text }, "/p/a.cu");
  expect(rows.find((row) => row.name === "a")?.value).toBe("a");
  expect(rows.find((row) => row.name === "b")?.value).toBe("6");
  expect(rows.length).toBeLessThan(500);
});

test("an include circle", async () => {
  const rows = await rowsOf(
    { "/p/a.h": '#include "b.h"\nconstexpr int a = 1;', "/p/b.h": '#include "a.h"\nconstexpr int b = a + 1;' },
    "/p/b.h",
  );
  expect(rows.find((row) => row.name === "b")?.value).toBe("2");
});

test("an empty file and a file of noise", async () => {
  expect(await rowsOf({ "/p/a.cu": "" }, "/p/a.cu")).toEqual([]);
  expect(Array.isArray(await rowsOf({ "/p/a.cu": "}}} template < < <{{{ int x = = ; $$$" }, "/p/a.cu"))).toBe(true);
});

test("a package whose modules make thousands of objects leaves room for the file at hand", async () => {
  const makes = Array.from({ length: 2100 }, (_, i) => `t${i} = Template(${i})`).join("\n");
  const files = {
    "/p/templates.py": `class Template:\n    def __init__(self, size):\n        self.size = size\n\n${makes}\n`,
    "/p/a.py": `import cutlass.cute as cute
from .templates import t7

@cute.jit
def f():
    layout = cute.make_layout((t7.size, 8))
`,
  };
  const rows = await rowsOf(files, "/p/a.py");
  expect(rows.filter((row) => row.name === "layout").map((row) => row.value)).toEqual(["(7,8):(1,7)"]);
});

test("CuTe DSL: loops inside loops that leave a number as something unknown, eight deep", async () => {
  const depth = 8;
  const indent = (n: number): string => "    ".repeat(n);
  const heads = Array.from({ length: depth }, (_, i) => `${indent(i + 1)}for i${i} in range(n):`);
  const ends = heads.map((_, i) => `${indent(depth - i + 1)}a, k = unseen(a)`);
  const text = [
    "import cutlass",
    "import cutlass.cute as cute",
    "@cute.kernel",
    "def kernel(n: cutlass.Int32):",
    "    a, k = n, n",
    ...heads,
    `${indent(depth + 1)}l = cute.make_layout((4, k))`,
    ...ends,
    "    last = cute.make_layout((4, 8))",
  ];
  const rows = await rowsOf({ "/p/a.py": text.join("\n") }, "/p/a.py");
  expect(rows.filter(({ name }) => name === "l" || name === "last").map(({ value }) => value)).toEqual([
    "(4,k):(1,4)",
    "(4,8):(1,4)",
  ]);
});

test("loops inside loops that make an object in each round, eight deep", () => {
  const loops = Array.from(
    { length: 8 },
    (_, i) => `  for (int i${i} = 0; i${i} < n; ++i${i}) { Pages pages${i}(table[i${i}]); pages${i}.move(i${i});`,
  );
  return checkCpp(`
struct Pages {
  int block = 1;
  int count = 0;
  Pages(int b) { block = b; ++count; }
  void move(int by) { block = block + by; }
};
void f(int n, int const* table) {
${loops.join("\n")}
    auto l = make_layout(make_shape(pages0.block, pages7.count)); // l -> (i0+table[i0],1):(_1,i0+table[i0])
  ${"}".repeat(loops.length)}
  auto last = make_layout(_8{}); // last -> _8:_1
}`);
});

test("what stands too deep to be followed may have written what it names", async () => {
  const lines = (line: (i: number) => string): string => Array.from({ length: 400 }, (_, i) => line(i)).join("\n");
  const cpp = `int f(int a) {\n  int x = 1;\n${lines((i) => `if (a == ${i}) x = 1; else`)} x = 7;\n  int after = x;\n}`;
  const python = `import cutlass.cute as cute\ndef f(a):\n    x = 1\n    if a == -1: x = 1\n${lines((i) => `    elif a == ${i}: x = 1`)}\n    else: x = 7\n    after = x\n`;
  for (const [file, text] of [
    ["/p/a.cu", cpp],
    ["/p/a.py", python],
  ] as const) {
    const after = (await rowsOf({ [file]: text }, file)).find((row) => row.name === "after");
    expect(after?.value).toBeDefined();
    expect(after?.value).not.toBe("1");
  }
});

test("a Python module whose import takes longer than one user may has its names for the next one", async () => {
  const work = "def work(n):\n    t = 0\n    for i in range(8):\n        t += i * n + t\n    return t\n\n";
  const heavy = `${work}${Array.from({ length: 450 }, (_, n) => `x${n} = work(${n})\n`).join("")}total = 1\n`;
  const target =
    "from heavy import total\n\nSIZE = 4 * total\n\ndef scaled(n):\n    size = SIZE * n\n    return size\n";
  const user = (n: number): string =>
    `from kernel import scaled\n\ndef use_${n}():\n    return scaled(${n})\n\nuse_${n}()\n`;
  const files = { "/p/heavy.py": heavy, "/p/kernel.py": target, "/p/use_a.py": user(2), "/p/use_b.py": user(3) };
  const rows = await rowsOf(files, "/p/kernel.py");
  expect(rows.filter(({ name }) => name === "size").map(({ value }) => value)).toEqual(["12"]);
});
