// "Why is there no layout here?" where no call comes by: the branch says which condition is in the way.
import { expect, test } from "vitest";
import { whyHere } from "../../server/src/features/why.ts";
import type { Language } from "../../src-engine/program/ir.ts";
import { analysed } from "./analysed.ts";

async function whyOf(text: string, word: string, language: Language): Promise<readonly string[]> {
  const { index } = await analysed(text, language);
  return whyHere(index, { fragment: 0, offset: text.indexOf(word) });
}

const cpp = `#include <cute/tensor.hpp>
using namespace cute;
template <bool Big> void f(int n) {
  if constexpr (Big) {
    auto large = make_layout(Int<8>{});
  } else {
    auto small = make_layout(n);
  }
  constexpr int k = 3;
  if (k <= 4) {
  } else {
    auto never = make_layout(n, n);
  }
#if 0
  auto dead = make_layout(n);
#else
  auto alive = make_layout(n);
#endif
}
void g(int n) { f<false>(n); }
`;

const python = `import cutlass, cutlass.cute as cute
@cute.jit
def f(x: cute.Tensor, mode: cutlass.Constexpr[int]):
    if mode > 4:
        large = cute.make_layout(5)
    else:
        small = cute.make_layout(4)
def host(x):
    f(x, 3)
`;

test("a branch that no call takes names its condition and what the calls have", async () => {
  expect(await whyOf(cpp, "large", "cpp")).toEqual([
    "No call that was found takes this branch: it is for where Big holds.",
    "Big is 0 (from g:20)",
  ]);
  expect(await whyOf(cpp, "never", "cpp")).toEqual([
    "No call that was found takes this branch: it is for where k <= 4 does not hold.",
    "k is 3 (from g:20)",
  ]);
  expect(await whyOf(python, "large", "python")).toEqual([
    "No call that was found takes this branch: it is for where mode > 4 holds.",
    "mode is 3 (from host:9)",
  ]);
});

test("a comment before the first statement of a branch is in it", async () => {
  const text = python
    .replace("        large =", "        # some words\n        large =")
    .replace("        small =", "        # of the other\n        small =");
  expect(await whyOf(text, "words", "python")).toEqual(await whyOf(text, "large", "python"));
  expect(await whyOf(text, "other", "python")).not.toEqual(await whyOf(text, "large", "python"));
});

test("a branch within a lambda names its condition too", async () => {
  const text = `#include <cute/tensor.hpp>
using namespace cute;
template <bool Big> void f(int n) {
  auto once = [&](int k) {
    if constexpr (Big) {
      auto large = make_layout(Int<8>{});
    }
  };
  once(3);
}
void g(int n) { f<false>(n); }
`;
  expect(await whyOf(text, "large", "cpp")).toEqual([
    "No call that was found takes this branch: it is for where Big holds.",
    "Big is 0 (from g:11)",
  ]);
});

test("calls that have one value are told once", async () => {
  const twice = python.replace("    f(x, 3)\n", "    f(x, 3)\ndef other(y):\n    f(y, 3)\n");
  const [, values] = await whyOf(twice, "large", "python");
  expect(values).toMatch(/^mode is 3 \(from \w+:\d+( and 1 more)?\)$/);
});

test("what the preprocessor leaves out names the directive", async () => {
  expect(await whyOf(cpp, "dead", "cpp")).toEqual(["The preprocessor leaves this out: #if 0."]);
  expect(await whyOf(cpp.replace("#if 0", "#if 1"), "alive", "cpp")).toEqual([
    "The preprocessor leaves this out: #else of #if 1.",
  ]);
});

test("a branch that is taken has its values", async () => {
  expect(await whyOf(python, "small", "python")).toEqual(["The value is known: 4:1"]);
});
