// LCH001: a launch whose blocks have more threads than the kernel says, or than a block can have.
import type { Fact, FileFacts, Instance } from "../../../src-engine/program/facts.ts";
import { type Block, blockOf, launchOf } from "../costs/block.ts";
import { evaluated } from "../costs/threads.ts";
import { functionOf } from "../costs/uniform.ts";
import { numberOf } from "../facts/sizes.ts";
import { headLength, threadBound } from "../languages/launches.ts";
import { factsByInstance } from "./by-instance.ts";
import { itemOf } from "./cause.ts";
import type { FileContext, FileRule, Finding, RulePage, Site } from "./rule.ts";

const cpp = (threads: number, mark = ""): string => `
#include <cute/tensor.hpp>
using namespace cute;
__global__ void __launch_bounds__(128) kernel(float* a) {
  auto gA = make_tensor(make_gmem_ptr(a), Layout<Shape<_128, _4>>{});
  gA(threadIdx.x % 128, 0) = 1.0f;
}
void launch(float* a) {
  kernel<<<1, ${threads}>>>(a);${mark}
}`;

const dsl = (threads: number, mark = ""): string => `
import cutlass.cute as cute

@cute.kernel
def kernel(mA: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    print(tidx)

@cute.jit
def launch(mA: cute.Tensor):
    kernel(mA).launch(grid=(1, 1, 1), block=(${threads}, 1, 1))${mark}
`;

export const launchThreads: FileRule = {
  code: "launch-threads",
  number: "LCH001",
  severity: "error",
  title: "A kernel is launched with more threads than its blocks may have.",
  on: "file",
  check: (facts, context) => {
    const index = evaluated(facts);
    return factsByInstance(facts).flatMap(({ instance, facts: own }) => {
      const fn = functionOf(facts.unit.items, instance.item);
      const block = fn?.isKernel === true ? blockOf(index, instance.id) : undefined;
      if (block === undefined) return [];
      const bound = boundOf(instance, own, facts, context);
      const problem = problemOf(block, bound?.threads);
      const place = launchOf(index, instance.id) ?? bound;
      if (problem === undefined || place === undefined) return [];
      const related = bound === undefined ? [] : [{ ...bound, message: "the kernel's bound" }];
      return [finding(place, problem, related)];
    });
  },
};

const finding = ({ item, span }: Site, message: string, related: Finding["related"]): Finding => ({
  item,
  span,
  message,
  related: related.filter((one) => one.item !== item || one.span.start !== span.start),
  fixes: [],
});

function problemOf(block: Block, bound: number | undefined): string | undefined {
  const threads = block.reduce((a, b) => a * b, 1);
  if (bound !== undefined && threads > bound)
    return `blocks of ${threads} threads, the kernel's __launch_bounds__ say ${bound}: the launch fails; launch fewer, or raise the bound`;
  if (threads > 1024) return `blocks of ${threads} threads, a block has at most 1024: the launch fails; launch fewer`;
  const [, , z] = block;
  return z > 64 ? `blocks of ${z} threads along z, a block has at most 64 there: the launch fails` : undefined;
}

interface Bound extends Site {
  readonly threads: number;
}

/** In numbers, or by the name of a constant: of the kernel itself, or else of the file or one of its classes. */
function boundOf(
  { item }: Instance,
  facts: readonly Fact[],
  { unit, facts: all }: FileFacts,
  context: FileContext,
): Bound | undefined {
  const said = threadBound[unit.language](context.text({ item, span: { start: 0, end: headLength } }));
  if (said === undefined) return undefined;
  // What a function declares is its own affair.
  const shared = (): readonly Fact[] => all.filter((fact) => itemOf({ unit }, fact.item)?.kind !== "function");
  const numberOf = (name: string): number | undefined =>
    /^\d+$/.test(name) ? Number(name) : (numberNamed(name, facts) ?? numberNamed(name, shared()));
  const threads = computed(
    said.text.split(/([*+/-])/).map((part) => part.trim()),
    numberOf,
  );
  return threads === undefined ? undefined : { item, span: said.span, threads };
}

/** Products and quotients first, as the language has it. */
function computed(parts: readonly string[], numberOf: (name: string) => number | undefined): number | undefined {
  const terms: number[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const number = numberOf(parts[at] ?? "");
    if (number === undefined) return undefined;
    const op = parts[at - 1];
    const last = terms.length - 1;
    if (op === "*") terms[last] = (terms[last] ?? 0) * number;
    else if (op === "/") terms[last] = Math.trunc((terms[last] ?? 0) / number);
    else terms.push(op === "-" ? -number : number);
  }
  return terms.reduce((a, b) => a + b, 0);
}

function numberNamed(path: string, facts: readonly Fact[]): number | undefined {
  const name = path.split("::").at(-1);
  const numbers = new Set(
    facts.flatMap((fact) => (fact.kind === "variable" && fact.name === name ? [numberOf(fact.value)] : [])),
  );
  return numbers.size === 1 ? [...numbers][0] : undefined;
}

/** The page of launch-threads. */
export const launchThreadsPage = (): RulePage => ({
  doc: `
\`__launch_bounds__(threads)\` promises the compiler that no block is larger; a launch with more threads fails with
\`cudaErrorInvalidValue\` ("invalid argument"), which nobody sees who does not ask for the error. However a kernel is written, a block
has at most 1024 threads, and at most 1024, 1024 and 64 along x, y and z.

Launch fewer threads, or raise the bound: from one name for both the two cannot differ.`,
  references: [
    "CUDA programming guide, __launch_bounds__: a kernel fails to launch with more threads than maxThreadsPerBlock",
    "CUDA programming guide, compute capabilities: maximum threads of a block",
  ],
  examples: [
    {
      language: "cpp",
      bad: cpp(256, "\n//            ^^^ blocks of 256 threads, the kernel's __launch_bounds__ say 128"),
      good: cpp(128),
    },
    {
      language: "python",
      bad: dsl(
        2048,
        "\n    #                                        ^^^^^^^^^^ blocks of 2048 threads, a block has at most 1024",
      ),
      good: dsl(1024),
    },
  ],
});
