// Loops and effects: what a loop changes holds in every round; few known rounds are unrolled; the compiler's loops run.
import { test } from "vitest";
import { checkCpp, checkPython } from "./facts-of.ts";

test("a loop's counter and what it changes are symbols inside and after", () =>
  checkCpp(`
void f(int tiles) {
  int stage = 0;
  int kept = 4;
  for (int k = 0; k < tiles; ++k) { // k -> k
    stage = stage + 1;
    int here = kept; // here -> 4
  }
  int after = stage; // after -> stage
  int same = kept; // same -> 4
}`));

test("a constexpr function's loop is run", () =>
  checkCpp(`
constexpr int log2(int n) {
  int r = 0;
  for (int i = n; i > 1; i = i / 2) r = r + 1;
  return r;
}
void f() {
  auto l = make_layout(Int<log2(64)>{}); // l -> _6:_1
}`));

test("Python: range_constexpr and lists", () =>
  checkPython(`
def f():
    total = 0
    parts = []
    for i in cutlass.range_constexpr(3):
        total = total + i
        parts.append(i * 2)
    n = total # n -> 3
    xs = tuple(parts)
    last = parts[-1] # last -> 4
    a, *rest = (1, 2, 3)
    b = rest[1] # b -> 3
`));

test("sizeof of shared storage counts arrays and alignment", () =>
  checkCpp(`
template <class T, class L>
struct Storage {
  alignas(128) cute::ArrayEngine<T, cosize_v<L>> a;
  uint64_t barrier[3];
};
void f() {
  using L = Layout<Shape<_8, _8>>;
  int bytes = sizeof(Storage<half_t, L>); // bytes -> 256
}`));

test("structured bindings, references and members", () =>
  checkCpp(`
struct Params { int m; int n; };
void f(int x) {
  Params p{x, 8};
  auto& m = p.m;
  p.n = 16;
  int n = p.n; // n -> 16
  auto [a, b] = make_tuple(x, Int<4>{}); // a -> x; b -> _4
  int y = 1;
  auto& alias = y;
  alias = 5;
  int z = y; // z -> 5
}`));

test("an object that each round makes anew keeps its integers as symbols", () =>
  checkCpp(`
struct Tile { int block; int batch; };
struct Scheduler {
  Tile first() const { return {int(blockIdx.x), int(blockIdx.y)}; }
  Tile next(Tile const& tile) const { return {0, -1}; }
};
void f() {
  Scheduler s;
  for (auto tile = s.first(); tile.batch >= 0; tile = s.next(tile)) {
    auto at = make_coord(tile.block, _0{}); // at -> (tile.block,_0)
  }
}`));

test("integers in memory are symbols under the expression that reads them", () =>
  checkCpp(`
struct Lengths {
  int const offset;
  int const length;
  Lengths(int b, int const* cu) : offset(cu[b]), length(cu[b + 1] - cu[b]) {}
};
void f(int const* cu, int b) {
  Lengths l(b, cu);
  auto t = make_layout(make_shape(l.length, _4{})); // t -> (cu[b+1]-cu[b],_4):(_1,cu[b+1]-cu[b])
  auto n = *cu; // n -> *cu
}`));

test("more values at one place than are told: the last of them says so", () =>
  checkPython(`
def f():
    shape = cute.make_layout((2, 4))
    for i in cutlass.range_constexpr(8):
        coord = shape.get_hier_coord(i) # coord -> (0,0) | (1,0) | (0,1) | (1,1) | …
`));

test("a place met once with something unknown is not told by its other rounds alone", () =>
  checkPython(`
def f(what: cute.Layout):
    for one in ((4, 8), what, (2, 2)):
        kept = one # kept -> unknown: depends on the place | the place | the place
`));

test("fields that a loop is the first to touch change in it, in objects inside objects too", () =>
  checkCpp(`
struct Base {
  int idx = 0;
  auto coord() { return make_coord(_0{}, idx); }
  void next() { idx += 1; }
};
struct Adapter {
  Base base_;
  auto coord() { return base_.coord(); }
  void next() { base_.next(); }
};
void f(int n) {
  Adapter a;
  for (int i = 0; i < n; ++i) {
    auto c = a.coord(); // c -> (_0,idx)
    a.next();
  }
  Base b;
  for (int i = 0; i < n; ++i) b.next();
  auto after = b.idx; // after -> idx
  Adapter fresh;
  auto first = fresh.coord(); // first -> (_0,0)
}`));

test("a member that a constructor makes of its argument is of its own type", () =>
  checkCpp(`
struct Base {
  struct Params { int rows; };
  int valid = 1;
  Base(Params const& params) {}
  auto coord() { return make_coord(blockIdx.x, _0{}); }
};
struct Adapter {
  Base base_;
  Adapter(Base::Params const& params) : base_(params) {}
  auto coord() { return select<1, 0>(base_.coord()); }
};
void f(int n) {
  Adapter a{Base::Params{n}};
  auto c = a.coord(); // c -> (_0,blockIdx.x)
}`));

test("a class's constant that a loop is the first to ask for is the same in every round", () =>
  checkCpp(`
template <class Tile>
struct Rows {
  static constexpr int threads = 256 / size<0>(Tile{});
  using Atom = Layout<Shape<Int<256 / threads>, Int<threads>>, Stride<Int<threads>, _1>>;
};
template <class Tile>
void f(int n) {
  for (int i = 0; i < n; ++i) {
    auto per_row = Rows<Tile>::threads; // per_row -> 8
    typename Rows<Tile>::Atom atom; // atom -> (_32,_8):(_8,_1)
  }
}
void g(int n) { f<Shape<_32, _64>>(n); }`));

test("what a loop's step calls is called", () =>
  checkCpp(`
struct Work { int tile; bool valid() const { return tile < 4; } };
struct Scheduler {
  Work first() const { return {blockIdx.x}; }
  template <bool IsProducer = false> Work next(Work const& work) const {
    int warps = IsProducer ? 1 : 8; // warps [k:13] -> 1; warps [k:16] -> 8
    return {work.tile + 1};
  }
};
__global__ void k(Scheduler scheduler) {
  for (auto work = scheduler.first(); work.valid(); work = scheduler.template next</*IsProducer=*/true>(work)) {
    auto tile = work.tile; // tile -> work.tile
  }
  for (auto work = scheduler.first(); work.valid(); work = scheduler.next<false>(work)) {
    auto tile = work.tile; // tile -> work.tile
  }
}`));

test("a counter called _ is a number, not a whole mode", () =>
  checkPython(`
import cutlass
import cutlass.cute as cute
@cute.jit
def host(n: cutlass.Int32):
    for _ in cutlass.range(n):
        at = (_, 4)  # at -> (i,4)
`));

test("Python: an index that counts down is not above zero for that; one of several ranges has an index too", () =>
  checkPython(`
@cute.jit
def f(n: cutlass.Int32, flag: cutlass.Constexpr):
    for i in range(4, n, -1):
        a = i >= 4  # a -> 4<=i
    for j in range(4, n):
        b = j >= 4  # b -> 1
    r = cutlass.range(n) if flag else cutlass.range(2, n)
    for k in r:
        c = k + 1  # c -> k+1
`));

test("what a round changes because another name has changed is no number either", () =>
  checkCpp(`
void f(int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += i;
  auto after = make_layout(make_shape(sum, _4{})); // after -> (sum,_4):(_1,sum)
  int a = 0, b = 0, c = 0;
  for (int i = 0; i < n; ++i) {
    auto l = make_layout(make_shape(a, b, c)); // l -> (a,b,c):(_1,a,a*b)
    a = b;
    b = c;
    c = 1;
  }
  int same = 1;
  for (int i = 0; i < n; ++i) same = 3 - 2 * same;
  auto one = same; // one -> 1
}`));

test("what a condition on the counter decides in one round, it does not decide in the next", () =>
  checkCpp(`
void f(int n) {
  int q = 0;
  for (int i = n; i > 0; --i) {
    if (i > 2) {
      q = 4;
    } else {
      auto l = make_layout(q); // l -> q:_1
    }
  }
}`));

test("CuTe DSL: what one round's condition has changed is no longer what it was in rounds where it does not hold", () =>
  checkPython(`
@cute.kernel
def kernel(n: cutlass.Int32):
    p = cutlass.Int32(0)
    for k in range(n):
        if k != 0:
            z = p  # z -> p
            l = cute.make_layout((4, z))  # l -> (4,p):(1,4)
        if k == 0:
            p = p + 5
    q = cutlass.Int32(0)
    for _ in range(n):
        for k in range(8, unroll_full=True):
            if k != 0:
                y = q  # y -> q
            if k == 0:
                q = q + 1 if q + 1 < n else cutlass.Int32(1)
`));

test("Python: a random integer is one, another at each call, and so is a sum of some", () =>
  checkPython(`
import random

def draw():
    return random.randint(1, 8) * 4

def f():
    a = draw()
    b = draw()
    same = a == b  # same -> 4*random==4*random'
    s = 0
    for i in range(n):
        s += draw()
    l = cute.make_layout((s, 2))  # l -> (s,2):(1,s)
`));

test("a variable that each round sets before it reads it is after the loop what a round leaves or what it was", () =>
  checkCpp(`
void f(int n, bool big) {
  int at = 3;
  int last = 0;
  for (int i = 0; i < n; ++i) {
    at = 8;
    auto l = make_layout(at); // l -> 8:_1
    last = at;
  }
  auto after = make_layout(make_shape(at, last)); // after -> (at,last):(_1,at)
  int kept = 4;
  for (int i = 0; i < n; ++i) {
    if (i > 2) kept = 4;
  }
  auto same = kept; // same -> 4
}`));

test("CuTe DSL: what an inner loop binds and what a round sets first are nobody's after the round", () =>
  checkPython(`
@cute.kernel
def kernel(n: cutlass.Int32):
    k = 7
    tile = (1, 2)
    for i in cutlass.range(n):
        tile = (i, 5)
        first = tile[1] # first -> 5
        for k in cutlass.range(n):
            inner = k # inner -> k
        second = tile[0] # second -> i
`));

test("a counter that a function takes by reference changes, one that it leaves alone does not", () =>
  checkCpp(`
struct Loop {
  template <int Step>
  CUTE_DEVICE void load(int& work, int& kept, int const rows) { work += Step; }
  CUTE_DEVICE void peek(int& work, int rows) { auto l = make_layout(work); }
};
void f(int n) {
  Loop loop;
  int work = 0, kept = 4, rows = 8;
  for (int i = 0; i < n; ++i) {
    auto l = make_layout(make_shape(work, kept, rows)); // l -> (work,4,8):(_1,work,4*work)
    loop.template load<1>(work, kept, rows);
    loop.peek(kept, rows);
  }
}`));

test("what a loop sets to what it was, or to what a function gives back as it was, is no change", () =>
  checkCpp(`
CUTE_DEVICE int same(int x) { return x; }
void f(int n) {
  int a = 2, b = 3;
  for (int i = 0; i < n; ++i) {
    auto l = make_layout(make_shape(a, b)); // l -> (2,3):(_1,2)
    a = same(a);
    b = 3;
  }
}`));

test("CuTe DSL: an object that is set anew and one that a method moves are what the loop makes of them from its first round on", () =>
  checkPython(`
class Tile:
    def __init__(self, at, valid):
        self.at = at
        self.valid = valid

class Scheduler:
    def __init__(self):
        self.at = cutlass.Int32(0)

    def current(self):
        return Tile(self.at, self.at < 8)

    def advance(self):
        self.at = self.at + 1

@cute.kernel
def kernel(n: cutlass.Int32):
    scheduler = Scheduler()
    phase = cutlass.Int32(0)
    tile = scheduler.current()
    while tile.valid:
        now = tile.at # now -> tile.at
        turn = phase # turn -> phase
        phase = phase ^ 1
        scheduler.advance()
        tile = scheduler.current()
`));

test("CuTe DSL: the same on the sides of branches; what rests on more than that is what a round makes of it", () =>
  checkPython(`
class Tile:
    def __init__(self, at, valid):
        self.at = at
        self.valid = valid

class Scheduler:
    def __init__(self):
        self.at = cutlass.Int32(0)

    def current(self):
        return Tile(self.at, self.at < 8)

    def advance(self):
        self.at = self.at + 1

@cute.kernel
def kernel(n: cutlass.Int32, persistent: cutlass.Constexpr):
    scheduler = Scheduler()
    tile = scheduler.current()
    pair = (4, 8)
    while tile.valid:
        now = tile.at # now -> tile.at
        if cutlass.const_expr(pair is not None):
            first, second = pair
            pair = (first, second)
        kept = pair # kept -> (4,8)
        if cutlass.const_expr(persistent):
            scheduler.advance()
            tile = scheduler.current()
        else:
            tile = Tile(tile.at, False)

@cute.jit
def launch(n: cutlass.Int32):
    kernel(n, True).launch(grid=(1, 1, 1), block=(32, 1, 1))
`));

test("loops in loops are no more rounds than there are loops", () => {
  const deep = Array.from({ length: 18 }, (_, i) => `for (int x${i} = 0; x${i} < n; ++x${i}) {`).join(" ");
  return checkCpp(`
bool run(int n, bool before);
void f(int n) {
  bool passed = true;
  ${deep}
    auto l = make_layout(make_shape(passed, x17)); // l -> (passed,x17):(_1,passed)
    passed = run(n, passed);
  ${"}".repeat(18)}
}`);
});
