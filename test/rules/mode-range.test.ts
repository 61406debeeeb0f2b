// A mode past the last of a tuple: C++ refuses it where it is compiled.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (lines: string): Promise<readonly string[]> => {
  const source = `#include <cute/tensor.hpp>\nusing namespace cute;\n${lines}`;
  const { problems } = await analysed(source, "cpp");
  return problems.map(({ code, message }) => `${code} ${message}`);
};

test("get of a stride", async () => {
  const source = (mode: number): string => `
struct Arguments { Stride<_1, int64_t, int64_t> stride; };
auto f(Arguments const& args) { return make_stride(get<${mode}>(args.stride), _1{}); }`;
  expect(await told(source(2))).toEqual([]);
  expect(await told(source(3))).toEqual([
    "mode-range get: mode 3 of a tuple of rank 3 lies outside (_1,args.stride.1,args.stride.2): count the modes of this value",
  ]);
});

test("a tuple that one of two branches returns is not counted", async () => {
  expect(
    await told(`
template <bool Flag> auto make() {
  if constexpr (Flag) { return make_tuple(1, 2, 3); } else { return make_tuple(1, 2); }
}
template <bool Flag> auto f() {
  auto t = make<Flag>();
  if constexpr (Flag) { return get<2>(t); } else { return get<1>(t); }
}`),
  ).toEqual([]);
});
