// CMT003: two comments of a function give one name to modes of different sizes.
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import { conflictFinding, conflicts } from "../comments/conflicts.ts";
import { contractsOf, declarationsOf } from "../comments/contracts.ts";
import { type NamedSize, namedSizes } from "../comments/named-sizes.ts";
import { cppFunction } from "./example-text.ts";
import type { FileContext, FileRule, Finding, RulePage } from "./rule.ts";

export const commentName: FileRule = {
  code: "comment-name",
  number: "CMT003",
  severity: "off",
  title: "Two comments of a function give the same name to modes of different sizes.",
  on: "file",
  check,
};

function check(facts: FileFacts, context: FileContext): readonly Finding[] {
  const contracts = contractsOf(declarationsOf(facts, context.texts)).filter(({ said }) => !said.concrete);
  const above = new Map<string, Map<string, NamedSize[]>>();
  const names = (item: string, instance: string): Map<string, NamedSize[]> => {
    const found = above.get(`${item} ${instance}`) ?? new Map<string, NamedSize[]>();
    above.set(`${item} ${instance}`, found);
    return found;
  };
  return contracts.flatMap((contract) => {
    const found = conflicts(contract, (instance) => names(contract.item, instance));
    for (const { instance } of contract.values)
      for (const one of namedSizes(contract, instance)) {
        const known = names(contract.item, instance);
        known.set(one.name, [...(known.get(one.name) ?? []).slice(-8), one]);
      }
    return found.map((conflict) => conflictFinding(facts, conflict, context.print, "in a comment above"));
  });
}

/** The page of comment-name. */
export const commentNamePage = (): RulePage => ({
  doc: `
Where \`BLK_M\` is 128 in one comment and 64 in the next, one of them is stale or a name is missing. Off by default, because
shipping code uses some names for whatever an atom takes: \`MMA\` is another number of values for A than for B, \`CPY\` for
source and destination, \`STAGE\` for mainloop and epilogue. Switch it on where a project names its modes strictly.`,
  references: ["CuTe's tutorials: media/docs/cpp/cute/0x_gemm_tutorial.md, which names modes this way"],
  examples: [
    {
      language: "cpp",
      bad: cppFunction(`
  auto a = make_layout(Shape<_128, _64>{});  // (BLK_M,BLK_K)
  auto b = make_layout(Shape<_64, _32>{});  // (BLK_M,BLK_N)
  //                                           ^^^^^^^^^^^^^ BLK_M is _64 in b, but _128 in a comment above`),
      good: cppFunction(`
  auto a = make_layout(Shape<_128, _64>{});  // (BLK_M,BLK_K)
  auto b = make_layout(Shape<_64, _32>{});  // (BLK_K,BLK_N)`),
    },
    {
      language: "python",
      bad: `
import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    a = cute.make_layout((128, 64))  # (BLK_M, BLK_K)
    b = cute.make_layout((64, 32))  # (BLK_M, BLK_N)
    #                                 ^^^^^^^^^^^^^^ BLK_M is 64 in b, but 128 in a comment above
`,
      good: `
import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    a = cute.make_layout((128, 64))  # (BLK_M, BLK_K)
    b = cute.make_layout((64, 32))  # (BLK_K, BLK_N)
`,
    },
  ],
});
