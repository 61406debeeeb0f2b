// What the preview shows of a copy or an MMA under the cursor: what it costs, its instruction in memory, and what would free it.
import type { CallFact } from "../../../../src-engine/program/facts.ts";
import type { Place } from "../../../../src-engine/program/ir.ts";
import { costContext, costOf, hasCost } from "../../costs/of-call.ts";
import { type PlacedRemedy, remedyFor } from "../../costs/remedy.ts";
import type { SourceEdit } from "../../costs/remedy-edits.ts";
import { costWords, remedyText, swizzleText } from "../../costs/words.ts";
import { absolute, type FactIndex } from "../../facts/fact-index.ts";
import type { ViewParams, ViewResult } from "../../protocol/requests.ts";
import { drawnJson } from "../picture-json.ts";
import { accessPicture } from "./access-picture.ts";

export interface CostView {
  readonly result: Pick<ViewResult, "notation" | "kind" | "facts" | "picture">;
  readonly remedies: readonly Written[];
}

/** Texts that would stand in the source instead of those there. */
export interface Written {
  readonly label: string;
  readonly writes: readonly { readonly place: Place; readonly text: string }[];
}

/** Undefined for calls of anything else. */
export function costView(index: FactIndex, call: CallFact, name: string, params: ViewParams): CostView | undefined {
  if (!hasCost(call.op)) return undefined;
  const cost = costOf(costContext(index, call.instance), call);
  if (cost === undefined) return undefined;
  const { language } = index.facts.unit;
  const { title, lines, notes } = costWords(cost, language);
  const remedy = remedyFor(index, cost);
  const help = remedy === undefined ? undefined : remedyText(remedy);
  const picture = accessPicture(cost, remedy, name);
  const drawn = picture === undefined ? { why: notes.join("; ") } : drawnJson(picture, language, params);
  return {
    result: {
      notation: title,
      kind: call.op === "gemm" ? "gemm" : "copy",
      facts: [
        ...lines.map(({ label, text }) => [label, text] as const),
        ...notes.map((text) => ["note", text] as const),
        ...(help === undefined ? [] : [["remedy", help] as const]),
      ],
      ...drawn,
    },
    remedies: remedy === undefined ? [] : writtenOf(index, remedy),
  };
}

/** The swizzle and the padding, where what writes them is certain. */
export function writtenOf(
  index: FactIndex,
  { swizzle, edits, padding, paddingEdits }: PlacedRemedy,
): readonly Written[] {
  const offered = (label: string, all: readonly SourceEdit[] | undefined): readonly Written[] => {
    const writes = (all ?? []).flatMap(({ item, span, text }) => {
      const place = absolute(index.facts, item, span);
      return place === undefined ? [] : [{ place, text }];
    });
    return all === undefined || writes.length < all.length ? [] : [{ label: `Write ${label} into the source`, writes }];
  };
  return [
    ...(swizzle === undefined ? [] : offered(swizzleText(swizzle), edits)),
    ...(padding === undefined ? [] : offered(`rows padded by ${padding.by}`, paddingEdits)),
  ];
}
