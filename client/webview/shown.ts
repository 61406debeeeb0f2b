// What the page shows: a value of the source or of the input line, with what is needed to draw it; and its heading.
import type { ViewResult } from "../../server/src/protocol/requests.ts";
import type { PicturedCall } from "../../src-engine/views/call-picture.ts";
import type { Picture } from "../../src-engine/views/view.ts";
import type { Source } from "../src/preview/messages.ts";
import { page } from "./page.ts";
import type { RemotePicture } from "./remote-view.ts";
import type { Scratch, ScratchError } from "./scratch.ts";

export interface Shown {
  readonly view: ViewResult | null;
  readonly source: Source | null;
  readonly picture: Picture | undefined;
  readonly remote: RemotePicture | undefined;
  /** What the engine here reads to draw it: the value in notation, or what was typed. */
  readonly text: string;
  /** The operation that made it. */
  readonly call: PicturedCall | undefined;
  /** Typed into the input line, instead of found in the source. */
  readonly typed: boolean;
}

export const nothing: Shown = {
  view: null,
  source: null,
  picture: undefined,
  remote: undefined,
  text: "",
  call: undefined,
  typed: false,
};

/** `home` is what the editor showed last: the way back from the input line. */
export function showHead({ view, source, typed }: Shown, home: ViewResult | null): void {
  page.title.textContent = typed ? "Scratch" : (view?.name ?? "CuTe Lens");
  page.source.textContent = typed ? "" : (source?.label ?? "");
  page.back.hidden = !typed || home === null;
  page.back.textContent = `‹ ${home?.name ?? ""}`;
  page.notation.textContent =
    view?.readable ?? view?.notation ?? "Put the cursor on a layout, a tensor or an operation.";
}

/** Below the input line: the value's first line, or what is wrong, with the place marked where it is known. */
export function showAnswer(result: Scratch | ScratchError): void {
  const wrong = "error" in result;
  page.answer.classList.toggle("wrong", wrong);
  page.answer.textContent = wrong ? result.error : (result.view.notation.split("\n")[0] ?? "");
  if (wrong && result.at !== undefined) page.expression.setSelectionRange(result.at.start, result.at.end);
}
