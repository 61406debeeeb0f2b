// COST005: an MMA whose fragments alone are more registers than a thread can have.
import { registersOf } from "../../../src-engine/costs/gemm-cost.ts";
import { registersOfThread } from "../../../src-engine/costs/gpus.ts";
import type { CallFact, Fact } from "../../../src-engine/program/facts.ts";
import { attempt } from "../facts/attempt.ts";
import { once } from "../facts/remembered.ts";
import { numberOf, sizeOf } from "../facts/sizes.ts";
import { headLength, launchBounds, registersSet, setsRegisters } from "../languages/launches.ts";
import { argument } from "./arguments.ts";
import { factsByInstance } from "./by-instance.ts";
import { dslMma, hopperMma } from "./register-examples.ts";
import type { FileContext, FileRule, Finding, InstanceFacts, RuleContext, RulePage } from "./rule.ts";

export const registerPressure: FileRule = {
  code: "register-pressure",
  number: "COST005",
  severity: "information",
  title: "An MMA's fragments alone are more registers than a thread can have.",
  on: "file",
  check: (facts, context) =>
    factsByInstance(facts)
      .filter(({ instance }) => instance.certain)
      .flatMap((group) => {
        const limits = once(() => [headLimit(group, context), setLimit(group, context)]);
        return group.facts.filter(isGemm).flatMap((call) => judge(call, limits, context));
      }),
};

const isGemm = (fact: Fact): fact is CallFact => fact.kind === "call" && fact.op === "gemm" && fact.certain;

/** `limits`: of the kernel, for each of its calls. */
function judge(call: CallFact, limits: () => readonly (Limit | undefined)[], context: FileContext): readonly Finding[] {
  const held = (role: string): number => registersHeld(call, role, context);
  const accumulators = held("c");
  const operands = held("a") + held("b");
  const at = argument(call, "c");
  if (at === undefined || accumulators === 0) return [];
  const limit = limitOf(call, limits());
  if (accumulators + operands <= limit.registers) return [];
  const what =
    accumulators > limit.registers || operands === 0
      ? `the accumulators alone are ${accumulators}`
      : `the accumulators and ${operands} of operands are ${accumulators + operands}`;
  const message = `${at.text}: ${what} registers of 32 bits, ${limit.text}: take a smaller tile or more warps`;
  return [{ item: call.item, span: at.span, message, related: [], fixes: [] }];
}

function registersHeld(call: CallFact, role: string, context: RuleContext): number {
  const value = argument(call, role)?.value;
  if (value?.kind !== "tensor") return 0;
  return attempt(context.language, (ctx) => registersOf(ctx, value)) ?? 0;
}

interface Limit {
  readonly registers: number;
  readonly text: string;
}

/** The least of what is certain. */
function limitOf(call: CallFact, ofKernel: readonly (Limit | undefined)[]): Limit {
  const all = [{ registers: 255, text: "a thread has at most 255" }, threadLimit(call), ...ofKernel];
  return all.flatMap((one) => one ?? []).reduce((a, b) => (b.registers < a.registers ? b : a));
}

/** The block has at least the MMA's threads. */
function threadLimit(call: CallFact): Limit | undefined {
  const mma = argument(call, "mma", "atom")?.value;
  const tiled = mma?.kind === "thr-mma" ? mma.tiled : mma;
  const threads = tiled?.kind === "tiled-mma" ? numberOf(sizeOf(tiled.thrLayoutVMNK)) : undefined;
  if (threads === undefined) return undefined;
  const registers = registersOfThread(threads);
  return { registers, text: `${threads} threads have at most ${registers} each` };
}

/** Of the kernel that the instance is, or is called from; warps that set their own share have another one. */
function headLimit({ instance }: InstanceFacts, context: FileContext): Limit | undefined {
  if (context.texts.some((text) => setsRegisters[context.language].test(text))) return undefined;
  const items = [instance.item, ...instance.calls.map(({ item }) => item)];
  for (const item of items) {
    const bounds = launchBounds[context.language](context.text({ item, span: { start: 0, end: headLength } }));
    if (bounds === undefined) continue;
    const registers = registersOfThread(bounds[0] * bounds[1]);
    return { registers, text: `__launch_bounds__ leaves ${registers}` };
  }
  return undefined;
}

/** What a warpgroup sets, where one place of the instance does. */
function setLimit({ facts }: InstanceFacts, context: RuleContext): Limit | undefined {
  const set = new Set<string>();
  for (const fact of facts) {
    const text = fact.kind === "expression" ? registersSet[context.language](context.text(fact)) : undefined;
    if (text !== undefined) set.add(text);
  }
  const [only, ...more] = set;
  if (only === undefined || more.length > 0) return undefined;
  const registers = /^\d+$/.test(only) ? Number(only) : numberNamed(only, facts);
  return registers === undefined ? undefined : { registers, text: `its warps set ${registers}` };
}

/** What a name stands for, where all variables of the name are that number: those of a branch beside may have it too. */
function numberNamed(name: string, facts: readonly Fact[]): number | undefined {
  const values = facts.flatMap((fact) =>
    fact.kind === "variable" && fact.name === name ? [numberOf(fact.value)] : [],
  );
  return new Set(values).size === 1 ? values[0] : undefined;
}

/** The page of register-pressure. */
export const registerPressurePage = (): RulePage => ({
  doc: `
A thread has at most 255 registers, and an SM 65,536 for all of a block's threads; \`__launch_bounds__\` and \`setmaxnreg\`
(\`warpgroup_reg_alloc\`) give less. The accumulators of an MMA are held through the whole main loop, and what it reads from registers
is there beside them. Where they alone are more than there is, the compiler keeps part of them in local memory, and every round pays for it.

A 128 × 256 tile of 32-bit accumulators is 256 registers of 128 threads: two warpgroups have 128 each. What is counted is a lower bound:
addresses, predicates and other fragments come on top.

Take a smaller tile, or share it among more warps.`,
  references: [
    "CUDA programming guide, compute capabilities: 255 registers per thread, 65,536 per multiprocessor",
    "PTX ISA, setmaxnreg",
  ],
  examples: [
    {
      language: "cpp",
      bad: hopperMma(
        "_1",
        "  gemm(mma, rA, rB, rC);\n  //                ^^ rC: the accumulators alone are 256 registers of 32 bits, a thread has at most 255: take",
      ),
      good: hopperMma("_2", "  gemm(mma, rA, rB, rC);"),
    },
    {
      language: "python",
      bad: dslMma(
        "(1, 1, 1)",
        "    cute.gemm(mma, rC, rA, rB, rC)\n#                              ^^ rC: the accumulators alone are 512 registers of 32 bits, a thread has at most 255: take",
      ),
      good: dslMma("(2, 2, 1)", "    cute.gemm(mma, rC, rA, rB, rC)"),
    },
  ],
});
