// CMT002: a comment names a mode after an integer of the code, and the mode has another size.

import { equal } from "../../../src-engine/algebra/int/ask.ts";
import { add, ONE } from "../../../src-engine/algebra/int/int.ts";
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import type { Span } from "../../../src-engine/program/ir.ts";
import { byName, type Conflict, conflictFinding, conflicts, type NamesBySize } from "../comments/conflicts.ts";
import { contractsOf, type Declaration, declarationsOf } from "../comments/contracts.ts";
import { leafNames } from "../comments/shape-comment.ts";
import { namesOfCode } from "../comments/vocabulary.ts";
import { grouped } from "../facts/grouped.ts";
import { itemOf } from "./cause.ts";
import { leadsTo } from "./leads-to.ts";
import type { FileContext, FileRule, Finding, RulePage } from "./rule.ts";

export const commentSize: FileRule = {
  code: "comment-size",
  number: "CMT002",
  severity: "information",
  title: "A comment names a mode after an integer of the function, and the mode has another size.",
  on: "file",
  check,
};

function check(facts: FileFacts, context: FileContext): readonly Finding[] {
  const declared = declarationsOf(facts, context.texts);
  const items = grouped(declared, ({ item }) => item);
  const made = new Map<string, NamesBySize>();
  const names = (item: string, instance: string): NamesBySize => {
    const key = `${item} ${instance}`;
    const found =
      made.get(key) ?? byName(namesOfCode(items.get(item) ?? [], item, instance).filter(({ name }) => isSize(name)));
    made.set(key, found);
    return found;
  };
  return contractsOf(declared).flatMap((contract) =>
    conflicts(contract, (instance) => names(contract.item, instance))
      .filter(
        (conflict) =>
          !isIndex(conflict) && !isPrimed(conflict) && isInSight(conflict, items.get(contract.item) ?? [], facts),
      )
      .map((conflict) => conflictFinding(facts, conflict, context.print, "in the code")),
  );
}

/** `n_block = n_block_max - 1` walks down the mode that its comment names: the name is the index, and the comment says which mode. */
const isIndex = ({ here, there }: Conflict): boolean =>
  (there.kind === "num" && there.value === 0) || (here.kind !== "num" && equal(add(there, ONE), here) === "yes");

/** `((M, N), m', n')`: letters of the comment's own, for a tile and the tiles. */
const isPrimed = ({ contract, name }: Conflict): boolean =>
  leafNames(contract.said.shape).some(
    (one) => one.endsWith("'") && one.slice(0, -1).toLowerCase() === name.toLowerCase(),
  );

/** The code has given the name its size by then; what a later place or another branch calls so is its own affair. */
function isInSight({ contract, name }: Conflict, declared: readonly Declaration[], facts: FileFacts): boolean {
  const item = itemOf(facts, contract.item);
  const begin = facts.unit.places.get(contract.item)?.start;
  if (item?.kind !== "function" || begin === undefined) return true;
  const spanOf = ({ place }: Declaration): Span => ({ start: place.start - begin, end: place.end - begin });
  return declared.some((one) => one.name === name && leadsTo(item, spanOf(one), spanOf(contract)));
}

/** A small letter alone is a count or an index, and no size. */
const isSize = (name: string): boolean => name.length > 1 || name !== name.toLowerCase();

/** The page of comment-size. */
export const commentSizePage = (): RulePage => ({
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
    {
      language: "python",
      bad: `
import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    rows = 128
    cols = 64
    a = cute.make_layout((cols, rows))  # (rows, cols)
    #                                     ^^^^^^^^^^^^ rows is 64 in a, but 128 in the code
    #                                     ^^^^^^^^^^^^ cols is 128 in a, but 64 in the code
`,
      good: `
import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    rows = 128
    cols = 64
    a = cute.make_layout((rows, cols))  # (rows, cols)
`,
    },
  ],
});
