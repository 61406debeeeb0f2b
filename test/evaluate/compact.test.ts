// Compact strides that start at another number than one.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

test("compact_col_major(8, 3) is 3, and of an extent of one 0", async () => {
  const { problems } = await analysed(
    `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  CUTE_STATIC_ASSERT_V(compact_col_major(Int<8>{}, Int<3>{}) == Int<3>{});
  CUTE_STATIC_ASSERT_V(compact_row_major(Int<1>{}, Int<3>{}) == Int<0>{});
  CUTE_STATIC_ASSERT_V(compact_col_major(Int<8>{}, Int<3>{}) == Int<1>{});
}
`,
    "cpp",
  );
  expect(problems.map(({ message }) => message)).toEqual([
    "the assertion fails: compact_col_major(Int<8>{}, Int<3>{}) is 3, asserted 1",
  ]);
});
