// Which declaration of a class template a list of arguments means: the primary one or a (partial) specialisation.
import type { Answer } from "../algebra/context.ts";
import { equal } from "../algebra/int/ask.ts";
import { isInt } from "../algebra/int/int.ts";
import { tuple, unknown, type Value } from "../algebra/value.ts";
import type { FunctionItem, TypeParam } from "../program/ir.ts";
import type { ClassValue, FunctionValue } from "../program/values.ts";
import { withDefaults } from "./class-arguments.ts";
import { type Deduced, deduce } from "./deduce.ts";
import { evaluate } from "./expression.ts";
import { fileScope } from "./files.ts";
import { sameType } from "./same-type.ts";
import { newScope } from "./scope.ts";
import { type Frame, inner } from "./session.ts";
import { silently } from "./silent.ts";

export interface Chosen {
  readonly value: ClassValue;
  /** Parameters of a specialisation, deduced from the arguments. */
  readonly deduced: Deduced;
  /** All are specialisations of a template that is not in sight, and none is meant. */
  readonly none?: true;
}

export function specialisation(frame: Frame, cls: ClassValue): Chosen {
  const primary: Chosen = { value: cls, deduced: new Map() };
  // Nobody has given arguments: the specialisation itself, for whatever its parameters are.
  if (cls.item.specialises !== undefined && cls.targs.length === 0 && cls.overloads === undefined) return primary;
  let targs: readonly Value[] | undefined;
  let best: (Chosen & { readonly score: number }) | undefined;
  let open = false;
  for (const one of cls.overloads ?? [cls]) {
    if (one.item.specialises === undefined) continue;
    targs ??= allArguments(frame, cls);
    const given = cls.item.specialises === undefined ? targs : withVoids(frame, one, targs);
    const match = matches(frame, one, withoutDefaults(frame, cls, one, given));
    if (match === "open") open = true;
    else if (match !== undefined && (best === undefined || match.score > best.score)) {
      const family = cls.overloads === undefined ? {} : { overloads: cls.overloads };
      best = { value: { ...one, ...family, targs: cls.targs }, ...match };
    }
  }
  // A specialisation that does not match is not the class: then nothing of it is known.
  // Nor is the primary template, where an argument that is not known may fit a specialisation.
  const isOther = open || cls.item.specialises !== undefined;
  const none = !open && cls.item.specialises !== undefined ? ({ none: true } as const) : {};
  return best ?? (isOther ? { ...primary, value: withoutMembers(cls), ...none } : primary);
}

/** Those that are given, and the defaults of the primary template: `class = void` is an argument that a specialisation may match. */
function allArguments(frame: Frame, cls: ClassValue): readonly Value[] {
  const { targs } = cls;
  const primary = cls.overloads?.find((one) => one.item.specialises === undefined) ?? cls;
  const { typeParams, specialises } = primary.item;
  if (specialises !== undefined || targs.length >= typeParams.length || typeParams.some((one) => one.pack))
    return targs;
  const file = fileScope(frame.session, primary.file) ?? frame.file;
  const at = inner({ ...frame, file, item: primary.within ?? primary.item.id }, newScope(primary.scope));
  const all = [...targs];
  for (const [i, { name, fallback }] of typeParams.entries()) {
    if (i >= targs.length) {
      if (fallback === undefined) return targs;
      all.push(silently(at, () => evaluate(at, fallback)));
    }
    if (name !== "") at.scope.names.set(name, all[i]!);
  }
  return all;
}

/** `struct D<last>` leaves out what the primary template gives by default: where the arguments are that, they are left out too. */
function withoutDefaults(
  frame: Frame,
  cls: ClassValue,
  { item: { specialises = [] } }: ClassValue,
  targs: readonly Value[],
): readonly Value[] {
  const count = specialises.length;
  if (count >= targs.length || specialises.some(({ star }) => star !== undefined)) return targs;
  const all = allArguments(frame, { ...cls, targs: targs.slice(0, count) });
  const isUsual = all.length === targs.length && targs.every((one, i) => i < count || isMeant(all[i]!, one) === "yes");
  return isUsual ? targs.slice(0, count) : targs;
}

/**
 * Of a library's template the defaults are not in sight: `class Enable = void` is what its specialisations are chosen by. What a
 * parameter of the specialisation stands for is not known.
 */
function withVoids(frame: Frame, { item }: ClassValue, targs: readonly Value[]): readonly Value[] {
  const patterns = item.specialises ?? [];
  if (targs.length === 0 || patterns.some(({ star }) => star !== undefined)) return targs;
  const params = new Set(item.typeParams.map(({ name }) => name));
  const missing = patterns.slice(targs.length).map(({ value }): Value => {
    const name = value.kind === "name" && value.path.length === 1 ? value.path[0]! : "";
    return params.has(name)
      ? { kind: "type", of: unknown(`the default of ${name} in a library's template`), name }
      : evaluate(frame, { kind: "name", path: ["void"], span: value.span });
  });
  return [...targs, ...missing];
}

/** What stands for a class of which it is open which declaration is meant: it has no members. */
export const isOpen = ({ item, overloads }: ClassValue): boolean =>
  item.members.length === 0 && item.bases.length === 0 && (overloads?.length ?? 0) > 1;

const withoutMembers = (cls: ClassValue): ClassValue => ({
  ...cls,
  item: { ...cls.item, members: [], bases: [], typeParams: [] },
});

/** The deduced parameters, and how many arguments the specialisation fixes; "open" where one that is not known decides. */
function matches(
  frame: Frame,
  cls: ClassValue,
  targs: readonly Value[],
): { readonly deduced: Deduced; readonly score: number } | "open" | undefined {
  const patterns = cls.item.specialises ?? [];
  const pack = patterns.findIndex((one) => one.star !== undefined);
  if (pack < 0 ? patterns.length !== targs.length : targs.length < pack) return undefined;
  const file = fileScope(frame.session, cls.file) ?? frame.file;
  const at = inner({ ...frame, file, item: cls.within ?? cls.item.id }, newScope(cls.scope));
  const params = new Map(cls.item.typeParams.map((one): [string, TypeParam] => [one.name, one]));
  const deduced: Deduced = new Map();
  let score = 0;
  let open = false;
  frame.session.silent++;
  try {
    for (let i = 0; i < patterns.length; i++) {
      const pattern = patterns[i]!.value;
      if (i === pack) {
        if (pattern.kind === "name") deduced.set(pattern.path[0]!, tuple(targs.slice(i)));
        break;
      }
      const given = targs[i]!;
      const targ = given.kind === "class" ? withDefaults(frame, given) : given;
      // The second T of `Same<T, T>` has to be what the first is.
      const isNew = pattern.kind === "name" && params.has(pattern.path[0]!) && !deduced.has(pattern.path[0]!);
      deduce(at, pattern, targ, params, deduced);
      if (isNew) continue;
      for (const [name, value] of deduced) at.scope.names.set(name, value);
      const same = isMeant(evaluate(at, pattern), targ);
      if (same === "no") return undefined;
      if (same === "unknown") open = true;
      else score++;
    }
  } finally {
    frame.session.silent--;
  }
  return open ? "open" : { deduced, score };
}

/** The arguments of an explicit specialisation of a function template beside those of a call, defaults filled in. */
export function isSpecialised(frame: Frame, code: FunctionItem, primary: FunctionValue): Answer {
  const file = fileScope(frame.session, primary.file) ?? frame.file;
  const at = inner({ ...frame, file, item: primary.item }, newScope(primary.scope));
  const answers = primary.code.typeParams.map(({ fallback }, i): Answer => {
    const [wanted, usual] = [code.specialises?.[i]?.value, fallback].map((expr) =>
      expr === undefined ? undefined : silently(frame, () => evaluate(at, expr)),
    );
    const [a, b] = [wanted ?? usual, primary.targs[i] ?? usual];
    return a === undefined || b === undefined ? "unknown" : isMeant(a, b);
  });
  if (answers.includes("no")) return "no";
  return answers.includes("unknown") ? "unknown" : "yes";
}

/** The spelling of a type does not matter, nor whether a tag is meant as a type or as its value. */
function isMeant(a: Value, b: Value): Answer {
  const [x, y] = [valueOfType(a), valueOfType(b)];
  if (x.kind === "unknown" && x.absent) return "no";
  return isInt(x) && isInt(y) ? equal(x, y) : sameType(x, y);
}

function valueOfType(type: Value): Value {
  const value = type.kind === "type" ? type.of : type;
  return value.kind === "object" ? (value.type ?? value) : value;
}
