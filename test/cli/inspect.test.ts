// `cute-lens inspect`: a value on one line, or with numbers bound as a run would print it.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const cli = process.env.CUTE_LENS_CLI ?? fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const source = `#include <cute/tensor.hpp>
using namespace cute;
using RowStride = Stride<int64_t, _1, int>;
void f(int m) {
  auto copy = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16,_8>,Stride<_8,_1>>{}, Layout<Shape<_1,_8>>{});
  auto rows = make_layout(make_shape(m, _8{}), LayoutRight{});
}
`;
let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "cute-lens-inspect-"));
  writeFileSync(join(folder, "kernel.cu"), source);
});
afterAll(() => rmSync(folder, { recursive: true }));

function values(...args: readonly string[]): Readonly<Record<string, string>> {
  const { stdout } = spawnSync(process.execPath, [cli, "inspect", "kernel.cu", "--json", ...args], {
    cwd: folder,
    encoding: "utf8",
  });
  const { facts } = JSON.parse(stdout) as { facts: { name: string; value: string }[] };
  return Object.fromEntries(facts.map(({ name, value }) => [name, value]));
}

const onOneLine =
  "TiledCopy((_16,_64), ((_8,_16),_8):((_128,_1),_16), Copy_Atom(_1:_0, (_1,_8):(_0,_1), (_1,_8):(_0,_1), 16b))";
const asPrinted = `TiledCopy
  Tiler_MN:       (_16,_64)
  TiledLayout_TV: ((_8,_16),_8):((_128,_1),_16)
Copy_Atom
  ThrID:        _1:_0
  ValLayoutSrc: (_1,_8):(_0,_1)
  ValLayoutDst: (_1,_8):(_0,_1)
  ValLayoutRef: (_1,_8):(_0,_1)
  ValueType:    16b`;

test("symbols stay symbols and every value is on one line", () => {
  expect(values()).toMatchObject({ rows: "(m,_8):(_8,_1)", copy: onOneLine });
});

test("a type tells the width of its run-time integers", () => {
  expect(values().RowStride).toBe("(i64,_1,i32)");
});

test("numbers bound: what a run with them prints", () => {
  expect(values("--bind", "m=512")).toMatchObject({ rows: "(512,_8):(_8,_1)", copy: asPrinted });
});

test("either notation may be asked for", () => {
  expect(values("--notation", "print").copy).toBe(asPrinted);
  expect(values("--bind", "m=512", "--notation", "line").copy).toBe(onOneLine);
});

test("what a file's callers bind does not depend on the folder that the command runs in", () => {
  mkdirSync(join(folder, "project/ops"), { recursive: true });
  mkdirSync(join(folder, "project/tests"));
  const files = {
    "project/pyproject.toml": "",
    "project/ops/__init__.py": "",
    "project/ops/tile.py": "import cutlass.cute as cute\n\ndef tile(n):\n    rows = cute.make_layout((n, 4))\n",
    "project/tests/test_tile.py": "from ops.tile import tile\n\ndef test_tile():\n    tile(32)\n",
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  const file = join(folder, "project/ops/tile.py");
  const found = ["", "project", "project/ops", "project/tests"].map((cwd) => {
    const args = [cli, "inspect", file, "--json"];
    const { stdout } = spawnSync(process.execPath, args, { cwd: join(folder, cwd), encoding: "utf8" });
    const { facts } = JSON.parse(stdout) as { facts: { name: string; value: string }[] };
    return facts.filter(({ name }) => name === "rows").map(({ value }) => value);
  });
  expect(found).toEqual(found.map(() => ["(32,4):(1,32)"]));
});

test("C++: a template parameter's default that nobody gives is a default, and says so", () => {
  const kernel = `#include <cute/tensor.hpp>
template <bool IsProducer = false, class L>
void work(L l) { auto rows = cute::make_layout(cute::Int<IsProducer ? 1 : 2>{}); }
`;
  writeFileSync(join(folder, "default.cu"), kernel);
  const { stdout } = spawnSync(process.execPath, [cli, "inspect", "default.cu", "--json"], {
    cwd: folder,
    encoding: "utf8",
  });
  const { facts } = JSON.parse(stdout) as { facts: { name: string; value: string; why?: string }[] };
  expect(facts.find(({ name }) => name === "rows")).toMatchObject({
    value: "_2:_1",
    why: "rests on IsProducer by its default",
  });
});

test("C++: what rests on a branch of an #if that nothing decides says so, and nothing else does", () => {
  const kernel = `#include <cute/tensor.hpp>
using namespace cute;
#ifdef FAST
constexpr int kTile = 64;
#define ROWS(n) Int<n>
template <class N> auto line(N n) { return make_layout(n); }
#else
constexpr int kTile = 128;
#define ROWS(n) Int<2 * (n)>
template <class N> auto line(N n) { return make_layout(n, _2{}); }
#endif
struct Traits {
#if defined(WIDE)
  using Element = float;
#else
  using Element = half_t;
#endif
  using Pair = Shape<Int<kTile>, Int<sizeof_bits_v<Element>>>;
  using Rows = Shape<ROWS(4), _2>;
};
template <class N> auto twice(N n) { auto inside = make_layout(n); return inside; }
void f() {
  int rows = 4;
#ifdef FAST
  auto step = _1{};
#else
  auto step = _3{};
#endif
#ifdef TALL
  rows = 8;
  int only = 5;
#endif
  auto plain = make_layout(_7{});
  auto tile = make_layout(Int<kTile>{});
  auto called = line(_4{});
  auto pair = Traits::Pair{};
  auto steps = make_layout(step);
  auto high = make_layout(rows);
  auto through = twice(tile);
  auto spelled = make_layout(ROWS(4){});
  using Spelled = Shape<ROWS(4), _2>;
  rows = ROWS(4)::value;
  auto later = make_layout(rows);
  auto member = make_layout(Traits::Rows{});
}
`;
  writeFileSync(join(folder, "branches.cu"), kernel);
  const { stdout } = spawnSync(process.execPath, [cli, "inspect", "branches.cu", "--json"], {
    cwd: folder,
    encoding: "utf8",
  });
  const { facts } = JSON.parse(stdout) as { facts: { name: string; value: string; why?: string }[] };
  const whyOf = (name: string): string | undefined =>
    /rests on the branch for (.*), which nothing seen decides/.exec(
      facts.find((one) => one.name === name)?.why ?? "",
    )?.[1];
  const doubted = ["tile", "called", "steps", "high", "through", "inside", "spelled", "Spelled", "later", "member"].map(
    (name) => [name, whyOf(name)],
  );
  expect(doubted).toEqual([
    ["tile", "not (FAST defined)"],
    ["called", "not (FAST defined)"],
    ["steps", "not (FAST defined)"],
    ["high", "TALL defined"],
    ["through", "not (FAST defined)"],
    ["inside", "not (FAST defined)"],
    ["spelled", "not (FAST defined)"],
    ["Spelled", "not (FAST defined)"],
    ["later", "not (FAST defined)"],
    ["member", "not (FAST defined)"],
  ]);
  expect(facts.find((one) => one.name === "pair")?.why).toMatch(/FAST.*WIDE/);
  expect([whyOf("plain"), whyOf("only")]).toEqual([undefined, undefined]);
});

test("where nobody calls, what rests on a parameter's default says so", () => {
  const kernel = "import cutlass.cute as cute\n@cute.jit\ndef f(mask: cute.Tensor = None):\n    given = mask\n";
  writeFileSync(join(folder, "default.py"), kernel);
  const { stdout } = spawnSync(process.execPath, [cli, "inspect", "default.py", "--json"], {
    cwd: folder,
    encoding: "utf8",
  });
  const { facts } = JSON.parse(stdout) as { facts: { name: string; value: string; why?: string }[] };
  expect(facts.map(({ name, value, why }) => `${name} ${value}: ${why}`)).toEqual([
    "mask None: rests on mask by its default",
    "given None: rests on mask by its default",
  ]);
});

test.each([
  ["cute-lens.json", '{"defines": {"FAST": "1", "BM": "64"}}'],
  [".clangd", "CompileFlags:\n  Add: [-DFAST, -DBM=64]\n"],
])("what %s defines decides conditions and is worth its number", (name, text) => {
  const project = mkdtempSync(join(tmpdir(), "cute-lens-defines-"));
  const kernel = `#include <cute/tensor.hpp>
using namespace cute;
#ifdef FAST
using Element = half_t;
#else
using Element = float;
#endif
template <bool Big> struct Tile { using T = std::conditional_t<Big, Shape<_8,_4>, Shape<_16>>; };
void f() { auto rows = Int<BM>{}; auto bits = sizeof_bits_v<Element>; using Shown = Tile<(BM > 32)>::T; }
`;
  writeFileSync(join(project, "kernel.cu"), kernel);
  writeFileSync(join(project, name), text);
  const { stdout } = spawnSync(process.execPath, [cli, "inspect", "kernel.cu", "--json"], {
    cwd: project,
    encoding: "utf8",
  });
  const { facts } = JSON.parse(stdout) as { facts: { function: string; name: string; value: string; why?: string }[] };
  const shown = facts.filter((one) => one.function === "f").map(({ name: of, value, why }) => [of, value, why]);
  expect(shown).toEqual([
    ["rows", "_64", undefined],
    ["bits", "_16", undefined],
    ["Shown", "(_8,_4)", undefined],
  ]);
  rmSync(project, { recursive: true });
});

test("where nobody calls, what rests on an optional parameter being given says so", () => {
  const kernel =
    "import cutlass.cute as cute\nfrom typing import Optional\n@cute.jit\ndef f(lse: Optional[cute.Tensor]):\n" +
    "    count = 1 if lse is None else 2\n";
  writeFileSync(join(folder, "optional.py"), kernel);
  const { stdout } = spawnSync(process.execPath, [cli, "inspect", "optional.py", "--json"], {
    cwd: folder,
    encoding: "utf8",
  });
  const { facts } = JSON.parse(stdout) as { facts: { name: string; value: string; why?: string }[] };
  const count = facts.find(({ name }) => name === "count");
  expect([count?.value, count?.why]).toEqual(["2", "rests on lse: not None"]);
});
