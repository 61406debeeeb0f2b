// DSL005: a `return`, `break` or `continue` inside an `if` or loop that CuTe DSL traces as a whole.
import { blocksOf } from "../../../src-engine/program/blocks.ts";
import type { Block, FunctionItem, Span } from "../../../src-engine/program/ir.ts";
import { functionsIn } from "./barrier-callees.ts";
import type { FileRule, Finding, RulePage } from "./rule.ts";
import { isRewritten, type Staged, stagedBy } from "./staged.ts";

const guarded = (body: string): string => `
import cutlass
import cutlass.cute as cute

@cute.kernel
def kernel(t: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
${body}
`;

const looped = (head: string, test: string, mark = ""): string =>
  guarded(`    for i in ${head}:
        if ${test}:
            break${mark}
        t[i] = 0.0`);

export const earlyExit: FileRule = {
  code: "early-exit",
  number: "DSL005",
  severity: "error",
  title: "CuTe DSL has no early exit from an `if` or a loop of the run.",
  absent: { cpp: "C++ has early exits" },
  on: "file",
  check: ({ unit }) =>
    unit.language === "python"
      ? functionsIn(unit.items)
          .filter(isRewritten)
          .flatMap((fn) => exitsIn(fn.body ?? [], undefined, undefined).map((one) => finding(fn, one)))
      : [],
};

interface Exit {
  readonly span: Span;
  readonly what: "return" | "break" | "continue";
  readonly leaves: Staged;
}

/** `around`: what is traced as a whole around the block; `loop`: of that what lies inside the innermost loop, the loop itself among it. */
function exitsIn(block: Block, around: Staged | undefined, loop: Staged | undefined): readonly Exit[] {
  return block.flatMap((stmt): readonly Exit[] => {
    const { kind, span } = stmt;
    if (kind === "return") return around === undefined ? [] : [{ span, what: kind, leaves: around }];
    if (kind === "break" || kind === "continue") return loop === undefined ? [] : [{ span, what: kind, leaves: loop }];
    if (kind === "item") return [];
    const own = stagedBy(stmt);
    const isLoop = kind === "for" || kind === "while";
    return blocksOf(stmt).flatMap((inner) => exitsIn(inner, own ?? around, own ?? (isLoop ? undefined : loop)));
  });
}

function finding({ id }: FunctionItem, { span, what, leaves }: Exit): Finding {
  const way =
    leaves === "if"
      ? "put what follows under the opposite condition, or the condition into cutlass.const_expr"
      : leaves === "for"
        ? "take cutlass.range_constexpr"
        : "put the condition into cutlass.const_expr, or what follows under another";
  const message = `${what} leaves ${leaves === "if" ? "an" : "a"} \`${leaves}\` that is traced as a whole: ${way}`;
  return { item: id, span, message, related: [], fixes: [] };
}

/** The page of early-exit. */
export const earlyExitPage = (): RulePage => ({
  doc: `
\`@cute.jit\` and \`@cute.kernel\` functions are rewritten before they run: an \`if\`, \`for\` or \`while\` becomes one operation of the compiled
program, with both of its sides, and runs as a whole. Nothing can leave it half way: CuTe DSL refuses \`return\`, \`break\` and \`continue\` in it
("Early exit is not allowed"), even where the condition is a number of Python.

Put what follows under the opposite condition. Where the condition is known while the function is traced, say so: \`cutlass.const_expr(…)\`
around the condition, \`cutlass.range_constexpr\` for the loop; those are Python's own and may be left.`,
  references: ["cutlass/base_dsl/ast_preprocessor.py: check_early_exit (nvidia-cutlass-dsl 4.8)"],
  examples: [
    {
      language: "python",
      bad: guarded(`    if tidx >= cute.size(t):
        return
    #   ^^^^^^ return leaves an \`if\` that is traced as a whole: put what follows under the opposite condition, or the condition into cutlass.const_expr
    t[tidx] = 0.0`),
      good: guarded(`    if tidx < cute.size(t):
        t[tidx] = 0.0`),
    },
    {
      language: "python",
      bad: looped(
        "range(8)",
        "cutlass.const_expr(cute.size(t) == 4)",
        "\n    #       ^^^^^ break leaves a `for` that is traced as a whole: take cutlass.range_constexpr",
      ),
      good: looped("cutlass.range_constexpr(8)", "cutlass.const_expr(cute.size(t) == 4)"),
    },
  ],
});
