// Branches that an editor dims: what `if constexpr` and `const_expr` do not compile, and nothing that is only not taken at run time.
import { expect, test } from "vitest";
import { untakenSides } from "../../server/src/features/untaken-sides.ts";
import type { Language } from "../../src-engine/program/ir.ts";
import { analysed } from "./analysed.ts";

/** The first words of each dimmed side, with what its hover says. */
async function dimmed(text: string, language: Language): Promise<readonly string[]> {
  const { index } = await analysed(text, language);
  return untakenSides(index).map(({ place, lines }) => {
    const [first = ""] = text.slice(place.start, place.end).split(/ =|;|\n/);
    return `${first} | ${lines.join(" | ")}`;
  });
}

const cpp = `#include <cute/tensor.hpp>
using namespace cute;
template <bool Big, int N> void f(int n, int run) {
  if constexpr (Big && N > 2) {
    auto large = make_layout(Int<8>{});
    if constexpr (N > 4) {
      auto inner = make_layout(Int<9>{});
    }
  } else {
    auto small = make_layout(n);
  }
  if (run > 4) {
    auto sometimes = make_layout(Int<2>{});
  }
  constexpr int k = 3;
  if (k > 4) {
    auto compiled = make_layout(Int<3>{});
  }
}
`;

test("C++: the side of if constexpr that the one call does not compile, the outermost of those in each other", async () => {
  expect(await dimmed(`${cpp}void g(int n) { f<false, 3>(n, n); }\n`, "cpp")).toEqual([
    "auto large | Not compiled in g:20: Big && N > 2 does not hold. | Big is 0",
  ]);
});

test("C++: what one of two calls compiles is not dimmed", async () => {
  expect(await dimmed(`${cpp}void g(int n) { f<false, 3>(n, n); f<true, 3>(n, n); }\n`, "cpp")).toEqual([
    "auto inner | Not compiled in any of 2 instances: N > 4 does not hold. | N is 3",
  ]);
});

test("C++: a template that nobody calls compiles both sides, for all we know", async () => {
  expect(await dimmed(cpp, "cpp")).toEqual([]);
});

test("Python: const_expr", async () => {
  const text = `import cutlass, cutlass.cute as cute
@cute.jit
def f(x: cute.Tensor, big: cutlass.Constexpr[bool], n: cutlass.Int32):
    if cutlass.const_expr(big):
        large = cute.make_layout(5)
        larger = cute.make_layout(6)
    else:
        small = cute.make_layout(4)
    if n > 4:
        sometimes = cute.make_layout(3)
def host(x):
    f(x, False, 7)
`;
  expect(await dimmed(text, "python")).toEqual([
    "large | Not compiled in host:12: cutlass.const_expr(big) does not hold. | big is False",
  ]);
});

test("C++: in lambdas, of all of their calls", async () => {
  const text = `#include <cute/tensor.hpp>
using namespace cute;
template <bool Big> void f(int n) {
  auto chosen = [&] {
    if constexpr (Big) {
      return make_layout(Int<8>{});
    } else {
      return make_layout(n);
    }
  }();
  auto never = [&](int m) {
    if constexpr (Big) { auto large = make_layout(m); }
  };
  auto each = [&](auto i) {
    if constexpr (i > 0) {
      auto later = make_layout(i);
    } else {
      auto first = make_layout(n);
    }
    if constexpr (i > 4) {
      auto last = make_layout(Int<4>{});
    }
  };
  each(Int<0>{});
  each(Int<1>{});
}
void g(int n) { f<false>(n); }
`;
  expect(await dimmed(text, "cpp")).toEqual([
    "return make_layout(Int<8>{}) | Not compiled in g:27: Big does not hold. | Big is 0",
    "auto large | Not compiled in g:27: Big does not hold. | Big is 0",
    "auto last | Not compiled in g:27: i > 4 does not hold.",
  ]);
});
