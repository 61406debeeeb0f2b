// The light bulb's offer to write the shape of a declaration behind it: `// (BLK_M,BLK_K,k)`.
//
// For a layout or tensor that a statement declares alone and that has no comment yet; sizes take the names that the
// function's comments and integers have for them.

import type { Value } from "../../../src-engine/algebra/value.ts";
import type { Place } from "../../../src-engine/program/ir.ts";
import { composeComment } from "../comments/compose.ts";
import { contractsOf, type Declaration, declarationsOf } from "../comments/contracts.ts";
import { shapeIn } from "../comments/fit.ts";
import { isOfAnInstance } from "../comments/instance-number.ts";
import { namesOfCode, namesOfComments } from "../comments/vocabulary.ts";
import type { FactIndex } from "../facts/fact-index.ts";
import { printValue } from "../facts/notation.ts";
import type { PlacedFix } from "../rules/problem.ts";
import { kindOf } from "./kind.ts";

export function commentActions(index: FactIndex, selection: Place): readonly PlacedFix[] {
  const declared = declarationsOf(index.facts, index.texts);
  return declared
    .filter((one) => isSelected(one, selection))
    .flatMap((one) => {
      const edit = editFor(index, declared, one);
      return edit === undefined ? [] : [{ title: `Write its shape behind ${one.name}:${edit.text}`, edits: [edit] }];
    });
}

function isSelected({ place, end }: Declaration, selection: Place): boolean {
  return place.fragment === selection.fragment && place.start <= selection.end && selection.start <= end;
}

function editFor(
  index: FactIndex,
  declared: readonly Declaration[],
  one: Declaration,
): PlacedFix["edits"][number] | undefined {
  const { fragment } = one.place;
  const text = index.texts[fragment] ?? "";
  const known = one.values.find(({ value }) => isWorthAComment(value));
  const shape = known === undefined ? undefined : shapeIn(known.value);
  const rest = /[;,)]*[ \t]*(?=[\r\n]|$)/y;
  rest.lastIndex = one.end;
  const behind = rest.exec(text);
  if (one.comment !== undefined || !one.alone || known === undefined || shape === undefined || behind === null)
    return undefined;
  const { language } = index.facts.unit;
  const print = (value: Value) => printValue(value, language);
  const contracts = contractsOf(declared);
  const names = [
    ...namesOfComments(contracts, one.item, known.instance),
    ...namesOfCode(declared, one.item, known.instance),
  ];
  const comment = composeComment(shape, undefined, { known: names, print, source: text.slice(one.place.end, one.end) });
  if (isOfAnInstance(comment, one.item, index.facts.unit, index.texts)) return undefined;
  const end = one.end + behind[0].trimEnd().length;
  const place = { fragment, start: end, end: one.end + behind[0].length };
  return { place, text: `  ${language === "cpp" ? "//" : "#"} ${comment}` };
}

function isWorthAComment(value: Value): boolean {
  const kind = kindOf(value);
  return (kind === "layout" || kind === "tensor") && shapeIn(value)?.kind === "tuple";
}
