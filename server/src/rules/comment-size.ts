// CMT002: a comment names a mode after an integer of the code, and the mode has another size.
import type { FileFacts } from "../../../src-engine/facts.ts";
import { conflictFinding, conflicts } from "../comments/conflicts.ts";
import { contractsOf, declarationsOf } from "../comments/contracts.ts";
import { namesOfCode } from "../comments/vocabulary.ts";
import type { FileRule, Finding, RuleContext } from "./rule.ts";

export const commentSize: FileRule = {
  code: "comment-size",
  number: "CMT002",
  severity: "information",
  title: "A comment names a mode after an integer of the function, and the mode has another size.",
  doc: `
In \`// (bM,bK,k)\` beside a tensor the name \`bM\` is that of an integer in the same function. Then the mode should be as large
as the integer. Names that the code does not have are not looked at here; see comment-name.`,
  references: ["CuTe's tutorials: media/docs/cpp/cute/0x_gemm_tutorial.md, which names modes this way"],
  examples: [
    {
      language: "cpp",
      bad: `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto bM = Int<128>{};
  auto bK = Int<64>{};
  auto sA = make_layout(make_shape(bK, bM));  // (bM,bK)
  //                                             ^^^^^^^ bM is _64 in sA, but _128 in the code
  //                                             ^^^^^^^ bK is _128 in sA, but _64 in the code
}`,
      good: `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto bM = Int<128>{};
  auto bK = Int<64>{};
  auto sA = make_layout(make_shape(bM, bK));  // (bM,bK)
}`,
    },
  ],
  on: "file",
  check,
};

function check(facts: FileFacts, context: RuleContext): readonly Finding[] {
  const declared = declarationsOf(facts, context.texts);
  return contractsOf(declared).flatMap((contract) =>
    conflicts(contract, (instance) =>
      namesOfCode(declared, contract.item, instance).filter(({ name }) => isSize(name)),
    ).map((conflict) => conflictFinding(facts, conflict, context.print, "in the code")),
  );
}

/** A small letter alone is a count or an index, and no size. */
const isSize = (name: string): boolean => name.length > 1 || name !== name.toLowerCase();
