// Classes: template arguments bound, members found on demand, bases searched, objects made.
//
// A class with its arguments is instantiated once per binding; its members are evaluated when something asks for them, or when
// its class-scope instance comes up in the work list (for facts).

import { unknown, type Value } from "../algebra/value.ts";
import type { ClassItem, FunctionItem, Item, StatementItem } from "../program/ir.ts";
import { isLater } from "../program/later-body.ts";
import type { ClassValue, FunctionValue, ObjectValue, Scope } from "../program/values.ts";
import { bindTypeParams } from "./bind.ts";
import { deeper } from "./budget.ts";
import { withDefaults } from "./declared-defaults.ts";
import { doubt, doubtsOf, noteChoice, readDoubts } from "./doubts.ts";
import { evaluate } from "./expression.ts";
import { fileScope, functionOf, usualFirst } from "./files.ts";
import { identityOf } from "./identities.ts";
import { newRecord } from "./instance.ts";
import { valueKey } from "./key.ts";
import { fieldValue, runStatementItem } from "./module.ts";
import { isCompiled } from "./record.ts";
import { newScope } from "./scope.ts";
import { type ClassInstance, type FileScope, type Frame, newFlow, type Session } from "./session.ts";
import { silently } from "./silent.ts";
import { specialisation } from "./specialise.ts";

/** A class declaration with its specialisations. */
export function classOf(
  file: FileScope,
  items: readonly ClassItem[],
  scope: Scope,
  within?: string,
  outer?: string,
): ClassValue {
  const values = items.map(
    (item): ClassValue => ({
      kind: "class",
      item,
      scope,
      targs: [],
      file: file.file,
      ...(within === undefined ? {} : { within }),
      ...(outer === undefined ? {} : { outer }),
    }),
  );
  const primary = values.find((one) => one.item.specialises === undefined && one.item.members.length > 0);
  const first = primary ?? values.find((one) => one.item.specialises === undefined) ?? values[0]!;
  return values.length === 1 ? first : { ...first, overloads: values };
}

/** `certain`: not only asked for below an `if constexpr` that nobody can decide, where a static_assert need not fire. */
export function classInstance(frame: Frame, cls: ClassValue, certain = isCompiled(frame)): ClassInstance {
  const { session } = frame;
  const chosen = specialisation(frame, cls);
  const targs = chosen.value.targs.map((one) => valueKey(session.identities, one, "content")).join(",");
  const within = cls.within === undefined ? "" : `\u0001@${identityOf(session.identities, cls.scope)}`;
  const key = `${cls.outer === undefined ? cls.file : `${cls.outer} `}|${chosen.value.item.id}${within}<${targs}>`;
  // What it instantiates is shown as an instance of its own, as what it calls is.
  if (frame.instance.recording && cls.file === session.program.target) frame.instance.calls.add(`class ${key}`);
  const known = session.classes.get(key);
  if (known !== undefined) return askedAgain(frame, known, certain);
  const file = fileScope(session, cls.file) ?? frame.file;
  const { item } = chosen.value;
  const record = newRecord(session, {
    key: `class ${key}`,
    file: cls.file,
    item: cls.within ?? item.id,
    function: qualifiedName(item, frame),
    name: item.name,
    isScope: true,
    generic: cls.targs.length === 0 && item.typeParams.length > 0,
    certain,
    assumes: doubtsOf(session),
    owner: cls.outer === undefined ? undefined : session.classes.get(cls.outer)?.record,
  });
  const scope = newScope(cls.scope, (name) => memberOnDemand(session, instance, name));
  const nesting = (frame.owner?.nesting ?? 0) + 1;
  const instance: ClassInstance = { key, value: chosen.value, scope, record, nesting, busy: new Set() };
  session.classes.set(key, instance);
  if (frame.flow.asserting === true) onlyAsserted.add(instance);
  session.seen.items.add(`${cls.file}|${item.id}`);
  // The parameters of a specialisation are what its pattern says, not the arguments in order.
  const explicit = item.specialises === undefined ? chosen.value.targs : [];
  const presets = session.program.presets?.(cls.file, item) ?? [];
  bindTypeParams(classFrame(session, instance, file), item.typeParams, explicit, chosen.deduced, presets);
  const inside = classFrame(session, instance, file);
  inside.dialect.semantics.classMade?.(inside, instance);
  return instance;
}

function askedAgain({ flow }: Frame, known: ClassInstance, certain: boolean): ClassInstance {
  if (certain) known.record.certain = true;
  if (flow.asserting !== true) onlyAsserted.delete(known);
  return known;
}

const onlyAsserted = new WeakSet<ClassInstance>();

/** `static_assert(Kernel::size <= limit)`: nothing else asks for the class, and none of its functions is compiled. */
export const isOnlyAsserted = (instance: ClassInstance): boolean => onlyAsserted.has(instance);

const qualifiedName = (item: ClassItem, frame: Frame): string =>
  [...item.scope.filter((one) => one !== ""), item.name].slice(-1).join(frame.dialect.semantics.separator);

/** A frame at class scope. */
export function classFrame(session: Session, instance: ClassInstance, file?: FileScope): Frame {
  const own = file ?? fileScope(session, instance.value.file);
  if (own === undefined) throw new Error(`no file ${instance.value.file}`);
  const { language } = own.linked.unit;
  return {
    session,
    file: own,
    dialect: session.program.dialect(language),
    language,
    item: instance.value.within ?? instance.value.item.id,
    instance: instance.record,
    scope: instance.scope,
    functionScope: instance.scope,
    owner: instance,
    namespaces: [...instance.value.item.scope, instance.value.item.name],
    flow: newFlow(),
  };
}

/** A member by name: what is declared in the class, then in its bases. */
export function classMember(session: Session, instance: ClassInstance, name: string): Value | undefined {
  const value = instance.scope.names.get(name) ?? memberOnDemand(session, instance, name);
  readDoubts(session, instance.scope, name);
  return value;
}

function memberOnDemand(session: Session, instance: ClassInstance, name: string): Value | undefined {
  if (instance.busy.has(name)) return undefined;
  if (instance.nesting > mostSymbolic && instance.value.targs.some(isSymbolic))
    return unknown(`${instance.value.item.name} asks for itself without end`);
  instance.busy.add(name);
  try {
    return ownMember(session, instance, name) ?? baseMember(session, instance, name);
  } finally {
    instance.busy.delete(name);
  }
}

/** `log2<N, M / 2, k + 1>::value` inside `log2<N, M, k>` meets its end for numbers only. */
const mostSymbolic = 64;

const isSymbolic = (one: Value): boolean => one.kind === "sym";

function ownMember(session: Session, instance: ClassInstance, name: string): Value | undefined {
  const { item } = instance.value;
  const members = membersNamed(session, item, name);
  if (members.length === 0) return name === item.name ? instance.value : undefined;
  const functions = members.filter((one): one is FunctionItem => one.kind === "function");
  const file = fileScope(session, instance.value.file);
  if (file === undefined) return undefined;
  const doubted = noteChoice(session, members);
  if (functions.length > 0) return methodsOf(session, file, instance, functions);
  const classes = members.filter((one): one is ClassItem => one.kind === "class");
  if (classes.length > 0) return classOf(file, classes, instance.scope, instance.value.within, instance.key);
  const statement = members.find((one): one is StatementItem => one.kind === "statement");
  if (statement === undefined) return undefined;
  runStatementItem(classFrame(session, instance, file), statement);
  if (doubted !== undefined) doubt(instance.scope, name, doubted);
  return instance.scope.names.get(name) ?? fieldValue(classFrame(session, instance, file), statement, name);
}

function membersNamed(session: Session, item: ClassItem, name: string): readonly Item[] {
  let index = session.members.get(item);
  if (index === undefined) {
    index = new Map();
    for (const one of usualFirst(item.members)) index.set(one.name, [...(index.get(one.name) ?? []), one]);
    session.members.set(item, index);
  }
  return index.get(name) ?? [];
}

function methodsOf(
  session: Session,
  file: FileScope,
  instance: ClassInstance,
  items: readonly FunctionItem[],
): FunctionValue {
  const values = items.map((item): FunctionValue => {
    const own = explicitBody(session, file, instance, item);
    const far = own !== undefined ? { item: own, file } : outOfClass(session, file, instance, item);
    const made = functionOf(far?.file ?? file, [far === undefined ? item : withDefaults(far.item, item)]);
    const scope = far === undefined || far.file === file ? instance.scope : seenFrom(session, far.file, instance);
    const within = instance.value.within;
    return { ...made, scope, owner: instance, ...(within === undefined ? {} : { item: within }) };
  });
  const sorted = [...values].sort((a, b) => Number(a.code.body === undefined) - Number(b.code.body === undefined));
  const first = sorted[0]!;
  return sorted.length === 1 ? first : { ...first, overloads: sorted };
}

/** The scope of a class for a body in another file: the class's names first, then what that file sees. */
const seenFrom = (session: Session, file: FileScope, instance: ClassInstance): Scope =>
  newScope(file.scope, (name) => classMember(session, instance, name));

/** `template <…> T C<…>::f(…) { … }` below the class or in a file that includes it. */
function outOfClass(
  session: Session,
  file: FileScope,
  instance: ClassInstance,
  item: FunctionItem,
): { readonly item: FunctionItem; readonly file: FileScope } | undefined {
  if (isLater(item) || item.body !== undefined) return undefined;
  const isBody = (one: Item): one is FunctionItem =>
    one.kind === "function" &&
    one.owner !== undefined &&
    one.body !== undefined &&
    ownerName(one) === instance.value.item.name &&
    one.params.length === item.params.length &&
    !isExplicit(one, instance, item);
  const own = (file.index.get(item.name) ?? []).find(isBody);
  if (own !== undefined) return { item: own, file };
  for (const path of session.program.units.keys()) {
    const other = path === file.file ? undefined : fileScope(session, path);
    const found = other?.index.get(item.name)?.find((one) => isBody(one) && sameNamespace(one, instance.value.item));
    if (other !== undefined && found?.kind === "function") return { item: found, file: other };
  }
  return undefined;
}

/** `template <> int C<3>::f() { … }`, also by an alias of `C<3>`: the member's body for the class as it is bound here. */
function explicitBody(
  session: Session,
  file: FileScope,
  instance: ClassInstance,
  item: FunctionItem,
): FunctionItem | undefined {
  return (file.index.get(item.name) ?? []).find(
    (one): one is FunctionItem => isExplicit(one, instance, item) && isOf(one, session, file, instance),
  );
}

/** It has no parameters for those of the class. */
const isExplicit = (one: Item, { value }: ClassInstance, member: FunctionItem): one is FunctionItem =>
  one.kind === "function" &&
  one.owner !== undefined &&
  one.body !== undefined &&
  value.item.typeParams.length > 0 &&
  one.typeParams.length === member.typeParams.length &&
  one.params.length === member.params.length;

function isOf({ owner }: FunctionItem, session: Session, file: FileScope, instance: ClassInstance): boolean {
  const frame = { ...classFrame(session, instance, file), scope: file.scope, functionScope: file.scope };
  const of = owner === undefined ? undefined : silently(frame, () => evaluate(frame, owner));
  return of?.kind === "class" && classInstance(frame, of, false) === instance;
}

/** In another file a body belongs to the class only if it stands in the class's namespace. */
const sameNamespace = (body: Item, cls: ClassItem): boolean => body.scope.join("::") === cls.scope.join("::");

export function ownerName(item: FunctionItem): string | undefined {
  const { owner } = item;
  const callee = owner?.kind === "template" ? owner.callee : owner;
  return callee?.kind === "name"
    ? callee.path[callee.path.length - 1]
    : callee?.kind === "scope"
      ? callee.name
      : undefined;
}

/** The instances of the bases that are classes of the project, and other bases as values. */
export function basesOf(session: Session, instance: ClassInstance): readonly Value[] {
  const frame = classFrame(session, instance);
  const known = frame.scope.names.get("<bases>");
  if (known?.kind === "tuple") return known.items;
  const items = instance.value.item.bases.map((arg) => evaluate(frame, arg.value));
  instance.scope.names.set("<bases>", { kind: "tuple", items });
  return items;
}

function baseMember(session: Session, instance: ClassInstance, name: string): Value | undefined {
  const { item } = instance.value;
  if (item.bases.length === 0 || instance.busy.has("<bases>")) return undefined;
  const frame = classFrame(session, instance);
  instance.busy.add("<bases>");
  try {
    return deeper<Value | undefined>(
      frame,
      () => memberOfBases(frame, instance, name),
      () => unknown(`${item.name} inherits from too many classes`),
    );
  } finally {
    instance.busy.delete("<bases>");
  }
}

function memberOfBases(frame: Frame, instance: ClassInstance, name: string): Value | undefined {
  for (const base of basesOf(frame.session, instance)) {
    if (base.kind !== "class") continue;
    const value = classMember(frame.session, classInstance(frame, base), name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** An object whose fields have no values yet: they get them by their types when asked. */
export function newObject(frame: Frame, cls: ClassValue, name = cls.item.name): ObjectValue {
  void frame;
  return { kind: "object", type: cls, name, fields: new Map() };
}

export const isEnum = (item: ClassItem): boolean =>
  item.attributes.some((one) => one.startsWith("enum")) ||
  item.bases.some(
    (base) => base.value.kind === "name" && /^(Int|Str)?(Enum|Flag)$/.test(base.value.path.at(-1) ?? ""),
  ) ||
  item.bases.some((base) => base.value.kind === "member" && /^(Int|Str)?(Enum|Flag)$/.test(base.value.name));

/** `@cute.struct`: the layout of shared memory, by its fields' annotations. */
export const isStorage = (item: ClassItem): boolean => item.attributes.some((one) => /(^|\.)(struct|union)$/.test(one));

/** An enumeration whose members are integers or texts: `class Stage(IntEnum)`, `class Kind(str, Enum)`. */
export const isValueEnum = (item: ClassItem): boolean => {
  const names = item.bases.map(({ value }) =>
    value.kind === "name" ? value.path.at(-1) : value.kind === "member" ? value.name : undefined,
  );
  return names.some((name) => name !== undefined && /^((Int|Str)(Enum|Flag)|int|str)$/.test(name));
};
