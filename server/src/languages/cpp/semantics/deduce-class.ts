// C++: `Pair p{a, b}` without template arguments: those that a constructor's parameters, or the fields of an aggregate, deduce.

import type { Value } from "../../../../../src-engine/algebra/value.ts";
import { matchArguments } from "../../../../../src-engine/interpret/bind.ts";
import { type Deduced, deduce } from "../../../../../src-engine/interpret/deduce.ts";
import type { CallArgument } from "../../../../../src-engine/interpret/dialect.ts";
import { fileScope } from "../../../../../src-engine/interpret/files.ts";
import { newScope } from "../../../../../src-engine/interpret/scope.ts";
import { type Frame, inner } from "../../../../../src-engine/interpret/session.ts";
import type { Expr, FunctionItem, Item, StatementItem, TypeParam } from "../../../../../src-engine/program/ir.ts";
import type { ClassValue } from "../../../../../src-engine/program/values.ts";

/** The class with the arguments deduced; as it is where it has some, or where they leave a parameter open. */
export function deducedClass(frame: Frame, cls: ClassValue, args: readonly CallArgument[]): ClassValue {
  const { typeParams } = cls.item;
  if (cls.targs.length > 0 || typeParams.length === 0 || args.length === 0) return cls;
  if (typeParams.some((one) => one.pack)) return cls;
  // `Pair q{p}` is a copy of p.
  const [only] = args;
  if (args.length === 1 && only?.value.kind === "object" && only.value.type?.item.id === cls.item.id)
    return only.value.type;
  for (const patterns of candidates(cls, args)) {
    const targs = targsOf(typeParams, deducedFrom(frame, cls, patterns));
    if (targs !== undefined) return { ...cls, targs };
  }
  return cls;
}

interface Pattern {
  readonly type: Expr;
  readonly value: Value;
}

/** For each constructor that takes so many arguments, else for the fields in order: types beside the values they get. */
function candidates(cls: ClassValue, args: readonly CallArgument[]): readonly (readonly Pattern[])[] {
  const { members, name } = cls.item;
  const makers = members.filter((one): one is FunctionItem => one.kind === "function" && one.name === name);
  if (makers.length === 0) return [patternsOf(members.filter(isField).map(fieldParam), args)];
  return makers
    .filter((one) => matchArguments(one.params, args).misfit === undefined)
    .map((one) => patternsOf(one.params, args));
}

type Typed = FunctionItem["params"][number];

function patternsOf(params: readonly Typed[], args: readonly CallArgument[]): readonly Pattern[] {
  const { byParam } = matchArguments(params, args);
  return params.flatMap(({ type }, i) => {
    const bound = byParam[i];
    return type === undefined || bound === undefined ? [] : [{ type, value: bound.value }];
  });
}

const isField = (item: Item): item is StatementItem =>
  item.kind === "statement" &&
  item.statement.kind === "let" &&
  !item.statement.attributes.some((one) => one === "static" || one === "constexpr");

function fieldParam({ name, nameSpan, statement }: StatementItem): Typed {
  const type = statement.kind === "let" ? statement.type : undefined;
  return { name, span: nameSpan, passing: "value", form: "plain", ...(type === undefined ? {} : { type }) };
}

/** The class's own frame without parameters: names in the patterns are looked up where the class is declared. */
function deducedFrom(frame: Frame, cls: ClassValue, patterns: readonly Pattern[]): Deduced {
  const file = fileScope(frame.session, cls.file) ?? frame.file;
  const at = inner({ ...frame, file, item: cls.within ?? cls.item.id }, newScope(cls.scope));
  const params = new Map(cls.item.typeParams.map((one): [string, TypeParam] => [one.name, one]));
  const found: Deduced = new Map();
  frame.session.silent++;
  try {
    for (const { type, value } of patterns) deduce(at, type, value, params, found);
  } finally {
    frame.session.silent--;
  }
  return found;
}

/** In the order of the parameters; the last ones may have defaults. */
function targsOf(typeParams: readonly TypeParam[], found: Deduced): readonly Value[] | undefined {
  const open = typeParams.findIndex((one) => !found.has(one.name));
  const given = open < 0 ? typeParams : typeParams.slice(0, open);
  const rest = typeParams.slice(given.length);
  const isComplete = given.length > 0 && rest.every((one) => one.fallback !== undefined && !found.has(one.name));
  return isComplete ? given.map((one) => found.get(one.name)!) : undefined;
}
