// CMT001: the comment beside a declaration says other modes than the value has.

import type { Value } from "../../../src-engine/algebra/value.ts";
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import type { Item, ItemId } from "../../../src-engine/program/ir.ts";
import { composeComment } from "../comments/compose.ts";
import { type Contract, contractsOf, type Declaration, declarationsOf } from "../comments/contracts.ts";
import { fits, isOne, modesBehind, optionsOf, shapeIn, shapeToFit } from "../comments/fit.ts";
import { isOfAnInstance } from "../comments/instance-number.ts";
import { namesOfCode, namesOfComments } from "../comments/vocabulary.ts";
import type { FileContext, FileRule, Finding, RulePage } from "./rule.ts";

export const commentShape: FileRule = {
  code: "comment-shape",
  number: "CMT001",
  severity: "information",
  title: "A comment says a shape of another rank or nesting than the value beside it has.",
  on: "file",
  check,
};

function check(facts: FileFacts, context: FileContext): readonly Finding[] {
  const declared = declarationsOf(facts, context.texts);
  const contracts = contractsOf(declared);
  return contracts.flatMap((contract) => {
    const stale = isOfOneInstance(contract, facts) ? undefined : staleShape(contract);
    return stale === undefined ? [] : [finding(facts, contract, stale, { declared, contracts }, context)];
  });
}

interface Surroundings {
  readonly declared: readonly Declaration[];
  readonly contracts: readonly Contract[];
}

/** A layout as it was printed once, in a template: which arguments it had then, nobody says. */
const isOfOneInstance = ({ said, item }: Contract, { unit }: FileFacts): boolean =>
  said.concrete && unit.items.some((one) => isInTemplate(one, item, false));

function isInTemplate(item: Item, id: ItemId, isInside: boolean): boolean {
  if (item.kind !== "class" && item.kind !== "function") return false;
  const isTemplate = isInside || item.typeParams.length > 0;
  if (item.id === id) return isTemplate;
  return item.kind === "class" && item.members.some((member) => isInTemplate(member, id, isTemplate));
}

interface Stale {
  readonly instance: string;
  readonly value: Value;
  /** In every instance the comment has the first modes, and not the last. */
  readonly leavesOut: boolean;
}

/** The shape in the first instance, when the comment fits in none. */
function staleShape({ values, said }: Contract): Stale | undefined {
  const known = values.flatMap(({ instance, value }) => optionsOf(value).map((option) => ({ instance, option })));
  const shapes = known.flatMap(({ instance, option }) => {
    const [value, compared] = [shapeIn(option), shapeToFit(option)];
    return value === undefined || compared === undefined ? [] : [{ instance, value, compared }];
  });
  if (shapes.length < known.length || known.some(({ option }) => isList(option))) return undefined;
  if (shapes.some(({ value }) => namesEntries(said.shape, value))) return undefined;
  const leftOut = shapes.map(({ compared }) => modesBehind(said.shape, compared));
  const isStale = shapes.every(
    ({ compared }, i) => fits(said.shape, compared) === "no" && !(leftOut[i]?.length && leftOut[i].every(isOne)),
  );
  const [first] = shapes;
  if (first === undefined || !isStale) return undefined;
  return { instance: first.instance, value: first.value, leavesOut: leftOut.every(({ length }) => length > 0) };
}

/** `(bidx, bidy, bidz, valid)` of four rows: a name for each entry of the first mode, not for each mode. */
function namesEntries(said: Contract["said"]["shape"], shape: Value): boolean {
  if (said.kind !== "group" || said.items.some(({ kind }) => kind === "group")) return false;
  const [modes, first] = shape.kind === "tuple" ? [shape.items.length, shape.items[0]] : [1, shape];
  return modes < said.items.length && first?.kind === "num" && first.value === said.items.length;
}

/** A list's comment says what is in it. */
const isList = (value: Value): boolean => value.kind === "tuple" && value.list === true;

function finding(
  facts: FileFacts,
  contract: Contract,
  { instance, value, leavesOut }: Stale,
  { declared, contracts }: Surroundings,
  context: FileContext,
): Finding {
  const { item, name, place, said, at } = contract;
  const words = {
    known: [...namesOfComments(contracts, item, instance, contract), ...namesOfCode(declared, item, instance)],
    print: context.print,
  };
  const base = facts.unit.places.get(item)?.start ?? 0;
  const span = (one: { readonly start: number; readonly end: number }) => ({
    start: one.start - base,
    end: one.end - base,
  });
  const wanted = composeComment(value, said.shape, words);
  const text = context.text({ item, span: span(at) });
  const edits = [{ item, span: span(at), text: spaced(wanted, text) }];
  return {
    item,
    span: span(place),
    ...(leavesOut ? { severity: "hint" as const } : {}),
    message: `${name} is ${context.print(value)}: ${difference(value, said.shape, text)}`,
    related: [],
    fixes: isOfAnInstance(wanted, item, facts.unit, context.texts)
      ? []
      : [{ title: `Write ${spaced(wanted, text)}`, edits }],
  };
}

function difference(shape: Value, said: Contract["said"]["shape"], text: string): string {
  const has = shape.kind === "tuple" ? shape.items.length : 1;
  const says = said.kind === "group" ? said.items.length : 1;
  return has === says ? `not nested like its comment ${text}` : `${count(has)}, its comment has ${says}: ${text}`;
}

const count = (modes: number): string => (modes === 1 ? "1 mode" : `${modes} modes`);

/** With a blank behind each comma where the comment has them. */
const spaced = (text: string, like: string): string => (/, /.test(like) ? text.replace(/,(?! )/g, ", ") : text);

/** The page of comment-shape. */
export const commentShapePage = (): RulePage => ({
  doc: `
CuTe code documents its tensors in comments: \`// (BLK_M,BLK_K,k)\`. Such a comment, behind a declaration or alone on the
line above it, is read as a contract: as many modes, nested in the same way. A name stands for a mode of any nesting. The
comment is stale when the value has other modes in every instance of the function, and a hint where it has the first of them and leaves
out the last. Nothing is reported where a mode may still turn out to be nested, where all modes that it leaves out are 1 in the type,
where it stands over two lines and fits what the second declares, or where it names each of as many entries as the first mode has.`,
  references: ["CuTe's tutorials: media/docs/cpp/cute/0x_gemm_tutorial.md, which names modes this way"],
  examples: [
    {
      language: "cpp",
      bad: `
#include <cute/tensor.hpp>
using namespace cute;
void f(half_t const* A, int M, int K) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(M, K), make_stride(K, Int<1>{}));  // (M,K)
  auto gA = local_tile(mA, make_shape(Int<128>{}, Int<64>{}), make_coord(0, _));  // (BLK_M,BLK_K)
  //   ^^ gA is (_128,_64,⌈K/64⌉): 3 modes, its comment has 2: (BLK_M,BLK_K)
}`,
      good: `
#include <cute/tensor.hpp>
using namespace cute;
void f(half_t const* A, int M, int K) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(M, K), make_stride(K, Int<1>{}));  // (M,K)
  auto gA = local_tile(mA, make_shape(Int<128>{}, Int<64>{}), make_coord(0, _));  // (BLK_M,BLK_K,k)
}`,
    },
    {
      language: "python",
      bad: `
import cutlass.cute as cute
@cute.jit
def f():
    # (BLK_M, (ATOM_K, REST_K))
    sA = cute.make_layout((128, 64))
#   ^^ sA is (128,64): not nested like its comment (BLK_M, (ATOM_K, REST_K))`,
      good: `
import cutlass.cute as cute
@cute.jit
def f():
    # (BLK_M, BLK_K)
    sA = cute.make_layout((128, 64))`,
    },
  ],
});
