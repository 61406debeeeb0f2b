// Which views a value offers: those that can really be drawn, the natural one of what only the server can draw, the operation.
import type { ViewResult } from "../../server/src/protocol/requests.ts";
import type { PicturedCall } from "../../src-engine/views/call-picture.ts";
import { hasComplement } from "../../src-engine/views/operation-picture.ts";
import { isLayoutText, type Language, localOperation, localPicture } from "./engine.ts";
import { noChoice } from "./modes.ts";

export const localKinds = ["layout", "tiles", "tv", "swizzle", "banks"] as const;

/** The operation, and what its tiler leaves. */
export const withRest = "operation + complement";
export const isOperation = (kind: string): boolean => kind === "operation" || kind === withRest;

/** Drawn by the server alone: it knows the threads. */
export const isServed = (kind: string | undefined): boolean => kind === "partition" || kind === "access";

/** Found once a value: banks and threads are counted out to know. */
export class Kinds {
  #text = "";
  #local: readonly string[] = [];

  of(text: string, view: ViewResult, call: PicturedCall | undefined): readonly string[] {
    const operation = call === undefined ? [] : operationKinds(call, view.language);
    const local = this.#drawable(text, view.language);
    const natural = view.picture?.panels[0]?.view.kind ?? "layout";
    const remote = isServed(natural) ? [natural] : [];
    return [...remote, ...(local.length > 0 || remote.length > 0 ? local : [natural]), ...operation];
  }

  #drawable(text: string, language: Language): readonly string[] {
    if (this.#text === text) return this.#local;
    this.#text = text;
    const drawn = (view?: (typeof localKinds)[number]) =>
      localPicture(text, { language, ...noChoice, ...(view === undefined ? {} : { view }) });
    // Atoms and tiled objects have one picture.
    const natural = drawn()?.panels[0]?.view.kind;
    this.#local = isLayoutText(text, language)
      ? localKinds.filter((kind) => drawn(kind) !== undefined)
      : natural === undefined
        ? []
        : [natural];
    return this.#local;
  }
}

function operationKinds(call: PicturedCall, language: Language): readonly string[] {
  if (localOperation(call, language) === undefined) return [];
  const rest = hasComplement(call.op) ? localOperation(call, language, "complement") : undefined;
  const plain = localOperation(call, language)?.panels.length ?? 0;
  return ["operation", ...(rest !== undefined && rest.panels.length > plain ? [withRest] : [])];
}
