// `kernel(…).launch(smem=bytes)` of CuTe DSL with less than the kernel allocates.
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import type { Expr, FunctionItem } from "../../../src-engine/program/ir.ts";
import { isSameData } from "../../../src-engine/program/same-data.ts";
import { visit } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";
import { nameOf } from "./barrier-events.ts";
import type { Run } from "./barrier-functions.ts";
import { factsByInstance } from "./by-instance.ts";
import type { Finding } from "./rule.ts";
import { allocatedBytes } from "./smem-sum.ts";

type Call = Extract<Expr, { kind: "call" }>;

/** A launch that says how much shared memory the kernel has; left out, the DSL takes what the kernel allocates. */
export interface SmemLaunch {
  readonly kernel: Call;
  readonly smem: Expr;
}

export const launchesOf = remembered(({ body }: FunctionItem): readonly SmemLaunch[] => {
  const found: SmemLaunch[] = [];
  visit(body, (node) => {
    const launch = node as Call;
    if (node.kind !== "call" || nameOf(launch) !== "launch" || launch.callee.kind !== "member") return;
    const { object } = launch.callee;
    const smem = launch.args.find(({ name }) => name === "smem")?.value;
    if (object.kind === "call" && smem !== undefined) found.push({ kernel: object, smem });
  });
  return found;
});

export function tooSmallInDsl(fn: FunctionItem, run: Run, facts: FileFacts): readonly Finding[] {
  return launchesOf(fn).flatMap(({ kernel, smem }) => {
    const bytes = run.values.number(smem);
    const launched = factsByInstance(facts).filter(({ instance }) => isLaunchedBy(run, kernel, fn, instance.calls));
    const [only, ...others] = launched;
    // Of several configurations it is not told apart which one asks for how much.
    if (bytes === undefined || only === undefined || others.length > 0 || isOneOfSeveral(run, facts)) return [];
    const used = allocatedBytes(only.facts);
    if (used <= bytes) return [];
    const message = `the launch gives ${bytes} B of shared memory, the kernel allocates ${used} B: leave \`smem=\` out, or pass ${used} or more`;
    return [{ item: fn.id, span: smem.span, message, related: [], fixes: [] }];
  });
}

const isOneOfSeveral = ({ instance }: Run, { instances }: FileFacts): boolean =>
  instances.filter(({ item, calls }) => item === instance.item && isSameData(calls, instance.calls)).length > 1;

function isLaunchedBy(
  { instance }: Run,
  kernel: Call,
  fn: FunctionItem,
  calls: FileFacts["instances"][number]["calls"],
): boolean {
  const last = calls.at(-1);
  const isHere = last?.item === fn.id && last.start >= kernel.span.start && last.start < kernel.span.end;
  return isHere && isSameData(calls.slice(0, -1), instance.calls);
}
