// The lens that lists a function's instances is read above its code: as many labels as fit a line, the shown one always.
import { expect, test } from "vitest";
import { codeLenses } from "../../server/src/features/code-lens.ts";
import { defaults } from "../../server/src/settings/read.ts";
import { analysed } from "./analysed.ts";

async function lensOf(callers: readonly string[]): Promise<readonly string[]> {
  const calls = callers.map((name, i) => `void ${name}() { g<${i + 1}>(); }`).join("\n");
  const { index } = await analysed(
    `#include <cute/tensor.hpp>
using namespace cute;
template <int N> void g() { auto l = make_layout(Int<N>{}); }
${calls}
`,
    "cpp",
  );
  return codeLenses(index, defaults).map(({ text }) => text);
}

test("short labels stand beside each other", async () => {
  expect(await lensOf(["a", "b", "c"])).toEqual(["3 instances: ▸ a:4 · b:5 · c:6"]);
});

test("of long labels the shown one", async () => {
  const names = ["first", "second", "third"].map((name) => `${name}_configuration_of_the_persistent_kernel`);
  expect(await lensOf(names)).toEqual(["3 instances: ▸ first_configuration_of_the_persistent_kernel:4 · …"]);
});
