// Assigning: to a name, to several names at once, to a member, to an item of a list.
//
// Each name bound this way leaves a fact at its place. Writing an element of a tensor changes no layout.

import { isInt } from "../algebra/int/int.ts";
import { listOf, tuple, tupleLike, unknown, type Value } from "../algebra/value.ts";
import type { Expr, Pattern, Span } from "../program/ir.ts";
import { lastName } from "../program/last-name.ts";
import { eachNode } from "../program/nodes.ts";
import type { ClassValue, ObjectValue } from "../program/values.ts";
import { writeThrough } from "./address.ts";
import { assignThrough } from "./assign-through.ts";
import { castElement } from "./cast.ts";
import { basesOf, classInstance, classMember } from "./class.ts";
import { constructObject } from "./construct.ts";
import { copyObject } from "./copy.ts";
import { withKey } from "./equality.ts";
import { evaluate } from "./expression.ts";
import { typedField } from "./field.ts";
import { fileScope, variableCell } from "./files.ts";
import { changeName, forgetTwins } from "./in-place.ts";
import { lift } from "./join.ts";
import { write } from "./journal.ts";
import { localValue } from "./local-names.ts";
import { isNull, nullLike } from "./null-pointer.ts";
import { causeOf } from "./operator.ts";
import { recordVariable } from "./record.ts";
import { noteRewritten } from "./rewritten.ts";
import { assignName, declarationOf, declare, find, namesPointer, setName } from "./scope.ts";
import { itemsOf } from "./sequence.ts";
import type { Frame } from "./session.ts";
import { silently } from "./silent.ts";
import { freeSymbolOf } from "./symbol.ts";
import { itemNamed } from "./unknown-items.ts";

export type How = "declares" | "assigns" | "silently";

/** Assigns to what stands on the left of `=`. */
export function assignTo(frame: Frame, target: Pattern, value: Value, source: Expr | undefined): void {
  bindPattern(frame, target, assigned(frame, target, value, source), "assigns", source);
}

/** `a = b` of objects in C++: a is a copy. Of pointers it is another name of the same thing. */
function assigned(frame: Frame, target: Pattern, value: Value, source: Expr | undefined): Value {
  if (target.kind === "bind" && isRunNumber(frame, value)) return asDeclared(frame, target.name, value);
  if (target.kind === "bind" && value.kind === "unknown" && frame.dialect.semantics.typed)
    return countOf(frame, target) ?? value;
  if (isNull(value) && target.kind === "bind") return nullLike(find(frame.scope, target.name)?.value ?? value, value);
  if (!frame.dialect.semantics.valueObjects || value.kind !== "object" || source?.kind !== "name") return value;
  if (target.kind !== "bind") return value;
  const isPointer = [[target.name], source.path].some((path) => namesPointer(frame, { path }));
  return isPointer ? value : copyObject(value);
}

const isRunNumber = ({ dialect }: Frame, value: Value): boolean =>
  dialect.semantics.typed && (value.kind === "float" || (value.kind === "num" && value.know === "dynamic"));

/** What a variable of C++ keeps of a number: `int i = 0; i = 2.7;`, `uint8_t b = 250; b += 10;`. */
function asDeclared(frame: Frame, name: string, value: Value): Value {
  const type = typeOf(frame, name);
  return type?.kind === "dtype" && type.family !== "other" ? castElement(frame, type, value) : value;
}

function typeOf(frame: Frame, name: string): Value | undefined {
  const declared = declarationOf(frame.scope, name);
  const { written } = declared ?? {};
  return declared?.type ?? (written === undefined ? undefined : silently(frame, () => evaluate(frame, written)));
}

/** `int m = 4096; if (argc > 1) m = atoi(argv[1]);`: some number, as the declaration says. */
function countOf(frame: Frame, { name, span }: Pattern & { kind: "bind" }): Value | undefined {
  const type = typeOf(frame, name);
  const isCount = type?.kind === "dtype" && (type.family === "int" || type.family === "uint");
  return isCount ? freeSymbolOf(frame, name, span.start) : undefined;
}

export function bindPattern(frame: Frame, target: Pattern, value: Value, how: How, source?: Expr): void {
  switch (target.kind) {
    case "bind":
      return bindName(frame, target, value, how, source?.span);
    case "unpack":
      return unpack(frame, target, value, how);
    case "place":
      return assignPlace(frame, target.expr, value, how, source?.span);
    default: {
      const never: never = target;
      return never;
    }
  }
}

function bindName(
  frame: Frame,
  target: Pattern & { kind: "bind" },
  given: Value,
  how: How,
  source: Span | undefined,
): void {
  const value = how === "declares" ? localValue(frame, given, target.name) : given;
  if (how === "assigns") assignName(frame, target.name, value);
  else {
    declare(frame.scope, target.name, frame.item, target.span);
    setName(frame.session, frame.scope, target.name, value);
  }
  if (how === "assigns" && !frame.dialect.semantics.blockScopes && !frame.functionScope.declared.has(target.name)) {
    declare(frame.functionScope, target.name, frame.item, target.span);
  }
  if (how !== "silently") {
    recordVariable(frame, { name: target.name, span: target.span, value, role: "variable", source, note: target.note });
  }
}

/** The name as a place: in Python only what it holds changes. */
function changeNamed(frame: Frame, name: string, span: Span, value: Value, source: Span | undefined): void {
  if (frame.dialect.semantics.blockScopes || !changeName(frame, name, value))
    return bindName(frame, { kind: "bind", name, span }, value, "assigns", source);
  recordVariable(frame, { name, span, value, role: "variable", source });
}

/** C++: `ns::x = v`. */
function setQualified({ session, file }: Frame, path: readonly string[], value: Value): void {
  const cell = variableCell(session, file, path);
  if (cell === undefined) return;
  write(session.journal, cell.cells, cell.name, value);
  if (cell.of !== file) noteRewritten(session, cell.name);
}

function unpack(frame: Frame, target: Pattern & { kind: "unpack" }, value: Value, how: How): void {
  const { items, star } = target;
  for (let i = 0; i < items.length; i++) {
    const part = lift(frame, [value], "the item", ([one]) => partOf(frame, one!, i, items.length, star));
    bindPattern(frame, items[i]!, part, how);
  }
}

function partOf(frame: Frame, value: Value, i: number, count: number, star: number | undefined): Value {
  if (value.kind === "unknown" && value.items !== undefined && star === undefined)
    return itemNamed(frame, value.items, i);
  const first = value.kind === "unknown" && star === undefined ? value.first?.[i] : undefined;
  if (first !== undefined) return first;
  const parts = value.kind === "object" ? [...value.fields.values()] : itemsOf(value);
  if (parts === undefined) return unknown("part of something whose parts are not known", causeOf(value));
  if (star === undefined) {
    return parts.length === count ? parts[i]! : unknown(`${parts.length} values for ${count} names`);
  }
  const rest = parts.length - (count - 1);
  if (rest < 0) return unknown("too few values for the names");
  if (i < star) return parts[i]!;
  return i === star ? listOf(parts.slice(star, star + rest)) : parts[i + rest - 1]!;
}

function assignPlace(frame: Frame, place: Expr, value: Value, how: How, source: Span | undefined): void {
  switch (place.kind) {
    case "name":
      if (place.path.length === 1) changeNamed(frame, place.path[0]!, place.span, value, source);
      else setQualified(frame, place.path, value);
      return;
    case "member":
      return assignMember(frame, place, value, how, source);
    case "index":
      return assignItem(frame, place, value);
    case "call":
      return assignThrough(frame, place, value, (whole, after) => assignPlace(frame, whole, after, "silently", source));
    case "unary":
      if (place.op !== "*" || writesThrough(frame, place.value, value)) return;
      // *p = v: what p points to is an object that stands for itself.
      return assignPlace(frame, place.value, value, "silently", source);
    case "tuple":
      return unpack(
        frame,
        {
          kind: "unpack",
          items: place.items.map((one) => ({ kind: "place", expr: one.value, span: one.value.span })),
          span: place.span,
        },
        value,
        how,
      );
    default:
      return;
  }
}

/** `*p = v` where p leads to a variable, or to one of several. */
function writesThrough(frame: Frame, pointer: Expr, value: Value): boolean {
  const to = evaluate(frame, pointer);
  if (to.kind !== "alternatives") return to.kind === "pointer" ? writeThrough(frame, to, value) || true : false;
  const cells = to.options.flatMap((one) => (one.value.kind === "pointer" ? [one.value] : []));
  for (const one of cells) writeThrough(frame, one, unknown("it may be written through a pointer"));
  return cells.length > 0;
}

function assignMember(
  frame: Frame,
  place: Expr & { kind: "member" },
  given: Value,
  how: How,
  source: Span | undefined,
): void {
  const object = evaluate(frame, place.object);
  if (object.kind === "object" && isInitialised(frame, place) && initialisedBase(frame, object, place, given)) return;
  const targets = object.kind === "alternatives" ? object.options.map((one) => one.value) : [object];
  const value = typedField(frame, targets[0]!, place.name, given);
  for (const one of targets) {
    if (one.kind === "class" && frame.dialect.semantics.classObjects) setOnClass(frame, one, place.name, value);
    if (one.kind === "module" && one.file !== undefined) setOnModule(frame, one.file, place.name, value);
    if (one.kind !== "object") continue;
    const certain = targets.length === 1;
    const own = frame.dialect.semantics.ownProtocol?.(frame, one, { setAttribute: place.name }, [value]);
    const left = own ?? (certain ? value : unknown(`${place.name} may be written`));
    write(frame.session.journal, one.fields, place.name, left);
  }
  const after = frame.dialect.withMember?.(object, place.name, value);
  if (after !== undefined) assignPlace(frame, place.object, after, "silently", undefined);
  if (how === "silently" || object.kind !== "object") return;
  const owner = place.object.kind === "name" ? `${place.object.path.join("::")}.` : "";
  recordVariable(frame, { name: owner + place.name, span: place.nameSpan, value, role: "member", source });
}

/** `this->a` of `: a(x)`, and of any other write through `this`. */
const isInitialised = ({ dialect }: Frame, { object }: Expr & { kind: "member" }): boolean =>
  dialect.semantics.implicitThis && object.kind === "name" && object.path[0] === "this";

/** `: Base(x)` and `: Own(x)` of a constructor: the object is what the other constructor makes. */
function initialisedBase(frame: Frame, object: ObjectValue, place: Expr & { kind: "member" }, given: Value): boolean {
  const base = object.type === undefined ? undefined : initialisedClass(frame, object.type, place.name);
  if (base === undefined) return false;
  const values = given.kind === "tuple" ? given.items : [given];
  const args = values.map((value) => ({ value, expr: place }));
  const made = constructObject(frame, base, args, { span: place.span, nameSpan: place.nameSpan, expr: place });
  if (made.kind === "object")
    for (const [name, value] of made.fields) write(frame.session.journal, object.fields, name, value);
  return true;
}

/** The class itself or a base by the name in the list of initialisers; undefined for a field. */
function initialisedClass(frame: Frame, cls: ClassValue, written: string): ClassValue | undefined {
  const name = written.split("<")[0]!.split("::").at(-1)!.trim();
  if (cls.item.members.some((one) => one.kind === "statement" && one.name === name && one.statement.kind === "let"))
    return undefined;
  if (name === cls.item.name) return cls;
  if (cls.item.bases.length === 0) return undefined;
  const instance = classInstance(frame, cls);
  const named = classMember(frame.session, instance, name);
  return basesOf(frame.session, instance).find(
    (one): one is ClassValue =>
      one.kind === "class" && (one.item.name === name || (named?.kind === "class" && named.item === one.item)),
  );
}

/** `C.x = v`: in a function nobody knows whose write is the last. */
function setOnClass(frame: Frame, cls: ClassValue, name: string, given: Value): void {
  const { scope, value } = classInstance(frame, cls);
  const file = frame.functionScope === frame.file.scope ? undefined : fileScope(frame.session, value.file);
  const isShared = file !== undefined && frame.dialect.semantics.sharedState?.isSetByFunctions(file, name) === true;
  if (file === undefined && !isPartOfClass(frame, cls, name, given)) noteRewritten(frame.session, name);
  write(frame.session.journal, scope.names, name, isShared ? unknown(`functions write ${name} of the class`) : given);
}

/** What a module that is imported gives its own class, once and in no other way, belongs to the class: a method in place of another, too. */
function isPartOfClass(
  { session, file }: Frame,
  { item, file: home }: ClassValue,
  name: string,
  given: Value,
): boolean {
  if (home !== file.file || session.program.roots.includes(home)) return false;
  const isMethod = given.kind === "function" || given.kind === "builtin" || given.kind === "unknown";
  if (!isMethod && item.members.some((one) => one.kind === "statement" && one.name === name)) return false;
  let times = 0;
  eachNode(file.linked.unit.items, (node) => {
    const { kind, target } = node as { readonly kind?: unknown; readonly target?: Pattern };
    if (kind === "assign" && target?.kind === "place" && target.expr.kind === "member" && target.expr.name === name)
      times += lastName(target.expr.object) === item.name ? 1 : 0;
  });
  return times === 1;
}

/** `module.x = v`: the same. */
function setOnModule(frame: Frame, path: string, name: string, given: Value): void {
  const names = fileScope(frame.session, path)?.scope.names;
  const isInFunction = frame.functionScope !== frame.file.scope;
  const value = isInFunction ? unknown(`functions write ${name} of the module`) : given;
  if (names === undefined || (isInFunction && names.get(name)?.kind === "unknown")) return;
  write(frame.session.journal, names, name, value);
  noteRewritten(frame.session, name);
}

/** `xs[i] = v` makes a new list in the list's place. */
function assignItem(frame: Frame, place: Expr & { kind: "index" }, value: Value): void {
  const object = evaluate(frame, place.object);
  if (object.kind === "tensor") evaluate(frame, place);
  if (object.kind === "object") {
    const given = place.args.map((one) => evaluate(frame, one.value));
    const index = given.length === 1 ? given[0]! : tuple(given);
    if (frame.dialect.semantics.ownProtocol?.(frame, object, "set item", [index, value]) !== undefined) return;
  }
  const at = place.args.length === 1 ? evaluate(frame, place.args[0]!.value) : undefined;
  const after = at === undefined ? undefined : withItem(frame, object, at, value);
  if (after !== undefined) assignPlace(frame, place.object, after, "silently", undefined);
  if (!frame.dialect.semantics.valueObjects) forgetTwins(frame, object, after ?? object);
}

function withItem(frame: Frame, object: Value, at: Value, value: Value): Value | undefined {
  if (object.kind === "tuple") {
    if (at.kind !== "num")
      return isInt(at) || at.kind === "unknown" || object.list === true
        ? unknown("items that are not known were written")
        : undefined;
    const place = at.value < 0 ? object.items.length + at.value : at.value;
    return tupleLike(
      object,
      object.items.map((one, i) => (i === place ? value : one)),
    );
  }
  if (object.kind !== "dict") return undefined;
  return withKey(frame, object, at, value) ?? unknown("an item under a key that is not known was written");
}
