// PIP014: a barrier behind the end of the array of barriers.
import type { Expr } from "../../../src-engine/program/ir.ts";
import type { AlternativesValue } from "../../../src-engine/program/values.ts";
import { visit } from "../facts/code-nodes.ts";
import { numberOf } from "../facts/sizes.ts";
import type { Around } from "./barrier-events.ts";
import { type BarrierFunction, barrierFunctions, type Run } from "./barrier-functions.ts";
import type { FileRule, Finding, RulePage } from "./rule.ts";
import { elementBits, pointerOf } from "./tensor-parts.ts";

const dsl = (words: number, mark = ""): string => `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils

@cute.kernel
def kernel():
    smem = utils.SmemAllocator()
    bars = smem.allocate_array(cutlass.Int64, ${words})
    if cute.arch.thread_idx()[0] == 0:
        for stage in cutlass.range_constexpr(3):
            cute.arch.mbarrier_init(bars + stage, 1)${mark}

@cute.jit
def launch():
    kernel().launch(grid=(1, 1, 1), block=(128, 1, 1))
`;

export const barrierRoom: FileRule = {
  code: "barrier-room",
  number: "PIP014",
  severity: "error",
  title: "A barrier lies behind the end of the array of barriers.",
  absent: { cpp: "the compiler knows the array's length, and warns" },
  on: "file",
  check: (facts, context) =>
    context.language === "python"
      ? barrierFunctions(facts, context).flatMap((one) => one.runs.flatMap((run) => inRun(one, run)))
      : [],
};

function inRun(one: BarrierFunction, run: Run): readonly Finding[] {
  const told = new Set<string>();
  return one.events.flatMap((event) => {
    const { root } = event.barrier ?? {};
    if (root === undefined || told.has(root)) return [];
    const beyond = sumsIn(event.call).flatMap((sum) => beyondIn(sum, event.around, run) ?? [])[0];
    if (beyond === undefined) return [];
    told.add(root);
    const { at, number, has } = beyond;
    const message = `the array has ${has === 1 ? "1 barrier" : `${has} barriers`}, this is number ${number}, counted from 0: allocate one for each stage`;
    return [{ item: one.fn.id, span: at.span, message, related: [], fixes: [] }];
  });
}

type Sum = Extract<Expr, { kind: "binary" }>;

function sumsIn(call: Expr): readonly Sum[] {
  const found: Sum[] = [];
  visit(call, (node) => {
    const expr = node as Expr;
    if (expr.kind === "binary" && expr.op === "+") found.push(expr);
  });
  return found;
}

/** `bars + stage` of a buffer whose length is known, in the last round of the loop around. */
function beyondIn(
  sum: Sum,
  around: Around,
  { values }: Run,
): { readonly at: Sum; readonly number: number; readonly has: number } | undefined {
  const pointer = pointerOf(values.value(sum.left));
  const step = values.value(sum.right);
  const further = step?.kind === "alternatives" ? lastOf(step, sum.right, around) : numberOf(step);
  const first = numberOf(pointer?.offset);
  if (pointer?.room === undefined || elementBits(pointer) !== 64 || first === undefined || further === undefined)
    return undefined;
  const [number, has] = [first + further, pointer.room / 8];
  return number >= has ? { at: sum, number, has } : undefined;
}

/** The largest number that a loop counts to, all of which are known: of a branch one may never come. */
function lastOf({ options }: AlternativesValue, of: Expr, around: Around): number | undefined {
  if (of.kind !== "name" || !isCounted(of.path.join("::"), around)) return undefined;
  const numbers = options.map(({ value }) => numberOf(value));
  const known = numbers.flatMap((one) => one ?? []);
  return known.length === numbers.length ? Math.max(...known) : undefined;
}

const isCounted = (name: string, { stmt, outer }: Around): boolean =>
  (stmt?.kind === "for" && stmt.target.kind === "bind" && stmt.target.name === name) ||
  (outer !== undefined && isCounted(name, outer));

/** The page of barrier-room. */
export const barrierRoomPage = (): RulePage => ({
  doc: `
A barrier is a word of 64 bits, and each stage has one of its own, or two: for what is full and for what is free. An array of fewer words
than stages puts the last barriers onto what lies behind it in shared memory: a tile that is loaded there overwrites them, and they
overwrite the tile.

Allocate a word for each barrier: \`allocate_array(Int64, stages)\`.`,
  references: ["PTX ISA, mbarrier: an opaque object of 64 bits in shared memory"],
  examples: [
    {
      language: "python",
      bad: dsl(
        1,
        "\n            #                       ^^^^^^^^^^^^ the array has 1 barrier, this is number 2, counted from 0",
      ),
      good: dsl(3),
    },
  ],
});
