// What Python becomes: the IR printed as text.
import { expect, test } from "vitest";
import { lower, lowerAfter, printUnit } from "./print.ts";

const check = async (source: string, expected: string): Promise<void> =>
  expect(printUnit(await lower(source))).toBe(expected.trim().replace(/^ {4}/gm, ""));

test("functions, decorators, parameters and their contracts", async () => {
  await check(
    `
@cute.kernel
def f(
    mA: cute.Tensor,  # (M, K)
    n: int = 3, *rest, flag=True, **kw
) -> int:
    """doc"""
    return n
`,
    `
    kernel f(mA: cute.Tensor #(M, K), n: int=3, *rest, kw flag=true, **kw) {cute.kernel}
      return n`,
  );
});

test("tuples, stars, slices, keywords", async () => {
  await check(
    `
x, (y, *z) = *a, 1
t[None, *k, 1:2] = 5
x += 1
a = b = c
g = f(x, *y, mode=[0], **kw)
`,
    `
    (x, (y, *z)) = (*a, 1)
    t[None, *k, 1:2] = 5
    x += 1
    a = b = c
    g = f(x, *y, mode=[0], **kw)`,
  );
});

test("expressions", async () => {
  await check(
    `
a = x if y else z
b = 0 <= i < n and not t is None or 1
c = [cute.size(t) for t in ts if t for u in t]
d = f"{x} of {y}"
e = "a" 'b\\n'
g = lambda *, x, y=2: x
h = (n := 3) // -2 ** 2
i = {"a": 1}
j = 1_000 + 0x10
k = 1 << 80
l = 99999999999999999999
m = f"{x:02d} of {y}"
`,
    `
    a = (y ? x : z)
    b = (((0 <= i) && (i < n)) && (!(t is None))) || 1)
    c = [cute.size(t) for t in ts if t for u in t]
    d = ((str(x) + " of ") + str(y))
    e = "ab\\n"
    g = λ(x, y)
    h = (n = 3 // (-(2 ** 2)))
    i = {"a": 1}
    j = (1000 + 16)
    k = (1 << 80)
    l = opaque<an integer of more than 53 bits>
    m = opaque<a formatted string>(x, y)`.replace("(((0", "((((0"),
  );
});

test("statements", async () => {
  await check(
    `
def f():
    with make(a) as b, other():
        pass
    try:
        x = 1
    except E as e:
        y = 2
    else:
        z = 3
    finally:
        w = 4
    for i, j in range(3):
        continue
    while x < 3:
        break
    if cutlass.const_expr(x):
        a = 1
    elif q:
        b = 2
    else:
        raise ValueError("no")
    assert x % 2 == 0, "even"
    match x:
        case 1:
            u = 3
        case _:
            u = 4
    match x:
        case Point(a):
            v = 3
    def inner(v): return v
    from a import b
`,
    `
    def f() {}
      with make(a) as b, other()
    
      try
        x = 1
        z = 3
      except
        y = 2
      finally
        w = 4
      for (i, j) in range(3)
        continue
      while (x < 3)
        break
      if-constexpr cutlass.const_expr(x)
        a = 1
      else
        if q
          b = 2
        else
          raise ValueError("no")
      assert ((x % 2) == 0) "even"
      if (x == 1)
        u = 3
      else
        u = 4
      opaque<a match statement that takes its subject apart> writes Point,a,v
      def inner(v) {}
        return v
      from a: b→b`,
  );
});

test("classes: fields, static fields, methods, bases", async () => {
  await check(
    `
# cute-lens: tile = (128, 64)
@dataclass(frozen=True)
class A(Base, metaclass=M):
    """doc"""
    x: cute.struct.MemRange[T, 3]
    y: int = 2
    z = 4

    @property
    def size(self): return self.x
`,
    `
    [tile = (128, 64)]
    class A(Base, metaclass=M) {dataclass(frozen=True)}
      let x: cute.struct.MemRange[T, 3]
      let y: int = 2
      let z = 4 {static}
      def size(self) {property}
        return self.x`,
  );
});

test("imports", async () => {
  await check(
    `
import cutlass.cute as cute, torch.nn
from ..a.b import c as d, e
from . import *
`,
    `
    import : cutlass.cute→cute, torch.nn→torch
    from ..a.b: c→d, e→e
    from .: *→*`,
  );
});

test("comments that document a shape", async () => {
  await check(
    `
gA = f(
    x,
)  # (BLK_M, BLK_K, k)
# (M, N)
gB = 3
# words
gC = 3
`,
    `
    gA = f(x)  #(BLK_M, BLK_K, k)
    gB = 3  #(M, N)
    gC = 3`,
  );
});

test("spans count from the item and hashes ignore what stands above", async () => {
  const method = "    def f(self):\n        sA = 1\n";
  const [before] = (await lower(`class C:\n${method}`)).items;
  const unit = await lower(`x = 1\n\nclass C:\n    y: int\n${method}`);
  const [, after] = unit.items;
  if (before?.kind !== "class" || after?.kind !== "class") throw new Error("classes");
  expect(after.members[1]).toEqual(before.members[0]);
  expect(after.members[1]?.id).toBe("cls:C/fn:f#0");
  expect(unit.places.get("cls:C/fn:f#0")?.start).toBe(31);
  expect(after.id).toBe("cls:C#0");
});

test("cells of a notebook share one unit", async () => {
  const unit = await lower("x = 1\n", "x = 2\n");
  expect(unit.items.map((item) => [item.id, unit.places.get(item.id)?.fragment])).toEqual([
    ["stmt:x#0", 0],
    ["stmt:x#1", 1],
  ]);
});

test("broken and hostile code lowers to something", async () => {
  expect((await lower("def f(\n  x = cute.make_layout((4, 8)\ny = 2\n")).items.length).toBeGreaterThanOrEqual(0);
  const bracket = "(".repeat(10_000);
  expect((await lower(`x = ${bracket}1${")".repeat(10_000)}`)).items).toHaveLength(1);
  expect((await lower(`x = ${"1 + ".repeat(10_000)}1`)).items).toHaveLength(1);
  expect((await lower(`x = ${"a.".repeat(5000)}b`)).items).toHaveLength(1);
  expect((await lower("x = y: int\n")).items).toHaveLength(1);
  expect((await lower(`${"if x:\n ".repeat(1)}pass\n${"elif x:\n pass\n".repeat(3000)}`)).items).toHaveLength(1);
});

test("an edit lowers the function that it touches; the others are the same objects, elsewhere", async () => {
  const kept = "    def kept(self):\n        def inner(): return 1\n        return inner\n";
  const before = await lower(`x = 1\nclass C:\n${kept}    def edited(self): return 1\n`);
  const after = await lowerAfter(before, `x = 1\ny = 22\nclass C:\n${kept}    def edited(self): return 2\n`);
  const [, cls] = before.items;
  const [, , again] = after.items;
  if (cls?.kind !== "class" || again?.kind !== "class") throw new Error("classes");
  expect(again.members[0]).toBe(cls.members[0]);
  expect(again.members[1]).not.toBe(cls.members[1]);
  const inner = "cls:C/fn:kept/fn:inner#0";
  expect(after.places.get(inner)?.start).toBe((before.places.get(inner)?.start ?? 0) + "y = 22\n".length);
  expect(after).toEqual(await lower(`x = 1\ny = 22\nclass C:\n${kept}    def edited(self): return 2\n`));
});
