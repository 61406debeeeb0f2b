// Who edits a statement does not wait for those before it, and what is shown at once of the edited function is what a fresh
// evaluation of the text says of it.
import { expect, test, vi } from "vitest";
import type { Project } from "../../server/src/project/analyse.ts";
import type { FileFacts } from "../../src-engine/program/facts.ts";
import { projectOf } from "../evaluate/facts-of.ts";
import { shown } from "../fuzz/shown.ts";

vi.setConfig({ testTimeout: 180_000 });

const python = `import cutlass
import cutlass.cute as cute

class State:
    def __init__(self, count):
        self.count = count
        self.index = 0

    def advance(self):
        self.index += 1

@cute.kernel
def kernel(mA: cute.Tensor, tiler: cutlass.Constexpr, stages: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    state = State(stages)
    layout = cute.make_layout((64, 32), stride=(32, 1))
    parts = [layout]
    sizes = {"a": 8}

    def tile_of(index):
        return cute.local_tile(mA, tiler, (index, 0))

    unused = lambda: cute.make_layout(3)
    if tidx < 32:
        state.advance()
        parts.append(cute.make_layout(stages))
    if cutlass.const_expr(stages == 3):
        first = tile_of(0)
    else:
        first = tile_of(1)
    state.advance()
    with_stages = cute.append(layout, cute.make_layout(stages))
    if tidx < 64:
        gA = tile_of(2)
        for k in range(stages):
            sizes["a"] = k
            part = cute.zipped_divide(gA, (8, 8))
            state.advance()
            if k > 1:
                last = cute.make_layout((k, 4))
        parts.append(gA)
        index = state.index
    else:
        gB = tile_of(3)
        index = state.count
    end = parts[0]
    count = sizes["a"]
    flat = cute.coalesce(end)

@cute.jit
def host(mA: cute.Tensor):
    kernel(mA, (64, 32), 3).launch(grid=(1, 1, 1), block=(128, 1, 1))
    kernel(mA, (32, 32), 2).launch(grid=(1, 1, 1), block=(128, 1, 1))
`;

const cpp = `#include <cute/tensor.hpp>
using namespace cute;
struct State { int index; int count; void advance() { index = index + 1; } };
template <class Tensor, class Tiler> void load(Tensor const& mA, Tiler tiler, State& state, int n) {
  auto layout = make_layout(make_shape(_64{}, _32{}), LayoutRight{});
  int stage = 0;
  auto tile_of = [&](int i) { stage = i; return local_tile(mA, tiler, make_coord(i, 0)); };
  auto unused = [&] { return make_layout(_3{}); };
  if (n > 4) { state.advance(); }
  auto gA = tile_of(0);
  state.advance();
  if constexpr (size<0>(tiler) == 64) {
    auto part = zipped_divide(layout, make_tile(_8{}, _8{}));
    int own = stage;
  } else {
    auto other = logical_divide(layout, make_tile(_4{}, _4{}));
  }
  for (int k = 0; k < n; ++k) {
    auto next = tile_of(k);
    state.advance();
    if (k == 2) { auto last = make_layout(make_shape(k, _4{})); }
  }
  int left = state.index;
  auto flat = coalesce(layout);
}
void host(float* p, int m, int n) {
  auto mA = make_tensor(make_gmem_ptr(p), make_layout(make_shape(m, n), make_stride(n, _1{})));
  State state{0, 3};
  load(mA, make_shape(_64{}, _32{}), state, n);
  load(mA, make_shape(_32{}, _32{}), state, n);
  int after = state.index;
}
`;

interface Case {
  readonly path: string;
  readonly text: string;
  readonly item: string;
}

const cases: readonly Case[] = [
  { path: "/p/kernel.py", text: python, item: "kernel" },
  { path: "/p/kernel.cu", text: cpp, item: "load" },
];

const open = (project: Project, { path }: Case, text: string): void =>
  project.setDocument(path, { path, language: path.endsWith(".py") ? "python" : "cpp", version: 1, fragments: [text] });

/** What is said of the function's first instance. */
function firstOf(facts: FileFacts, text: string, item: string): readonly string[] {
  const named = facts.instances.find(({ function: name }) => name === item);
  const own = facts.facts.filter(({ instance }) => instance === named?.id);
  const { incomplete: _, ...rest } = facts;
  return named === undefined ? [] : shown({ ...rest, instances: [named], facts: own }, [text]).slice(1);
}

/** Places of the function's body where a statement's name, number or argument begins. */
function placesIn({ text, item }: Case): readonly number[] {
  const begin = text.indexOf("\n", text.search(new RegExp(`(?:def|void) ${item}\\(`)));
  const end = text.search(/@cute\.jit|void host/);
  return [...text.slice(begin, end).matchAll(/\b[A-Za-z_]\w*\b|\b\d+\b/g)].map((one) => begin + one.index);
}

const written = (text: string, at: number, turn: number): string => {
  const word = /^\w+/.exec(text.slice(at))?.[0] ?? "";
  const other = /^\d/.test(word) ? String(Number(word) + 1 + turn) : `${word}${"xyz"[turn % 3]}`;
  return text.slice(0, at) + other + text.slice(at + word.length);
};

test.each(cases)("$path: what is shown at once, edit after edit of one statement and then of others", async (one) => {
  const [project, fresh] = [await projectOf({}), await projectOf({})];
  open(project, one, one.text);
  await project.analyse(one.path);
  const places = placesIn(one);
  let compared = 0;
  // Forwards and backwards, two edits in each place: the second goes on where the first did.
  for (const at of [...places, ...[...places].reverse()].filter((_, i) => i % 7 === 0)) {
    for (const turn of [0, 1]) {
      const text = written(one.text, at, turn);
      let first: FileFacts | undefined;
      open(project, one, text);
      const whole = await project.analyse(one.path, {
        preview: (facts) => {
          first ??= facts;
          return undefined;
        },
        cancelled: () => first !== undefined,
      });
      const told = first ?? whole;
      if (told === undefined) continue;
      fresh.setDocument(one.path, undefined);
      open(fresh, one, text);
      const anew = await fresh.analyse(one.path);
      if (anew === undefined) continue;
      compared++;
      expect(firstOf(told, text, one.item), text).toEqual(firstOf(anew, text, one.item));
    }
  }
  expect(compared).toBeGreaterThan(places.length / 4);
  for (const each of [project, fresh]) each.dispose();
});

test("statements before the edit are not run again", async () => {
  const lines = Array.from(
    { length: 200 },
    (_, i) => `    l${i} = cute.zipped_divide(cute.make_layout((${i + 8}, 64)), (1, 8))`,
  );
  const text = `import cutlass.cute as cute\n@cute.kernel\ndef kernel():\n${lines.join("\n")}\n    last = cute.make_layout(8)\n`;
  const one = { path: "/p/kernel.py", text, item: "kernel" };
  const project = await projectOf({});
  const asked = async (now: string): Promise<number> => {
    open(project, one, now);
    let times = 0;
    await project.analyse(one.path, { cancelled: () => ++times < 0 });
    return times;
  };
  const fresh = await asked(text);
  const first = await asked(text.replace("make_layout(8)", "make_layout(9)"));
  const second = await asked(text.replace("make_layout(8)", "make_layout(99)"));
  expect(second * 5).toBeLessThan(first);
  expect(first).toBeLessThan(fresh * 2);
  project.dispose();
});
