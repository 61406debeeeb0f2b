// SMEM007: a launch with more dynamic shared memory than its kernel is allowed, or less than it uses.
import type { CallFact, FileFacts } from "../../../src-engine/program/facts.ts";
import type { Expr, FunctionItem } from "../../../src-engine/program/ir.ts";
import { isSameData } from "../../../src-engine/program/same-data.ts";
import { fieldGivenIn, namedIn } from "../costs/block.ts";
import { visit } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";
import { sharedMemoryLimit } from "../facts/shared-memory-limit.ts";
import { numberOf } from "../facts/sizes.ts";
import { isLaunch, launched } from "../languages/launches.ts";
import { argument } from "./arguments.ts";
import { functionsIn } from "./barrier-callees.ts";
import { type Run, runsOf } from "./barrier-functions.ts";
import { type UsedMemory, usedMemory } from "./dynamic-memory.ts";
import { isHanded, launchedKernel } from "./kernel-names.ts";
import type { FileRule, Finding, RuleContext, RulePage } from "./rule.ts";
import { launchesOf, tooSmallInDsl } from "./smem-launch-dsl.ts";

const example = (allowed: string, mark = ""): string => `
#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel() {}
void launch() {
  int bytes = 128 * 128 * sizeof(float);${allowed}
  kernel<<<1, 128, bytes>>>();${mark}
}`;

const dsl = (bytes: string, mark = ""): string => `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils

@cute.kernel
def kernel():
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((128, 64)), 128)

@cute.jit
def launch():
    kernel().launch(grid=(1, 1, 1), block=(128, 1, 1), smem=${bytes})${mark}
`;

export const smemLaunch: FileRule = {
  code: "smem-launch",
  number: "SMEM007",
  severity: "error",
  title: "A launch asks for more dynamic shared memory than its kernel is allowed, or for less than it uses.",
  on: "file",
  check: (facts, context) => {
    const functions = functionsIn(facts.unit.items);
    if (context.language === "python") return inDsl(functions, facts, context);
    const launching = functions.filter((fn) => launchesIn(fn).length > 0);
    const runs = runsOf(facts, new Set(launching.map(({ id }) => id)), context);
    return launching.flatMap((fn) => {
      const all = runs.get(fn.id) ?? [];
      return all.flatMap((run) => [
        ...inRun(fn, run, facts, functions, context),
        ...tooSmall({ fn, run, alike: calledAlike(run, all) }, facts, functions, context),
      ]);
    });
  },
};

/** The runs that the same calls lead to: a macro's argument stands once and is expanded in several scopes. */
const calledAlike = ({ instance }: Run, all: readonly Run[]): readonly Run[] =>
  all.filter((other) => isSameData(other.instance.calls, instance.calls));

interface Launching {
  readonly fn: FunctionItem;
  readonly run: Run;
  /** It and those whose kernel cannot be told from its own. */
  readonly alike: readonly Run[];
}

function inDsl(functions: readonly FunctionItem[], facts: FileFacts, context: RuleContext): readonly Finding[] {
  const launching = functions.filter((fn) => launchesOf(fn).length > 0);
  const runs = runsOf(facts, new Set(launching.map(({ id }) => id)), context);
  return launching.flatMap((fn) => (runs.get(fn.id) ?? []).flatMap((run) => tooSmallInDsl(fn, run, facts)));
}

type Call = Extract<Expr, { kind: "call" }>;

const withoutAsking = 48 * 1024;

function inRun(
  fn: FunctionItem,
  run: Run,
  facts: FileFacts,
  functions: readonly FunctionItem[],
  { arch }: RuleContext,
): readonly Finding[] {
  return launchesIn(fn).flatMap((launch) => {
    const asked = launch.launch?.[2];
    const bytes = run.values.number(asked);
    const name = launchedKernel(launch.callee, run.values);
    if (asked === undefined || bytes === undefined || bytes <= withoutAsking || name === undefined) return [];
    const allowed = allowedBytes(name, run);
    if (allowed !== undefined && allowed >= bytes) return [];
    const most = sharedMemoryLimit(arch);
    // A kernel of another file may be allowed there.
    const isHere = facts.unit.items.some((item) => item.kind === "function" && item.isKernel && item.name === name);
    if (bytes <= most && (!isHere || (allowed === undefined && isHanded(name, functions)))) return [];
    const limit = allowed ?? withoutAsking;
    const what =
      allowed === undefined ? `nothing here allows ${name} more than ${limit} B` : `${name} is allowed ${limit} B`;
    const way =
      bytes > most
        ? `and a block may have ${most} B: take fewer stages or smaller tiles`
        : `and ${what}: cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)`;
    const message = `${bytes} B of dynamic shared memory, ${way}`;
    const isOpen = allowed === undefined && bytes <= most;
    const severity = isOpen ? { severity: "information" as const } : {};
    return [{ item: fn.id, span: asked.span, message, ...severity, related: [], fixes: [] }];
  });
}

/** The kernel's tensors reach past what the launch gives it. */
function tooSmall(
  { fn, run, alike }: Launching,
  facts: FileFacts,
  functions: readonly FunctionItem[],
  context: RuleContext,
): readonly Finding[] {
  return launchesIn(fn).flatMap((launch) => {
    const said = launched(launch, namedIn(fn), fieldGivenIn(fn));
    const bytes = said?.bytes === undefined ? 0 : run.values.number(said.bytes);
    const name = said === undefined ? undefined : launchedKernel(said.kernel, run.values);
    const kernel = functions.find((one) => one.isKernel && one.name === name);
    if (said === undefined || bytes === undefined || kernel === undefined) return [];
    const isMost = alike.every(
      ({ values }) => said.bytes === undefined || (values.number(said.bytes) ?? bytes + 1) <= bytes,
    );
    if (!isMost) return [];
    const all = usedMemory(kernel, { by: run.instance, at: launch.callee.span.start }, facts, context);
    const used =
      most(
        all.filter(({ isWhole }) => isWhole !== true),
        bytes,
      ) ?? most(all, bytes);
    if (used === undefined) return [];
    const gives = bytes === 0 ? "no dynamic shared memory" : `${bytes} B of dynamic shared memory`;
    const where = launch.launch === undefined ? "in the launch's parameters" : "as the third argument of <<<…>>>";
    const message = `the launch gives ${gives}, ${used.name} reaches to ${used.bytes} B of it: pass at least ${used.bytes} ${where}`;
    const related = [{ ...used.site, message: `${used.name}, declared here` }];
    // Of an array that is a field the kernel may use a part.
    const severity = used.isWhole === true ? { severity: "warning" as const } : {};
    return [{ item: fn.id, span: (said.bytes ?? launch.callee).span, message, ...severity, related, fixes: [] }];
  });
}

/** What reaches furthest past so many bytes. */
const most = (used: readonly UsedMemory[], bytes: number): UsedMemory | undefined =>
  used.reduce<UsedMemory | undefined>((top, one) => (one.bytes > (top?.bytes ?? bytes) ? one : top), undefined);

const launchesIn = remembered(({ body }: FunctionItem): readonly Call[] => {
  const found: Call[] = [];
  visit(body, (node) => {
    if (node.kind === "call" && isLaunch(node as Call)) found.push(node as Call);
  });
  return found;
});

/** The most that this run allows any instance of the kernel; undefined where it sets nothing for it, or a number that is not known. */
function allowedBytes(kernel: string, { facts }: Run): number | undefined {
  const sets = facts.filter((fact): fact is CallFact => fact.kind === "call" && fact.op === "cudaFuncSetAttribute");
  const own = sets.filter((call) => {
    const given = argument(call, "function")?.value;
    const isOfKernel = given?.kind === "function" && given.name === kernel;
    return isOfKernel && argument(call, "attribute")?.text.endsWith("MaxDynamicSharedMemorySize") === true;
  });
  const bytes = own.map((call) => numberOf(argument(call, "value")?.value));
  const known = bytes.flatMap((one) => one ?? []);
  return own.length === 0 || known.length < own.length ? undefined : Math.max(...known);
}

/** The page of smem-launch. */
export const smemLaunchPage = (): RulePage => ({
  doc: `
A kernel may have 48 KiB of dynamic shared memory until \`cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)\`
allows it more. A launch that asks for more fails with cudaErrorInvalidValue, and nothing is computed: most programs only see wrong
results.

The third argument of \`<<<…>>>\` is the size of the kernel's \`extern __shared__\` array, 0 where it is left out: a tensor over the array, or a
field of a struct that lies over it, that reaches further is not there ("an illegal memory access"). Of an array that is a field all
may not be used: a warning.

In the DSL \`launch(smem=…)\` replaces what the kernel allocates, which is taken where it is left out: less than that prints "shared memory
usage may exceed available memory set in kernel launch" when it runs, and ends in an illegal access.

Set the attribute to what the launch asks for, of the same instance of the kernel. Where no code of the file sets it, this is an
information: another file may. More than a block may have at all is an error wherever it is asked for.`,
  references: ["CUDA programming guide, shared memory: above 48 KiB dynamic shared memory needs an explicit opt-in"],
  examples: [
    {
      language: "cpp",
      bad: example(
        "",
        "\n  //               ^^^^^ 65536 B of dynamic shared memory, and nothing here allows kernel more than 49152 B",
      ),
      good: example("\n  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);"),
    },
    {
      language: "python",
      bad: dsl(
        "128 * 64",
        "\n    #                                                       ^^^^^^^^ the launch gives 8192 B of shared memory, the kernel allocates 16384 B",
      ),
      good: dsl("128 * 64 * 2"),
    },
  ],
});
