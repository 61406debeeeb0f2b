// CPY019: predicates that are worked out and given to no copy: what they were to keep out is copied.
import type { Value } from "../../../src-engine/algebra/value.ts";
import type { CallFact } from "../../../src-engine/program/facts.ts";
import type { Arg, Expr, FunctionItem, Language, Pattern, Span } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { visit } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";
import { modeSizes, numberOf } from "../facts/sizes.ts";
import { argument } from "./arguments.ts";
import { functionsIn } from "./barrier-callees.ts";
import { type Run, runsOf } from "./barrier-functions.ts";
import { copies } from "./copy-sides.ts";
import { cppFunction, dslFunction } from "./example-text.ts";
import type { FileRule, Finding, RulePage } from "./rule.ts";
import { pointerOf } from "./tensor-parts.ts";

const cpp = (copy: string, mark = ""): string =>
  cppFunction(`
  auto tiled = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thr = tiled.get_slice(threadIdx.x);
  auto tAgA = thr.partition_S(make_tensor(make_gmem_ptr(A), Layout<Shape<_64, _64>, Stride<_64, _1>>{}));
  auto tAcA = thr.partition_S(make_identity_tensor(Shape<_64, _64>{}));
  auto tArA = make_fragment_like(tAgA);
  auto tApA = make_tensor<bool>(make_shape(size<1>(tAgA), size<2>(tAgA)));
  for (int m = 0; m < size<0>(tApA); ++m) tApA(m, 0) = get<0>(tAcA(0, m, 0)) < 50;
  ${copy}${mark}`);

const dsl = (pred: string, mark = ""): string =>
  dslFunction(`
    tidx, _, _ = cute.arch.thread_idx()
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=128)
    thr = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((1, 8))).get_slice(tidx)
    tAgA = thr.partition_S(cute.make_tensor(p, cute.make_layout((64, 64), stride=(64, 1))))
    tAcA = thr.partition_S(cute.make_identity_tensor((64, 64)))
    tArA = cute.make_fragment_like(tAgA)
    tApA = cute.make_rmem_tensor((1, 4, 1), cutlass.Boolean)
    for m in cutlass.range_constexpr(4):
        tApA[0, m, 0] = tAcA[0, m, 0][0] < 50
    cute.copy(atom, tAgA, tArA${pred})${mark}`);

export const predicateUnused: FileRule = {
  code: "predicate-unused",
  number: "CPY019",
  severity: "warning",
  title: "Predicates are worked out and given to no copy.",
  on: "file",
  check: (facts, context) => {
    const { items, language } = facts.unit;
    const filled = functionsIn(items).map((fn) => ({ fn, names: onlyWritten[language](fn) }));
    const asked = filled.filter(({ names }) => names.size > 0);
    const runs = runsOf(facts, new Set(asked.map(({ fn }) => fn.id)), context);
    return asked.flatMap(({ fn, names }) => (runs.get(fn.id) ?? []).flatMap((run) => ofRun(fn, names, run)));
  },
};

function ofRun(fn: FunctionItem, names: ReadonlyMap<string, Span>, run: Run): readonly Finding[] {
  return [...names].flatMap(([name, span]) => {
    const made = run.facts.find(
      (fact) => fact.kind === "variable" && fact.item === fn.id && fact.name === name && isPredicate(fact.value),
    );
    if (made?.kind !== "variable") return [];
    const [copy, ...others] = run.facts.filter(
      (fact): fact is CallFact => fact.kind === "call" && fact.item === fn.id && isGuardedBy(fact, made.value, span),
    );
    const isOne = copy !== undefined && others.every((one) => one.span.start === copy.span.start);
    const message = isOne
      ? `${name} says what may be copied here, and no copy asks it: give it to this one`
      : `${name} is filled, and no copy asks it: give it to the copy that it was made for`;
    const related = isOne ? [{ item: fn.id, span, message: `${name} is filled here` }] : [];
    return [{ item: fn.id, span: isOne ? copy.nameSpan : span, message, related, fixes: [] }];
  });
}

/** Truth values in registers. */
const isPredicate = (value: Value): boolean => {
  const pointer = pointerOf(value);
  return pointer?.space === "rmem" && pointer.dtype.kind === "dtype" && pointer.dtype.family === "bool";
};

/** Behind what fills it, a copy to or from global memory without a predicate, of as many vectors. */
function isGuardedBy(call: CallFact, predicate: Value, filled: Span): boolean {
  if (!copies.includes(call.op) || call.span.start < filled.start) return false;
  if (argument(call, "predicate", "pred") !== undefined) return false;
  const sides = [argument(call, "source", "src"), argument(call, "destination", "dst")].map((arg) => arg?.value);
  const has = modeSizes(predicate)?.map(numberOf);
  return sides.some((side) => {
    const vectors = modeSizes(side)?.slice(1).map(numberOf);
    const isAsMany =
      vectors !== undefined && vectors.length > 0 && has?.slice(-vectors.length).join() === vectors.join();
    return isAsMany && !vectors.includes(undefined) && pointerOf(side)?.space === "gmem";
  });
}

/** Asked with each letter. */
const onlyWritten: Readonly<Record<Language, (fn: FunctionItem) => ReadonlyMap<string, Span>>> = {
  cpp: remembered((fn) => writtenIn(fn, "cpp")),
  python: remembered((fn) => writtenIn(fn, "python")),
};

/** Variables of the function whose elements are given values, and that are named for nothing else but their size: where they are filled. */
function writtenIn(fn: FunctionItem, language: Language): ReadonlyMap<string, Span> {
  const [named, quiet] = [new Map<string, number>(), new Map<string, number>()];
  const filled = new Map<string, Span>();
  const declared = new Set<string>();
  const count = (of: Map<string, number>, name: string | undefined): void => {
    if (name !== undefined) of.set(name, (of.get(name) ?? 0) + 1);
  };
  visit(fn.body, (node) => {
    count(named, nameOf(node as Expr));
    const { target, callee, args, object, init, value } = node as Parts;
    if (node.kind === "let" || node.kind === "assign") {
      // What C++ assigns to may be a member, which others read; a view shows others' elements.
      const given = node.kind === "let" ? init : language === "python" ? value : undefined;
      if (target?.kind === "bind" && given !== undefined && isNew(given)) declared.add(target.name);
      const to = target?.kind === "place" ? elementOf(target.expr) : undefined;
      if (to !== undefined && !filled.has(to)) filled.set(to, (node as Expr).span);
      count(quiet, to);
    }
    if (node.kind === "call" && callee !== undefined && asking.test(lastName(callee)))
      for (const { value } of args ?? []) count(quiet, nameOf(value));
    if (node.kind === "member" && (node as { readonly name?: string }).name === "shape") count(quiet, nameOf(object));
  });
  return new Map([...filled].filter(([name]) => declared.has(name) && named.get(name) === quiet.get(name)));
}

interface Parts {
  readonly target?: Pattern;
  readonly callee?: Expr;
  readonly object?: Expr;
  readonly args?: readonly Arg[];
  readonly init?: Expr;
  readonly value?: Expr;
}

/** Registers of its own: `make_tensor<bool>(shape)`, `cute.make_rmem_tensor(shape, cutlass.Boolean)`. */
function isNew(made: Expr): boolean {
  if (made.kind !== "call") return false;
  const name = lastName(made.callee);
  return name === "make_tensor" ? made.callee.kind === "template" : registers.test(name);
}

const registers = /^(?:make_fragment|make_rmem_tensor|make_(?:tensor|fragment|rmem_tensor)_like)$/;

/** What asks for the extents alone, or fills it. */
const asking = /^(?:size|rank|shape|fill|clear|print\w*)$/;

const nameOf = (expr: Expr | undefined): string | undefined =>
  expr?.kind === "name" && expr.path.length === 1 ? expr.path[0] : undefined;

/** `tApA(m, 0)`, `tApA[0, m, 0]`. */
const elementOf = (expr: Expr): string | undefined =>
  expr.kind === "index" ? nameOf(expr.object) : expr.kind === "call" ? nameOf(expr.callee) : undefined;

/** The page of predicate-unused. */
export const predicateUnusedPage = (): RulePage => ({
  doc: `
A predicate tensor says of each vector of a thread's part whether it lies inside the matrix. A copy that is not given it copies all of them:
past the last row or column it reads what is not the matrix's, and writes over it.

Give it to the copy: \`copy_if(tiled, tApA, tAgA, tAsA)\`, \`cute.copy(tiled, tAgA, tAsA, pred=tApA)\`; or leave it out where the tiles fit.`,
  references: ["cute/algorithm/copy.hpp: copy_if (CUTLASS 4.7)", "cutlass.cute.copy: pred"],
  examples: [
    {
      language: "cpp",
      bad: cpp("copy(tiled, tAgA, tArA);", "\n//^^^^ tApA says what may be copied here, and no copy asks it"),
      good: cpp("copy_if(tiled, tApA, tAgA, tArA);"),
    },
    {
      language: "python",
      bad: dsl("", "\n    #    ^^^^ tApA says what may be copied here, and no copy asks it"),
      good: dsl(", pred=tApA"),
    },
  ],
});
