// The values that only a program has: types, functions, classes, objects, modules.

import type { Value } from "../algebra/value.ts";
import type { ClassInstance } from "../interpret/session.ts";
import type { Condition } from "./condition.ts";
import type { ClassItem, Expr, FunctionCore, FunctionItem, ItemId, Span } from "./ir.ts";

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
  /** Where each name was declared and as what type; also names declared without a value yet. */
  readonly declared: Map<string, Declaration>;
  /** Names whose values rest on a branch of an `#if` that nobody decides, and which branch. */
  readonly doubts?: Map<string, readonly string[]>;
  /** Names that stand for another place (`auto& x = y`). */
  readonly aliases?: Map<string, { readonly scope: Scope; readonly name: string }>;
  /** A scope that finds its names on demand: a class or a file. Asked after `names`. */
  readonly find?: (name: string) => Value | undefined;
  /** Of the scope by which a method sees its object's fields: the object. */
  readonly self?: ObjectValue;
}

export interface Declaration {
  readonly item: ItemId;
  readonly span: Span;
  readonly type?: Value;
  /** The same of a local variable, as it is written. */
  readonly written?: Expr;
  /** `const`, `constexpr`: nothing writes it. */
  readonly constant?: true;
  /** `T* p`, `auto p = &x`: assigning it makes it another name of what it is assigned. */
  readonly pointer?: true;
  /** `T a[N]`, which `sizeof` takes whole. */
  readonly array?: true;
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
  /** The item that holds its code: its own id, or that of the function around a lambda. */
  readonly item: ItemId;
  /** Of a closure where defaults are evaluated with its definition: what each parameter is that no call gives. */
  readonly defaults?: readonly (Value | undefined)[];
  /** Of a closure: a word for its code that is the same as long as the text of its item and its place there are. */
  readonly place?: string;
  /** A `mutable` lambda: a copy of it has copies of what it captures. */
  readonly mutable?: true;
  /** An alias template: giving it template arguments calls it. */
  readonly isAlias?: true;
  /** The function itself, which its decorators are given. */
  readonly undecorated?: true;
  /** The class instance it is a member of. */
  readonly owner?: ClassInstance;
  /** Further declarations of the same name (overloads, specialisations), in source order. */
  readonly overloads?: readonly FunctionValue[];
}

/** A lambda or nested function: it sees the names of the function around it. */
export const isClosure = ({ code, item }: FunctionValue): boolean => !("id" in code) || item !== code.id;

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
  /** For a class inside a class: the key of the instance around it. */
  readonly outer?: string;
  /** For a class inside a function: the item from whose start its spans count. */
  readonly within?: ItemId;
  /** Partial specialisations of the same name. */
  readonly overloads?: readonly ClassValue[];
}

/** An instance of a class, a struct of parameters, a namespace-like record. `fields` changes while the program runs. */
export interface ObjectValue {
  readonly kind: "object";
  readonly type?: ClassValue;
  readonly name: string;
  readonly fields: Map<string, Value>;
  /** Of a type of the library, where its size is known; `empty` names a class without data, which takes no room as a base. */
  readonly size?: { readonly bytes: number; readonly align: number; readonly empty?: string };
  /** Bytes from the start of the outermost object that this one is a part of. */
  readonly within?: number | "unknown";
  /** Made elsewhere: fields that nothing here has set may hold anything of their types, whatever their initialisers say. */
  readonly foreign?: true;
  /** Of the library: the class template whose instance it models. */
  readonly stands?: Standing;
  /** The fields are those of one run of many: a command line's defaults. */
  readonly ofOneRun?: true;
}

/** A class template by its qualified name, with its arguments in order or by the names of its parameters. */
export interface Standing {
  readonly path: readonly string[];
  readonly targs: readonly Value[] | ReadonlyMap<string, Value>;
}

export interface ModuleValue {
  readonly kind: "module";
  readonly name: string;
  /** Set for a module of the project. */
  readonly file?: string;
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
  readonly options: readonly Option[];
}

/** `under` must all hold for `value`; `when` is the same in words. */
export interface Option {
  readonly when: string;
  readonly under: readonly Condition[];
  readonly value: Value;
  /** Stands for all those that are not kept apart: there are more than the options before it. */
  readonly further?: true;
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
