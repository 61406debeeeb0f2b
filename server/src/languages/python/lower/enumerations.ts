// Members of an enumeration that number themselves: `auto()` is one more than the member before it, in a Flag the next bit, and in
// a StrEnum the name in small letters.
import type { Arg, Expr, Item } from "../../../../../src-engine/program/ir.ts";

/** The members of a class with the bases given, each `auto()` replaced by what it stands for; as they are where it is not known. */
export function numbered(bases: readonly Arg[], members: readonly Item[]): readonly Item[] {
  const kind = bases.map(({ value }) => lastName(value)).find((name) => name !== undefined && kinds.test(name));
  if (kind === undefined) return members;
  let before: number | undefined = 0;
  return members.map((member) => {
    const init = initOf(member);
    if (init === undefined) return member;
    const isAuto = init.kind === "call" && init.args.length === 0 && lastName(init.callee) === "auto";
    if (!isAuto) {
      before = init.kind === "int" ? init.value : undefined;
      return member;
    }
    if (kind === "StrEnum")
      return withInit(member, { kind: "text", value: member.name.toLowerCase(), span: init.span });
    if (before === undefined) return member;
    before = kind.endsWith("Flag") ? nextBit(before) : before + 1;
    return withInit(member, { kind: "int", value: before, span: init.span });
  });
}

const kinds = /^(?:Int|Str)?Enum$|^(?:Int)?Flag$/;

const nextBit = (value: number): number => (value < 1 ? 1 : 2 ** (Math.floor(Math.log2(value)) + 1));

/** `auto` of `auto`, `enum.auto`. */
const lastName = (expr: Expr): string | undefined =>
  expr.kind === "name" ? expr.path.at(-1) : expr.kind === "member" ? expr.name : undefined;

/** What a field is made with, but for `_ignore_` and its kin. */
const initOf = (member: Item): Expr | undefined =>
  member.kind === "statement" && member.statement.kind === "let" && !member.name.startsWith("_")
    ? member.statement.init
    : undefined;

/** The number rests on the members above: it is part of what the item is. */
function withInit(member: Item, init: Expr & { readonly kind: "int" | "text" }): Item {
  if (member.kind !== "statement" || member.statement.kind !== "let") return member;
  return { ...member, hash: `${member.hash} ${init.value}`, statement: { ...member.statement, init } };
}
