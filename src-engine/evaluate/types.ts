// The values that only a program has: types, functions, classes, objects, modules.
import type { ClassItem, FunctionCore, FunctionItem } from "../ir.ts";
import type { Value } from "../value.ts";

/** A type, known by the value of `T{}`; `name` is the spelling where the value says too little. */
export interface TypeValue {
  readonly kind: "type";
  readonly of: Value;
  readonly name?: string;
}

/** A scope: names to values, with the scope around it. Lives during an evaluation. */
export interface Scope {
  readonly parent?: Scope;
  readonly names: Map<string, Value>;
}

export interface FunctionValue {
  readonly kind: "function";
  readonly name: string;
  readonly code: FunctionCore | FunctionItem;
  readonly scope: Scope;
  /** The object a method is bound to. */
  readonly self?: Value;
  /** Explicit template arguments given so far. */
  readonly targs: readonly Value[];
  /** The file it is declared in. */
  readonly file: string;
}

/** A library function or type of the dialect, by its own name: `make_layout`, `Int`. */
export interface BuiltinValue {
  readonly kind: "builtin";
  readonly name: string;
  readonly self?: Value;
  readonly targs: readonly Value[];
}

export interface ClassValue {
  readonly kind: "class";
  readonly item: ClassItem;
  readonly scope: Scope;
  readonly targs: readonly Value[];
  readonly file: string;
}

/** An instance of a class, a struct of parameters, a namespace-like record. `fields` changes while the program runs. */
export interface ObjectValue {
  readonly kind: "object";
  readonly type?: ClassValue;
  readonly name: string;
  readonly fields: Map<string, Value>;
}

export interface ModuleValue {
  readonly kind: "module";
  readonly name: string;
}

export interface RangeValue {
  readonly kind: "range";
  readonly start: Value;
  readonly stop: Value;
  readonly step: Value;
  /** `range_constexpr`: unrolled. */
  readonly static: boolean;
}

export interface DictValue {
  readonly kind: "dict";
  readonly entries: readonly (readonly [Value, Value])[];
}

/** A join of branches: up to four values, each with the condition under which it holds. */
export interface AlternativesValue {
  readonly kind: "alternatives";
  readonly options: readonly { readonly when: string; readonly value: Value }[];
}

export type ProgramValue =
  | TypeValue
  | FunctionValue
  | BuiltinValue
  | ClassValue
  | ObjectValue
  | ModuleValue
  | RangeValue
  | DictValue
  | AlternativesValue;
