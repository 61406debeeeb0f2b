// What code of one language does and that of the other does not: written in `languages/<language>/semantics`.
//
// Each is asked where the evaluator would do what both languages do; undefined, or no such entry, leaves it at that.

import type { Int, Machine, Unknown, Value } from "../algebra/value.ts";
import type { Expand } from "../program/expand.ts";
import type { StoragePart } from "../program/facts.ts";
import type { ClassItem, Expr, FunctionCore, StatementItem } from "../program/ir.ts";
import type { ClassValue, FunctionValue, ObjectValue } from "../program/values.ts";
import type { Site } from "./call.ts";
import type { CallArgument } from "./dialect.ts";
import type { FileScope } from "./file-scope.ts";
import type { ClassInstance, Frame, Session } from "./session.ts";

export type Protocol = "enter" | "truth" | "set item" | "trace" | { readonly setAttribute: string };

export interface Semantics {
  /** Does a block have names of its own? Else every assignment makes its name in the function. */
  readonly blockScopes: boolean;
  /** Does a declared type decide what a variable, field or parameter becomes? Else it is a note. */
  readonly typed: boolean;
  /** Are objects values, which assigning copies and only a reference shares? */
  readonly valueObjects: boolean;
  /** Does a method name the members of its object alone? */
  readonly implicitThis: boolean;
  /** Are kernels traced: does plain code of the host run first, and call them? */
  readonly traced: boolean;
  /** Does a trace keep the numbers of a parameter that is declared so? */
  keptByTrace?(type: Expr): boolean;
  /** Whose operations compute: those of CuTe's C++ library or of CuTe DSL. */
  readonly operations: "cpp" | "dsl";
  /** Are there templates, which their uses bind? */
  readonly templates: boolean;
  /** Does a file see all that the files declare which it includes? Else it is a module, which runs, and sees what it imports. */
  readonly includes: boolean;
  /** Is there a None, which has no members, and which a function gives that comes to its end? */
  readonly none: boolean;
  /** Are addresses values, compared and indexed? */
  readonly pointers: boolean;
  /** Is each value true or false? Else numbers, texts and pointers are. */
  readonly everyTruth: boolean;
  /** Does the library's own `==` say whether two things are one, before anything else does? */
  readonly libraryEquality: boolean;
  /** Is a quotient of floating point, and has a remainder the sign of the divisor? */
  readonly trueDivision: boolean;
  /** Are classes objects too, with attributes to set and items to ask for? */
  readonly classObjects: boolean;
  /** Where a module of this name of the package lies whose own file is the first; empty where that is no package's. */
  modulesOf?(path: string, name: string): readonly string[];
  /** Between the names of scopes: `::`, `.`. */
  readonly separator: string;
  readonly callOperator: string;
  readonly indexOperator: string;
  constructorOf(cls: ClassItem): string;
  /** Methods that make an object where each has a name of its own, in the order in which they run. */
  readonly makers: readonly string[];
  /** A literal; `machine` is the type that its suffix or digits give it in C++. */
  integer(value: number, machine?: Machine): Value;
  truth(value: boolean): Int;
  /** `None`, `nullptr`. */
  readonly nothing: Value;
  /** A call that changes or reads a container of the language, tests a type, or makes a class: `xs.append(y)`, `isinstance(x, T)`. */
  nativeCall?(frame: Frame, expr: Expr & { kind: "call" }): Value | undefined;
  /** `a and b`, where it is not their truth but one of them. */
  logical?(frame: Frame, expr: Expr & { kind: "binary" }): Value;
  /** Gives an object the fields of what a base class of the library makes of the arguments; false where none does. */
  madeByBase?(
    frame: Frame,
    object: ObjectValue,
    instance: ClassInstance,
    args: readonly CallArgument[],
    site: Site,
  ): boolean;
  /** Which declarations of a class are fields of its objects; without an entry all are that are not the class's alone. */
  readonly dataFields?: DataFields;
  /** The bound method that `super().f` names. */
  superMethod?(frame: Frame, callee: Expr): Value | undefined;
  /** What a function gives that takes a kernel and its arguments. */
  launched?(frame: Frame, name: string, args: readonly CallArgument[], site: Site): Value | undefined;
  /** `a + b` by the class of one of them. */
  ownOperator?(frame: Frame, op: string, left: Value, right: Value): Value | undefined;
  /** What an object's class makes of a `with` on it, of its truth, of setting an item or an attribute, of tracing; else undefined. */
  ownProtocol?(frame: Frame, object: ObjectValue, of: Protocol, args: readonly Value[]): Value | undefined;
  /** What an object's own conversion to a type gives. */
  objectAs?(frame: Frame, object: ObjectValue, type: string): Value | undefined;
  /** A returned value by what the function's annotation says of it. */
  returned?(frame: Frame, value: Value, expr: Expr): Value;
  /** A class template made of values, with the arguments that they deduce. */
  deducedClass?(frame: Frame, cls: ClassValue, args: readonly CallArgument[]): ClassValue;
  /** What a class's decorators make of it. */
  decorated?(frame: Frame, cls: ClassValue): Value;
  /** What a function's decorators make of it, to be called with the object of a method as the first argument. */
  decoratedFunction?(frame: Frame, fn: FunctionValue): Value | undefined;
  /** What functions change that outlives their calls, where nobody knows which of them ran last. */
  readonly sharedState?: SharedState;
  /** Once for a class, when it is first met. */
  classMade?(frame: Frame, instance: ClassInstance): void;
  /** What every class has, `C.__name__`, and every object, `x.__class__`. */
  classAttribute?(frame: Frame, cls: ClassValue, name: string): Value | undefined;
  objectAttribute?(frame: Frame, object: ObjectValue, name: string): Value | undefined;
  /** A class's field that has a type and no value; without an entry it is a variable of its type. */
  fieldWithoutValue?(frame: Frame, statement: StatementItem["statement"] & { kind: "let" }): Value | undefined;
  /** A field's value with where it lies in its object. */
  placedField?(frame: Frame, object: ObjectValue, instance: ClassInstance, name: string, value: Value): Value;
  /** Storage with all its fields, each with where it lies. */
  laidOut?(storage: ObjectValue): ObjectValue;
  /** A pattern over parameter packs, and its fold. */
  expand?(frame: Frame, expr: Expand): Value;
  /** Is the type of a template's value parameter the name of a concept? Then the parameter is a type. */
  isConcept?(type: Value): boolean;
  /** The overloads that no condition of theirs switches off for these arguments. */
  enabled?(
    frame: Frame,
    overloads: readonly FunctionValue[],
    targs: readonly Value[],
    args: readonly CallArgument[],
  ): readonly FunctionValue[];
  /** `sizeof`. */
  sizeOf?(frame: Frame, of: Expr): Value;
  /** What a class, or an array of elements, takes in memory, field by field. */
  storageOf?(frame: Frame, type: Value): StorageSize | Unknown;
}

/** Names of a file, attributes of classes and defaults that functions change: what is not known of them any more says so. */
export interface SharedState {
  /** After a statement of the file. */
  forgetGlobals(file: FileScope): void;
  /** After the statement of a class that gives the name its first value. */
  forgetOfClass(frame: Frame, name: string): void;
  /** Is the attribute of a class of the file set by functions? */
  isSetByFunctions(file: FileScope, attribute: string): boolean;
  /** A parameter's default, which may be one list for all calls. */
  defaultOf(code: FunctionCore, name: string, value: Value): Value;
}

/** Of a class whose constructor follows from its fields. */
export interface DataFields {
  isField(item: StatementItem): boolean;
  /** An argument of the constructor gives it. */
  isGiven(item: StatementItem): boolean;
  /** What it is given is handed on to the class's own initialisation, and not kept. */
  isInitOnly(item: StatementItem): boolean;
}

/** What something takes in memory. */
export interface StorageSize {
  readonly bytes: number;
  readonly parts: readonly StoragePart[];
}

/** What code of the file's language does. */
export const semanticsOf = ({ program }: Session, { linked }: FileScope): Semantics =>
  program.dialect(linked.unit.language).semantics;

/** The same of the target. */
export const semanticsOfTarget = ({ program }: Session): Semantics | undefined => {
  const language = program.units.get(program.target)?.unit.language;
  return language && program.dialect(language).semantics;
};
