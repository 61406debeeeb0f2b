// DSL004: a kernel that reads a layout or tensor of the host function from `self`.
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import type { Expr, FunctionItem, ItemId } from "../../../src-engine/program/ir.ts";
import { eachNode } from "../../../src-engine/program/nodes.ts";
import { visit } from "../facts/code-nodes.ts";
import { functionsIn } from "./barrier-callees.ts";
import { type Run, runsOf } from "./barrier-functions.ts";
import type { FileRule, Finding, RuleContext, RulePage } from "./rule.ts";

const dsl = (params: string, args: string, layout: string, mark = ""): string => `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils

class Kernel:
    @cute.jit
    def __call__(self):
        self.layout = cute.make_layout((64, 32), stride=(32, 1))
        self.kernel(${args}).launch(grid=(1, 1, 1), block=(128, 1, 1))

    @cute.kernel
    def kernel(self${params}):
        smem = utils.SmemAllocator()
        sA = smem.allocate_tensor(cutlass.Float16, ${layout}, 128)${mark}

def run():
    Kernel()()
`;

export const outerValue: FileRule = {
  code: "outer-value",
  number: "DSL004",
  severity: "error",
  title: "A kernel reads a layout or tensor of the host function from `self`.",
  absent: { cpp: "a kernel of C++ is handed what it uses" },
  on: "file",
  check: (facts, context) => {
    if (context.language !== "python") return [];
    const kernels = functionsIn(facts.unit.items).filter(({ isKernel, params }) => isKernel && params.length > 0);
    const runs = runsOf(facts, new Set(kernels.map(({ id }) => id)), context);
    return kernels.flatMap((fn) => (runs.get(fn.id) ?? []).flatMap((run) => inRun(fn, run, facts, context)));
  },
};

type Member = Extract<Expr, { kind: "member" }>;

const ofTrace: ReadonlySet<string> = new Set(["layout", "composed", "tensor"]);

function inRun(fn: FunctionItem, run: Run, facts: FileFacts, { language }: RuleContext): readonly Finding[] {
  const [self] = fn.params;
  const caller = run.instance.calls.at(-1)?.item;
  if (self === undefined || caller === undefined || language !== "python") return [];
  const told = new Set<string>();
  return readsOf(fn, self.name).flatMap((read) => {
    const value = run.values.value(read);
    if (value === undefined || !ofTrace.has(value.kind) || told.has(read.name)) return [];
    const maker = makerOf(read.name, caller, facts);
    if (maker === undefined) return [];
    told.add(read.name);
    const message =
      `${self.name}.${read.name} was made by ${maker.name}, outside of the kernel: CuTe DSL refuses every use of it here; ` +
      "pass it to the kernel as an argument";
    return [{ item: fn.id, span: read.span, message, related: [], fixes: [] }];
  });
}

/** `self.name`, but where it is only asked whether there is one. */
function readsOf({ body }: FunctionItem, self: string): readonly Member[] {
  const [reads, asked]: [Member[], Set<number>] = [[], new Set()];
  visit(body, (node) => {
    const expr = node as Expr;
    if (expr.kind === "binary" && /^(?:is|is not|==|!=)$/.test(expr.op)) {
      asked.add(expr.left.span.start);
      asked.add(expr.right.span.start);
    }
    if (expr.kind === "member" && isSelf(expr.object, self)) reads.push(expr);
  });
  return reads.filter((read) => !asked.has(read.span.start)).sort((a, b) => a.span.start - b.span.start);
}

const isSelf = (object: Expr, self: string): boolean =>
  object.kind === "name" && object.path.length === 1 && object.path[0] === self;

/** The function that launches the kernel, where it alone gives the field its value. */
function makerOf(name: string, caller: ItemId, facts: FileFacts): FunctionItem | undefined {
  const makers = functionsIn(facts.unit.items).filter((fn) => {
    const [self] = fn.params;
    return self !== undefined && fn.name !== "__init__" && givesField(fn, self.name, name);
  });
  const [maker, ...others] = makers;
  return others.length === 0 && maker?.id === caller ? maker : undefined;
}

function givesField({ body }: FunctionItem, self: string, name: string): boolean {
  let found = false;
  if (body === undefined) return false;
  eachNode(body, (node) => {
    const target = node as { readonly kind?: string; readonly expr?: Expr };
    if (target.kind !== "place" || target.expr?.kind !== "member") return;
    found ||= target.expr.name === name && isSelf(target.expr.object, self);
  });
  return found;
}

/** The page of outer-value. */
export const outerValuePage = (): RulePage => ({
  doc: `
Layouts and tensors are values of the function that is traced. What \`@cute.jit\` code made and kept in \`self\` belongs to the host
function: the kernel is traced as a function of its own, and every use of it there ends with "using value defined outside the region".

Pass it to the kernel as an argument. Numbers, tuples of numbers, element types and \`@cute.struct\` classes may stay in \`self\`.`,
  references: ["nvidia-cutlass-dsl 4.8: what a kernel reads of self"],
  examples: [
    {
      language: "python",
      bad: dsl(
        "",
        "",
        "self.layout",
        "\n        #                                          ^^^^^^^^^^^ self.layout was made by __call__, outside of the kernel",
      ),
      good: dsl(", layout: cute.Layout", "self.layout", "layout"),
    },
  ],
});
