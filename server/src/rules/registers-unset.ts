// CPY021: a copy or a gemm reads registers that nothing has been written to.
//
// The tensor is made in the function itself, and until it is read the code only asks for its shape. Whatever else it is handed to, or
// any view of it, may fill it; and in a loop what the round behind the read writes may be read by the next one.
import type { CallArg, CallFact } from "../../../src-engine/program/facts.ts";
import type { Expr, FunctionItem, ItemId, Span } from "../../../src-engine/program/ir.ts";
import { nodesOfKind } from "../facts/code-nodes.ts";
import { once } from "../facts/remembered.ts";
import { argument } from "./arguments.ts";
import { functionsIn } from "./barrier-callees.ts";
import { runsOf } from "./barrier-functions.ts";
import { copies } from "./copy-sides.ts";
import { cppFunction, dslFunction } from "./example-text.ts";
import { expressionAt, madeBy, type Names, namesIn } from "./made-by.ts";
import type { FileRule, Finding, RulePage } from "./rule.ts";
import { isUnset, mentionsBehind, type Place, untakenIn } from "./unset-registers.ts";

const cpp = (filled: string, mark = ""): string =>
  cppFunction(`
  auto gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto sA = make_tensor(make_smem_ptr(shared), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto tiled = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thr = tiled.get_slice(threadIdx.x);
  auto tAgA = thr.partition_S(gA);
  auto tAsA = thr.partition_D(sA);
  auto tArA = make_fragment_like(tAsA);${filled}
  copy(tiled, tArA, tAsA);${mark}
  copy(tiled, tArA, thr.partition_D(gA));`);

const dsl = (filled: string, mark = ""): string =>
  dslFunction(`
    gA = cute.make_tensor(p, cute.make_layout((64, 32), stride=(32, 1)))
    gB = cute.make_tensor(p + 2048, cute.make_layout((64, 32), stride=(32, 1)))
    rA = cute.make_rmem_tensor(cute.make_layout((64, 32)), cutlass.Float16)${filled}
    cute.autovec_copy(rA, gA)${mark}
    cute.autovec_copy(rA, gB)`);

export const registersUnset: FileRule = {
  code: "registers-unset",
  number: "CPY021",
  severity: "warning",
  title: "Registers are read that hold nothing yet.",
  on: "file",
  check: (facts, context) => {
    const reading = new Set<ItemId>();
    for (const fact of facts.facts) if (fact.kind === "call" && reads.has(fact.op)) reading.add(fact.item);
    if (reading.size === 0) return [];
    const runs = runsOf(facts, reading, context);
    return functionsIn(facts.unit.items).flatMap((fn) =>
      (runs.get(fn.id) ?? []).flatMap((run) => inRun({ fn, run, untaken: once(() => untakenIn(fn, run)) })),
    );
  },
};

/** What a call reads out of registers, if it lies there. */
const reads: ReadonlyMap<string, readonly (readonly string[])[]> = new Map([
  ["gemm", [["a"], ["b"]]],
  ...copies.map((op): [string, readonly (readonly string[])[]] => [op, [["source", "src"]]]),
]);

const readsOf = (call: CallFact): readonly CallArg[] =>
  call.stop === undefined ? (reads.get(call.op) ?? []).flatMap((role) => argument(call, ...role) ?? []) : [];

function inRun(place: Place): readonly Finding[] {
  const { fn, run } = place;
  const names = namesIn(fn);
  const calls = run.facts.filter(
    (fact): fact is CallFact => fact.kind === "call" && fact.item === fn.id && reads.has(fact.op),
  );
  const told = calls.flatMap((call) =>
    readsOf(call).flatMap((given): readonly Finding[] => {
      const { item, span, nameSpan } = call;
      const expr = whole(expressionAt(names, given.span));
      if (expr === undefined || !isUnset(expr, span, place) || mayBeWrittenLater(expr, span, fn)) return [];
      if (!isUsedBehind(expr, span, fn) && !isTakenAsSource(call, names)) return [];
      const message = `${expr.path[0]} holds nothing yet and is read here: fill it before, or exchange the two sides`;
      return [{ item, span: given.span, of: nameSpan, message, related: [], fixes: [] }];
    }),
  );
  return told.filter(({ span }, i) => told.findIndex((one) => one.span.start === span.start) === i);
}

type Name = Expr & { readonly kind: "name" };

/** The name of a tensor, or of that which a slice is taken of. */
function whole(expr: Expr | undefined): Name | undefined {
  if (expr?.kind === "name") return expr;
  if (expr?.kind === "index") return whole(expr.object);
  return expr?.kind === "call" && expr.callee.kind === "name" ? expr.callee : undefined;
}

/** A kernel that is not written yet reads what it makes once, to see what it does. */
const isUsedBehind = (expr: Name, read: Span, fn: FunctionItem): boolean =>
  mentionsBehind(expr, read, fn).some(({ start }) => start > read.end);

/** What is written here was partitioned to be read. */
function isTakenAsSource(call: CallFact, names: Names): boolean {
  const given = argument(call, "destination", "dst");
  return given !== undefined && madeBy(names, given.span, sides)?.method.endsWith("_S") === true;
}

const sides: ReadonlySet<string> = new Set(["partition_S", "retile_S", "partition_D", "retile_D"]);

/** A round reads what the one before has written. */
function mayBeWrittenLater(expr: Name, read: Span, fn: FunctionItem): boolean {
  const around = loops.flatMap((kind) => nodesOfKind(fn.body, kind)).filter(({ span }) => isWithin(read, span));
  return mentionsBehind(expr, read, fn).some(
    (one) => one.start > read.end && around.some(({ span }) => isWithin(one, span)),
  );
}

const loops = ["for", "while", "c-for"] as const;

const isWithin = (inner: Span, outer: Span): boolean => outer.start <= inner.start && inner.end <= outer.end;

/** The page of registers-unset. */
export const registersUnsetPage = (): RulePage => ({
  doc: `
A fragment, and any tensor that owns its memory, is registers: what they hold when they are made is whatever was there. A copy that reads
them before anything was written moves numbers of somebody else; mostly source and destination have changed places, or the load is missing.

It is told where the function makes the registers itself and asks for nothing but their shape until the copy, or until the gemm that takes
them as A or B, and where what is written was partitioned to be read, or the registers are used once more behind it. Nothing is said where they, or a view of
them, are handed to anything that may fill them, nor in a loop whose later statements may fill them for the next round.`,
  references: ["cute/tensor_impl.hpp: make_tensor of an owning engine (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: cpp(
        "",
        "\n//            ^^^^ tArA holds nothing yet and is read here: fill it before, or exchange the two sides",
      ),
      good: cpp("\n  copy(tiled, tAgA, tArA);"),
    },
    {
      language: "python",
      bad: dsl(
        "",
        "\n    #                 ^^ rA holds nothing yet and is read here: fill it before, or exchange the two sides",
      ),
      good: dsl("\n    rA.fill(0.0)"),
    },
  ],
});
