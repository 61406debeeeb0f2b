// After an edit in one function the others are not evaluated again, and all that can be seen is as after a fresh evaluation:
// values, reasons, provenance, certainty, order of instances and facts, problems.
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { printValue } from "../../server/src/facts/notation.ts";
import { nodeWasmFiles } from "../../server/src/languages/parse/node-wasm.ts";
import type { Project } from "../../server/src/project/analyse.ts";
import { createProject } from "../../server/src/project/create.ts";
import type { Fact, FileFacts } from "../../src-engine/program/facts.ts";
import { memoryHost } from "../evaluate/facts-of.ts";
import { shown } from "../fuzz/shown.ts";

vi.setConfig({ testTimeout: 180_000 });

const kernels = {
  "kernel.cu": `#include <cute/tensor.hpp>
using namespace cute;
template <int M, int N> struct Tile {
  using Shape = cute::Shape<Int<M>, Int<N>>;
  static constexpr int kSize = M * N;
  auto layout() const { return make_layout(Shape{}, LayoutRight{}); }
  template <class L> auto twice(L l) const { return make_layout(shape(l), stride(l)); }
};
struct Params { int m; int n; int stage; };
template <class L> auto half(L l, int n) { auto t = zipped_divide(l, make_shape(_2{}, _2{})); return t; }
template <class T> void advance(Params& p, T t) { if (p.stage == 3) { p.stage = 0; } else { p.stage = p.stage + 1; } }
template <class T> auto load(T t, Params p) {
  auto l = t.layout();
  for (int i = 0; i < p.n; ++i) { auto h = half(l, i); advance(p, t); }
  return t.twice(l);
}
template <class T> auto store(T t, Params p) { auto l = t.layout(); auto c = coalesce(l); return c; }
void host(int m, int n) {
  Params p{m, n, 0};
  auto a = load(Tile<8, 16>{}, p);
  auto b = load(Tile<16, 4>{}, p);
  auto c = store(Tile<8, 16>{}, p);
  auto s = p.stage;
}
`,
  "kernel.py": `import cutlass
import cutlass.cute as cute

class State:
    def __init__(self, count):
        self.count = count
        self.index = 0

class Kernel:
    def __init__(self, m, n, stages):
        self.m = m
        self.n = n
        self.stages = stages

    def tile(self):
        return cute.make_layout((self.m, self.n), stride=(self.n, 1))

    def staged(self, layout):
        return cute.append(layout, cute.make_layout(self.stages))

    def advance(self, state):
        state.index = state.index + 1
        return state

    def load(self, state, count):
        layout = self.tile()
        for i in range(count):
            part = cute.zipped_divide(layout, (2, 2))
            state = self.advance(state)
        return part

    def run(self, count):
        state = State(self.stages)
        a = self.staged(self.tile())
        b = self.load(state, count)
        c = cute.coalesce(a)
        return c

def main(count):
    first = Kernel(8, 16, 3)
    second = Kernel(16, 4, 2)
    x = first.run(count)
    y = second.run(count)
`,
};
type Name = keyof typeof kernels;

const projectOf = (): Promise<Project> => createProject({ host: memoryHost({}), roots: ["/p"] }, nodeWasmFiles());

async function factsIn(project: Project, name: Name, text: string): Promise<FileFacts> {
  const path = `/p/${name}`;
  project.setDocument(path, { path, language: name.endsWith(".py") ? "python" : "cpp", version: 1, fragments: [text] });
  const facts = await project.analyse(path);
  if (facts === undefined) throw new Error("the analysis was cancelled");
  return facts;
}

async function fresh(name: Name, text: string): Promise<readonly string[]> {
  const project = await projectOf();
  const facts = await factsIn(project, name, text);
  project.dispose();
  return shown(facts, [text]);
}

type Edit = (text: string, at: number) => string;
const edits: Readonly<Record<string, Edit>> = {
  "another number": (text, at) =>
    text.slice(0, at) + text.slice(at).replace(/\d+/, (one) => String(Number(one) * 2 || 8)),
  "a letter in a name": (text, at) => text.slice(0, at) + text.slice(at).replace(/[a-z_]\w*/, "$&x"),
  "a character gone": (text, at) => text.slice(0, at) + text.slice(at + 1),
  "a line twice": (text, at) => {
    const start = text.lastIndexOf("\n", at) + 1;
    const end = text.indexOf("\n", at);
    return end < 0 ? text : `${text.slice(0, end)}\n${text.slice(start, end)}${text.slice(end)}`;
  },
  "an empty line": (text, at) => text.slice(0, at) + text.slice(at).replace("\n", "\n\n"),
};

describe.each(Object.keys(kernels) as Name[])("%s", (name) => {
  test("edit after edit, each as if it were the first text", async () => {
    const one = fc.record({
      kind: fc.constantFrom(...Object.keys(edits)),
      where: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: 3, maxLength: 6 }), async (sequence) => {
        const project = await projectOf();
        let text: string = kernels[name];
        await factsIn(project, name, text);
        for (const { kind, where } of sequence) {
          text = edits[kind]!(text, Math.floor(where * text.length));
          expect(shown(await factsIn(project, name, text), [text])).toEqual(await fresh(name, text));
        }
        project.dispose();
      }),
      { numRuns: 12, seed: 11 },
    );
  });
});

test("a function that the edit does not reach keeps its facts", async () => {
  const project = await projectOf();
  const valueIn = (facts: FileFacts, name: string) =>
    facts.facts.find((fact) => fact.kind === "variable" && fact.name === name);
  const text = kernels["kernel.cu"];
  const before = await factsIn(project, "kernel.cu", text);
  const after = await factsIn(project, "kernel.cu", text.replace("coalesce(l)", "coalesce(l, _1{})"));
  const [old, now] = [valueIn(before, "h"), valueIn(after, "h")];
  expect(now?.kind === "variable" && old?.kind === "variable" && now.value === old.value).toBe(true);
  project.dispose();
});

test("an edited function is shown at once; what uses it follows", async () => {
  const project = await projectOf();
  const text = kernels["kernel.cu"];
  await factsIn(project, "kernel.cu", text);
  const path = "/p/kernel.cu";
  const edited = text.replace("auto c = coalesce(l); return c;", "auto c = make_layout(Int<3>{}); return c;");
  project.setDocument(path, { path, language: "cpp", version: 2, fragments: [edited] });
  const valuesOfC = (facts: FileFacts | undefined): readonly string[] =>
    (facts?.facts ?? []).flatMap((one) =>
      one.kind === "variable" && one.name === "c" ? [printValue(one.value, "cpp")] : [],
    );
  const shownFirst: (readonly string[])[] = [];
  const whole = await project.analyse(path, { preview: (facts) => shownFirst.push(valuesOfC(facts)) });
  // Of `host`, which still has what `store` gave before, then of `store`.
  expect(shownFirst).toEqual([["(_8,_16):(_16,_1)", "_3:_1"]]);
  expect(valuesOfC(whole)).toEqual(["_3:_1", "_3:_1"]);
  project.dispose();
});

test("the first functions of a file that is opened are shown before the last are evaluated", async () => {
  const project = await projectOf();
  const path = "/p/kernel.cu";
  const kernel = (i: number): string =>
    `void k${i}(int n) { for (int a = 0; a < n; ++a) for (int b = 0; b < n; ++b) for (int c = 0; c < n; ++c) {
       auto l${i} = logical_divide(make_layout(make_shape(Int<${i + 2}>{}, _64{})), make_tile(_1{}, _8{})); } }`;
  const text = `#include <cute/tensor.hpp>\nusing namespace cute;\n${Array.from({ length: 200 }, (_, i) => kernel(i)).join("\n")}`;
  project.setDocument(path, { path, language: "cpp", version: 1, fragments: [text] });
  const told: (readonly string[])[] = [];
  const known = (facts: FileFacts | undefined): readonly string[] =>
    (facts?.facts ?? []).flatMap((one) =>
      one.kind === "variable" && one.name.startsWith("l") ? [`${one.name} ${printValue(one.value, "cpp")}`] : [],
    );
  const whole = known(await project.analyse(path, { early: (facts) => told.push(known(facts)) }));
  expect(told.length).toBeGreaterThan(0);
  expect(told[0]!.length).toBeLessThan(whole.length);
  for (const early of told) expect(whole).toEqual(expect.arrayContaining([...early]));
  expect(whole).toContain("l6 ((_1,_8),(_8,_8)):((_0,_1),(_8,_64))");
  project.dispose();
});

test("a blank inside a function leaves what rests on it: the facts of the other functions are the very same", async () => {
  const project = await projectOf();
  const text = kernels["kernel.cu"];
  let before = await factsIn(project, "kernel.cu", text);
  const path = "/p/kernel.cu";
  for (const [i, place] of ["auto l = t.layout();", "return make_layout(shape(l), stride(l));"].entries()) {
    const edited = text.replace(place, place.replace("(", " ("));
    project.setDocument(path, { path, language: "cpp", version: 2 + i, fragments: [edited] });
    const whole = await project.analyse(path);
    const ofHost = (facts: FileFacts | undefined): readonly Fact[] =>
      facts?.facts.filter((one) => one.item === "fn:host#0") ?? [];
    expect(ofHost(before).length).toBeGreaterThan(0);
    expect(ofHost(whole).every((one, at) => one === ofHost(before)[at])).toBe(true);
    before = whole!;
  }
  project.dispose();
});

test("a blank in a function that gives an object, or makes one and changes it, or is launched, leaves the others as they are", async () => {
  const text = `struct Params { int rows; int cols; };
struct Scheduler {
  int at = 0;
  Scheduler(int first) : at(first) {}
  void next() { at = at + 1; }
};
Params arguments(int rows) { Params p{rows, 8}; return p; }
__global__ void kernel(Params p) { auto k = make_layout(p.rows); p.rows = 3; }
int last(int first, int n) {
  Scheduler s(first);
  Scheduler t(first);
  if (n > 2) { s.next(); t.next(); }
  return s.at;
}
void host(int rows, bool wide) {
  Params p = arguments(rows);
  if (wide) { p.cols = 16; }
  auto l = make_layout(make_shape(p.rows, p.cols));
  int a = last(rows, 3);
  auto m = make_layout(a);
  kernel<<<1, 128>>>(p);
}
`;
  const path = "/p/a.cu";
  for (const name of ["arguments(int rows) {", "last(int first, int n) {", "kernel(Params p) {"]) {
    const project = await projectOf();
    const layouts = async (version: number, fragments: readonly string[]): Promise<readonly Fact[]> => {
      project.setDocument(path, { path, language: "cpp", version, fragments });
      const facts = (await project.analyse(path))?.facts ?? [];
      return facts.filter((one) => one.kind === "variable" && /^[lm]$/.test(one.name));
    };
    const before = await layouts(1, [text]);
    expect(before).toHaveLength(2);
    const after = await layouts(2, [text.replace(name, `${name} `)]);
    expect(after.every((one, i) => one === before[i])).toBe(true);
    project.dispose();
  }
});

test("the first instance of an edited function is shown before the others have run; they move along with the code", async () => {
  const project = await projectOf();
  const text = kernels["kernel.cu"];
  await factsIn(project, "kernel.cu", text);
  const path = "/p/kernel.cu";
  const edited = text.replace("auto l = t.layout();\n  for", "auto l = make_layout(shape(t.layout()));\n  for");
  project.setDocument(path, { path, language: "cpp", version: 2, fragments: [edited] });
  const shown: (readonly string[])[] = [];
  const tell = (facts: FileFacts): unknown =>
    shown.push(
      facts.facts.flatMap((one) =>
        one.kind === "variable" && one.item === "fn:load#0" && (one.name === "l" || one.name === "i")
          ? [`${edited.slice(startOf(facts, one) + one.span.start).slice(0, 1)} = ${printValue(one.value, "cpp")}`]
          : [],
      ),
    );
  await project.analyse(path, { preview: tell });
  expect(shown).toEqual([
    ["l = (_8,_16):(_1,_8)", "i = i", "l = (_16,_4):(_4,_1)", "i = i"],
    ["l = (_8,_16):(_1,_8)", "i = i", "l = (_16,_4):(_1,_16)", "i = i"],
  ]);
  project.dispose();
});

const startOf = (facts: FileFacts, { item }: Fact): number => facts.unit.places.get(item)?.start ?? 0;

test("a function that calls itself runs again with the code that it has now, edit after edit", async () => {
  const project = await projectOf();
  const walk = (comment: string): string => `def walk(obj):\n    # ${comment}\n    res.extend(walk(v))\n`;
  for (const text of ["a comment", "a longer comment", "none"].map(walk)) {
    const facts = await factsIn(project, "kernel.py", text);
    expect(shown(facts, [text])).toEqual(await fresh("kernel.py", text));
  }
  project.dispose();
});

test("an edited constructor shows its object as the whole program leaves it", async () => {
  const project = await projectOf();
  const gemm = (blank: string): string =>
    `class Gemm:\n    def __init__(self, tiler):\n        self.tiler = tiler${blank}\n        self.warp = 8\n    gemm = Gemm((m, n))\n`;
  for (const text of ["", "\n", "\n\n"].map(gemm)) {
    const facts = await factsIn(project, "kernel.py", text);
    expect(shown(facts, [text])).toEqual(await fresh("kernel.py", text));
  }
  project.dispose();
});

test("a launch and its kernel edited at once: the kernel shows nothing of before", async () => {
  const project = await projectOf();
  const launch = (inKernel: string, inHost: string): string => `#include <cute/tensor.hpp>
using namespace cute;
template <class L> __global__ void kernel(L layout) {
${inKernel}  auto tile = coalesce(layout);  // (M,N)
}
void host(int m) {
${inHost}  kernel<<<1, 1>>>(make_layout(make_shape(_4{}, m)));
}
`;
  for (const text of [launch("", ""), launch("", "\n"), launch(" ", "\n"), launch("", "")]) {
    const facts = await factsIn(project, "kernel.cu", text);
    expect(shown(facts, [text])).toEqual(await fresh("kernel.cu", text));
  }
  project.dispose();
});

const unknownSizes = (first: string, second: string, third: string): string => `import cutlass.cute as cute

def merge(n):
    m = n

def sort():
    n = ${first}.size()
    merge(n)
    k = ${second}.size()
    merge(k)

def topk():
    merge(${third}.size())
`;

test("what a call is not told is told with the reason of its first caller, edited or not", async () => {
  const project = await projectOf();
  const texts = [
    unknownSizes("cute.a", "two", "three"),
    unknownSizes("one", "two", "three"),
    unknownSizes("onex", "two", "three"),
    unknownSizes("two", "one", "three"),
  ];
  for (const text of texts) {
    const facts = await factsIn(project, "kernel.py", text);
    expect(shown(facts, [text])).toEqual(await fresh("kernel.py", text));
  }
  project.dispose();
});

test("calls in another order: instances of what they call are in that order too", async () => {
  const project = await projectOf();
  const twice = (a: number, b: number): string =>
    `def tile(n):\n    m = n + 1\n\ndef both():\n    tile(${a})\n    tile(${b})\n`;
  for (const text of [twice(1, 2), twice(2, 1), twice(1, 2)]) {
    const facts = await factsIn(project, "kernel.py", text);
    expect(shown(facts, [text])).toEqual(await fresh("kernel.py", text));
  }
  project.dispose();
});

test("what an edited function calls with what only that run knows is not shown twice", async () => {
  const project = await projectOf();
  const ranges = (comment: string): string => `def ranges_of(resource, allocs):
    if allocs is None:
        return all_ranges(resource)
    return to_ranges(allocs)

def overlap(a: list, b: list) -> list:
    """${comment}"""
    for resource in resources:
        first = resource.producer() if hasattr(resource, "producer") else None
        one = ranges_of(resource, first)
        second = resource.consumer() if hasattr(resource, "consumer") else None
        two = ranges_of(resource, second)
`;
  for (const text of ["asymmetric", "asymetric", "asym"].map(ranges)) {
    const facts = await factsIn(project, "kernel.py", text);
    expect(shown(facts, [text])).toEqual(await fresh("kernel.py", text));
  }
  project.dispose();
});

test("what an edited function calls is shown as before also where so many call it that a run of its own shows none", async () => {
  const project = await projectOf();
  const crowd = (comment: string): string => `def ranges_of(n, resource, allocs):
    if allocs is None:
        return all_ranges(resource)
    return to_ranges(allocs)

def overlap(n):
    """${comment}"""
    for resource in resources:
        first = resource.producer() if hasattr(resource, "producer") else None
        one = ranges_of(n, resource, first)

def all():
${[1, 2, 3, 4, 5, 6].map((n) => `    overlap(${n})`).join("\n")}
`;
  for (const text of ["asymmetric", "asymetric", "asym"].map(crowd)) {
    const facts = await factsIn(project, "kernel.py", text);
    expect(shown(facts, [text])).toEqual(await fresh("kernel.py", text));
  }
  project.dispose();
});

test("a place that calls with ever new values shows no more of them after an edit that moves it behind another statement", async () => {
  const text = `#include <cute/tensor.hpp>
using namespace cute;
template <int N> void each() {
  auto l = make_layout(Int<N>{});
  if constexpr (N < 8) each<N + 1>();
}
void host() { each<1>(); }
`;
  const project = await projectOf();
  const labels = (facts: readonly string[]): number => facts.filter((one) => one.includes('"function":"each"')).length;
  const before = shown(await factsIn(project, "kernel.cu", text), [text]);
  const edited = text.replace("  auto l", "  auto s = make_shape(_2{});\n  auto l");
  const after = shown(await factsIn(project, "kernel.cu", edited), [edited]);
  expect(labels(after)).toBe(labels(before));
  expect(after).toEqual(await fresh("kernel.cu", edited));
  project.dispose();
});

test("a class that one function declares and another one no longer uses is shown no more", async () => {
  const text = `import cutlass
import cutlass.cute as cute

class Kernel:
    @cute.jit
    def __call__(self, n):
        @cute.struct
        class Storage:
            sA: cute.struct.MemRange[cutlass.Float16, 64]
        self.storage = Storage
        self.kernel().launch(grid=(1, 1, 1), block=(32, 1, 1))

    @cute.kernel
    def kernel(self):
        smem = cutlass.utils.SmemAllocator()
        storage = smem.allocate(self.storage)

Kernel()(4)
`;
  const project = await projectOf();
  for (const now of [text, text.replace("        storage = smem.allocate(self.storage)\n", ""), text])
    expect(shown(await factsIn(project, "kernel.py", now), [now])).toEqual(await fresh("kernel.py", now));
  project.dispose();
});

test("an edit beside a class that a function declares is shown at once", async () => {
  const text = `import cutlass
import cutlass.cute as cute

class Kernel:
    @cute.jit
    def __call__(self, n):
        @cute.struct
        class Storage:
            sA: cute.struct.MemRange[cutlass.Float16, 64]
        self.storage = Storage
        c = cute.make_layout(8)
        return self.bytes()

    def bytes(self):
        return self.storage.size_in_bytes()

Kernel()(4)
`;
  const path = "/p/storage.py";
  const project = await projectOf();
  const open = (now: string, version: number): void =>
    project.setDocument(path, { path, language: "python", version, fragments: [now] });
  open(text, 1);
  await project.analyse(path);
  const edited = text.replace("make_layout(8)", "make_layout(16)");
  open(edited, 2);
  const shownFirst: string[] = [];
  const whole = await project.analyse(path, {
    preview: (facts) => {
      const c = facts.facts.find((one) => one.kind === "variable" && one.name === "c");
      if (c?.kind === "variable") shownFirst.push(printValue(c.value, "python"));
    },
  });
  expect(shownFirst).toContain("16:1");
  const other = await projectOf();
  other.setDocument(path, { path, language: "python", version: 1, fragments: [edited] });
  expect(shown(whole!, [edited])).toEqual(shown((await other.analyse(path))!, [edited]));
  project.dispose();
  other.dispose();
});

test("what a class's member needs is not the function's that asks for it first: a remark in it leaves the others as they are", async () => {
  const text = `#include <cute/tensor.hpp>
using namespace cute;
template <class T> struct Tile {
  using Copy = decltype(make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, T>{}, Layout<Shape<_16, _8>>{}, Layout<Shape<_1, _8>>{}));
};
template <class T> auto sizeOf(T t) { typename T::Copy copy; return size(copy); }
void host() { auto s = sizeOf(Tile<half_t>{}); }
`;
  const path = "/p/tile.cu";
  const project = await projectOf();
  const analysed = async (now: string, version: number): Promise<FileFacts> => {
    project.setDocument(path, { path, language: "cpp", version, fragments: [now] });
    return (await project.analyse(path))!;
  };
  const sizes = (facts: FileFacts): readonly Fact[] =>
    facts.facts.filter((one) => one.kind === "variable" && one.name === "s");
  const before = sizes(await analysed(text, 1));
  const after = sizes(await analysed(text.replace("return size", "/* threads */ return size"), 2));
  expect(before).toHaveLength(1);
  expect(after[0]).toBe(before[0]);
  project.dispose();
});

test("an error in one instantiation, which changes how the grammar reads the next: that one is as from the text alone", async () => {
  const project = await projectOf();
  const text = `#include <cute/tensor.hpp>
struct Params { int m; };
template <int A, class T, int B, bool C, bool D> void run(Params& params, int s) { auto l = cute::Int<A>{}; }
#ifndef WITHOUT
template void run<80, cutlass::half_t, 192, false, true>(Params &params, cudaStream_t stream);
template void run<86, cutlass::half_t, 192, false, true>(Params &params, cudaStream_t stream);
#endif
`;
  for (const one of [text, text.replace("half_t,", "half_t"), text]) {
    const facts = await factsIn(project, "kernel.cu", one);
    expect(shown(facts, [one])).toEqual(await fresh("kernel.cu", one));
  }
  project.dispose();
});

test("an error in one line of Python, which changes how the grammar reads another: that one is as from the text alone", async () => {
  const project = await projectOf();
  const text = `import cutlass.cute as cute
class Cfg:
    tile = 64
    def layout(self):
        ret.urn cute.make_layout((self.tile, 8))
c = Cfg().layout()
Cfg.more = 5
z = Cfg.more
`;
  for (const one of [text, text.replace("Cfg.more =", "}Cfg.more ="), text]) {
    const facts = await factsIn(project, "kernel.py", one);
    expect(shown(facts, [one])).toEqual(await fresh("kernel.py", one));
  }
  project.dispose();
});

test("users are started in the same order, whatever a function of the target costs: an edit there does not change it", async () => {
  const times = <T>(count: number, one: (i: number) => T): string =>
    Array.from({ length: count }, (_, i) => one(i)).join("\n");
  const files = {
    "/p/tile.h": "",
    "/p/a.cu": `#include "tile.h"\n${times(8, (i) => `void u${i}() { tile(cute::Int<${2 * i + 1}>{}); tile(cute::Int<${2 * i + 2}>{}); }`)}`,
    "/p/b.cu": `#include "tile.h"\n${times(8, (i) => `void v${i}() { ${times(9, (k) => `int a${k} = ${k};`)} tile(cute::Int<${i + 40}>{}); }`)}`,
  };
  const tile = (statements: number): string => `#include <cute/tensor.hpp>
template <class N> auto tile(N n) {
  auto l = cute::make_layout(n);
  ${times(statements, (i) => `int k${i} = ${i};`)}
  return l;
}
template <class N> void other(N n) { auto m = n; }
`;
  const path = "/p/tile.h";
  const labelsOf = async (text: string): Promise<readonly string[]> => {
    const project = await createProject({ host: memoryHost(files), roots: ["/p"] }, nodeWasmFiles());
    project.setDocument(path, { path, language: "cpp", version: 1, fragments: [text] });
    const facts = await project.analyse(path);
    project.dispose();
    return (facts?.instances ?? []).map((one) => one.label);
  };
  const cheap = await labelsOf(tile(0));
  expect(cheap.length).toBeGreaterThan(16);
  expect(await labelsOf(tile(20))).toEqual(cheap);
});

test("a letter in a name: instances that have not run again show the variable under the name that it has now", async () => {
  const project = await projectOf();
  const path = "/p/kernel.cu";
  const text = (name: string): string => `#include <cute/tensor.hpp>
using namespace cute;
template <int N> void tile() { auto ${name} = make_layout(Int<N>{}); auto last = make_layout(_1{}); }
void host() { tile<4>(); tile<8>(); }
`;
  const open = (name: string, version: number): void =>
    project.setDocument(path, { path, language: "cpp", version, fragments: [text(name)] });
  const shownFirst: (readonly string[])[] = [];
  const tell = (facts: FileFacts): number =>
    shownFirst.push(
      facts.facts.flatMap((one) =>
        one.kind === "variable" && one.name !== "last" && one.name !== "N"
          ? [`${one.name} ${printValue(one.value, "cpp")}`]
          : [],
      ),
    );
  open("s", 1);
  await project.analyse(path);
  for (const [i, name] of ["sQ", "sQx", "Qx"].entries()) {
    open(name, i + 2);
    await project.analyse(path, { preview: tell });
    expect(shownFirst[0]).toEqual([`${name} _4:_1`, `${name} _8:_1`]);
    shownFirst.length = 0;
  }
  project.dispose();
});
