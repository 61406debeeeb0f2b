// DSL006: a name that is first given inside an `if` or loop that CuTe DSL traces as a whole, and read behind it.
import { blocksOf } from "../../../src-engine/program/blocks.ts";
import type { Block, Expr, FunctionItem, Pattern, Span, Stmt } from "../../../src-engine/program/ir.ts";
import { eachNode } from "../../../src-engine/program/nodes.ts";
import { remembered } from "../facts/remembered.ts";
import { functionsIn } from "./barrier-callees.ts";
import { runsOf } from "./barrier-functions.ts";
import type { FileRule, Finding, RulePage } from "./rule.ts";
import { isRewritten, type Staged, stagedBy } from "./staged.ts";
import { typeFindings } from "./staged-types.ts";

const dsl = (before: string, mark = ""): string => `
import cutlass
import cutlass.cute as cute

@cute.kernel
def kernel(x: cute.Tensor, y: cute.Tensor, limit: cutlass.Float32):
    tidx, _, _ = cute.arch.thread_idx()
    v = x[tidx]${before}
    if v > limit:
        scale = limit / v
    y[tidx] = v * scale${mark}
`;

export const stagedName: FileRule = {
  code: "staged-name",
  number: "DSL006",
  severity: "error",
  title: "A name is first given inside an `if` or loop of the run and read behind it, or changes its type there.",
  absent: { cpp: "C++ does not compile such a name" },
  on: "file",
  check: (facts, context) => {
    const { unit } = facts;
    if (unit.language !== "python") return [];
    const outside = namesOf(unit.items);
    const rewritten = functionsIn(unit.items).filter(isRewritten);
    const runs = runsOf(facts, new Set(rewritten.map(({ id }) => id)), context);
    return rewritten.flatMap((fn) => {
      const found = readsOfEnded(fn).filter(({ name }) => !outside.has(name));
      const types = (runs.get(fn.id) ?? []).flatMap((run) => typeFindings(fn, run));
      return [...found.map((read) => finding(fn, read)), ...types];
    });
  },
};

/** Reading one that the file has too gives the file's: no error. */
const namesOf = (items: readonly object[]): ReadonlySet<string> => {
  const names = new Set<string>();
  for (const item of items as readonly { readonly kind: string; readonly name?: string; readonly names?: unknown }[]) {
    if (item.name !== undefined) names.add(item.name);
    if (item.kind === "import" || item.kind === "statement") for (const name of givenIn(item)) names.add(name);
    if (item.kind !== "import") continue;
    for (const { name, alias } of item.names as readonly { readonly name: string; readonly alias: string }[])
      names.add(alias === "" ? name : alias);
  }
  return names;
};

interface Names {
  readonly given: ReadonlySet<string>;
  /** Names that ended with a block that is traced as a whole. */
  readonly ended: ReadonlyMap<string, Staged>;
}

interface Read {
  readonly name: string;
  readonly span: Span;
  readonly of: Staged;
}

const readsOfEnded = remembered((fn: FunctionItem): readonly Read[] => {
  const given = new Set(fn.params.map(({ name }) => name));
  return walked(fn.body ?? [], { given, ended: new Map() }).reads;
});

interface Walked {
  readonly names: Names;
  readonly reads: readonly Read[];
}

function walked(block: Block, before: Names): Walked {
  let names = before;
  const reads: Read[] = [];
  for (const stmt of block) {
    reads.push(...readsIn(stmt, names));
    names = giving(names, givenBy(stmt));
    const inner = nested(stmt, names);
    reads.push(...inner.reads);
    names = inner.names;
  }
  return { names, reads: firstOfEach(reads) };
}

function giving(names: Names, more: readonly string[]): Names {
  const fresh = more.filter((name) => !names.given.has(name));
  return fresh.length === 0 ? names : { given: new Set([...names.given, ...fresh]), ended: names.ended };
}

/** The blocks inside of a statement. */
function nested(stmt: Stmt, names: Names): Walked {
  const blocks = blocksOf(stmt);
  if (blocks.length === 0) return { names, reads: [] };
  const staged = stagedBy(stmt);
  const target = stmt.kind === "for" ? boundBy(stmt.target) : [];
  // A loop that is unrolled has the names of its earlier rounds.
  const rounds = staged === undefined && /^(?:for|while)$/.test(stmt.kind) ? givenPlainly(blocks[0] ?? []) : [];
  const inner = blocks.map((block) => walked(block, giving(names, [...target, ...rounds])));
  const reads = inner.flatMap((one) => one.reads);
  if (staged === undefined) {
    const given = [...rounds, ...inner.flatMap((one) => [...one.names.given])];
    const ended = new Map(inner.flatMap((one) => [...one.names.ended]));
    return { names: { given: new Set([...names.given, ...given]), ended }, reads };
  }
  const own = [...target, ...blocks.flatMap((block) => [...givenIn(block)])];
  const ended = new Map([...names.ended, ...own.map((name): [string, Staged] => [name, staged])]);
  return { names: { given: names.given, ended }, reads };
}

/** Outside of what is traced as a whole in it. */
const givenPlainly = (block: Block): readonly string[] =>
  block.flatMap((stmt) => [
    ...givenBy(stmt),
    ...(stagedBy(stmt) === undefined ? blocksOf(stmt).flatMap(givenPlainly) : []),
  ]);

/** What of a statement is no block of it. */
function ownParts(stmt: Stmt): readonly object[] {
  if (stmt.kind === "if" || stmt.kind === "while") return [stmt.test];
  if (stmt.kind === "for") return [stmt.iter];
  if (stmt.kind === "with") return stmt.items;
  return blocksOf(stmt).length > 0 || stmt.kind === "item" ? [] : [stmt];
}

function givenBy(stmt: Stmt): readonly string[] {
  if (stmt.kind === "item") return [...namesOf([stmt.item])];
  const loop = stmt.kind === "for" && stagedBy(stmt) === undefined ? boundBy(stmt.target) : [];
  return [...loop, ...givenIn(ownParts(stmt))];
}

function givenIn(part: object): ReadonlySet<string> {
  const names = new Set<string>();
  eachNode(part, (node) => {
    const { kind, name } = node as { readonly kind?: string; readonly name?: string };
    if ((kind === "bind" || kind === "function" || kind === "class") && name !== undefined) names.add(name);
  });
  return names;
}

const boundBy = (target: Pattern): readonly string[] => [...givenIn(target)];

/** What a comprehension or a lambda calls so is another. */
function readsIn(stmt: Stmt, { given, ended }: Names): readonly Read[] {
  if (ended.size === 0) return [];
  const reads: Read[] = [];
  const own = new Set<string>();
  for (const part of ownParts(stmt))
    eachNode(part, (node) => {
      const expr = node as Expr;
      if (expr.kind === "comprehension")
        for (const { target } of expr.clauses) for (const n of boundBy(target)) own.add(n);
      if (expr.kind === "lambda") for (const { name } of expr.function.params) own.add(name);
      const name = nameRead(expr);
      const of = name === undefined || given.has(name) ? undefined : ended.get(name);
      if (name !== undefined && of !== undefined) reads.push({ name, span: expr.span, of });
    });
  return reads.filter(({ name }) => !own.has(name)).sort((a, b) => a.span.start - b.span.start);
}

/** `v += 1` reads too. */
function nameRead(expr: Expr): string | undefined {
  if (expr.kind === "name") return expr.path[0];
  return expr.kind === "assign" && expr.op !== "" && expr.target.kind === "bind" ? expr.target.name : undefined;
}

function firstOfEach(reads: readonly Read[]): readonly Read[] {
  const told = new Set<string>();
  return reads.filter(({ name }) => !told.has(name) && told.add(name));
}

function finding({ id }: FunctionItem, { name, span, of }: Read): Finding {
  const message = `${name} is first given a value inside ${of === "if" ? "an" : "a"} \`${of}\` that is traced as a whole and ends with it: give it one before`;
  return { item: id, span, message, related: [], fixes: [] };
}

/** The page of staged-name. */
export const stagedNamePage = (): RulePage => ({
  doc: `
\`@cute.jit\` and \`@cute.kernel\` functions are rewritten before they run: the body of an \`if\`, \`for\` or \`while\` becomes a function of its
own, and what it gives a value comes back only where the name had one before. A name that begins its life in there ends with the
block, also where both sides give it a value, and whatever the condition is: the trace ends with \`NameError\`.

A name that has a value before keeps its type: \`total = 0\` is an integer, and a block that adds a float to it is refused.

Give the name a value of the same type before the block. Where the condition is known while the function is traced, say so:
\`cutlass.const_expr(…)\` around the condition, \`cutlass.range_constexpr\` for the loop; their names stay.`,
  references: ["nvidia-cutlass-dsl 4.8: NameError of the traced function, TYPE_UNSTABLE_JOIN"],
  examples: [
    {
      language: "python",
      bad: dsl(
        "",
        "\n    #             ^^^^^ scale is first given a value inside an `if` that is traced as a whole and ends with it: give it one before",
      ),
      good: dsl("\n    scale = cutlass.Float32(1.0)"),
    },
  ],
});
