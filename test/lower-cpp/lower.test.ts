// C++ → Unit, as `show --stage ir` prints it; and what an edit leaves alone.
import { beforeAll, describe, expect, it } from "vitest";
import { type Lowered, lowerCpp } from "../../server/src/languages/cpp/lower/lower.ts";
import { type Grammars, loadGrammars } from "../../server/src/languages/parse/grammars.ts";
import { nodeWasmFiles } from "../../server/src/languages/parse/node-wasm.ts";
import { type Parsed, parse } from "../../server/src/languages/parse/parse.ts";
import { printUnit } from "../../server/src/languages/print.ts";
import type { Item } from "../../src-engine/program/ir.ts";

let grammars: Grammars;
beforeAll(async () => {
  grammars = await loadGrammars(nodeWasmFiles());
});

async function lowered(text: string): Promise<Lowered> {
  const parsed = await parse(grammars, "cpp", text);
  try {
    return lowerCpp("a.cu", parsed);
  } finally {
    parsed.dispose();
  }
}

const ir = async (text: string): Promise<string> => printUnit((await lowered(text)).unit).trim();

/** The body of a function, without its head. */
async function body(text: string): Promise<string> {
  const printed = await ir(`void f() {\n${text}\n}`);
  return printed
    .split("\n")
    .slice(1)
    .map((line) => line.slice(2))
    .join("\n");
}

describe("expressions and declarations", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["auto x = Int<4>{} * _2{};", "let x = (Int<4>{} * _2{})"],
    ["bool b = k < size<1>(t);", "let b: bool = (k < size<1>(t))"],
    ["bool b = n<cute::get<0>(s) - 1;", "let b: bool = (n < (cute::get<0>(s) - 1))"],
    ["auto x = is_even<size<0>(t)>(n);", "let x = is_even<size<0>(t)>(n)"],
    [
      "Tensor gA = local_tile(mA, tiler, coord, Step<_1, X,_1>{});  // (BLK_M,BLK_K,k)",
      "let gA: Tensor = local_tile(mA, tiler, coord, Step<_1, X, _1>{}) // (BLK_M,BLK_K,k)",
    ],
    ["auto y = gA(_,_,k);", "let y = gA(_, _, k)"],
    ["auto [m, n] = shape;", "let [m, n] = shape"],
    ["using N = Int<ns::f(ns::x)>;", "alias N = Int<ns::f(ns::x)>"],
    [
      "f<A<true, H, V, /*M=*/get<0>(tile), /*N=*/get<1>(tile), 2, typename P::Q, typename P::R, typename P::S>, L, C>(x, y);",
      "f<A<true, H, V, get<0>(tile), get<1>(tile), 2, P::Q, P::R, P::S>, L, C>(x, y)",
    ],
    ["auto w = make_shape(a, get<0>(b), c);", "let w = make_shape(a, get<0>(b), c)"],
    ["using L = decltype(make_layout(x));", "alias L = decltype(make_layout(x))"],
    ["auto z = typename Traits::SmemLayout{};", "let z = Traits::SmemLayout{}"],
    ["auto d = decltype(x){};", "let d = decltype(x){}"],
    ["constexpr int n = size<0>(x) < 4 ? 1'024 : 0x10;", "constexpr let n: int = ((size<0>(x) < 4) ? 1024 : 16)"],
    ["dim3 grid(size(ceil_div(M, bM)), 1);", "let grid: dim3 = dim3{size(ceil_div(M, bM)), 1}"],
    ["__shared__ float s[cosize_v<L>];", "__shared__ let s: float[cosize_v<L>]"],
    ["extern __shared__ char raw[];", 'extern __shared__ let raw: char[opaque("an array without a size")]'],
    ["T const* p = &x, q{3};", "const let p: T* = &x\nconst let q: T = T{3}"],
    ["auto r = static_cast<float>(x) + (int)y;", "let r = (static_cast<float>(x) + c<int>(y))"],
    ["auto f = [&](auto const& v, int w = 3) { return v; };", "let f = lambda(vconst&, w: int = 3)\nreturn v"],
    ["k<<<grid, 128, 0>>>(a, b);", "k<<<grid, 128, 0>>>(a, b)"],
    ["x.template get<2>().y->z += 1;", "x.get<2>().y.z += 1"],
    ["x.get<2>(y);", "x.get<2>(y)"],
    ["x->get<N + 1>(y) + 1;", "(x.get<(N + 1)>(y) + 1)"],
    ["x.get<true>(y);", "x.get<true>(y)"],
    ["b = x.y < 2 && z > (w);", "b = ((x.y < 2) && (z > w))"],
    ["if constexpr (Arch >= 90) a(); else b();", "if constexpr (Arch >= 90)\n  a()\nelse\n  b()"],
    ["for (int i = 0; i < n; ++i) { g(i); }", "for (let i: int = 0; (i < n); i += 1)\n  g(i)"],
    ['CUTE_STATIC_ASSERT_V(rank(x) == Int<3>{}, "rank");', 'static assert (rank(x) == Int<3>{}), "rank"'],
    ["assert(false); abort();", "assert false\nraise"],
    ["CUTE_UNROLL\nfor (auto v : vs) continue;", "for v in vs\n  continue"],
    ["auto kernel = &device<decltype(a), float>;", "let kernel = &device<decltype(a), float>"],
    ["auto a = std::conditional_t<(N >= 2), A, B>{};", "let a = std::conditional_t<(N >= 2), A, B>{}"],
  ];
  for (const [source, expected] of cases) {
    it(source.split("\n").join(" "), async () => expect(await body(source)).toBe(expected));
  }
});

describe("items", () => {
  it("classes hold members, partial specialisations their arguments, bodies outside their owner", async () => {
    const text = await ir(`
namespace flash {
template <class T, int N = 3> struct Traits : Base<T> {
  static constexpr int k = N;
  using L = Layout<Shape<Int<N>>>;
  T x;
  template <class U> auto f(U const& u) const;
};
template <> struct Traits<float, 4> {};
template <class T, int N> template <class U> auto Traits<T, N>::f(U const& u) const { return u; }
enum class E { A, B = 5, C };
}`);
    expect(text).toBe(
      [
        "class Traits<type T, int N = 3> : Base<T>",
        "  static constexpr let k: int = N",
        "  alias L = Layout<Shape<Int<N>>>",
        "  let x: T",
        "  function f<type U>(u: Uconst&);",
        "class Traits<float, 4>",
        "function Traits<T, N>::f<type T, int N, type U>(u: Uconst&)",
        "  return u",
        "enum class E",
        "  static constexpr let A = 0",
        "  static constexpr let B = 5",
        "  static constexpr let C = (B + 1)",
      ].join("\n"),
    );
  });

  it("presets above an item, suppressions and file notes", async () => {
    const { unit } = await lowered(
      "// cute-lens: kStages = 4\n// words\ntemplate <class T>\nvoid f() {}\n// cute-lens: ignore tma-rank\n",
    );
    expect(unit.items.map((item) => item.presets)).toEqual([["kStages = 4"]]);
    expect(unit.directives.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      "preset kStages = 4",
      "ignore ignore tma-rank",
    ]);
  });

  it("explicit instantiations are calls with arguments that nobody sees", async () => {
    expect(await ir("template void run<90, half_t>(Params &params, cudaStream_t stream);")).toContain(
      "run<90, half_t>(opaque(",
    );
  });

  it("undecided conditions name the items they hold", async () => {
    expect(await ir("#ifdef FAST\nint a();\n#else\nint b();\n#endif")).toBe(
      "when FAST defined\nfunction a() -> int;\nwhen not (FAST defined)\nfunction b() -> int;",
    );
  });
});

describe("what the grammar reads otherwise", () => {
  it("braces as default arguments", async () => {
    expect(await ir("void f(T x = {}, U y = {1, -2}, V = {}) {}")).toBe(
      "function f(x: T = {}, y: U = {1, -2}, : V = {}) -> void",
    );
  });

  it("a template's many arguments among expressions", async () => {
    const text =
      "auto t = make_tile(Layout<Shape<Int<N>, Int<M>, _2>, // (8, 2, 2)\n  Stride<_1, Int<K>, _8> >{}, make_layout(Int<K>{}));";
    expect(await body(text)).toBe(
      "let t = make_tile(Layout<Shape<Int<N>, Int<M>, _2>, Stride<_1, Int<K>, _8>>{}, make_layout(Int<K>{}))",
    );
    expect(await ir("auto f() { return n::A<B<C<a, M, N, x, y, z, n::k>, T...>, U...>{}; }")).toContain(
      "return n::A<B<C<a, M, N, x, y, z, n::k>, T...>, U...>{}",
    );
  });

  it("explicit instantiations of classes", async () => {
    expect(await ir("template struct S<3>;\ntemplate class n::C<float, 4>;")).toBe("S<3>\nn::C<float, 4>");
  });
});

describe("macros", () => {
  it("object-like ones stand for their value where they are used, and are constants of the file", async () => {
    expect(await ir("#define BM 128\nauto x = Int<BM>{};")).toBe("constexpr macro let BM = 128\nlet x = Int<128>{}");
  });

  it("a redefinition counts from its line on", async () => {
    const text = await ir("#define N 1\nint a = N;\n#undef N\n#define N 2\nint b = N;");
    expect(text).toContain("let a: int = 1");
    expect(text).toContain("let b: int = 2");
  });

  it("function-like ones with an expression are expanded, spans lead to the argument", async () => {
    const source = "#define TWICE(x) ((x) + (x))\nauto y = TWICE(size(z));";
    const { unit } = await lowered(source);
    expect(printUnit(unit)).toContain("let y = (size(z) + size(z))");
    const item = unit.items.find((one) => one.name === "y");
    const init = item?.kind === "statement" && item.statement.kind === "let" ? item.statement.init : undefined;
    const span = init?.kind === "binary" ? init.right.span : { start: 0, end: 0 };
    const start = unit.places.get(item?.id ?? "")?.start ?? 0;
    expect(source.slice(start + span.start, start + span.end)).toBe("size(z)");
  });

  const flagSwitch =
    "#define FLAG_SWITCH(COND, NAME, ...) [&] { if (COND) { constexpr bool NAME = true; return __VA_ARGS__(); } else { constexpr bool NAME = false; return __VA_ARGS__(); } }()\n";

  it("a switch over a flag is both of its branches", async () => {
    expect(await body(`${flagSwitch}FLAG_SWITCH(params.causal, Is_causal, [&] { run<Is_causal>(); });`)).toBe(
      [
        "lambda()",
        "if params.causal",
        "  constexpr let Is_causal: bool = true",
        "  return lambda()",
        "run<Is_causal>()()",
        "else",
        "  constexpr let Is_causal: bool = false",
        "  return lambda()",
        "run<Is_causal>()()()",
      ].join("\n"),
    );
  });

  it("a switch whose cases are blocks, as a statement without a semicolon", async () => {
    const text =
      "#define DIM_SWITCH(dim, NAME, ...) switch (dim) { case 64: { constexpr int NAME = 64; __VA_ARGS__ break; } case 128: { constexpr int NAME = 128; __VA_ARGS__ break; } }\n" +
      "DIM_SWITCH(d, D, { auto x = Int<D>{}; run(x); })\nauto y = 1;";
    expect(await body(text)).toBe(
      [
        "switch d",
        "  case 64",
        "    block",
        "      constexpr let D: int = 64",
        "      block",
        "        let x = Int<D>{}",
        "        run(x)",
        "      break",
        "  case 128",
        "    block",
        "      constexpr let D: int = 128",
        "      block",
        "        let x = Int<D>{}",
        "        run(x)",
        "      break",
        "let y = 1",
      ].join("\n"),
    );
  });

  it("do … while (0) is its body", async () => {
    expect(await body("#define CHECK(x) do { x; } while (0)\nCHECK(f(1));")).toBe("block\n  f(1)");
  });

  it("a macro that defines a kernel's head", async () => {
    const text = [
      "#define MODIFIER const __grid_constant__",
      "#define KERNEL(name, ...) template <class Traits, __VA_ARGS__> __global__ void name(MODIFIER Params params)",
      "KERNEL(forward, bool Causal, int N) { run<Traits, Causal, N>(params); }",
    ].join("\n");
    expect(await ir(text)).toBe(
      "__global__ kernel forward<type Traits, bool Causal, int N>(params: Params) -> void\n  run<Traits, Causal, N>(params)",
    );
  });

  it("names of a macro's own stand nowhere; those of its arguments where they are written", async () => {
    const source = "#define MAKE(name) struct name##_t {}; int name = 3; int other = name;\nMAKE(x)\n";
    const { unit } = await lowered(source);
    const names = unit.items.map((item) => {
      const start = unit.places.get(item.id)?.start ?? 0;
      return [item.name, source.slice(start + item.nameSpan.start, start + item.nameSpan.end)];
    });
    expect(names).toEqual([
      ["x_t", ""],
      ["x", "x"],
      ["other", ""],
    ]);
  });

  it("an argument as a string, an absent rest, a rest by name", async () => {
    const text =
      "#define LOG(x, ...) log(#x, ##__VA_ARGS__)\n#define REST(args...) f(args)\nauto a = LOG(n + 1);\nauto b = LOG(n, 2);\nauto c = REST(1, 2);";
    expect((await ir(text)).split("\n").slice(-3)).toEqual([
      'let a = log("n + 1")',
      'let b = log("n", 2)',
      "let c = f(1, 2)",
    ]);
  });

  it("an expression keeps its own precedence, as the preprocessor gives it", async () => {
    expect(await ir("#define N 1 + 1\nint x = N * 2;")).toBe("let x: int = (1 + (1 * 2))");
  });

  it("a definition under a condition that nobody decides is one of two", async () => {
    const text = "#if defined(FAST) && N > 2\n#define BM 64\n#else\n#define BM 128\n#endif\nint x = BM;";
    expect(await ir(text)).toContain('let x: int = (opaque("defined(FAST) && N > 2 is not decided") ? 64 : 128)');
  });

  it("a switch nested in itself doubles the text with each, so its code is read once", async () => {
    let use = "run();";
    for (let i = 0; i < 10; i++) use = `FLAG_SWITCH(c${i}, C${i}, [&] { ${use} });`;
    const parsed = await parse(grammars, "cpp", `${flagSwitch}void f() { ${use} }`);
    expect(parsed.text.length).toBeLessThan(1000);
    const [item] = lowerCpp("a.cu", parsed).unit.items;
    parsed.dispose();
    const calls: unknown[] = [];
    const seen = new Set<unknown>();
    const visit = (node: unknown): void => {
      if (typeof node !== "object" || node === null || seen.has(node)) return;
      seen.add(node);
      if ("kind" in node && node.kind === "call" && "callee" in node && JSON.stringify(node.callee).includes('["run"]'))
        calls.push(node.callee);
      for (const part of Object.values(node)) visit(part);
    };
    visit(item);
    expect(calls.filter((callee) => (callee as { kind: string }).kind === "name")).toHaveLength(1);
  });

  it("a macro that names itself ends", async () => {
    expect(await ir("#define A B\n#define B A\nint x = A;")).toBe("let x: int = A");
  });
});

describe("edits", () => {
  const source =
    "#include <cute/tensor.hpp>\nint a = 1;\nvoid f() { struct S { int v; }; g(1); }\nstruct C {\n  int m() { return 1; }\n  int n;\n};\n";

  async function edited(from: string, to: string): Promise<{ readonly before: Lowered; readonly after: Lowered }> {
    let parsed: Parsed = await parse(grammars, "cpp", source);
    const before = lowerCpp("a.cu", parsed);
    parsed = await parse(grammars, "cpp", source.replace(from, to), parsed);
    const after = lowerCpp("a.cu", parsed, before);
    const fresh = await lowered(source.replace(from, to));
    expect(after.unit.items).toEqual(fresh.unit.items);
    expect(after.unit.places).toEqual(fresh.unit.places);
    parsed.dispose();
    return { before, after };
  }

  const kept = (before: Lowered, after: Lowered): string[] => {
    const all = (items: readonly Item[]): Item[] =>
      items.flatMap((item) => (item.kind === "class" ? [item, ...all(item.members)] : [item]));
    const old = new Set(all(before.unit.items));
    return all(after.unit.items)
      .filter((item) => old.has(item))
      .map((item) => item.name);
  };

  it("an edit above moves places and nothing else", async () => {
    const { before, after } = await edited("int a = 1;", "int a = 1;\n\n// more\n");
    expect(kept(before, after)).toEqual(["<cute/tensor.hpp>", "a", "f", "C", "m", "n"]);
  });

  it("an edit inside changes its item alone", async () => {
    const { before, after } = await edited("g(1)", "g(2)");
    expect(kept(before, after)).toEqual(["<cute/tensor.hpp>", "a", "C", "m", "n"]);
  });

  it("a member's edit keeps the other members", async () => {
    const { before, after } = await edited("return 1", "return 2");
    expect(kept(before, after)).toEqual(["<cute/tensor.hpp>", "a", "f", "n"]);
  });
});

describe("bad input", () => {
  const sources: Readonly<Record<string, string>> = {
    "deep parentheses": `int x = ${"(".repeat(10_000)}1${")".repeat(10_000)};`,
    "deep templates": `${"A<".repeat(3000)}int${">".repeat(3000)} x;`,
    "deep blocks": `void f() ${"{".repeat(10_000)}${"}".repeat(10_000)}`,
    "deep members": `auto x = a${".b".repeat(10_000)};`,
    "half a file": "template <class T struct X { void f( { auto x = [&](auto y { return",
    "only operators": "+ - * / < > = ; } ) ]",
    empty: "",
  };
  for (const [name, source] of Object.entries(sources)) {
    it(name, async () => expect((await lowered(source)).unit.items).toBeDefined());
  }
});
