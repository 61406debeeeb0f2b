// What each round of a loop finds first: "not found by any round before" grows with the rounds and still ends.
import { test } from "vitest";
import { checkPython } from "./facts-of.ts";

test("forty rounds look for the first that is enough", () =>
  checkPython(`
@cute.kernel
def kernel(bins: cute.Tensor, k: cutlass.Int32):
    total = cutlass.Int32(0)
    target = cutlass.Int32(39)
    found = cutlass.Int32(0)
    for i in cutlass.range_constexpr(40):
        total = total + bins[i]
        if total >= k and found == cutlass.Int32(0):
            target = cutlass.Int32(i)
            found = cutlass.Int32(1)
    l = cute.make_layout((4, 8)) # l -> (4,8):(1,4)
`));
