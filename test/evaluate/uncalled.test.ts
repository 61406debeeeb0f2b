// Functions inside functions that nothing calls are shown all the same, and what they write does not stay.
import { test } from "vitest";
import { checkCpp, checkPython } from "./facts-of.ts";

test("a lambda that is only handed on", () =>
  checkCpp(`
void f(int m) {
  int n = 1;
  auto body = [&](int k) {
    n = 2;
    auto l = make_layout(make_shape(k, Int<4>{})); // l -> (k,_4):(_1,k)
  };
  int after = n; // after -> 1
}`));

test("a nested function that is called is shown with what it is called with", () =>
  checkPython(`
def f(m: int):
    def tile(shape):
        return cute.make_layout(shape)
    def other(n: int):
        l = cute.make_layout((n, 4)) # l -> (n,4):(1,n)
    a = tile((8, 4)) # a -> (8,4):(1,8)
`));
