// LAY032: a loop whose counter goes past the end of the mode that it walks.
import { product } from "../../../src-engine/algebra/tuple/int-tuple.ts";
import { isTuple, leavesOf } from "../../../src-engine/algebra/tuple/tree.ts";
import type { Shape, Stride, Strides, Value } from "../../../src-engine/algebra/value.ts";
import { blocksOf } from "../../../src-engine/program/blocks.ts";
import type { Arg, Block, Expr, FunctionItem, Stmt } from "../../../src-engine/program/ir.ts";
import { type Range, rangeOf, visit } from "../costs/uniform.ts";
import { remembered } from "../facts/remembered.ts";
import { numberOf } from "../facts/sizes.ts";
import { functionsIn, type Run, runsOf } from "./barrier-functions.ts";
import { cppFunction, dslFunction } from "./example-text.ts";
import type { FileRule, Finding } from "./rule.ts";

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
  doc: `
The loop counts to the extent of another mode, or with \`<=\`: its last rounds read or write what lies behind the tensor. CuTe asks for no
bounds. Nothing is said where the loop may be left early, where a condition asks for the counter, and of modes of stride 0.

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
  on: "file",
  check: (facts, context) => {
    const looping = functionsIn(facts.unit.items).flatMap((fn) => {
      const loops = loopsIn(fn);
      return loops.length === 0 ? [] : [{ fn, loops }];
    });
    if (looping.length === 0) return [];
    const runs = runsOf(facts, new Set(looping.map(({ fn }) => fn.id)), context);
    return looping.flatMap(({ fn, loops }) =>
      loops.flatMap((loop) => (runs.get(fn.id) ?? []).flatMap((run) => inRun(fn, loop, run))),
    );
  },
};

type Call = Extract<Expr, { kind: "call" | "index" }>;

interface CountedLoop {
  readonly stmt: Extract<Stmt, { kind: "c-for" | "for" }>;
  readonly counter: string;
  /** Where the counter is an item of a coordinate, in every round. */
  readonly uses: readonly Call[];
}

const loopsIn = remembered((fn: FunctionItem): readonly CountedLoop[] => {
  const found: CountedLoop[] = [];
  visit(fn.body, (node) => {
    if (node.kind !== "c-for" && node.kind !== "for") return;
    const stmt = node as CountedLoop["stmt"];
    const counter = counterOf(stmt);
    if (counter === undefined || !isPlain(stmt.body, counter)) return;
    const uses = usesIn(stmt.body, counter);
    if (uses.length > 0) found.push({ stmt, counter, uses });
  });
  return found;
});

function counterOf(stmt: CountedLoop["stmt"]): string | undefined {
  const [first] = stmt.kind === "c-for" ? stmt.init : [];
  const target = stmt.kind === "for" ? stmt.target : first?.kind === "let" ? first.target : undefined;
  return target?.kind === "bind" ? target.name : undefined;
}

/** It runs to its end, and only its head counts. */
function isPlain(body: Block, counter: string): boolean {
  let plain = true;
  visit(body, (node) => {
    if (/^(?:break|continue|return|raise)$/.test(node.kind)) plain = false;
    const { target } = node as { readonly target?: { readonly kind: string; readonly name?: string } };
    if (target?.kind === "bind" && target.name === counter) plain = false;
  });
  return plain;
}

/** Not behind a condition that may ask for the counter. */
function usesIn(block: Block, counter: string): readonly Call[] {
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
    if ((node.kind === "call" || node.kind === "index") && node.args.some(({ value }) => isName(value, counter)))
      found.push(node);
    for (const [key, one] of Object.entries(node)) if (key !== "span") walk(one);
  };
  for (const stmt of block) {
    // The condition itself is asked in every round.
    if (stmt.kind === "if") walk(stmt.test);
    if (stmt.kind === "if" || stmt.kind === "while" || stmt.kind === "switch" || stmt.kind === "try") continue;
    const inner = blocksOf(stmt);
    if (inner.length === 0) walk(stmt);
    else for (const one of inner) found.push(...usesIn(one, counter));
  }
  return found;
}

const isName = (value: Expr, name: string): boolean => value.kind === "name" && value.path.join("::") === name;

function inRun(fn: FunctionItem, { stmt, counter, uses }: CountedLoop, run: Run): readonly Finding[] {
  const last = lastOf(stmt, counter, run);
  if (last === undefined) return [];
  return uses.flatMap((use) => {
    if (isToldAlready(use, run)) return [];
    const past = pastEnd(use, counter, last, run);
    if (past === undefined) return [];
    const { which, size } = past;
    const message = `${which} has ${size} elements, 0 to ${size - 1}: ${counter} goes up to ${last}; count to the extent of the mode that the loop walks`;
    const related = [{ item: fn.id, span: stmt.span, message: "the loop" }];
    return [{ item: fn.id, span: use.span, message, related, fixes: [] }];
  });
}

/** Of a loop that is unrolled each round's coordinate is a number, which coordinate-range asks for. */
const isToldAlready = ({ span }: Call, run: Run): boolean =>
  run.values.calls(span).some(({ needs }) => needs.some(({ kind, holds }) => kind === "in-range" && holds === "no"));

/** The counter's largest value. */
function lastOf(stmt: CountedLoop["stmt"], counter: string, run: Run): number | undefined {
  const range =
    stmt.kind === "for" ? overRange(run.values.value(stmt.iter)) : rangeOf(stmt, counter, run.values.number);
  if (range === undefined || range === "none" || range.step < 1 || range.to <= range.from) return undefined;
  return range.from + Math.floor((range.to - range.from - 1) / range.step) * range.step;
}

function overRange(value: Value | undefined): Range | undefined {
  if (value?.kind !== "range") return undefined;
  const [from, to, step] = [value.start, value.stop, value.step].map(numberOf);
  return from === undefined || to === undefined || step === undefined ? undefined : { from, to, step };
}

interface Past {
  readonly which: string;
  readonly size: number;
}

function pastEnd(use: Call, counter: string, last: number, run: Run): Past | undefined {
  const value = run.values.value(use.kind === "call" ? use.callee : use.object);
  const layout = value?.kind === "tensor" ? value.layout : value;
  if (layout?.kind !== "layout") return undefined;
  const { shape, stride } = layout;
  return use.args.map((arg, i) => modePast(arg, i)).find((past) => past !== undefined);

  function modePast({ value: arg }: Arg, i: number): Past | undefined {
    if (!isName(arg, counter)) return undefined;
    if (use.args.length === 1) return past("the tensor", shape, stride);
    if (!isTuple(shape) || !isTuple(stride) || shape.items.length !== use.args.length) return undefined;
    return past(`mode ${i}`, shape.items[i]!, stride.items[i]!);
  }

  function past(which: string, mode: Shape, strides: Strides): Past | undefined {
    const size = numberOf(product(mode));
    const hasEnd = leavesOf<Stride>(strides).some((one) => numberOf(one) !== 0);
    return size === undefined || size < 1 || last < size || !hasEnd ? undefined : { which, size };
  }
}
