// LAY032: a loop whose counter goes past the end of the mode that it walks.
import { less } from "../../../src-engine/algebra/int/ask.ts";
import { add, dynamicInt, isInt, ONE, sub } from "../../../src-engine/algebra/int/int.ts";
import { product } from "../../../src-engine/algebra/tuple/int-tuple.ts";
import { isTuple, leavesOf } from "../../../src-engine/algebra/tuple/tree.ts";
import type { Int, Shape, Stride, Strides } from "../../../src-engine/algebra/value.ts";
import { blocksOf } from "../../../src-engine/program/blocks.ts";
import type { Block, Expr, FunctionItem, Stmt } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { visit } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";
import { numberOf } from "../facts/sizes.ts";
import { asksForShape } from "../languages/quiet-calls.ts";
import { functionsIn } from "./barrier-callees.ts";
import { type Run, runsOf } from "./barrier-functions.ts";
import { cppFunction, dslFunction } from "./example-text.ts";
import { aheadOf, type Counter, changingIn, counterOf, isPlain, isSteady, rangeIn } from "./loop-counter.ts";
import type { FileRule, Finding, RuleContext, RulePage } from "./rule.ts";

const cpp = (mode: number, mark = ""): string =>
  cppFunction(`
  auto sA = make_tensor(make_smem_ptr(shared), Layout<Shape<_128, _8>>{});
  float sum = 0;
  for (int k = 0; k < size<${mode}>(sA); ++k) sum += sA(threadIdx.x, k);${mark}`);

const dsl = (rounds: number, mark = ""): string =>
  dslFunction(`
    sA = cute.make_tensor(p, cute.make_layout((128, 64, 3)))
    for k in cutlass.range(${rounds}):
        stage = sA[None, None, k]${mark}`);

export const coordinateLoop: FileRule = {
  code: "coordinate-loop",
  number: "LAY032",
  severity: "error",
  title: "A loop's counter goes past the end of the mode that it walks.",
  on: "file",
  check: (facts, context) => {
    const looping = functionsIn(facts.unit.items).flatMap((fn) => {
      const loops = loopsIn(fn);
      return loops.length === 0 ? [] : [{ fn, loops }];
    });
    if (looping.length === 0) return [];
    const runs = runsOf(facts, new Set(looping.map(({ fn }) => fn.id)), context);
    return looping.flatMap(({ fn, loops }) =>
      loops.flatMap((loop) => (runs.get(fn.id) ?? []).flatMap((run) => inRun(fn, loop, run, context))),
    );
  },
};

type Call = Extract<Expr, { kind: "call" | "index" }>;

/** `t[None, k]` and `t[(None, k)]` are one coordinate. */
function coordinateOf({ args }: Call): readonly Expr[] {
  const [first] = args;
  const items = args.length === 1 && first?.value.kind === "tuple" && !first.value.list ? first.value.items : args;
  return items.map(({ value }) => value);
}

interface CountedLoop {
  readonly stmt: Extract<Stmt, { kind: "c-for" | "for" }>;
  readonly counter: Counter;
}

const loopsIn = remembered((fn: FunctionItem): readonly CountedLoop[] => {
  const found: CountedLoop[] = [];
  visit(fn.body, (node) => {
    if (node.kind !== "c-for" && node.kind !== "for") return;
    const stmt = node as CountedLoop["stmt"];
    const counter = counterOf(stmt);
    if (counter === undefined || !isPlain(stmt.body, counter.name)) return;
    // As if no call wrote anything: which do is asked in each run.
    if (
      usesIn(
        stmt.body,
        counter,
        changingIn(stmt.body, counter, () => true),
      ).length > 0
    )
      found.push({ stmt, counter });
  });
  return found;
});

/** Tensors and the library's own functions write no number that they are handed. */
const isReading =
  ({ values }: Run) =>
  ({ callee, span }: Extract<Expr, { kind: "call" }>): boolean =>
    values.value(callee)?.kind === "tensor" || values.calls(span).length > 0;

/** Where what counts is an item of a coordinate. Not behind a condition that may ask for the counter; one that is the same in every round takes all of them or none. */
function usesIn(block: Block, counter: Counter, changing: ReadonlySet<string>): readonly Call[] {
  const found: Call[] = [];
  const walk = (part: unknown): void => {
    if (typeof part !== "object" || part === null) return;
    if (Array.isArray(part)) {
      for (const one of part) walk(one);
      return;
    }
    const node = part as Expr;
    if (node.kind === "lambda" || node.kind === "cond" || node.kind === "comprehension") return;
    if (node.kind === "binary" && (node.op === "&&" || node.op === "||")) return;
    if (node.kind === "member" && asksForShape.test(node.name)) return;
    if (
      (node.kind === "call" || node.kind === "index") &&
      coordinateOf(node).some((one) => aheadOf(one, counter) !== undefined)
    )
      found.push(node);
    if (node.kind === "call" && asksForShape.test(lastName(node.callee))) return;
    for (const [key, one] of Object.entries(node)) if (key !== "span") walk(one);
  };
  for (const stmt of block) {
    // The condition itself is asked in every round.
    if (stmt.kind === "if") walk(stmt.test);
    if (stmt.kind === "while" || stmt.kind === "switch" || stmt.kind === "try") continue;
    if (stmt.kind === "if" && !isSteady(stmt.test, changing)) continue;
    const inner = blocksOf(stmt);
    if (inner.length === 0) walk(stmt);
    else for (const one of inner) found.push(...usesIn(one, counter, changing));
  }
  return found;
}

const isName = (value: Expr, name: string): boolean => value.kind === "name" && value.path.join("::") === name;

function inRun(fn: FunctionItem, { stmt, counter }: CountedLoop, run: Run, context: RuleContext): readonly Finding[] {
  const last = lastOf(stmt, run);
  return usesIn(stmt.body, counter, changingIn(stmt.body, counter, isReading(run))).flatMap((use) => {
    if (isToldAlready(use, run)) return [];
    const said = last === undefined ? ofOpenEnd(stmt, counter, use, run, context) : ofNumbers(use, counter, last, run);
    if (said === undefined) return [];
    const related = [{ item: fn.id, span: stmt.span, message: "the loop" }];
    return [{ item: fn.id, span: use.span, message: said, related, fixes: [] }];
  });
}

const toItsExtent = "count to the extent of the mode that the loop walks";

function ofNumbers(use: Call, counter: Counter, last: number, run: Run): string | undefined {
  for (const { which, size, hasEnd, name, ahead, still } of walked(use, counter, run)) {
    const extent = numberOf(size);
    // Any coordinate of a mode of stride 0 is the same element: no mistake but where the loop was to walk another one.
    const meant =
      extent === 1 && !hasEnd && last > 0 ? still.find((one) => numberOf(one.size) === last + 1) : undefined;
    if (meant !== undefined)
      return `${which} has 1 element, ${meant.which} the ${last + 1} that ${name} counts and one coordinate in all rounds: let ${name} walk that one`;
    if (extent !== undefined && extent >= 1 && last + ahead >= extent && hasEnd)
      return `${which} has ${extent} elements, 0 to ${extent - 1}: ${name} goes up to ${last + ahead}; ${toItsExtent}`;
  }
  return undefined;
}

/** Where only the run knows how long the loop is: it ends at the mode's own extent, or behind it. */
function ofOpenEnd(
  stmt: CountedLoop["stmt"],
  counter: Counter,
  use: Call,
  run: Run,
  context: RuleContext,
): string | undefined {
  const last = openLast(stmt, counter.name, run);
  if (last === undefined) return undefined;
  for (const { which, size, hasEnd, name, ahead } of walked(use, counter, run)) {
    const value = last.value === undefined ? undefined : add(last.value, dynamicInt(ahead));
    if (hasEnd && value !== undefined && less(value, size) === "no")
      return `${which} has ${context.print(size)} elements: ${name} goes up to ${context.print(value)}; ${toItsExtent}`;
  }
  const at = coordinateOf(use).findIndex((one) => isName(one, counter.name));
  const callee = run.text((use.kind === "call" ? use.callee : use.object).span);
  const own = coordinateOf(use).length === 1 ? `size(${callee})` : `size<${at}>(${callee})`;
  return last.text?.replace(/^cute::/, "").replace(/\s/g, "") === own
    ? `${counter.name} goes up to ${last.text} itself; ${toItsExtent}`
    : undefined;
}

/** Of a loop that is unrolled each round's coordinate is a number, which coordinate-range asks for. */
const isToldAlready = ({ span }: Call, run: Run): boolean =>
  run.values.calls(span).some(({ needs }) => needs.some(({ kind, holds }) => kind === "in-range" && holds === "no"));

/** The counter's largest value. */
function lastOf(stmt: CountedLoop["stmt"], { values }: Run): number | undefined {
  const range = rangeIn(stmt, values);
  if (range === undefined || range.step < 1 || range.to <= range.from) return undefined;
  return range.from + Math.floor((range.to - range.from - 1) / range.step) * range.step;
}

interface OpenLast {
  readonly value: Int | undefined;
  /** The bound's own text, where the last round is the bound itself. */
  readonly text?: string;
}

/** The last round of a loop in steps of one. */
function openLast(stmt: CountedLoop["stmt"], counter: string, run: Run): OpenLast | undefined {
  if (stmt.kind === "for") {
    const range = run.values.value(stmt.iter);
    if (range?.kind !== "range" || numberOf(range.step) !== 1 || !isInt(range.stop)) return undefined;
    return { value: sub(range.stop, ONE) };
  }
  const { test, step } = stmt;
  const isStep = step?.kind === "assign" && step.op === "+" && run.values.number(step.value) === 1;
  if (!isStep || test?.kind !== "binary" || !isName(test.left, counter)) return undefined;
  const bound = intOf(test.right, run);
  if (test.op === "<=") return { value: bound, text: run.text(test.right.span) };
  return test.op === "<" && bound !== undefined ? { value: sub(bound, ONE) } : undefined;
}

/** Sums have no facts of their own. */
function intOf(expr: Expr, run: Run): Int | undefined {
  const value = run.values.value(expr);
  if (value !== undefined) return isInt(value) ? value : undefined;
  if (expr.kind !== "binary" || (expr.op !== "+" && expr.op !== "-")) return undefined;
  const [left, right] = [intOf(expr.left, run), expr.right.kind === "int" ? dynamicInt(expr.right.value) : undefined];
  if (left === undefined || right === undefined) return undefined;
  return expr.op === "+" ? add(left, right) : sub(left, right);
}

interface Walked {
  readonly which: string;
  readonly size: Int;
  /** Not of stride 0 throughout. */
  readonly hasEnd: boolean;
  /** What counts there, and how far ahead of the loop's counter it is. */
  readonly name: string;
  readonly ahead: number;
  /** Modes of the same tensor that stay at a number that is written there. */
  readonly still: readonly { readonly which: string; readonly size: Int }[];
}

/** The modes that what counts walks here. */
function walked(use: Call, counter: Counter, run: Run): readonly Walked[] {
  const value = run.values.value(use.kind === "call" ? use.callee : use.object);
  const layout = value?.kind === "tensor" ? value.layout : value;
  if (layout?.kind !== "layout") return [];
  const { shape, stride } = layout;
  const args = coordinateOf(use);
  const modes = isTuple(shape) ? shape.items : [];
  const still = args.flatMap((arg, i) => {
    const size = modes[i];
    return arg.kind === "int" && size !== undefined ? [{ which: `mode ${i}`, size: product(size) }] : [];
  });
  const mode = (which: string, arg: Expr, extents: Shape, strides: Strides): readonly Walked[] => {
    const ahead = aheadOf(arg, counter);
    if (ahead === undefined) return [];
    const own = leavesOf<Stride>(strides);
    // A coordinate that is one too far is data like any other; TMA brings zeros there.
    if (ahead !== 0 && own.some(({ kind }) => kind === "basis")) return [];
    const hasEnd = own.some((one) => numberOf(one) !== 0);
    return [{ which, size: product(extents), hasEnd, name: run.text(arg.span), ahead, still }];
  };
  if (args.length === 1) return mode("the tensor", args[0]!, shape, stride);
  if (!isTuple(shape) || !isTuple(stride) || shape.items.length !== args.length) return [];
  return args.flatMap((arg, i) => mode(`mode ${i}`, arg, shape.items[i]!, stride.items[i]!));
}

/** The page of coordinate-loop. */
export const coordinateLoopPage = (): RulePage => ({
  doc: `
The loop counts to the extent of another mode, or with \`<=\`: its last rounds read or write what lies behind the tensor. CuTe asks for no
bounds. The same is said of what is one ahead of the counter, \`k + 1\` and \`next = k + 1\`. Nothing is said where the loop may be left
early, behind a condition that may be another in each round, where the shape alone is asked for, and of modes of stride 0; but of one
with a single element, where the mode that has as many as the loop has rounds stays at one coordinate.

Count to the extent of the mode itself, \`size<1>(tensor)\`, \`cute.size(tensor, mode=[1])\`.`,
  references: ["cute/stride.hpp:53-107 (CUTLASS 4.7): crd2idx takes any coordinate"],
  examples: [
    {
      language: "cpp",
      bad: cpp(
        0,
        "\n  //                                           ^^^^^^^^^^^^^^^^^^ mode 1 has 8 elements, 0 to 7: k goes up to 127",
      ),
      good: cpp(1),
    },
    {
      language: "python",
      bad: dsl(4, "\n        #       ^^^^^^^^^^^^^^^^^ mode 2 has 3 elements, 0 to 2: k goes up to 3"),
      good: dsl(3),
    },
  ],
});
