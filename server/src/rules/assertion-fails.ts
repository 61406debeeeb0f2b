// AST001: an assertion that certainly fails.
import type { AssertFact, FileFacts, Instance } from "../../../src-engine/program/facts.ts";
import type { Item, ItemId } from "../../../src-engine/program/ir.ts";
import { failureOf } from "../facts/assertion.ts";
import { indexFacts } from "../facts/fact-index.ts";
import type { FileContext, FileRule, Finding, RulePage } from "./rule.ts";

export const assertionFails: FileRule = {
  code: "assertion-fails",
  number: "AST001",
  severity: "error",
  title: "An assertion does not hold for the values that reach it.",
  on: "file",
  check,
};

function check(facts: FileFacts, context: FileContext): readonly Finding[] {
  const failing = facts.facts.filter((fact) => fact.kind === "assert").filter((fact) => counts(facts, fact, context));
  if (failing.length === 0) return [];
  const index = indexFacts(facts, context.texts);
  return index.asserts
    .filter(({ fact }) => failing.includes(fact))
    .map((placed) => {
      const { item, span, message, static: early, host } = placed.fact;
      const said = message === undefined ? "" : ` (${message})`;
      const text = `the assertion fails: ${failureOf(index, placed)}${said}`;
      const severity = early ? "error" : host === true ? "information" : "warning";
      return { item, span, message: text, severity, related: [], fixes: [] };
    });
}

function counts(facts: FileFacts, fact: AssertFact, context: FileContext): boolean {
  if (fact.holds !== "no" || !fact.certain) return false;
  const instance = facts.instances.find(({ id }) => id === fact.instance);
  if (fact.host === true && instance?.function.startsWith("test_") === true) return false;
  if (instance === undefined || (instance.generic && isTemplate(facts, fact.item))) return false;
  if (isBelowUncalledMember(facts, instance)) return false;
  if (fact.static) return !isClosedBranch(facts, fact, context);
  // Whether a C++ function runs at all, only the run knows; a plain False marks what is not implemented.
  return (
    context.language === "python" &&
    !/^assert\s*\(?\s*(?:False|0)\b/.test(context.text(fact)) &&
    !mayReturnBefore(fact, context) &&
    !asksEnvironment(facts, fact, context)
  );
}

/** Members of a class template are compiled where somebody asks for them: with the defaults of its parameters alone nobody does. */
function isBelowUncalledMember({ unit, instances }: FileFacts, { calls: [outermost] }: Instance): boolean {
  if (outermost?.file !== unit.file || !unit.items.some((one) => isTemplateOf(one, outermost.item))) return false;
  const callers = instances.filter(({ item }) => item === outermost.item);
  return callers.length > 0 && callers.every(({ generic }) => generic);
}

const isTemplateOf = (item: Item, member: ItemId): boolean =>
  item.kind === "class" && item.typeParams.length > 0 && item.members.some(({ id }) => id === member);

/** `static_assert(false)` of a file stands in a branch of the preprocessor that is not to be taken. */
const isClosedBranch = ({ unit }: FileFacts, fact: AssertFact, context: FileContext): boolean =>
  unit.items.some((one) => one.id === fact.item && one.kind === "statement") &&
  /^static_assert\s*\(\s*(?:false|0)\s*[,)]/.test(context.text(fact));

/** Anything that is not a plain function or statement of the file. */
function isTemplate({ unit }: FileFacts, id: string): boolean {
  const item = unit.items.find((one) => one.id === id);
  if (item?.kind === "statement") return false;
  return item?.kind !== "function" || item.typeParams.length > 0 || item.params.length > 0;
}

/** A constant of the module that an environment variable sets: which one is set, only the run knows. */
function asksEnvironment({ unit }: FileFacts, fact: AssertFact, context: FileContext): boolean {
  const words = new Set(context.text(fact).match(/\w+/g));
  return unit.items.some((one) => {
    if (one.kind !== "statement") return false;
    const text = context.text({ item: one.id, span: one.statement.span });
    return /\b(?:environ|getenv)\b/.test(text) && words.has(/^\w+/.exec(text)?.[0] ?? "");
  });
}

/** The text above it in its function; a word in a comment silences the rule at worst. */
const mayReturnBefore = ({ item, span }: AssertFact, context: FileContext): boolean =>
  /\b(?:return|exit|raise|throw|break|continue)\b/.test(context.text({ item, span: { start: 0, end: span.start } }));

/** The page of assertion-fails. */
export const assertionFailsPage = (): RulePage => ({
  doc: `
\`static_assert\`, \`CUTE_STATIC_ASSERT_V\` and Python's \`assert\` state what a kernel needs. Where every value in the condition
is known and it does not hold, the compiler, or the trace, will stop here; the message shows both sides with their numbers.

Nothing is said in a template that nothing calls, in a branch whose condition is not known, of C++'s run-time \`assert\`, or of
Python's behind a \`return\` that may end the function before it, about what an environment variable sets, or in a test. In a
launcher it is an information only: what it asks of other libraries is often not known.`,
  references: ["cute/util/type_traits.hpp: CUTE_STATIC_ASSERT_V (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto tile = make_shape(Int<128>{}, Int<64>{});
  auto smem = make_layout(make_shape(Int<64>{}, Int<64>{}));
  CUTE_STATIC_ASSERT_V(size<0>(tile) == size<0>(smem));
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ the assertion fails: size<0>(tile) is 128, size<0>(smem) is 64: asserted equal
}`,
      good: `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto tile = make_shape(Int<128>{}, Int<64>{});
  auto smem = make_layout(make_shape(Int<128>{}, Int<64>{}));
  CUTE_STATIC_ASSERT_V(size<0>(tile) == size<0>(smem));
}`,
    },
    {
      language: "python",
      bad: `
import cutlass.cute as cute
@cute.jit
def f():
    tile = cute.make_layout((128, 64))
    assert cute.size(tile, mode=[0]) == 64, "one warp group"
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ the assertion fails: cute.size(tile, mode=[0]) is 128, asserted 64
f()`,
      good: `
import cutlass.cute as cute
@cute.jit
def f():
    tile = cute.make_layout((128, 64))
    assert cute.size(tile, mode=[0]) == 128, "one warp group"
f()`,
    },
  ],
});
