// What a name stands for at one place of a function: the declaration that holds there, or the one thing that it is ever given.
import { blocksOf } from "../../../src-engine/program/blocks.ts";
import type { Block, Expr, FunctionCore, FunctionItem, Pattern, Span, Stmt } from "../../../src-engine/program/ir.ts";
import { visit } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";
import { givenTo, namesIn } from "./made-by.ts";

/** From where to where a declaration holds, and what it gives the name; nothing is known of a parameter. */
interface Scope extends Span {
  readonly value: Expr | undefined;
}

export function valueAt(name: string, place: Span, fn: FunctionItem): Expr | undefined {
  const { scopes, assigned } = namesOf(fn);
  if (assigned.has(name)) return givenTo(namesIn(fn), name);
  const holding = (scopes.get(name) ?? []).filter(({ start, end }) => start <= place.start && place.end <= end);
  const [first, ...others] = holding;
  return first && others.reduce((a, b) => (b.start > a.start ? b : a), first).value;
}

const namesOf = remembered((fn: FunctionItem) => {
  const scopes = new Map<string, Scope[]>();
  const assigned = new Set<string>();
  const add = (name: string, scope: Scope): void => void scopes.set(name, [...(scopes.get(name) ?? []), scope]);
  const ofBlock = (block: Block): void => {
    const end = block.at(-1)?.span.end ?? 0;
    for (const stmt of block)
      if (stmt.kind === "let")
        for (const { name, value } of bound(stmt.target, stmt.init)) add(name, { start: stmt.span.end, end, value });
  };
  const ofFunction = ({ params, body = [] }: FunctionCore): void => {
    const [first, last] = [body[0], body.at(-1)];
    for (const { name } of first === undefined || last === undefined ? [] : params)
      add(name, { start: first?.span.start ?? 0, end: last?.span.end ?? 0, value: undefined });
    ofBlock(body);
  };
  ofFunction(fn);
  visit(fn.body, (node) => {
    const { target, function: code } = node as { readonly target?: Pattern; readonly function?: FunctionCore };
    if (node.kind === "lambda" && code !== undefined) ofFunction(code);
    if (node.kind === "assign" && target !== undefined)
      for (const { name } of bound(target, undefined)) assigned.add(name);
    if (isStatement(node)) for (const block of blocksOf(node)) ofBlock(block);
  });
  return { scopes, assigned };
});

const statements: ReadonlySet<string> = new Set(["if", "for", "c-for", "while", "switch", "block", "with"]);

const isStatement = (node: { readonly kind: string }): node is Stmt => statements.has(node.kind);

/** Of `auto [a, b] = …` nobody says here what each of them is. */
const bound = (
  target: Pattern,
  init: Expr | undefined,
): readonly { readonly name: string; readonly value: Expr | undefined }[] => {
  if (target.kind === "bind") return [{ name: target.name, value: init }];
  return target.kind === "unpack" ? target.items.flatMap((item) => bound(item, undefined)) : [];
};
