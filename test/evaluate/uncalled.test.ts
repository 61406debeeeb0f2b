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

test("a lambda that is given to something unknown without a name runs what it makes", () =>
  checkPython(`
from elsewhere import build
class Kernel:
    def __init__(self, n):
        self.n = n
    @cute.jit
    def __call__(self, a: cute.Tensor):
        t = cute.local_tile(a, (2, self.n), (0, 0))  # t -> gmem_ptr[32b] o (2,4):(8,1)
def f():
    a = cute.runtime.make_fake_compact_tensor(cutlass.Float32, (4, 8), stride_order=(1, 0))
    return build("kernel", lambda: cute.compile(Kernel(4), a))
`));

test("a fake tensor has the rank of its shape, whatever an extent is", () =>
  checkPython(`
from elsewhere import rows
def f():
    a = cute.runtime.make_fake_compact_tensor(cutlass.Float32, (rows(), 8), stride_order=(1, 0))  # a -> gmem_ptr[32b] o (shape[0],8):(8,1)
`));
