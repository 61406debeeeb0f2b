// A call that comes again does again what it did: to the objects of that call, not to those of the first.
import { describe, test } from "vitest";
import { checkCpp, checkPython } from "./facts-of.ts";

describe("the same call on other objects", () => {
  test("C++: a struct taken by reference", () =>
    checkCpp(`
struct State { int index = 0; int count = 0; };
template <class T> void advance(State& state, T) { state.index = 3; state.count = T{} + 1; }
void f() {
  State a; State b; State c;
  c.index = 7;
  advance(a, _4{});
  advance(b, _4{});
  auto ai = a.index;   // ai -> 3
  auto bi = b.index;   // bi -> 3
  auto bc = b.count;   // bc -> 5
  auto ci = c.index;   // ci -> 7
}
`));

  test("Python: an object made by a helper is another one each time", () =>
    checkPython(`

class State:
    def __init__(self, n):
        self.n = n

def fresh(log):
    log.n = log.n + 1
    return State(5)

def main():
    log = State(0)
    other = State(0)
    a = fresh(log)
    b = fresh(other)
    b.n = 6
    an = a.n       # an -> 5
    bn = b.n       # bn -> 6
    ln = log.n     # ln -> 1
    on = other.n   # on -> 1
    fresh(log)
    again = log.n  # again -> 2
`));

  test("Python: one object given twice is not two", () =>
    checkPython(`

class Box:
    def __init__(self):
        self.n = 0

def both(x, y):
    x.n = 1
    y.n = x.n + y.n
    return y.n

def main():
    a = Box()
    b = Box()
    c = Box()
    two = both(a, b)  # two -> 1
    one = both(c, c)  # one -> 2
`));
});
