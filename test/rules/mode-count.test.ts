// Uses of one tensor that cannot both be right, where nothing is known of the tensor.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const cpp = async (body: string): Promise<readonly string[]> => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
template <bool Flag, class T, class R>
__device__ void f(T const& t, R& r, int k) {
  copy(t(_, _, k), r);
  ${body}
}`;
  const { problems } = await analysed(source, "cpp");
  return problems.map(({ message, place }) => `${source.slice(place.start, place.end)}: ${message}`);
};

const python = async (body: string): Promise<readonly string[]> => {
  const source = `import cutlass\nimport cutlass.cute as cute\n\n@cute.jit\ndef f(atom, t, r, k):\n    cute.copy(atom, t[None, None, k], r)\n${body
    .split("\n")
    .map((line) => `    ${line}\n`)
    .join("")}`;
  const { problems } = await analysed(source, "python");
  return problems.map(({ message, place }) => `${source.slice(place.start, place.end)}: ${message}`);
};

test("a slice with fewer coordinates, a mode past the last", async () => {
  expect(await cpp("copy(t(_, k), r);")).toEqual([
    "t(_, _, k): 3 coordinates for t, which is sliced with 2 elsewhere: one of the two is wrong",
    "t(_, k): 2 coordinates for t, which is sliced with 3 elsewhere: give one for each mode",
  ]);
  expect(await cpp("copy(t(_, _, 0), r); copy(t(_, k), r);")).toEqual([
    "t(_, k): 2 coordinates for t, which is sliced with 3 elsewhere: give one for each mode",
  ]);
  expect(await cpp("for (int i = 0; i < size<3>(t); i++) copy(t(_, _, i), r);")).toEqual([
    "size<3>(t): t is sliced with 3 elsewhere: it has no mode 3",
  ]);
  expect(await python("cute.copy(atom, t[None, None, cute.size(t, mode=[3]) - 1], r)")).toEqual([
    "cute.size(t, mode=[3]): t is sliced with 3 elsewhere: it has no mode 3",
  ]);
});

test("where the tensor is known other rules speak", async () => {
  const { problems } = await analysed(
    "#include <cute/tensor.hpp>\nusing namespace cute;\nvoid f(float* p) {\n  auto t = make_tensor(p, Layout<Shape<_4, _8, _2>>{});\n  auto a = t(_, _, 0);\n  auto b = t(_, 0);\n}",
    "cpp",
  );
  expect(problems.map(({ code }) => code)).toEqual(["coordinate-rank"]);
});

test("a name has its modes until it is bound again", async () => {
  expect(await python("t = cute.group_modes(t, 0, 2)\ncute.copy(atom, t[None, k], r)")).toEqual([]);
  expect(
    await python(
      "t = cute.group_modes(t, 1, cute.rank(t))\nfor i in range(k):\n    cute.copy(atom, t[None, None, i], r)",
    ),
  ).toEqual(["t[None, None, i]: 3 coordinates for t, which has 2 modes: give one for each mode"]);
  expect(await python("for i in range(k):\n    cute.copy(atom, t[None, None, i], r)\n    t = cute.flatten(t)")).toEqual(
    [],
  );
});

test("a tensor in an object", async () => {
  expect(await python("cute.copy(atom, k.t[None, 0], r)\ncute.copy(atom, k.t[None, None, 0], r)")).toEqual([
    "k.t[None, 0]: 2 coordinates for k.t, which is sliced with 3 elsewhere: one of the two is wrong",
    "k.t[None, None, 0]: 3 coordinates for k.t, which is sliced with 2 elsewhere: give one for each mode",
  ]);
  expect(await python("cute.copy(atom, k.t[None, 0], r)\nk.t = r\ncute.copy(atom, k.t[None, None, 0], r)")).toEqual([]);
});

test("sides of which one is compiled are not compared", async () => {
  expect(await cpp("if constexpr (Flag) { copy(t(_, k), r); }")).toEqual([]);
  expect(await python("if cutlass.const_expr(k == 1):\n    cute.copy(atom, t[None, k], r)")).toEqual([]);
});

test("parameters of inner functions are their own", async () => {
  expect(await cpp("auto g = [&](auto const& t) { copy(t(_, 0), r); };")).toEqual([]);
});

test("CuTe DSL: in a branch that no instance takes, of a tensor that is known", async () => {
  const source = (at: string): string => `import cutlass
import cutlass.cute as cute

@cute.kernel
def f(t: cute.Tensor, varlen: cutlass.Constexpr):
    if cutlass.const_expr(varlen):
        a = cute.make_fragment_like(t[None, 0, None])
    else:
        a = t[${at}]
        n = t.shape[3]

@cute.jit
def main():
    p = cute.make_ptr(cutlass.Float32, 0, cute.AddressSpace.gmem, assumed_align=16)
    f(cute.make_tensor(p, cute.make_layout((8, 4, 2))), True).launch(grid=(1, 1, 1), block=(32, 1, 1))
`;
  const told = async (at: string): Promise<readonly string[]> =>
    (await analysed(source(at), "python")).problems.map(({ message }) => message);
  expect(await told("0, None, 0, None")).toEqual([]);
  expect(await told("0, None, None")).toEqual(["t is sliced with 3 elsewhere: it has no mode 3"]);
});
