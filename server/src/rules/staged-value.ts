// DSL007: Python code that asks for the value of what only the run knows, where CuTe DSL does not rewrite the question.
import { symbolsOf } from "../../../src-engine/algebra/int/ask.ts";
import type { Value } from "../../../src-engine/algebra/value.ts";
import { blocksOf } from "../../../src-engine/program/blocks.ts";
import type { Block, Expr, FunctionItem, Pattern, Stmt } from "../../../src-engine/program/ir.ts";
import { remembered } from "../facts/remembered.ts";
import { functionsIn } from "./barrier-callees.ts";
import { type Run, runsOf } from "./barrier-functions.ts";
import type { FileRule, Finding, RulePage } from "./rule.ts";
import { isRewritten, stagedBy } from "./staged.ts";

const dsl = (decorator: string, mark = ""): string => `
import cutlass
import cutlass.cute as cute
${decorator}
def larger(a, b):
    out = a
    if b > a:${mark}
        out = b
    return out

@cute.kernel
def kernel(x: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    x[tidx] = larger(x[tidx], x[tidx + 128])

@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float32, 0, cute.AddressSpace.gmem, assumed_align=16)
    kernel(cute.make_tensor(p, cute.make_layout(256))).launch(grid=(1, 1, 1), block=(128, 1, 1))
`;

export const stagedValue: FileRule = {
  code: "staged-value",
  number: "DSL007",
  severity: "error",
  title: "Plain Python asks for a value that only the run knows.",
  absent: { cpp: "all of C++ is compiled" },
  on: "file",
  check: (facts, context) => {
    const { unit } = facts;
    if (unit.language !== "python") return [];
    const asking = functionsIn(unit.items).filter((fn) => testsIn(fn).length + picksIn(fn).length > 0);
    const runs = runsOf(facts, new Set(asking.map(({ id }) => id)), context);
    const rewritten = new Set(
      functionsIn(unit.items)
        .filter(isRewritten)
        .map(({ id }) => id),
    );
    // Python itself has the value of a number that the host made.
    const isTraced = ({ instance }: Run): boolean =>
      instance.calls.some(({ file, item }) => file === unit.file && rewritten.has(item));
    return asking.flatMap((fn) =>
      (runs.get(fn.id) ?? []).flatMap((run) => [...(isTraced(run) ? ofTests(fn, run) : []), ...ofPicks(fn, run)]),
    );
  },
};

/** Of a function that is not rewritten: what Python itself decides there. */
const testsIn = remembered((fn: FunctionItem): readonly Expr[] => {
  const tests: Expr[] = [];
  // Another decorator may do as @cute.jit does.
  if (isRewritten(fn) || !fn.attributes.every((text) => /^@?(?:static|class)method$/.test(text))) return tests;
  eachOwn(fn.body, (node) => {
    const { kind, test } = node as { readonly kind?: string; readonly test?: Expr };
    if (test !== undefined && /^(?:if|while|cond)$/.test(kind ?? "")) tests.push(test);
  });
  return tests;
});

/** Every node of a body; not of what has names or places of its own: functions in it, comprehensions. */
function eachOwn(part: unknown, see: (node: object) => void): void {
  if (typeof part !== "object" || part === null) return;
  const { kind } = part as { readonly kind?: string };
  if (kind === "item" || kind === "lambda" || kind === "comprehension") return;
  if (!Array.isArray(part)) see(part);
  for (const [key, one] of Object.entries(part)) if (key !== "span") eachOwn(one, see);
}

function ofTests(fn: FunctionItem, run: Run): readonly Finding[] {
  return testsIn(fn).flatMap((test) => {
    const asked = askedOfRun(test, run);
    if (asked === undefined) return [];
    const message = `only the run knows ${run.text(asked.span)}, and ${fn.name} is plain Python, whose \`if\` wants to know it now: decorate ${fn.name} with @cute.jit`;
    return [{ item: fn.id, span: test.span, message, related: [], fixes: [] }];
  });
}

/** What of a comparison is a number of the run; `x is None` asks for the object alone. */
function askedOfRun(test: Expr, run: Run): Expr | undefined {
  if (test.kind === "unary") return test.op === "!" ? askedOfRun(test.value, run) : undefined;
  if (test.kind === "binary" && /^(?:[<>]=?|[=!]=|&&|\|\|)$/.test(test.op))
    return askedOfRun(test.left, run) ?? askedOfRun(test.right, run);
  return isOfRun(run.values.value(test)) ? test : undefined;
}

const isOfRun = (value: Value | undefined): boolean =>
  value?.kind === "unknown"
    ? value.type !== undefined
    : value?.kind === "sym" && value.know === "dynamic" && symbolsOf(value).some(({ onlyRun }) => onlyRun === true);

interface PickOfRun {
  readonly index: Extract<Expr, { kind: "index" }>;
  readonly counter: string;
}

/** In a loop that is traced as a whole: subscripts by its counter. */
const picksIn = remembered((fn: FunctionItem): readonly PickOfRun[] =>
  isRewritten(fn) ? picksUnder(fn.body ?? [], new Set()) : [],
);

function picksUnder(block: Block, counters: ReadonlySet<string>): readonly PickOfRun[] {
  return block.flatMap((stmt: Stmt) => {
    const inner = blocksOf(stmt);
    const own = stmt.kind === "for" ? nameOf(stmt.target) : undefined;
    if (inner.length > 0) {
      const { test } = stmt as { readonly test?: Expr };
      // The counter of an unrolled loop may be called like that of one around it.
      const others = [...counters].filter((name) => name !== own);
      const within = new Set(own !== undefined && stagedBy(stmt) === "for" ? [...others, own] : others);
      return [
        ...(test === undefined ? [] : picksOf(test, counters)),
        ...inner.flatMap((one) => picksUnder(one, within)),
      ];
    }
    return counters.size === 0 || stmt.kind === "item" ? [] : picksOf(stmt, counters);
  });
}

function picksOf(part: Stmt | Expr, counters: ReadonlySet<string>): readonly PickOfRun[] {
  const found: PickOfRun[] = [];
  eachOwn(part, (node) => {
    const index = node as Expr;
    if (index.kind !== "index" || index.args.length !== 1) return;
    const at = index.args[0]?.value;
    const counter = at?.kind === "name" ? at.path.join(".") : "";
    if (counters.has(counter)) found.push({ index, counter });
  });
  return found;
}

const nameOf = (target: Pattern): string | undefined => (target.kind === "bind" ? target.name : undefined);

function ofPicks(fn: FunctionItem, run: Run): readonly Finding[] {
  return picksIn(fn).flatMap(({ index, counter }) => {
    const from = run.values.value(index.object);
    if (from?.kind !== "tuple") return [];
    const message = `only the run knows ${counter}, and a ${from.list === true ? "list" : "tuple"} of Python is indexed while the loop is traced: take cutlass.range_constexpr, or keep the values in a tensor`;
    return [{ item: fn.id, span: index.span, message, related: [], fixes: [] }];
  });
}

/** The page of staged-value. */
export const stagedValuePage = (): RulePage => ({
  doc: `
\`@cute.jit\` and \`@cute.kernel\` rewrite the \`if\`, \`for\` and \`while\` of their own function. A helper without a decorator stays plain Python,
which decides while it is traced: it has no value to decide by ("Cannot use a Runtime value where a Python value boolean is required").
The same holds for a list or tuple of Python that is indexed by the counter of a loop that is traced as a whole.

Decorate the helper with \`@cute.jit\`; unroll the loop with \`cutlass.range_constexpr\`, or keep the values in a tensor of registers.`,
  references: ["nvidia-cutlass-dsl 4.8: PHASE_DYNAMIC_TO_STATIC_BOOL, PHASE_DYNAMIC_INDEX"],
  examples: [
    {
      language: "python",
      bad: dsl("", "\n    #  ^^^^^ only the run knows b, and larger is plain Python"),
      good: dsl("@cute.jit"),
    },
  ],
});
