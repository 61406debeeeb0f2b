// What nobody in sight tells: a build step's constants, specialisations that nobody uses, macros whose body is a block.
import { expect, test } from "vitest";
import { checkFile, rowsOf } from "./facts-of.ts";

const head = '#include "cute/tensor.hpp"\nusing namespace cute;\n';

test("a template argument that a build step writes goes by its parameter's name", () =>
  checkFile(
    {
      "/p/a.cu": `${head}template <int HEAD_DIM, class T> void run(T* p) {
  auto shape = make_shape(Int<HEAD_DIM>{}, _8{}); // shape -> (HEAD_DIM,_8)
}
void host(half_t* p) { run<CONFIGURED_HEAD_DIM, half_t>(p); }
`,
    },
    "/p/a.cu",
  ));

test("transform_apply takes its functions last, of one tuple and of two", () =>
  checkFile(
    {
      "/p/a.cu": `${head}void host() {
  auto join = [](auto... all) { return make_tile(all...); };
  auto one = transform_apply(make_tuple(_2{}, _3{}), [](auto x) { return x + _1{}; }, join); // one -> (_3,_4)
  auto two = transform_apply(make_tuple(_2{}, _3{}), seq<0,1>{}, [](auto x, auto i) { return x + i; }, join); // two -> (_2,_4)
}
`,
    },
    "/p/a.cu",
  ));

const dispatch = `#define DISPATCH_HEAD_DIM(head_dim, HEAD_DIM, ...) \\
  { \\
    bool dispatched = [&]() -> bool { \\
      if (head_dim == 64) { constexpr int HEAD_DIM = 64; return __VA_ARGS__(); } \\
      return false; \\
    }(); \\
    CHECK(dispatched) << "unsupported"; \\
  }
`;

test("a macro whose body is a block is read, be it that it may return from the function around it", async () => {
  const text = `${head}${dispatch}#define STOP_IF(x) do { if (x) return 1; } while (0)
#define TWICE(f) do { f(); f(); } while (0)
template <int D> void run(half_t* p) {
  auto shape = make_shape(Int<D>{});
}
int host(half_t* p, int head_dim) {
  auto stop = [](auto x) { auto inside = _3{}; return x; };
  STOP_IF(stop(head_dim > 128));
  DISPATCH_HEAD_DIM(head_dim, HEAD_DIM, [&] { run<HEAD_DIM>(p); return true; });
  TWICE([&] { auto y = _5{}; });
  return 0;
}
`;
  const rows = await rowsOf({ "/p/a.cu": text }, "/p/a.cu");
  const shown = (name: string) => [...new Set(rows.filter((row) => row.name === name).map((row) => row.value))];
  expect([shown("shape"), shown("y"), shown("inside")]).toEqual([["(_64)"], ["_5"], ["_3"]]);
});

test("a specialisation that nobody uses has the arguments of another one's use as an example", async () => {
  const text = `${head}template <int N> struct PolicyA {};
template <int N> struct PolicyB {};
template <class Policy, class... Rest> struct Mma {};
template <int N, class TiledMma_> struct Mma<PolicyA<N>, TiledMma_> {
  static auto used() { auto a = tile_size<0>(TiledMma_{}); return a; }
};
template <int N, class TiledMma_> struct Mma<PolicyB<N>, TiledMma_> {
  static auto unused() { auto b = tile_size<0>(TiledMma_{}); return b; }
};
void host() { Mma<PolicyA<2>, TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>>>::used(); }
`;
  const rows = await rowsOf({ "/p/a.cu": text }, "/p/a.cu", { untaken: true });
  const row = rows.find((one) => one.name === "b" && one.value === "_16");
  expect(row?.why).toContain("if TiledMma_ as in Mma");
});
