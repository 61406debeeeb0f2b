// What printing calls would write, shown on hover: `$0` is the cursor.
import { describe, expect, test } from "vitest";
import { plainText } from "../../server/src/convert/hover.ts";
import { hover } from "../../server/src/features/hover.ts";
import type { Language } from "../../src-engine/program/ir.ts";
import { analysed } from "./analysed.ts";
import { readMarks } from "./marks.ts";

async function hoverAt(source: string, language: Language): Promise<string> {
  const { text, cursor } = readMarks(source);
  const { index } = await analysed(text, language);
  const answer = hover(index, { fragment: 0, offset: cursor }, { detail: "short" });
  return answer === undefined ? "(no hover)" : plainText(answer);
}

describe("C++", () => {
  const cpp = (body: string) => `#include <cute/tensor.hpp>
using namespace cute;
void f(half_t const* A, int M, int K) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(M, K), make_stride(K, Int<1>{}));
  auto small = make_layout(make_shape(Int<2>{}, Int<4>{}), make_stride(Int<4>{}, Int<1>{}));
  auto sA = tile_to_shape(GMMA::Layout_K_SW32_Atom<half_t>{}, make_shape(Int<8>{}, Int<16>{}));
${body}
}
`;
  const hoverCpp = (body: string) => hoverAt(cpp(body), "cpp");

  test("print of a tensor", async () => {
    expect(await hoverCpp("  $0print(mA);")).toMatchInlineSnapshot(`"print prints  gmem_ptr[16b](0x…) o (M,K):(K,_1)"`);
  });

  test("a format with its values", async () => {
    expect(await hoverCpp(`  $0printf("M=%d size=%4d %s|%%\\n", M, int(size(small)), "x");`)).toMatchInlineSnapshot(
      `"printf prints  M=M size=   8 x|%"`,
    );
    expect(await hoverCpp(`  $0print("sA: ");`)).toMatchInlineSnapshot(`"print prints  sA: "`);
  });

  test("print_layout", async () => {
    expect(await hoverCpp("  $0print_layout(small);")).toMatchInlineSnapshot(`
      "print_layout prints
      (_2,_4):(_4,_1)
            0   1   2   3 
          +---+---+---+---+
       0  | 0 | 1 | 2 | 3 |
          +---+---+---+---+
       1  | 4 | 5 | 6 | 7 |
          +---+---+---+---+"
    `);
    expect((await hoverCpp("  $0print_layout(sA);")).split("\n").slice(0, 5)).toMatchInlineSnapshot(`
      [
        "print_layout prints",
        "Sw<1,3,3> o _0 o ((_8,_1),(_16,_1)):((_16,_0),(_1,_0))",
        "        0     1     2     3     4     5     6     7     8     9    10    11    12    13    14    15 ",
        "    +-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+",
        " 0  |   0 |   1 |   2 |   3 |   4 |   5 |   6 |   7 |   8 |   9 |  10 |  11 |  12 |  13 |  14 |  15 |",
      ]
    `);
  });

  test("print_latex names what is drawn", async () => {
    expect(await hoverCpp("  $0print_latex(small);")).toMatchInlineSnapshot(
      `"print_latex prints  % LaTeX (TikZ) of (_2,_4):(_4,_1)"`,
    );
  });
});

describe("Python", () => {
  const python = (body: string) => `import cutlass
import cutlass.cute as cute
@cute.jit
def f(x: cutlass.Int32, n: cutlass.Constexpr[int]):
    a = cute.make_layout((x, 2))
    b = cutlass.Int32(8)
${body}
f(cutlass.Int32(4), 3)
`;
  const hoverPython = (line: string) => hoverAt(python(`    ${line}`), "python");

  test("while tracing, what only the run knows is ?", async () => {
    expect(await hoverPython(`$0print(">>>", a, b, n, (1, "x", None), True)`)).toMatchInlineSnapshot(`
      "print prints  >>> (?,2):(1,?) ? 3 (1, 'x', None) True
      bound from kernel.py:8 · as n = 3"
    `);
    expect(await hoverPython(`$0print(f"a: {a}, {{n}}: {n:>3} {b=}")`)).toMatchInlineSnapshot(`
      "print prints  a: (?,2):(1,?), {n}:   3 b=?
      bound from kernel.py:8 · as n = 3"
    `);
  });

  test("every round of a loop that the trace unrolls prints", async () => {
    const loop = "for i in cutlass.range_constexpr(3):\n        ";
    expect(await hoverPython(`${loop}$0print(f"{i}: {b} {cute.make_layout((i + 1, 2))}")`)).toMatchInlineSnapshot(`
      "print prints  0 | 1 | 2: ? (1,2):(0,1) | (2,2):(1,2) | (3,2):(1,3)
      bound from kernel.py:9 · as n = 3"
    `);
    expect(await hoverPython(`${loop}$0print("row", i, cute.make_layout((4, 2))(i), i == 1)`)).toMatchInlineSnapshot(`
      "print prints
      row 0 0 False
      row 1 1 True
      row 2 2 False
      bound from kernel.py:9 · as n = 3"
    `);
    const many = "for i in cutlass.range_constexpr(100):\n        ";
    expect((await hoverPython(`${many}$0print(f"Index {i}: {i * 2}")`)).split("\n").slice(-4)).toMatchInlineSnapshot(`
      [
        "Index 38: 76",
        "Index 39: 78",
        "… 60 more lines",
        "bound from kernel.py:9 · as n = 3",
      ]
    `);
  });

  test("types, lists, dictionaries, registers", async () => {
    expect(await hoverPython("$0print(type(b), type(n), [b, 1], {'a': n}, (b,))")).toMatchInlineSnapshot(`
      "print prints  Int32 <class 'int'> [Int32(?), 1] {'a': 3} (Int32(?),)
      bound from kernel.py:8 · as n = 3"
    `);
    expect(
      await hoverPython(
        "$0print(cute.make_rmem_tensor((4, 2), cutlass.Float16), cute.make_rmem_tensor(8, cutlass.Float32).load())",
      ),
    ).toMatchInlineSnapshot(`
      "print prints  tensor<ptr<f16, rmem, align<32>> o (4,2):(1,4)> tensor_value<vector<8xf32> o 8>
      bound from kernel.py:8 · as n = 3"
    `);
    expect(
      await hoverPython('cute.$0printf("{} {}", cutlass.Int8(300), cutlass.Int32(300).to(cutlass.Uint8))'),
    ).toMatchInlineSnapshot(`
      "printf prints  44 44
      bound from kernel.py:8 · as n = 3"
    `);
  });

  test("cute.printf runs with the kernel", async () => {
    expect(await hoverPython(`cute.$0printf(">?? {} {} %d", a, (n, b), b)`)).toMatchInlineSnapshot(`
      "printf prints  >?? (x,2):(1,x) (3,8) 8
      bound from kernel.py:8 · as n = 3"
    `);
    expect(await hoverPython("cute.$0printf(a, b)")).toMatchInlineSnapshot(`
      "printf prints  (x,2):(1,x), 8
      bound from kernel.py:8 · as n = 3"
    `);
  });
});
