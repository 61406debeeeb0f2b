// What stands on an assumption makes no assertion fail: fields that nobody sets, types that a value does not tell.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

test("a method of an object that nobody makes", async () => {
  const { problems } = await analysed(
    `
from dataclasses import dataclass
from typing import Optional
import cutlass.cute as cute

@dataclass
class Spec:
    rows: int
    stage: Optional[int] = None

    def layout(self):
        assert self.stage is not None
        return cute.make_layout((self.rows, self.stage))

class Matmul:
    def __init__(self, A: Spec):
        self.A = A

    def both(self):
        return self.A.layout()
`,
    "python",
  );
  expect(problems).toEqual([]);
});

test("the type of a run-time integer", async () => {
  const { problems } = await analysed(
    `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  cute::tuple<int, IC<int, 43>> t{41, IC<int, 43>{}};
  auto first = cute::get<0>(t);
  static_assert(is_same_v<decltype(first), int>);
  static_assert(is_same_v<int, double>);
}
`,
    "cpp",
  );
  expect(problems.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    "assertion-fails: the assertion fails: is_same_v<int, double> is false",
  ]);
});

test("a protocol that a class meets without naming it", async () => {
  const { problems } = await analysed(
    `
from typing import Protocol, runtime_checkable
import cutlass.cute as cute

@runtime_checkable
class Scheduler(Protocol):
    def first(self): ...

class Static:
    def first(self):
        return cute.make_layout((4, 8))

def run():
    scheduler = Static()
    assert isinstance(scheduler, Scheduler)

run()
`,
    "python",
  );
  expect(problems).toEqual([]);
});
