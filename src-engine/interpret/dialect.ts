// What library names mean in a language: the only place where C++ and Python differ for the evaluator.
//
// A dialect turns a visible library name into a BuiltinValue and runs it; member access on library values goes
// through it too. It maps to the engine's ops and never looks at source text.
//
// How values stand for things, in both languages:
// - An element or scalar type (`float`, `half_t`, `int`, `bool`, `Float16`) is a DType value: a template argument, a cast `int(x)`, `T*`.
//   Every other type is a TypeValue whose `of` is the value of `T{}` (`_128`, `Layout<…>`, `Step<_1,X>`); `decltype(x)` is one too.
// - `None` is the underscore. Booleans are Num 0/1. C++ literals are dynamic numbers (known all the same), `Int<n>` makes them static.
// - The evaluator itself does: names, calls of the project's functions and classes, `T{}`/`T(x)` of TypeValue and DType, tuples, dicts, ranges,
//   strings, integer arithmetic and comparisons, alternatives (a dialect never sees one), casts, control flow.
// - A C++ array `T a[N]` and `__shared__ T a[N]` is a Pointer (space rmem or smem) with `base: "a"`.
import type { Context, Stop } from "../algebra/context.ts";
import type { DType, Int, Value } from "../algebra/value.ts";
import type { Expr, FunctionCore, Language, Param, Unit } from "../program/ir.ts";
import type { BuiltinValue } from "../program/values.ts";
import type { Semantics } from "./semantics.ts";

export interface CallArgument {
  readonly value: Value;
  readonly name?: string;
  readonly expr: Expr;
}

/** One call of a builtin: evaluated arguments, template arguments, and what an operation may do. */
export interface BuiltinCall {
  readonly name: string;
  readonly self?: Value;
  /** What a method is called of, with its expression: `thr_copy` of `thr_copy.partition_S(x)`. */
  readonly object?: CallArgument;
  readonly targs: readonly Value[];
  readonly args: readonly CallArgument[];
  readonly ctx: Context;
  /** The file that holds the call. */
  readonly unit?: Unit;
  /** The words that the script of the call is assumed to be run with, where some are assumed. */
  readonly commandLine?: readonly string[];
  /** Calls a value with plain arguments: for `transform`, `for_each`, `functools.partial`. */
  invoke(callee: Value, args: readonly Value[], named?: ReadonlyMap<string, Value>): Value;
  /** What the language's operator makes of two values: `operator.add(a, b)`, `plus{}(a, b)`. */
  binary(op: string, left: Value, right: Value): Value;
  /** A fresh symbol under this display name, unique to the place of the call. */
  symbol(name: string, options?: SymbolOptions): Value;
  /** Records the call as a CallFact under CuTe's own op name, with roles for its arguments. */
  record(op: string, args: readonly { readonly role: string; readonly argument: CallArgument }[]): void;
  /** The language refuses the call, and still it says what was meant: its value goes on, so that what follows is judged too. */
  refused(stop: Stop): void;
}

export interface SymbolOptions {
  /** What a function of the library gives: no variable of its name is the same. */
  readonly ofCall?: true;
  /** What a running thread knows of itself: the same wherever it is asked for. */
  readonly ofThread?: true;
  readonly divisor?: number;
  readonly width?: 32 | 64;
  /** CuTe DSL: certainly no tuple. */
  readonly isInteger?: true;
  /** CuTe DSL: no trace has its number. */
  readonly onlyRun?: true;
  /** Another symbol at every call, even of the same place: two tensors made alike have extents of their own. */
  readonly fresh?: true;
}

export interface Dialect {
  readonly language: Language;
  /** What the language's own code does that the other's does not. */
  readonly semantics: Semantics;
  /** A name that is visible without declaration in the unit (by its includes, usings, imports), or undefined. */
  lookup(unit: Unit, path: readonly string[]): Value | undefined;
  /** `x.name` on a library value (tensor.layout, tiled_mma.get_slice, cute.size), or undefined. */
  member(object: Value, name: string): Value | undefined;
  /** What a class has from a base class of the library that calls back into the class: `torch.autograd.Function.apply`. */
  inherited?(base: Value, name: string, member: (name: string) => Value | undefined): Value | undefined;
  /** Calls a builtin. A stop of the ctx is caught by the evaluator. */
  call(builtin: BuiltinValue, call: BuiltinCall): Value;
  /** The file of the program that says in the language itself what the library has on top of its operations. */
  readonly prelude?: string;
  /** The path in the prelude of a name that is visible in the unit. */
  preludePath?(unit: Unit, path: readonly string[]): readonly string[] | undefined;
  /** A function of the library that launchers start on the device: `device_kernel`. */
  isKernel?(name: string): boolean;
  /** A class template of the library that launches the kernel class it is given: `GemmUniversalAdapter<Kernel>`; the method it runs. */
  kernelOf?(name: string): string | undefined;
  /** The operation hands its arguments on as they are (`functools.partial`): alternatives among them need no trying out. */
  passesOn?(name: string): boolean;
  /** The dotted name of a library function that is written in the language itself: its source may lie in the user's environment. */
  helper?(name: string): string | undefined;
  /** Does the dialect say itself what a call of the library's name gives? */
  models?(name: string): boolean;
  /** A member of an enumeration of the library, `Enum.MEMBER`, whatever module it is in. */
  enumMember?(name: string): Value | undefined;
  /** `T<args>` on a library template: a type, or a builtin with targs. */
  instantiate(builtin: BuiltinValue, targs: readonly Value[], ctx: Context): Value;
  /** The template arguments of a library value, for deduction: `Layout<S,D>` from a layout gives [type of shape, type of stride]; `Int<N>`/`C<N>` gives [the number]. */
  unapply?(template: BuiltinValue, value: Value): readonly Value[] | undefined;
  /** The template that a value's type applies, and its arguments: for template template parameters. */
  applied?(value: Value): { readonly template: Value; readonly args: readonly Value[] } | undefined;
  /** A value that is certainly no `template<…>`, so that an overload for such is not meant. */
  contradicts?(template: BuiltinValue, value: Value): boolean;
  /** Templates that pick one of two types by a condition (`conditional_t`): the evaluator treats them as `?:`. */
  chooses?(name: string): boolean;
  /** Operators on library values: `a / b` of IntTuples, `not`, comparisons. Undefined: the evaluator's own. */
  binary?(op: string, left: Value, right: Value, ctx: Context): Value | undefined;
  /** `x[args]`: tensors, shapes, layouts. */
  index(object: Value, args: readonly Value[], ctx: Context): Value | undefined;
  /** Calls a library value that is neither function, class nor builtin: `cutlass.Float32(0)` (a dtype), a TypeValue. `call.self` is it. */
  construct?(callee: Value, call: BuiltinCall): Value | undefined;
  /** Writes `object.name = value` or `object[index] = value` on a library value; true when it has no effect worth keeping. */
  ignoresWrite?(object: Value, name: string): boolean;
  /** A library value after `object.name = value`, where that makes another value of it (`tensor.element_type = …`). */
  withMember?(object: Value, name: string, value: Value): Value | undefined;
  /** `x.name() = part` and `name<targs>(x) = part`, where the call refers to a part of x: what x is then. */
  withPart?(name: string, targs: readonly Value[], whole: Value, part: Value): Value | undefined;
  /** What a host value is inside traced code (a torch tensor is a tensor with a dynamic layout). Undefined: the same. */
  enter?(value: Value, name: string, symbol: (name: string, width?: 32 | 64) => Value): Value | undefined;
  /** What a parameter is that no caller binds: from its annotation (`annotation` is its value) and its uses in the body. Undefined: a fresh symbol. */
  parameter?(query: ParameterQuery): Parameter | undefined;
  /** A value that certainly is not what a parameter's annotation asks for: the call is stale or wrong. */
  refusesArgument?(annotation: Value, value: Value): boolean;
}

export interface ParameterQuery {
  readonly unit: Unit;
  readonly code: FunctionCore;
  readonly param: Param;
  readonly annotation?: Value;
  /** What nobody says is as in an example. */
  readonly isExample?: true;
  /** Tells what the example assumes of the parameter: `mA.rank = 3`. */
  said?(text: string): void;
  /** What element types are that nobody says, in an evaluation that takes them to be one. */
  element?(): DType | undefined;
  /** What a method of the class around gives when nothing is bound: for parameters that take its result. */
  own?(method: string): Value | undefined;
  /** A fresh symbol of this parameter under a display name; equal names give equal symbols. */
  symbol(
    name: string,
    options?: { readonly divisor?: number; readonly width?: 32 | 64; readonly isInteger?: true },
  ): Int;
}

export interface Parameter {
  readonly value: Value;
  /** What was assumed: "rank 3 from its use in local_tile". */
  readonly why: string;
}
