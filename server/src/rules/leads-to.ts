// Whether the code at one place of a function has run whenever that at a later one does.
import { blocksOf } from "../../../src-engine/program/blocks.ts";
import type { Block, Expr, FunctionItem, Span, Stmt } from "../../../src-engine/program/ir.ts";
import { visit } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";
import { isFenceless } from "../languages/assembly.ts";

/**
 * No branch and no function inside is around the first alone, but for one that is always taken; of a loop that has rounds both are
 * taken to see one.
 */
export function leadsTo(
  fn: FunctionItem,
  from: Span,
  to: Span,
  number: (test: Expr) => number | undefined = () => undefined,
): boolean {
  const isTaken = ({ test, holds }: Branch): boolean => {
    const known = test && number(test);
    return known !== undefined && (known !== 0) === holds;
  };
  return (
    from.start < to.start &&
    branchesOf(fn).every((branch) => !isAround(branch, from) || isAround(branch, to) || isTaken(branch))
  );
}

interface Branch extends Span {
  /** The condition of an `if`, and which of its sides this is. */
  readonly test?: Expr;
  readonly holds?: boolean;
}

/** Inline assembly that may be a fence, or other that is meant, or what is not understood, stands between the two. */
export function hasOpaque(
  fn: FunctionItem,
  from: Span,
  to: Span,
  isHarmless: (assembly: string | undefined) => boolean = isFenceless,
): boolean {
  return opaqueIn(fn).some(
    ({ start, assembly }) => start > from.start && start < to.start && !isHarmless(assembly?.text),
  );
}

interface Opaque {
  readonly start: number;
  readonly assembly: { readonly text: string } | undefined;
}

const opaqueIn = remembered((fn: FunctionItem): readonly Opaque[] => {
  const found: Opaque[] = [];
  visit(fn.body, (node) => {
    const { assembly } = node as Partial<Opaque>;
    if (node.kind === "opaque") found.push({ start: spanOf(node).start, assembly });
  });
  return found;
});

const loops: ReadonlySet<string> = new Set(["for", "while", "c-for", "block", "with"]);

const branchesOf = remembered((fn: FunctionItem): readonly Branch[] => {
  const spans: Branch[] = [];
  visit(fn.body, (node) => {
    if (node.kind === "lambda" || node.kind === "item" || node.kind === "cond") return void spans.push(spanOf(node));
    const stmt = node as Stmt;
    if (loops.has(node.kind)) return;
    const blocks = blocksOf(stmt).map(aroundBlock);
    for (const [index, all] of blocks.entries())
      spans.push(...all.map((span) => (stmt.kind === "if" ? { ...span, test: stmt.test, holds: index === 0 } : span)));
  });
  return spans;
});

const spanOf = (node: object): Span => ("span" in node ? (node.span as Span) : { start: 0, end: 0 });

function aroundBlock(block: Block): readonly Span[] {
  const [first, last] = [block[0], block.at(-1)];
  return first === undefined || last === undefined ? [] : [{ start: first.span.start, end: last.span.end }];
}

const isAround = (around: Span, place: Span): boolean => around.start <= place.start && place.end <= around.end;

/** Whoever comes to the block's end goes on somewhere else: out of the function, or to the next round. */
export const leaves = (block: Block): boolean => {
  const last = block.at(-1);
  return last !== undefined && /^(?:return|continue|break|raise)$/.test(last.kind);
};
