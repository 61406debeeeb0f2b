// Texts that are made to be slow: the whole way from text to facts takes its time by their length, not by its square.
import { expect, test } from "vitest";
import { declaredNameAt } from "../../server/src/features/declared-name.ts";
import { explain } from "../../server/src/features/explain.ts";
import { Files } from "../../server/src/project/files.ts";
import { Users } from "../../server/src/project/users.ts";
import { memoryHost } from "../evaluate/facts-of.ts";
import { analysed } from "../features/analysed.ts";

const cpp = (text: string) =>
  `#include <cute/tensor.hpp>\nusing namespace cute;\n${text}\nauto l = make_layout(Int<4>{});\n`;
const python = (text: string) => `import cutlass.cute as cute\n${text}\n`;

const lines = (count: number, line: (i: number) => string, first = ""): string =>
  [first, ...Array.from({ length: count }, (_, i) => line(i))].join("\n");

/** Of this process's own work: what else the machine does is not counted. */
async function seconds(work: () => Promise<unknown> | unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

test.each([
  ["a type's path with spaces", cpp(`void f() { auto x = typename A${"  ::  A".repeat(60)}; }`)],
  ["comments that never end", cpp("/*/ ".repeat(50_000))],
  ["strings that never end", cpp(`auto s = "${'\\"'.repeat(4_000)};\n`.repeat(20))],
  ["a line without end", cpp(`int a = ${"(".repeat(200_000)};`)],
  ["a macro of many lines", cpp(`#define M ${'"\\\\ # \\\n'.repeat(5_000)}\nM`)],
  ["raw strings that never end", cpp('R"(\n'.repeat(200_000))],
  ["directives with comments that never end", cpp("#pragma /*\n".repeat(100_000))],
  ["a macro with a string that never ends", cpp(`#define X "${'\\\n\\"'.repeat(100_000)}\n`)],
  ["brackets, a line each", cpp("(\n".repeat(200_000))],
  ["templates, a line each", cpp(`auto x = ${"a<\n".repeat(20_000)}`)],
  ["conditions in conditions", cpp("#if A\n".repeat(10_000))],
  ["conditions in conditions, all ended", cpp(`${"#if A\nint a;\n".repeat(10_000)}${"#endif\n".repeat(10_000)}`)],
  ["conditions one behind the other", cpp("#if A\n#endif\n".repeat(20_000))],
  ["a condition of many branches", cpp(`#if A\n${"#elif B\nint a;\n".repeat(5_000)}#endif`)],
  ["the same in code", cpp(`void f() {\n#if A\n${"#elif B\nint a;\n".repeat(5_000)}#endif\n}`)],
  ["macros that use another one twice", cpp(`${lines(60, (i) => `#define A${i + 1} (A${i}+A${i})`)}\nauto x = A60;`)],
  [
    "tuples that hold another one twice",
    cpp(lines(60, (i) => `auto t${i + 1} = make_tuple(t${i}, t${i});`, "auto t0 = 1;")),
  ],
  [
    "layouts made of another one twice",
    cpp(lines(60, (i) => `auto t${i + 1} = make_layout(t${i}, t${i});`, "auto t0 = make_layout(_2{});")),
  ],
  [
    "classes of another one twice",
    cpp(
      lines(60, (i) => `using T${i + 1} = P<T${i}, T${i}>;`, "template <class A, class B> struct P {}; struct T0 {};"),
    ),
  ],
  [
    "a call that passes twice its arguments",
    cpp("template <int N, class... T> auto f(T... t) { return f<N + 1>(t..., t...); }\nvoid g() { auto x = f<0>(1); }"),
  ],
  ["one name over and over", cpp("using L = make;\n".repeat(50_000))],
  ["spaces", cpp(`auto x = ${" ".repeat(9_000)};\n`.repeat(20))],
])("C++: %s", async (_name, text) => {
  expect(await seconds(() => analysed(text, "cpp"))).toBeLessThan(20);
});

test.each([
  ["imports that never end", python("from a import (\n".repeat(20_000))],
  ["a line without end", python(`x = ${"(".repeat(200_000)}`)],
  ["one name over and over", python("l = make(4)\n".repeat(50_000))],
  ["a condition in each line", python(`def f(a):\n    x = 1\n${"    if a: x = 2\n".repeat(2_000)}`)],
  ["tuples that hold another one twice", python(`t = 1\n${"t = (t, t)\n".repeat(60)}l = cute.make_layout(t)`)],
  ["a call that passes twice its arguments", python("def f(*a):\n    return f(*a, *a)\nf(1)")],
  ["classes one above the other", python(lines(2_000, (i) => `class A${i + 1}(A${i}): pass`, "class A0: pass"))],
  ["strings", python(`x = "${"'\\\"".repeat(3_000)}"\n`.repeat(20))],
])("Python: %s", async (_name, text) => {
  expect(await seconds(() => analysed(text, "python"))).toBeLessThan(20);
});

test("imports that never end, in a file that may use another", async () => {
  const texts = { "/w/a.py": "from b import (\n".repeat(50_000), "/w/b.py": "" };
  expect(await seconds(() => new Users(new Files(memoryHost(texts)), ["/w"]).of("/w/b.py"))).toBeLessThan(20);
});

test("pasted text", async () => {
  for (const piece of ["tensor< o ", "composed ", "Tiler", "alignment", "\t", "' ", "0x"])
    expect(await seconds(() => explain(piece.repeat(100_000)))).toBeLessThan(20);
});

test("a word is looked for among empty lines", async () => {
  expect(await seconds(() => declaredNameAt(`x; a${"\n".repeat(300_000)}`, 0, "cpp"))).toBeLessThan(5);
});

test("a line beyond all measure is read as if nothing stood in it", async () => {
  const names = async (count: number): Promise<readonly string[]> => {
    const { index } = await analysed(cpp(`int a[] = {${"1,".repeat(count)}};`), "cpp");
    return index.variables.map(({ fact }) => fact.name);
  };
  expect(await names(20_000)).toEqual(["l"]);
  expect(await names(400)).toEqual(["a", "l"]);
});
