// LCH002: a grid that does not fall into whole clusters.
import { divides } from "../../../src-engine/algebra/int/ask.ts";
import { dynamicInt, isInt } from "../../../src-engine/algebra/int/int.ts";
import type { Int, Value } from "../../../src-engine/algebra/value.ts";
import type { Expr, FunctionItem, Span } from "../../../src-engine/program/ir.ts";
import { namedIn } from "../costs/block.ts";
import { visit } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";
import { type ClusterLaunch, clusterLaunch } from "../languages/launches.ts";
import { functionsIn } from "./barrier-callees.ts";
import { type Run, runsOf } from "./barrier-functions.ts";
import type { FileRule, Finding, RuleContext, RulePage } from "./rule.ts";

const cpp = (blocks: number, mark = ""): string => `
#include <cute/tensor.hpp>
#include <cutlass/cluster_launch.hpp>
__global__ void kernel(float* a) { a[threadIdx.x] = 1.0f; }
void launch(float* a) {
  dim3 grid(${blocks}, 4), block(128), cluster(2, 1);${mark}
  cutlass::ClusterLaunchParams params{grid, block, cluster, 0};
  cutlass::launch_kernel_on_cluster(params, (void const*)kernel, a);
}`;

const dsl = (blocks: number, mark = ""): string => `
import cutlass.cute as cute

@cute.kernel
def kernel(mA: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    print(tidx)

@cute.jit
def launch(mA: cute.Tensor):
    kernel(mA).launch(grid=(${blocks}, 4, 1), block=(128, 1, 1), cluster=(2, 1, 1))${mark}
`;

export const launchCluster: FileRule = {
  code: "launch-cluster",
  number: "LCH002",
  severity: "error",
  title: "A grid does not fall into whole clusters.",
  on: "file",
  check: (facts, context) => {
    const { language, items } = facts.unit;
    const launching = functionsIn(items).filter((fn) => launchesOf[language](fn).length > 0);
    const runs = runsOf(facts, new Set(launching.map(({ id }) => id)), context);
    return launching.flatMap((fn) =>
      (runs.get(fn.id) ?? []).flatMap((run) =>
        launchesOf[language](fn).flatMap((launch) => inLaunch(fn, launch, run, context)),
      ),
    );
  },
};

interface Launch extends ClusterLaunch {
  readonly span: Span;
}

function launchesIn(fn: FunctionItem, language: "cpp" | "python"): readonly Launch[] {
  const found: Launch[] = [];
  visit(fn.body, (node) => {
    const call = node as Expr;
    const launch = call.kind === "call" ? clusterLaunch[language](call, namedIn(fn)) : undefined;
    if (call.kind === "call" && launch !== undefined) found.push({ ...launch, span: call.callee.span });
  });
  return found;
}

const launchesOf = {
  cpp: remembered((fn: FunctionItem) => launchesIn(fn, "cpp")),
  python: remembered((fn: FunctionItem) => launchesIn(fn, "python")),
};

function inLaunch(fn: FunctionItem, launch: Launch, run: Run, { print }: RuleContext): readonly Finding[] {
  const [grid, cluster] = [extentsOf(launch.grid, run), extentsOf(launch.cluster, run)];
  if (grid === undefined || cluster === undefined) return [];
  for (const [i, size] of cluster.entries()) {
    const blocks = i < grid.length ? grid[i] : one;
    if (size?.kind !== "num" || blocks === undefined || divides(size, blocks) !== "no") continue;
    const message = `${print(blocks)} blocks along ${"xyz"[i]} are no multiple of the cluster's ${size.value}: the launch fails; round up`;
    return [
      { item: fn.id, span: (launch.grid[i] ?? launch.grid[0])?.span ?? launch.span, message, related: [], fixes: [] },
    ];
  }
  return [];
}

/** What is not written stays 1. */
const one = dynamicInt(1);

/** As they are written, or as one value that holds them all; undefined where that is not known. */
export function extentsOf(
  written: readonly Expr[],
  { values }: Pick<Run, "values">,
): readonly (Int | undefined)[] | undefined {
  const [only, ...others] = written;
  if (only === undefined || others.length > 0) return written.map((extent) => values.int(extent));
  const whole = values.value(only);
  if (whole?.kind === "tuple") return whole.items.map(intOf);
  const alone = values.int(only);
  return alone && [alone];
}

const intOf = (value: Value): Int | undefined => (isInt(value) ? value : undefined);

/** The page of launch-cluster. */
export const launchClusterPage = (): RulePage => ({
  doc: `
A grid is launched in clusters: along x, y and z its extent is a multiple of the cluster's. Otherwise the launch fails
("cluster misconfiguration", \`cudaErrorInvalidClusterSize\`), which nobody sees who does not ask for the error.

Round the grid up to whole clusters (\`cute.round_up\`, \`round_up\`), and let the blocks that have no tile do nothing.`,
  references: ["CUDA programming guide, thread block clusters: the grid is a multiple of the cluster size"],
  examples: [
    {
      language: "cpp",
      bad: cpp(33, "\n  //        ^^ 33 blocks along x are no multiple of the cluster's 2: the launch fails; round up"),
      good: cpp(34),
    },
    {
      language: "python",
      bad: dsl(
        33,
        "\n    #                       ^^ 33 blocks along x are no multiple of the cluster's 2: the launch fails; round up",
      ),
      good: dsl(34),
    },
  ],
});
