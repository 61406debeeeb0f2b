// Python classes that the program makes while it runs: `type("S", (Base,), {"x": 1})` and `make_dataclass("Params", fields)`.
//
// Such a class is an item like a written one, whose types, defaults and bases are names of a scope of its own. It stands
// nowhere in the source: nothing in it leaves a fact.

import { unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { evaluateArguments } from "../../../../../src-engine/interpret/call.ts";
import { evaluate } from "../../../../../src-engine/interpret/expression.ts";
import { hash } from "../../../../../src-engine/interpret/instance.ts";
import { valueKey } from "../../../../../src-engine/interpret/key.ts";
import { nowhere } from "../../../../../src-engine/interpret/record.ts";
import { newScope } from "../../../../../src-engine/interpret/scope.ts";
import { itemsOf } from "../../../../../src-engine/interpret/sequence.ts";
import type { Frame } from "../../../../../src-engine/interpret/session.ts";
import type { Arg, ClassItem, Expr, Span, StatementItem } from "../../../../../src-engine/program/ir.ts";
import { lastName } from "../../../../../src-engine/program/last-name.ts";
import type { ClassValue } from "../../../../../src-engine/program/values.ts";

/** A field or attribute of a class in the making. */
interface Part {
  readonly name: string;
  readonly type?: Value;
  readonly value?: Value;
}

/** The class that such a call makes; undefined for any other call. */
export function madeClass(frame: Frame, expr: Expr & { kind: "call" }): Value | undefined {
  const { callee, args } = expr;
  const name = lastName(callee);
  const isType = callee.kind === "name" && name === "type" && args.length === 3;
  if (!isType && name !== "make_dataclass") return undefined;
  const given = evaluateArguments(frame, args);
  const positional = given?.filter((one) => one.name === undefined).map((one) => one.value) ?? [];
  const bases = isType ? positional[1] : (given?.find((one) => one.name === "bases")?.value ?? noBases);
  const [called, , namespace] = positional;
  const parts = isType ? partsOf(namespace) : fieldsOf(frame, expr, positional[1]);
  if (called?.kind !== "text" || bases?.kind !== "tuple" || parts === undefined) {
    return unknown("a class of which not everything is known");
  }
  return newClass(frame, called.value, bases.items, parts);
}

const noBases: Value = { kind: "tuple", items: [] };

/** The namespace of `type(…)`: attributes, and fields by `__annotations__`. */
function partsOf(namespace: Value | undefined): readonly Part[] | undefined {
  if (namespace?.kind !== "dict") return undefined;
  const parts: Part[] = [];
  for (const [key, value] of namespace.entries) {
    if (key.kind !== "text") return undefined;
    if (key.value !== "__annotations__") parts.push({ name: key.value, value });
    else if (value.kind !== "dict") return undefined;
    else
      for (const [name, type] of value.entries) {
        if (name.kind !== "text") return undefined;
        parts.push({ name: name.value, type });
      }
  }
  return parts;
}

/** `(name, type)` or `(name, type, default)` each. */
function fieldsOf(frame: Frame, expr: Expr & { kind: "call" }, fields: Value | undefined): readonly Part[] | undefined {
  if (evaluate(frame, expr.callee).kind !== "builtin" || fields === undefined) return undefined;
  const parts: Part[] = [];
  for (const field of itemsOf(fields) ?? [unknown("a field")]) {
    const [name, type, value] = field.kind === "tuple" ? field.items : [];
    if (name?.kind !== "text" || type === undefined) return undefined;
    parts.push({ name: name.value, type, ...(value === undefined ? {} : { value }) });
  }
  return parts;
}

export function newClass(frame: Frame, name: string, bases: readonly Value[], parts: readonly Part[]): ClassValue {
  const scope = newScope(frame.scope);
  const { identities } = frame.session;
  const named = (what: string, value: Value): Expr => {
    scope.names.set(`<${what}>`, value);
    return { kind: "name", path: [`<${what}>`], span };
  };
  const key = (value: Value | undefined): string =>
    value === undefined ? "-" : valueKey(identities, value, "content");
  const content = [...bases.map(key), ...parts.map((one) => `${one.name}:${key(one.type)}=${key(one.value)}`)].join(
    ",",
  );
  const item: ClassItem = {
    kind: "class",
    id: `${nowhere} ${name} ${hash(content)}`,
    name,
    nameSpan: span,
    scope: [],
    hash: hash(content),
    presets: [],
    typeParams: [],
    bases: bases.map((one, i): Arg => ({ value: named(`base ${i}`, one) })),
    members: parts.map((one) => memberOf(one, named)),
    attributes: [],
  };
  return { kind: "class", item, scope, targs: [], file: frame.file.file, within: nowhere };
}

const span: Span = { start: 0, end: 0 };

function memberOf(part: Part, named: (what: string, value: Value) => Expr): StatementItem {
  const { name, type, value } = part;
  return {
    kind: "statement",
    id: `${nowhere} ${name}`,
    name,
    nameSpan: span,
    scope: [],
    hash: "",
    presets: [],
    statement: {
      kind: "let",
      target: { kind: "bind", name, span },
      ...(type === undefined ? {} : { type: named(`type ${name}`, type) }),
      ...(value === undefined ? {} : { init: named(`value ${name}`, value) }),
      dims: [],
      attributes: type === undefined ? ["static"] : [],
      span,
    },
  };
}
