// CMT003: two comments of a function give one name to modes of different sizes.
import type { FileFacts } from "../../../src-engine/facts.ts";
import { conflictFinding, conflicts } from "../comments/conflicts.ts";
import { type Contract, contractsOf, declarationsOf } from "../comments/contracts.ts";
import { namedSizes } from "../comments/named-sizes.ts";
import type { FileRule, Finding, RuleContext } from "./rule.ts";

export const commentName: FileRule = {
  code: "comment-name",
  number: "CMT003",
  severity: "off",
  title: "Two comments of a function give the same name to modes of different sizes.",
  doc: `
Where \`BLK_M\` is 128 in one comment and 64 in the next, one of them is stale or a name is missing. Off by default, because
shipping code uses some names for whatever an atom takes: \`MMA\` is another number of values for A than for B, \`CPY\` for
source and destination, \`STAGE\` for mainloop and epilogue. Switch it on where a project names its modes strictly.`,
  references: ["CuTe's tutorials: media/docs/cpp/cute/0x_gemm_tutorial.md, which names modes this way"],
  examples: [],
  on: "file",
  check,
};

function check(facts: FileFacts, context: RuleContext): readonly Finding[] {
  const contracts = contractsOf(declarationsOf(facts, context.texts)).filter(({ said }) => !said.concrete);
  return contracts.flatMap((contract, i) => {
    const before = contracts.slice(0, i).filter(({ item }) => item === contract.item);
    return conflicts(contract, (instance) => namesBefore(before, instance)).map((conflict) =>
      conflictFinding(facts, conflict, context.print, "in a comment above"),
    );
  });
}

const namesBefore = (before: readonly Contract[], instance: string) =>
  before.flatMap((one) => namedSizes(one, instance));
