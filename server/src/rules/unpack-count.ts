// DSL003: a tuple that is unpacked into more or fewer names than it has items.
import { symbolsOf } from "../../../src-engine/algebra/int/ask.ts";
import { isInt } from "../../../src-engine/algebra/int/int.ts";
import type { Value } from "../../../src-engine/algebra/value.ts";
import { blocksOf } from "../../../src-engine/program/blocks.ts";
import type { Block, Expr, FunctionItem, Pattern, Stmt } from "../../../src-engine/program/ir.ts";
import { numberOf } from "../facts/sizes.ts";
import { functionsIn } from "./barrier-callees.ts";
import { type Run, runsOf } from "./barrier-functions.ts";
import type { FileRule, Finding, RulePage } from "./rule.ts";

const dsl = (names: string, mark = ""): string => `
import cutlass.cute as cute

@cute.jit
def f():
    a = cute.make_layout((4, (6, 2)))
    ${names} = a.shape${mark}
f()
`;

export const unpackCount: FileRule = {
  code: "unpack-count",
  number: "DSL003",
  severity: "error",
  title: "A tuple is unpacked into another number of names than it has items.",
  absent: { cpp: "a structured binding of another number does not compile, and says so" },
  on: "file",
  check: (facts, context) => {
    // The host's own Python chooses its callers as it runs: what one of them would hand over may never come.
    const functions = functionsIn(facts.unit.items).filter((fn) => fn.traced === true && unpacks(fn.body ?? []));
    if (functions.length === 0) return [];
    const runs = runsOf(facts, new Set(functions.map(({ id }) => id)), context);
    return functions.flatMap((fn) =>
      (runs.get(fn.id) ?? [])
        .filter(({ instance }) => !instance.generic || fn.params.length === 0)
        .flatMap((run) => inBlock(fn.body ?? [], fn, run, context.print)),
    );
  },
};

const unpacks = (block: Block): boolean =>
  block.some((stmt) => unpackedIn(stmt) !== undefined || blocksOf(stmt).some(unpacks));

/** What certainly runs: under a condition that nobody decides the tuple may be another one. */
function inBlock(block: Block, fn: FunctionItem, run: Run, print: (value: Value) => string): readonly Finding[] {
  return block.flatMap((stmt) => {
    const [target, given] = unpackedIn(stmt) ?? [];
    const value = given === undefined ? undefined : run.values.value(given);
    const own = target === undefined || given === undefined || value === undefined ? undefined : wrong(target, value);
    if (own !== undefined && given !== undefined) {
      const message = `${own.names} names for ${own.items} items, ${print(own.value)}: Python stops here; give each item one`;
      return [{ item: fn.id, span: given.span, message, related: [], fixes: [] }];
    }
    return chosen(stmt, run).flatMap((inside) => inBlock(inside, fn, run, print));
  });
}

function chosen(stmt: Stmt, { values }: Run): readonly Block[] {
  if (stmt.kind === "with" || stmt.kind === "block") return blocksOf(stmt);
  if (stmt.kind === "for") {
    const { iter, body } = stmt;
    return (iter.kind === "tuple" && iter.items.length > 0) || hasRound(values.value(iter)) ? [body] : [];
  }
  if (stmt.kind !== "if") return [];
  const number = values.number(stmt.test);
  return number === undefined ? [] : [number === 0 ? stmt.else : stmt.then];
}

/** The body runs at least once, or is traced whatever the run makes of its bounds. */
function hasRound(over: Value | undefined): boolean {
  if (over?.kind === "tuple") return over.items.length > 0;
  if (over?.kind !== "range") return false;
  const bounds = [over.start, over.stop, over.step];
  const [from, to, step] = bounds.map(numberOf);
  if (from !== undefined && to !== undefined && step !== undefined) return Math.sign(to - from) === Math.sign(step);
  const symbols = bounds.map((bound) => (isInt(bound) ? symbolsOf(bound) : undefined));
  return !over.static && symbols.every((own) => own?.every(({ ofRun }) => ofRun) ?? false);
}

function unpackedIn(stmt: Stmt): readonly [Pattern, Expr] | undefined {
  if (stmt.kind === "let" && stmt.target.kind === "unpack" && stmt.init !== undefined) return [stmt.target, stmt.init];
  const assign = stmt.kind === "expr" ? stmt.value : undefined;
  return assign?.kind === "assign" && assign.target.kind === "unpack" ? [assign.target, assign.value] : undefined;
}

interface Wrong {
  readonly names: number;
  readonly items: number;
  readonly value: Value;
}

/** The outermost tuple that does not fit its names. */
function wrong(target: Pattern, value: Value): Wrong | undefined {
  if (target.kind !== "unpack" || value.kind !== "tuple") return undefined;
  if (target.star !== undefined) return undefined;
  const [names, items] = [target.items.length, value.items.length];
  if (names !== items) return { names, items, value };
  for (const [i, one] of target.items.entries()) {
    const item = value.items[i];
    const inside = item === undefined ? undefined : wrong(one, item);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/** The page of unpack-count. */
export const unpackCountPage = (): RulePage => ({
  doc: `
\`a, b = shape\` takes a tuple of two items; Python stops at any other. A shape has an item for each mode, and a mode that has modes of its
own is one item, a tuple: what partitions give has \`((V, …), M, K)\`.

Give a name to each item, \`_\` to those that are not needed, or \`*rest\` to all that are left.`,
  references: ["Python language reference, assignment statements: target lists"],
  examples: [
    {
      language: "python",
      bad: dsl("m, n, k", "\n    #         ^^^^^^^ 3 names for 2 items, (4,(6,2))"),
      good: dsl("m, (n, k)"),
    },
  ],
});
