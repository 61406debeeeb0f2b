// Macros and preprocessor conditions before the parse: what is blanked, what stays, and that no offset moves.
import { describe, expect, it } from "vitest";
import { prepare } from "../../server/src/languages/cpp/prepare/prepare.ts";

/** The prepared text with trailing spaces dropped, for reading. */
const prepared = (source: string, options?: Parameters<typeof prepare>[1]): string => {
  const { text, source: kept } = prepare(source, options);
  expect(text).toHaveLength(kept.length);
  expect([...text.matchAll(/\n/g)].map((m) => m.index)).toEqual([...kept.matchAll(/\n/g)].map((m) => m.index));
  return text.replace(/[ \t]+$/gm, "").trim();
};

describe("macros", () => {
  it("bare words become spaces", () => {
    expect(prepared("CUTE_HOST_DEVICE constexpr auto f() {\n  CUTE_UNROLL\n  for (;;) {}\n}")).toBe(
      "constexpr auto f() {\n\n  for (;;) {}\n}",
    );
  });

  it("a name right before a loop is a macro of the project", () => {
    expect(
      prepared("void f() {\n  OURS_UNROLL\n  for (;;) {}\n  OURS_SPIN while (g()) {}\n  do { } while (h());\n}"),
    ).toBe("void f() {\n\n  for (;;) {}\n            while (g()) {}\n  do { } while (h());\n}");
  });

  it("macros with arguments go with them, over lines", () => {
    expect(prepared("__global__ void __launch_bounds__(decltype(size(T{}))::value,\n  1) k() {}")).toBe(
      "__global__ void\n     k() {}",
    );
  });

  it("comments, strings and raw strings keep theirs", () => {
    const source = '// CUTE_UNROLL\nauto s = "CUTE_UNROLL"; /* CUTE_HOST */ auto r = R"(CUTE_DEVICE)";';
    expect(prepared(source)).toBe(source);
  });

  it("in a comment over lines there are no directives, and what is never closed goes to the end", () => {
    const source = "/* an old one:\n#define BM 64\nCUTE_UNROLL\n*/\nint a;";
    expect(prepared(source)).toBe(source);
    expect(prepare(source).definitions).toEqual([]);
    for (const open of ["/* ", 'auto r = R"(', '#pragma "/*" /*'])
      expect(prepare(`${open}\n#define BM 64\n`).definitions).toEqual([]);
    expect(prepare('#define A "/*"\n#define BM 64\n').definitions).toHaveLength(2);
  });

  it("settings add more, with and without arguments", () => {
    expect(prepared("MY_INLINE int f(); MY_ATTR(a, (b)) int g;", { extraMacros: ["MY_INLINE", "MY_ATTR(...)"] })).toBe(
      "int f();                 int g;",
    );
  });

  it("assertions over static values become static_assert", () => {
    expect(prepared("CUTE_STATIC_ASSERT_V(rank(x) == Int<3>{});")).toBe("static_assert       (rank(x) == Int<3>{});");
  });

  it("a construction from decltype becomes a call", () => {
    expect(prepared("auto x = decltype(f(a{})){};")).toBe("auto x = __dcltp_(f(a{}))();");
  });

  it("a declaration as a body without braces becomes its initialiser", () => {
    const cases = [
      [
        "if constexpr (A) ns::T x = f(); else T<4> const& y = g();",
        "if constexpr (A)           f(); else                 g();",
      ],
      ["for (;;) auto x = f();", "for (;;)          f();"],
      ["if (a) return x = f(); else x = g();", "if (a) return x = f(); else x = g();"],
      ["if (a) T x = {1}; else if (b) T y == z;", "if (a) T x = {1}; else if (b) T y == z;"],
    ];
    for (const [source = "", text] of cases) expect(prepared(source)).toBe(text);
    expect(prepared("#define A 1\n#if (A)\nauto x = f();\n#else\nauto y = g();\n#endif")).toBe("auto x = f();");
  });

  it("keywords that are in the grammar's way", () => {
    const cases = [
      ["x.template f(y); x.template g<3>(y);", "x.         f(y); x.template g<3>(y);"],
      ["struct A : B { using typename B::T; };", "struct A : B { using          B::T; };"],
      ["extern template void f<3>();", "template void f<3>();"],
      ["template struct X<3>; template <class T> struct Y;", "template        X<3>; template <class T> struct Y;"],
      ["auto s = shape<1>(typename decltype(x)::L{});", "auto s = shape<1>(         decltype(x)::L{});"],
      ["enum : int { A };", "enum       { A };"],
    ] as const;
    for (const [source, read] of cases) expect(prepared(source)).toBe(read);
  });

  it("braces as a default argument", () => {
    expect(prepared("void f(T x = {}, U y = {1, 2}) { Z z = {}; }")).toBe(
      "void f(T x = 0 , U y = (1, 2)) { Z z = {}; }",
    );
  });

  it("a decltype that constructs nothing stays", () => {
    const source = "auto f() -> decltype(g()) { return g(); } struct A : decltype(b) {};";
    expect(prepared(source)).toBe(source);
  });

  it("an unclosed argument list blanks the word alone", () => {
    expect(prepared("__launch_bounds__(1 void f() {}")).toBe("(1 void f() {}");
  });
});

describe("conditions", () => {
  it("is through with long lines of slashes and rows of comments after #ifdef at once", () => {
    const slashes = `#ifdef ENABLE_FP8\n${"/".repeat(80)}\nstruct A {};\n#endif\n`;
    const comments = `#ifdef ENABLE_FP8\n${"/**/ ".repeat(70)}\nstruct A {};\n#endif\n`;
    expect(prepare(slashes).text).toContain("struct A {};");
    expect(prepare(comments).text).toContain("struct A {};");
  });

  it("literals decide", () => {
    expect(prepared("#if 0\nint a;\n#else\nint b;\n#endif\n#if 1\nint c;\n#endif")).toBe("int b;\n\n\nint c;");
  });

  it("include guards are taken", () => {
    expect(prepared("#ifndef A_H\n#define A_H\nint a;\n#endif")).toBe("int a;");
  });

  it("definitions of the file, of options and of the architecture decide", () => {
    expect(prepared("#define N 3\n#if N >= 2 && defined(FAST)\nint a;\n#endif", { defines: { FAST: "1" } })).toBe(
      "int a;",
    );
    const arch = "#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900\nint a;\n#else\nint b;\n#endif";
    expect(prepared(arch, { arch: "sm_90a" })).toBe("int a;");
    expect(prepared(arch, { arch: "sm_80" })).toBe("int b;");
  });

  it("feature macros hold unless the architecture lacks them", () => {
    const source = "#if defined(CUTLASS_ARCH_MMA_SM90_SUPPORTED)\nint a;\n#else\nint b;\n#endif";
    expect(prepared(source)).toBe("int a;");
    expect(prepared(source, { arch: "sm_80" })).toBe("int b;");
  });

  it("an undecided chain stays, with its dead branches gone", () => {
    expect(prepared("#ifdef X\nint a;\n#elif 0\nint b;\n#else\nint c;\n#endif")).toBe(
      "#ifdef X\nint a;\n\n\n#else\nint c;\n#endif",
    );
    expect(prepared("#if 0\nint a;\n#elif X\nint b;\n#endif")).toBe("#if   X\nint b;\n#endif");
  });

  it("in the midst of a statement one branch is read, as if it were decided", () => {
    const dangling = "void f() {\n#ifdef FAST\nif (a) { g(); } else\n#endif\n{ h(); }\n}";
    expect(prepared(dangling)).toBe("void f() {\n\nif (a) { g(); } else\n\n{ h(); }\n}");
    const opened = "void f() {\n#if N > 3\nif (a) {\n#else\nif (b) {\n#endif\ng(); }\n}";
    expect(prepared(opened)).toBe("void f() {\n\nif (a) {\n\n\n\ng(); }\n}");
    const parameters = "template <class T,\n#ifdef FAST\nbool B = true\n#else\nbool B = false\n#endif\n> struct S;";
    expect(prepared(parameters)).toBe("template <class T,\n\n\n\nbool B = false\n\n> struct S;");
  });

  it("one of two values stays undecided", () => {
    expect(prepared("int n =\n#ifdef FAST\n1\n#else\n2\n#endif\n;")).toContain("#ifdef FAST");
  });

  it("nested chains inside dead code are dead", () => {
    expect(prepared("#if 0\n#if 1\nint a;\n#else\nint b;\n#endif\nint c;\n#endif\nint d;")).toBe("int d;");
  });

  it("reports what is never compiled", () => {
    const source = "#if 0\nint a;\n#endif\nint b;\n";
    expect(prepare(source).inactive.map(({ start, end }) => source.slice(start, end).trim())).toEqual(["int a;"]);
  });

  it("broken directives do no harm", () => {
    for (const source of ["#endif\nint a;", "#else\nint a;", "#if (\nint a;", "#define\n#", "#if 1\nint a;"]) {
      expect(prepare(source).text).toContain("int a;".slice(0, source.includes("a;") ? 6 : 0));
    }
    expect(prepare(`#if ${"(".repeat(10_000)}\nint a;\n#endif`).text).toContain("int a;");
  });
});
