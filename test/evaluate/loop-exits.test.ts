// Loops that are walked round by round and left by break or continue: what holds behind them, and their else.
import { test } from "vitest";
import { checkCpp, checkPython } from "./facts-of.ts";

test("Python: the else of a loop happens where no round broke off", () =>
  checkPython(`
def f(n):
    y = 1
    for x in [1, 2, 3]:
        if x == 5:
            break
    else:
        y = 7
    z = 1
    for i in range(n):
        if i == 1:
            z = 3
            break
    else:
        z = 9
    k = 0
    for i in range(0):
        k = 5
    else:
        k = k + 2
    got = (y, z, k)  # got -> (7,3,2)

f(3)
`));

test("Python: behind a break that only the run decides a name is one of what it was, and the break's test is open again", () =>
  checkPython(`
def f(n: int):
    v = 0
    for i in [0, 1, 2]:
        if n > i:
            break
        v = i
    else:
        v = 100
    first = v  # first -> v
    second = 5 if n > 0 else 6  # second -> 5 | 6
`));

test("Python: a name that a round sets before it may break off is one of those, too", () =>
  checkPython(`
def f(n: int):
    v = 0
    for i in [4, 4]:
        v = i
        if n > 0:
            break
        v = 0
    first = v  # first -> v
`));

test("Python: a round that is left by continue changes nothing behind it", () =>
  checkPython(`
def f(n: int):
    v = 0
    for i in [1, 2]:
        if n > 5:
            continue
        v = i
    first = v  # first -> v
    w = 0
    for i in range(4):
        if i == 2:
            continue
        w += i
    second = w  # second -> 4
`));

test("C++: behind a break that only the run decides nothing of the last round is certain", () =>
  checkCpp(`
void f(int n) {
  int v = 0;
  for (int i = 0; i < 3; ++i) {
    v = 4;
    if (n > i) break;
    v = 0;
  }
  auto a = make_layout(v);  // a -> v:_1
}`));

test("Python: the else of a loop over the run's rounds is not certain where one of them may break off", () =>
  checkPython(`
@cute.jit
def f(n: cutlass.Int32, m: cutlass.Int32):
    y = 1
    z = 1
    for i in range(n):
        if i == m:
            break
    else:
        y = 7
    got = y  # got -> y
    for i in range(n):
        z = 1
    else:
        z = 9
    sure = z  # sure -> 9
`));

test("Python: what a round that may be left by continue did is not certain before a return in a later round", () =>
  checkPython(`
class Box:
    def __init__(self):
        self.v = 0

def fill(box, n: int):
    for i in [1, 2]:
        if i == 1:
            if n > 5:
                continue
            box.v = 4
        if i == 2:
            return 0
    return 1

def f(n: int):
    box = Box()
    fill(box, n)
    got = box.v  # got -> v
`));

test("Python: what the else of a loop that may break off proves does not hold behind it", () =>
  checkPython(`
@cute.jit
def f(n: cutlass.Int32, m: cutlass.Int32, k: cutlass.Int32):
    for i in range(n):
        if i == m:
            break
    else:
        assert k > 5
    got = 1 if k > 5 else 2  # got -> 1 | 2
`));
