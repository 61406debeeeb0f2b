// The language-neutral form of a source file: what both lowerings produce and the evaluator reads.
// An item has a stable id and its spans count from its start (UTF-16 units); `Unit.places` alone knows where items stand. Lowering
// never fails: what it does not understand is `opaque` with the reason. A type (`decltype(x)`) is an expression like any other.
import type { Machine } from "../algebra/value.ts";
import type { Expand } from "./expand.ts";
import type { Lambda, Outer } from "./lambda.ts";
import type { Opaque } from "./opaque.ts";
import type { Directive, Inactive, Place, Span } from "./span.ts";

export type { Directive, Place, Span } from "./span.ts";

export type Language = "cpp" | "python";

export interface Unit {
  readonly language: Language;
  readonly file: string; // A URI or path, used only as a key.
  /** Top-level ones in source order; members are inside their class. */
  readonly items: readonly Item[];
  readonly places: ReadonlyMap<ItemId, Place>;
  /** Comments that concern the tool: presets are on items; these are suppressions and file-level notes, absolute spans. */
  readonly directives: readonly Directive[];
  /** C++: what the preprocessor leaves out, absolute spans. */
  readonly inactive?: readonly Inactive[];
  readonly imports?: readonly Imported[]; // Python: at its top and wherever else.
  readonly isPort?: true; // C++: its CuTe is a port to hardware that is not NVIDIA's.
  readonly commandLines?: readonly (readonly string[])[] | undefined; // Python: the words behind its name, as its docstring says.
}

/** `kind:path#ordinal`, stable under edits elsewhere: `fn:gemm_device#0`, `cls:Mainloop/fn:load#0`. */
export type ItemId = string;

interface ItemBase {
  readonly id: ItemId;
  readonly name: string;
  readonly nameSpan: Span;
  readonly scope: readonly string[]; // Namespaces and classes around it, outermost first.
  /** Equal exactly when the item's own source text (without its members' text) is equal. */
  readonly hash: string;
  /** Preset text above it: `cute-lens: NAME = VALUE, …` without the marker. */
  readonly presets: readonly string[];
  /** Set when an undecided `#if` holds it: the condition's text. */
  readonly alternative?: string;
  /** The condition of a macro in it, which nobody decides. */
  readonly spelledUnder?: string;
  /** Another branch of that `#if` is the usual one: what it declares comes first. */
  readonly unusual?: true;
}

export interface FunctionItem extends ItemBase, FunctionCore {
  readonly kind: "function";
  readonly isKernel: boolean; // `__global__` or `@cute.kernel`.
  readonly traced?: true; // CuTe DSL: traced, not run: `@cute.jit`, `@cute.kernel`.
  /** Decorators (Python) or specifiers (C++: `static`, `constexpr`, `__device__`) as written. */
  readonly attributes: readonly string[];
  /** Python: the decorators, from the outermost to the one at the function. */
  readonly decorators?: readonly Expr[];
  /** For an out-of-class body `template<…> T C<…>::f(…)`: the class as written. */
  readonly owner?: Expr;
  /** Arguments of an explicit specialisation `template <> void f<3>()`. */
  readonly specialises?: readonly Arg[];
}

export interface ClassItem extends ItemBase {
  readonly kind: "class";
  readonly typeParams: readonly TypeParam[];
  /** Arguments of a (partial) specialisation. */
  readonly specialises?: readonly Arg[];
  readonly bases: readonly Arg[];
  readonly members: readonly Item[];
  /** Decorators as written (`dataclass`, `cute.struct`); `enum` and `union` for those C++ kinds. */
  readonly attributes: readonly string[];
  /** The arguments of `alignas(…)`: numbers and types. */
  readonly alignas?: readonly Expr[];
}

/** A statement at file or class scope; of a field the anonymous structs and unions around (`union#0`, `struct#1`), outermost first. */
export interface StatementItem extends ItemBase {
  readonly kind: "statement";
  readonly statement: Stmt;
  readonly anonymous?: readonly string[];
}

/** An import without its place. */
export type Imported = Pick<ImportItem, "form" | "target" | "level"> & {
  readonly names: readonly Pick<ImportItem["names"][number], "name" | "alias">[];
};

export interface ImportItem extends ItemBase {
  readonly kind: "import";
  /** C++: `include` with the path as written (quotes or angles kept), or `using-namespace` / `using` with a qualified name. */
  readonly form: "include" | "using-namespace" | "using" | "import" | "from";
  readonly target: string;
  /** Python: name → alias pairs (`*` for all). */
  readonly names: readonly { readonly name: string; readonly alias: string; readonly span: Span }[];
  /** Leading dots of a relative Python import. */
  readonly level: number;
}

export type Item = FunctionItem | ClassItem | StatementItem | ImportItem;

/** What functions and lambdas have in common; in C++ the conditions of their `requires` clauses too. */
export interface FunctionCore {
  readonly typeParams: readonly TypeParam[];
  readonly params: readonly Param[];
  readonly returns?: Expr;
  readonly requires?: readonly Expr[];
  readonly body?: readonly Stmt[]; // Absent for a declaration without one.
}

export interface TypeParam {
  readonly name: string;
  readonly span: Span;
  /** `class`/`typename`, a value of `type`, or a pack. */
  readonly form: "type" | "value" | "template";
  readonly type?: Expr;
  readonly pack: boolean;
  readonly fallback?: Expr;
}

export interface Param {
  readonly name: string;
  readonly span: Span;
  readonly type?: Expr;
  readonly fallback?: Expr;
  /** C++: how a callee can write through it. Python objects are "mutable". */
  readonly passing: "value" | "const-reference" | "mutable";
  /** `*args`, `**kwargs`, a C++ pack, or what follows a bare `*`. */
  readonly form: "plain" | "star" | "double-star" | "pack" | "keyword-only";
  /** Trailing comment on the parameter's line, as a contract. */
  readonly note?: Note;
}

export interface Note {
  readonly text: string;
  readonly span: Span;
}

// ---- expressions ---------------------------------------------------------------------------------------------------

export interface Arg {
  readonly value: Expr;
  readonly name?: string;
  readonly star?: "*" | "**" | "pack";
}

export type Expr =
  | { readonly kind: "int"; readonly value: number; readonly machine?: Machine; readonly span: Span }
  | { readonly kind: "float"; readonly value: number; readonly single?: true; readonly span: Span }
  | { readonly kind: "bool"; readonly value: boolean; readonly span: Span }
  | { readonly kind: "text"; readonly value: string; readonly span: Span }
  /** Python `None`, C++ `nullptr`. */
  | { readonly kind: "none"; readonly span: Span }
  /** A possibly qualified name: `x`, `cute::size` → ["cute","size"]. Python dotted access is `member`. */
  | { readonly kind: "name"; readonly path: readonly string[]; readonly span: Span }
  /** `Foo<T>::bar`, `decltype(x)::type`: a name inside a type that is not a plain path. */
  | { readonly kind: "scope"; readonly object: Expr; readonly name: string; readonly span: Span }
  /** `f<0>`, `Layout<Shape<_4>>`. */
  | { readonly kind: "template"; readonly callee: Expr; readonly args: readonly Arg[]; readonly span: Span }
  /** `f(x)`, also `T(x)`; `launch` holds `<<<…>>>`. */
  | {
      readonly kind: "call";
      readonly callee: Expr;
      readonly args: readonly Arg[];
      readonly launch?: readonly Expr[];
      readonly span: Span;
    }
  /** `T{…}`; `type` is absent for a bare `{…}`. */
  | { readonly kind: "construct"; readonly type?: Expr; readonly args: readonly Arg[]; readonly span: Span }
  /** `a.b`, `a->b`. `nameSpan` covers b. */
  | {
      readonly kind: "member";
      readonly object: Expr;
      readonly name: string;
      readonly nameSpan: Span;
      readonly span: Span;
    }
  | { readonly kind: "index"; readonly object: Expr; readonly args: readonly Arg[]; readonly span: Span }
  | {
      readonly kind: "slice";
      readonly lower?: Expr;
      readonly upper?: Expr;
      readonly step?: Expr;
      readonly span: Span;
    }
  | { readonly kind: "unary"; readonly op: string; readonly value: Expr; readonly span: Span }
  /** Operators as C++ writes them; Python adds `//`, `**`, `is`, `is not`, `in`, `not in`; `and`/`or` are `&&`/`||`. */
  | { readonly kind: "binary"; readonly op: string; readonly left: Expr; readonly right: Expr; readonly span: Span }
  | { readonly kind: "cond"; readonly test: Expr; readonly then: Expr; readonly else: Expr; readonly span: Span }
  | Lambda
  | Expand
  /** Python `(a, b)`, `[a, b]` and `{a, b}`, C++ brace lists are `construct`. */
  | { readonly kind: "tuple"; readonly items: readonly Arg[]; readonly list: boolean | "set"; readonly span: Span }
  | {
      readonly kind: "dict";
      readonly entries: readonly { readonly key?: Expr; readonly value: Expr }[]; // Without a key: `**value`.
      readonly span: Span;
    }
  | {
      readonly kind: "comprehension";
      readonly element: Expr;
      readonly clauses: readonly { readonly target: Pattern; readonly iter: Expr; readonly tests: readonly Expr[] }[];
      readonly list: boolean;
      readonly span: Span;
    }
  | { readonly kind: "typeof"; readonly of: Expr; readonly span: Span } // `decltype(e)`.
  /** `T*`; references and cv-qualifiers are dropped. */
  | { readonly kind: "pointer-type"; readonly of: Expr; readonly span: Span }
  | { readonly kind: "sizeof"; readonly of: Expr; readonly span: Span }
  /** `(T)x`, `static_cast<T>(x)`, `reinterpret_cast<T>(x)`: `how` is the keyword, "c" for the first. */
  | {
      readonly kind: "cast";
      readonly how: string;
      readonly type: Expr;
      readonly value: Expr;
      readonly span: Span;
    }
  /** `x = e`, `x += e`, `++x` inside an expression; as a statement it is wrapped in `expr`. `op` is "" or the operator; `givesBefore`: `x++`. */
  | {
      readonly kind: "assign";
      readonly target: Pattern;
      readonly op: string;
      readonly value: Expr;
      readonly givesBefore?: boolean;
      readonly span: Span;
    }
  /** What lowering does not understand. `reads` are expressions inside it that are still worth a fact. */
  | { readonly kind: "opaque"; readonly why: string; readonly reads: readonly Expr[]; readonly span: Span };

export type Pattern =
  | { readonly kind: "bind"; readonly name: string; readonly span: Span; readonly note?: Note }
  | { readonly kind: "unpack"; readonly items: readonly Pattern[]; readonly star?: number; readonly span: Span }
  | { readonly kind: "place"; readonly expr: Expr; readonly span: Span; readonly note?: Note };

// ---- statements ----------------------------------------------------------------------------------------------------

export type Block = readonly Stmt[];

type Open = { readonly condition: string; readonly names: readonly string[]; readonly within?: true };

export type Stmt =
  /** A C++ declaration, or a class field. Python assignments are `expr` holding `assign`. */
  | {
      readonly kind: "let";
      readonly target: Pattern;
      readonly type?: Expr;
      readonly init?: Expr;
      /** Array extents of `T x[N][M]`. */
      readonly dims: readonly Expr[];
      /** `static`, `constexpr`, `const`, `__shared__`, `extern`, `reference`, `bit-field`, … as written. */
      readonly attributes: readonly string[];
      readonly alignas?: readonly Expr[];
      readonly note?: Note;
      readonly span: Span;
    }
  /** `using X = T`, `typedef T X`. */
  | {
      readonly kind: "alias";
      readonly name: string;
      readonly nameSpan: Span;
      readonly typeParams: readonly TypeParam[];
      readonly type: Expr;
      readonly note?: Note;
      readonly span: Span;
    }
  | { readonly kind: "expr"; readonly value: Expr; readonly note?: Note; readonly span: Span }
  | {
      readonly kind: "if";
      readonly test: Expr;
      /** `if constexpr`, `if cutlass.const_expr(…)`. */
      readonly constexpr: boolean;
      readonly then: Block;
      readonly else: Block;
      readonly span: Span;
    }
  /** Python `for`, C++ range-for. */
  | {
      readonly kind: "for";
      readonly target: Pattern;
      readonly iter: Expr;
      readonly body: Block;
      readonly else: Block;
      readonly span: Span;
    }
  | {
      readonly kind: "c-for";
      readonly init: Block;
      readonly test?: Expr;
      readonly step?: Expr;
      readonly body: Block;
      readonly span: Span;
    }
  | {
      readonly kind: "while";
      readonly test: Expr;
      readonly body: Block;
      readonly else: Block;
      readonly atLeastOnce: boolean; // `do … while`.
      readonly constexpr?: true; // `while cutlass.const_expr(…)`.
      readonly span: Span;
    }
  | {
      readonly kind: "switch";
      readonly subject: Expr;
      readonly cases: readonly { readonly tests: readonly Expr[]; readonly isDefault: boolean; readonly body: Block }[];
      readonly span: Span;
    }
  | { readonly kind: "return"; readonly value?: Expr; readonly span: Span }
  /** Ends the flow without a value: `raise`, `throw`, `abort()`. */
  | { readonly kind: "raise"; readonly value?: Expr; readonly span: Span }
  | { readonly kind: "break"; readonly span: Span }
  | { readonly kind: "continue"; readonly span: Span }
  /** `open`: a branch of an `#if` that nobody decides: no scope; `names` behind it rest on the condition, `within` all of it does. */
  | { readonly kind: "block"; readonly body: Block; readonly open?: Open; readonly span: Span }
  /** A nested function, class or import. Spans inside count from the enclosing item all the same. */
  | { readonly kind: "item"; readonly item: Item; readonly span: Span }
  /** `static_assert`, `CUTE_STATIC_ASSERT_V`, Python `assert`. */
  | {
      readonly kind: "assert";
      readonly test: Expr;
      readonly static: boolean;
      readonly message?: string;
      readonly span: Span;
    }
  | {
      readonly kind: "with";
      readonly items: readonly { readonly value: Expr; readonly target?: Pattern }[];
      readonly body: Block;
      readonly span: Span;
    }
  /** `try`: the body may stop anywhere; handlers are alternatives. */
  | {
      readonly kind: "try";
      readonly body: Block;
      readonly handlers: readonly Block[];
      readonly finally: Block;
      readonly span: Span;
    }
  | Outer
  | Opaque;
