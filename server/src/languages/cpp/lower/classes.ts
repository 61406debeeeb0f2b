// Classes, structs, unions and enums: members are items of their own.
import type { Node } from "web-tree-sitter";
import type { Arg, ClassItem, Item, StatementItem, Stmt } from "../../../../../src-engine/program/ir.ts";
import { codeChildren, field, nameSpanOf, placeOf, textOf } from "./cursor.ts";
import { alignmentOf } from "./declarations.ts";
import { lowerExpression } from "./expressions.ts";
import { typeParameters } from "./functions.ts";
import { cursorOf, freshId, headOf, type ItemSource, reuse, startOf } from "./item-source.ts";
import { type Declared, lowerItem, lowerItems } from "./items.ts";
import { templateArguments } from "./names.ts";
import { lowerType, unnamedClass } from "./types.ts";

export function lowerClass(s: ItemSource, { node, outer, templates }: Declared, alias?: Node): Item[] {
  const body = field(node, "body");
  if (body === undefined) return [];
  const named = field(node, "name") ?? alias;
  const list = named?.type === "template_type" ? field(named, "arguments") : undefined;
  const name = lastName(list === undefined ? named : (field(named ?? body, "name") ?? named));
  const members = codeChildren(body).filter((child) => child.type !== "access_specifier");
  if (name === undefined && isFlattened(node)) return lowerItems(anonymous(s, node), members);
  const c = cursorOf(s, startOf(s, outer));
  const kind = node.type.replace("_specifier", "");
  const text = name === undefined ? (unnamedClass(c, node) ?? `(anonymous ${kind})`) : textOf(c, name);
  const head = headOf(s, "cls", text, outer, name, members);
  const inside: ItemSource = { ...s, path: head.id, scope: [...s.scope, text], anonymous: [] };
  const item: ClassItem = {
    kind: "class",
    ...head,
    typeParams: templates.flatMap((template) => typeParameters(c, template)),
    ...(list === undefined ? {} : { specialises: templateArguments(c, list) }),
    bases: basesOf(s, startOf(s, outer), node),
    members: members.flatMap((member) => lowerItem(inside, { node: member, outer: member, templates: [] })),
    attributes: node.type === "union_specifier" ? ["union"] : [],
    ...alignmentOf(c, node),
  };
  return [unchanged(s, item) ?? item];
}

/** `using Both = union { … };`: the class has the alias's name. */
export function lowerNamedByAlias(s: ItemSource, declared: Declared): Item[] | undefined {
  const type = field(declared.node, "type");
  const node = type === undefined ? undefined : (field(type, "type") ?? type);
  const isClass = node !== undefined && /^(?:struct|union|class)_specifier$/.test(node.type);
  if (!isClass || field(node, "body") === undefined || field(node, "name") !== undefined) return undefined;
  return lowerClass(s, { ...declared, node }, field(declared.node, "name"));
}

/** An anonymous struct or union without a declarator lends its members to the class around. */
const isFlattened = (node: Node): boolean => node.parent === null || field(node.parent, "declarator") === undefined;

/** Where the fields of an anonymous struct or union stand. */
function anonymous(s: ItemSource, node: Node): ItemSource {
  const kind = node.type === "union_specifier" ? "union" : "struct";
  const counted = `${s.path}/anonymous`;
  const ordinal = s.ordinals.get(counted) ?? 0;
  s.ordinals.set(counted, ordinal + 1);
  return { ...s, anonymous: [...(s.anonymous ?? []), `${kind}#${ordinal}`] };
}

function lastName(node: Node | undefined): Node | undefined {
  let at = node;
  while (at?.type === "qualified_identifier") at = field(at, "name");
  return at;
}

/** The class of the version before when neither it nor a member changed. */
function unchanged(s: ItemSource, item: ClassItem): ClassItem | undefined {
  const before = s.previous.get(item.id);
  if (before?.kind !== "class" || before.hash !== item.hash || before.members.length !== item.members.length)
    return undefined;
  return before.members.every((member, index) => member === item.members[index]) ? before : undefined;
}

function basesOf(s: ItemSource, base: number, node: Node): Arg[] {
  const c = cursorOf(s, base);
  const clause = codeChildren(node).find((child) => child.type === "base_class_clause");
  if (clause === undefined) return [];
  return clause.namedChildren.flatMap((child): Arg[] => {
    if (
      child === null ||
      child.type === "access_specifier" ||
      child.type === "comment" ||
      child.type === "attribute_declaration"
    )
      return [];
    const pack = child.type === "parameter_pack_expansion" ? codeChildren(child)[0] : undefined;
    return pack === undefined ? [{ value: lowerType(c, child) }] : [{ value: lowerType(c, pack), star: "pack" }];
  });
}

/** An enum is a class of constants; an unscoped one also lends them to the scope around. */
export function lowerEnum(s: ItemSource, { node, outer }: Declared): Item[] {
  const body = field(node, "body");
  if (body === undefined) return [];
  const name = field(node, "name");
  const c = cursorOf(s, startOf(s, outer));
  const text = name === undefined ? "(anonymous enum)" : textOf(c, name);
  const head = headOf(s, "cls", text, outer, name);
  const scoped = node.children.some((child) => child?.type === "class" || child?.type === "struct");
  const inside: ItemSource = { ...s, path: head.id, scope: [...s.scope, text] };
  const item: ClassItem = {
    kind: "class",
    ...head,
    typeParams: [],
    bases: [],
    members: enumerators(inside, outer, body),
    attributes: ["enum"],
  };
  const lent = scoped ? [] : enumerators(s, outer, body);
  return [unchanged(s, item) ?? item, ...lent];
}

function enumerators(s: ItemSource, outer: Node, body: Node): StatementItem[] {
  const place = placeOf(cursorOf(s, 0), outer);
  const c = cursorOf(s, place.start);
  let previous: string | undefined;
  return codeChildren(body).flatMap((node): StatementItem[] => {
    const name = field(node, "name");
    if (node.type !== "enumerator" || name === undefined) return [];
    const value = field(node, "value");
    const span = nameSpanOf(c, name);
    const text = textOf(c, name);
    const init = value === undefined ? following(previous, span) : lowerExpression(c, value);
    previous = text;
    const target = { kind: "bind", name: text, span } as const;
    const statement: Stmt = { kind: "let", target, init, dims: [], attributes: ["static", "constexpr"], span };
    const id = freshId(s, "var", text);
    s.places.set(id, { fragment: 0, ...place });
    const before = `${s.file.source.slice(place.start, placeOf(c, node).end)}\u0000${s.text.slice(outer.startIndex, node.endIndex)}`;
    const hash = s.hash(before);
    const head = { id, name: text, nameSpan: span, scope: s.scope, hash, presets: [] };
    return [reuse<StatementItem>(s, head, "statement") ?? { kind: "statement", ...head, statement }];
  });
}

/** An enumerator without a value is one more than the one before it. */
function following(
  previous: string | undefined,
  span: { start: number; end: number },
): Extract<Stmt, { kind: "let" }>["init"] & object {
  if (previous === undefined) return { kind: "int", value: 0, span };
  const left = { kind: "name", path: [previous], span } as const;
  return { kind: "binary", op: "+", left, right: { kind: "int", value: 1, span }, span };
}
