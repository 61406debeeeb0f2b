// What the preview shows of a copy or an MMA under the cursor: what it costs, its instruction in memory, and what would free it.
import type { CallFact } from "../../../../src-engine/program/facts.ts";
import type { Place } from "../../../../src-engine/program/ir.ts";
import { costContext, costOf, hasCost } from "../../costs/of-call.ts";
import { type PlacedRemedy, remedyFor } from "../../costs/remedy.ts";
import { costWords, remedyText, swizzleText } from "../../costs/words.ts";
import { absolute, type FactIndex } from "../../facts/fact-index.ts";
import type { ViewParams, ViewResult } from "../../protocol/requests.ts";
import { drawnJson } from "../picture-json.ts";
import { accessPicture } from "./access-picture.ts";

export interface CostView {
  readonly result: Pick<ViewResult, "notation" | "kind" | "facts" | "picture">;
  readonly remedy: Written | undefined;
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
    remedy: remedy === undefined ? undefined : writtenOf(index, remedy),
  };
}

function writtenOf(index: FactIndex, { swizzle, edits }: PlacedRemedy): Written | undefined {
  if (swizzle === undefined || edits === undefined) return undefined;
  const writes = edits.flatMap(({ item, span, text }) => {
    const place = absolute(index.facts, item, span);
    return place === undefined ? [] : [{ place, text }];
  });
  return writes.length < edits.length ? undefined : { label: `Write ${swizzleText(swizzle)} into the source`, writes };
}
