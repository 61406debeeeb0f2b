// TMA030: a tensor map that reaches a kernel as an ordinary parameter.
import type { Value } from "../../../src-engine/algebra/value.ts";
import type { VariableFact } from "../../../src-engine/program/facts.ts";
import type { Expr, FunctionItem, Item, Stmt } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { visit } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";
import { isOwnMap } from "./barrier-wrappers.ts";
import type { Finding, Fix, InstanceFacts, InstanceRule, RuleContext, RulePage } from "./rule.ts";
import { tmaAtomOf } from "./tma-atom.ts";
import { tmaByUse } from "./tma-by-use.ts";

const example = (parameter: string, mark = ""): string => `
#include <cute/tensor.hpp>
using namespace cute;
template <class Tma>
__global__ void kernel(${parameter}) {${mark}
  auto mA = tma.get_tma_tensor(make_shape(512, 1024));
}
void launch(half_t const* A) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto layout = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_atom(SM90_TMA_LOAD{}, mA, layout, Shape<_128, _64>{});
  kernel<<<dim3(1), dim3(128)>>>(tma);
}`;

const inStruct = (parameter: string, mark = ""): string => `
#include <cute/tensor.hpp>
using namespace cute;
template <class Tma>
struct Params {
  Tma tma;
  int tiles;
};
template <class Params>
__global__ void kernel(${parameter}) {${mark}
  auto mA = params.tma.get_tma_tensor(make_shape(512, 1024));
}
void launch(half_t const* A) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto layout = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_atom(SM90_TMA_LOAD{}, mA, layout, Shape<_128, _64>{});
  Params<decltype(tma)> params{tma, 4};
  kernel<<<dim3(1), dim3(128)>>>(params);
}`;

export const tmaGridConstant: InstanceRule = {
  code: "tma-grid-constant",
  number: "TMA030",
  severity: "warning",
  absent: { python: "the DSL passes an atom's tensor map to the kernel so by itself" },
  title: "A tensor map is a kernel parameter without `__grid_constant__`.",
  on: "instance",
  check: ({ facts, instance, code }, context) =>
    context.language === "cpp" && instance.certain
      ? facts.flatMap((fact) =>
          fact.kind !== "variable"
            ? []
            : fact.role === "parameter"
              ? judge(fact, context, code)
              : copied(fact, facts, code),
        )
      : [],
};

function judge(fact: VariableFact, context: RuleContext, code: Item | undefined): readonly Finding[] {
  const { before, start, written } = declarationOf(fact, context);
  // Of an atom whose type nobody names in sight.
  const isAsked = fact.value.kind === "unknown" && code?.kind === "function" && tmaByUse(code).has(fact.name);
  if (!isAsked && !isTensorMap(fact, context)) return [];
  if (!before.includes("__global__") || /grid_constant/i.test(written) || /[&*]/.test(written)) return [];
  const message = `${fact.name} holds a tensor map: take it as \`const __grid_constant__\`, else its address is that of a local copy`;
  return [{ item: fact.item, span: fact.span, message, related: [], fixes: [fix(fact, before, start, written)] }];
}

/** A copy of an atom that the function makes of a parameter's: `auto tma = params.tma;`, and copies with. */
function copied(fact: VariableFact, facts: InstanceFacts["facts"], code: Item | undefined): readonly Finding[] {
  if (tmaAtomOf(fact.value) === undefined || code?.kind !== "function" || fact.item !== code.id) return [];
  const init = copiesIn(code).get(fact.span.start);
  const [root] = init === undefined ? [] : rootsIn(init);
  const isOfParameter = facts.some((one) => one.kind === "variable" && one.role === "parameter" && one.name === root);
  if (!isOfParameter || !isIssued(fact.name, code)) return [];
  const message = `${fact.name} is a copy of the tensor map in local memory, where TMA cannot read it: take a reference, \`auto const&\``;
  return [{ item: fact.item, span: fact.span, message, related: [], fixes: [] }];
}

/** What variables that are no references are given, by where their names stand. */
const copiesIn = remembered((fn: FunctionItem): ReadonlyMap<number, Expr> => {
  const found = new Map<number, Expr>();
  visit(fn.body, (node) => {
    if (node.kind !== "let") return;
    const { target, init, attributes } = node as Extract<Stmt, { kind: "let" }>;
    const isPlace = init?.kind === "member" || init?.kind === "name";
    if (target.kind === "bind" && isPlace && !attributes.includes("reference")) found.set(target.span.start, init);
  });
  return found;
});

const rootsIn = (expr: Expr): readonly string[] =>
  expr.kind === "member" ? rootsIn(expr.object) : expr.kind === "name" ? expr.path.slice(0, 1) : [];

/** `name.with(barrier)`, `copy(name, …)`: it is TMA that reads the map. */
function isIssued(name: string, fn: FunctionItem): boolean {
  const isMeant = (expr: Expr | undefined): boolean =>
    expr?.kind === "name" && expr.path.length === 1 && expr.path[0] === name;
  let found = false;
  visit(fn.body, (node) => {
    if (node.kind !== "call") return;
    const { callee, args } = node as Extract<Expr, { kind: "call" }>;
    found ||= callee.kind === "member" && callee.name === "with" && isMeant(callee.object);
    found ||= lastName(callee) === "copy" && isMeant(args[0]?.value);
  });
  return found;
}

/** Is the parameter a tensor map, or does it hold one? */
export const isTensorMap = (fact: VariableFact, context: RuleContext): boolean =>
  holdsMap(fact.value, 0) || /\bCUtensorMap\s+(?:const\s+)?$/.test(declarationOf(fact, context).written);

/** What stands before the parameter's name, comments blanked, and what of that is its own. */
function declarationOf({ item, span }: VariableFact, context: RuleContext): Declaration {
  const text = context.text({ item, span: { start: 0, end: span.start } });
  const before = text.replace(/\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*/g, (comment) => " ".repeat(comment.length));
  const start = parameterStart(before);
  return { before, start, written: before.slice(start) };
}

interface Declaration {
  readonly before: string;
  readonly start: number;
  readonly written: string;
}

/** Where the parameter begins whose name follows: behind a comma or bracket that stands in no brackets, `X<A, B> const p`. */
function parameterStart(before: string): number {
  let depth = 0;
  for (let at = before.length - 1; at >= 0; at--) {
    const letter = before[at] ?? "";
    if (depth === 0 && (letter === "," || letter === "(")) return at + 1;
    if (")>]".includes(letter)) depth++;
    if ("(<[".includes(letter)) depth--;
  }
  return 0;
}

/** An atom, or a struct that has one or a map among its fields, however deep. */
function holdsMap(value: Value, depth: number): boolean {
  if (tmaAtomOf(value) !== undefined) return true;
  if (value.kind !== "object" || depth > 3) return false;
  const declared = value.type?.item.members ?? [];
  return (
    (value.type !== undefined && isOwnMap(value.type.item)) ||
    [...value.fields.values()].some((field) => field.kind !== "tuple" && holdsMap(field, depth + 1)) ||
    declared.some((member) => member.kind === "statement" && isMapField(member.statement))
  );
}

const isMapField = (field: Stmt): boolean =>
  field.kind === "let" &&
  field.type?.kind === "name" &&
  /^(?:CUtensorMap|TmaDescriptor)$/.test(field.type.path.at(-1) ?? "");

function fix(fact: VariableFact, before: string, start: number, written: string): Fix {
  const blank = before.slice(start).length - before.slice(start).trimStart().length;
  const at = { start: start + blank, end: start + blank };
  const text = /\bconst\b/.test(written) ? "__grid_constant__ " : "const __grid_constant__ ";
  return { title: `Insert ${text.trim()}`, edits: [{ item: fact.item, span: at, text }] };
}

/** The page of tma-grid-constant. */
export const tmaGridConstantPage = (): RulePage => ({
  doc: `
The hardware reads a tensor map by its address, which must be that of the kernel's parameter itself: in constant memory, aligned to 64
bytes. Without \`const __grid_constant__\` taking the address makes a copy in local memory, and the copy faults or reads garbage.

So does a copy that the kernel makes of it, \`auto tma = params.tma;\`: take a reference, \`auto const& tma\`.

Write \`CUTE_GRID_CONSTANT TmaA const tma\` (\`const __grid_constant__\`), or put the atom into a parameter struct that has it.`,
  references: [
    "cute/arch/copy_sm90_desc.hpp: alignas(64) TmaDescriptor (CUTLASS 4.7)",
    "CUDA programming guide, Tensor Memory Access: const __grid_constant__ CUtensorMap",
  ],
  examples: [
    {
      language: "cpp",
      bad: example(
        "Tma const tma",
        "\n//                               ^^^ tma holds a tensor map: take it as `const __grid_constant__`",
      ),
      good: example("CUTE_GRID_CONSTANT Tma const tma"),
    },
    {
      language: "cpp",
      bad: inStruct(
        "Params const params",
        "\n//                                  ^^^^^^ params holds a tensor map: take it as `const __grid_constant__`",
      ),
      good: inStruct("__grid_constant__ Params const params"),
    },
  ],
});
