// What takes twice the text takes about twice the work, not four times: this process's own time for n and for 2n lines, whatever else
// the machine does.
import { expect, test } from "vitest";
import type { Language } from "../../src-engine/program/ir.ts";
import { analysed } from "../features/analysed.ts";

const cpp = (text: string) => `#include <cute/tensor.hpp>\nusing namespace cute;\n${text}\n`;
const python = (text: string) => `import cutlass.cute as cute\n${text}\n`;
const lines = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join("\n");

const texts: readonly (readonly [string, Language, number, (n: number) => string])[] = [
  [
    "C++: the same if over and over",
    "cpp",
    4_000,
    (n) => cpp(`void f(int a) {\nint x = 0;\n${"if (a) x = 1;\n".repeat(n)}}`),
  ],
  [
    "C++: many ifs",
    "cpp",
    4_000,
    (n) => cpp(`void f(int a) {\nint x = 0;\n${lines(n, (i) => `if (a == ${i}) x = 1;`)}}`),
  ],
  [
    "Python: the same if over and over",
    "python",
    3_000,
    (n) => python(`def f(a):\n    x = 0\n${"    if a: x = 1\n".repeat(n)}`),
  ],
  [
    "Python: many ifs",
    "python",
    3_000,
    (n) => python(`def f(a):\n    x = 0\n${lines(n, (i) => `    if a == ${i}: x = 1`)}`),
  ],
  [
    "Python: elif",
    "python",
    3_000,
    (n) => python(`def f(a):\n    x = 0\n    if a == 0: x = 1\n${lines(n, (i) => `    elif a == ${i}: x = ${i}`)}`),
  ],
  [
    "Python: text that never ends",
    "python",
    3_000,
    (n) => python(`def f(a):\n    x = '''\n${"    a = 1\n".repeat(n)}`),
  ],
  ["Python: a list", "python", 5_000, (n) => python(`x = []\n${"x.append(1)\n".repeat(n)}`)],
  [
    "Python: classes, each of the one before",
    "python",
    1_600,
    (n) => python(`class A0: pass\n${lines(n, (i) => `class A${i + 1}(A${i}): pass`)}`),
  ],
  [
    "C++: classes, each of the one before",
    "cpp",
    500,
    (n) => cpp(`struct A0 {};\n${lines(n, (i) => `struct A${i + 1} : A${i} { int f${i}; };`)}`),
  ],
  [
    "Python: methods that nobody calls",
    "python",
    800,
    (n) =>
      python(`class A:\n${lines(n, (i) => `    def m${i}(self):\n        return cute.make_layout((4, ${i + 1}))`)}`),
  ],
  [
    "Python: remainders, each a problem",
    "python",
    600,
    (n) =>
      python(
        `@cute.jit\ndef f():\n${lines(n, (i) => `    a${i} = cute.zipped_divide(cute.make_layout((${64 * (i + 1)}, 127)), (8, 16))`)}`,
      ),
  ],
  [
    "C++: gemms",
    "cpp",
    150,
    (n) =>
      cpp(`void f() {
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{});
${lines(n, (i) => `auto a${i} = make_tensor<half_t>(Shape<Shape<_2, _2, _2>, _2, _1>{}); auto b${i} = make_tensor<half_t>(Shape<Shape<_2, _2>, _4, _1>{}); auto c${i} = make_tensor<float>(Shape<Shape<_2, _2>, _2, _4>{}); clear(c${i}); gemm(mma, a${i}, b${i}, c${i});`)}
}`),
  ],
];

async function work(text: string, language: Language): Promise<number> {
  const before = process.cpuUsage();
  await analysed(text, language);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

// Where the machine has other work the same steps take longer, now one run and now the other: what grows does so each time.
test.each(texts)(
  "%s: twice the text, about twice the work",
  { timeout: 120_000, retry: 2 },
  async (_, language, n, text) => {
    await work(text(n / 10), language);
    const [once, twice] = [await work(text(n), language), await work(text(2 * n), language)];
    // Quadratic is four times; a hundred milliseconds are the collector's and the compiler's.
    expect(twice, `${n}: ${once} ms, ${2 * n}: ${twice} ms`).toBeLessThan(3 * once + 100);
  },
);
